import { difference } from '../arithmetic.ts';
import {
  type FormatContext,
  formatAverage,
  formatAverageChange,
  formatDate,
  formatDecimals,
  formatPeriod,
  formatShare,
  formatUnit,
  formatValue,
} from '../format.ts';
import type {
  ChangeFacts,
  ExtremesFacts,
  GoalFacts,
  OutlierFacts,
  PresenceFacts,
  RunFacts,
  ShareFacts,
  TrendFacts,
} from '../messages/facts.ts';
import { type Messages, messagesFor } from '../messages/messages.ts';
import type { Comparison, MetricDescription, Period } from '../model.ts';
import type {
  ChangeFinding,
  DimensionValue,
  ExtremesFinding,
  Finding,
  GoalFinding,
  OutlierFinding,
  PresenceFinding,
  RunFinding,
  ShareFinding,
  TrendFinding,
} from './findings.ts';

/** The sentence for a finding, in the language of the locale. */
export function highlightText(finding: Finding, context: FormatContext): string {
  const messages = messagesFor(context.locale);
  const format = factFormats(messages, context);
  const tell = messages.highlights;
  switch (finding.kind) {
    case 'no_data':
      return messages.warnings.noData(finding.connectionName, 'current');
    case 'goal':
      return messages.goals.highlight(goalFacts(finding, format));
    case 'change':
      return tell.change(changeFacts(finding, format));
    case 'share':
      return tell.share(shareFacts(finding, format));
    case 'arrival':
    case 'departure':
      return tell[finding.kind](presenceFacts(finding, format));
    case 'outlier':
      return tell.outlier(outlierFacts(finding, format));
    case 'extremes':
      return tell.extremes(extremesFacts(finding, format));
    case 'run':
      return tell.run(runFacts(finding, format));
    case 'trend':
      return tell.trend(trendFacts(finding, format));
  }
}

type FactFormats = ReturnType<typeof factFormats>;

/** How facts read in a sentence: isolated where they run in the other direction. */
function factFormats({ isolate, highlights }: Messages, context: FormatContext) {
  const { locale } = context;
  return {
    figure: (value: number, metric: MetricDescription) => isolate(formatValue(value, metric, context)),
    average: (value: number, metric: MetricDescription) => isolate(formatAverage(value, metric, context)),
    averageChange: (average: Comparison, metric: MetricDescription) =>
      isolate(formatAverageChange(average, metric, context)),
    share: (share: number) => isolate(formatShare(share, context)),
    points: (distance: number, decimals: number) => {
      const rounded = Number((distance * 100).toFixed(decimals));
      return highlights.points(isolate(formatDecimals(rounded, decimals, context)), rounded);
    },
    date: (date: string, style?: 'medium' | 'month' | 'weekday') => isolate(formatDate(date, locale, style)),
    period: (period: Period) => isolate(formatPeriod(period, locale)),
    unit: (period: Period) => isolate(formatUnit(period, locale)),
    value: ({ dimension, label }: DimensionValue) => highlights.value(dimension.label, label && cut(label)),
  };
}

/** A name, shortened to fit a sentence. */
function cut(label: string): string {
  const points = [...label];
  return points.length > 60 ? `${points.slice(0, 59).join('')}…` : label;
}

/** From this relative change on (100 %), or if a figure is not positive, the sentence gives both figures instead. */
const largestRatioTold = 1;

function changeFacts(finding: ChangeFinding, format: FactFormats): ChangeFacts {
  const { about, direction, perDay, from, to, ratio, average, contributors } = finding;
  const { share, value } = format;
  const figure = perDay ? format.average : format.figure;
  const relative = about.metric.unit !== 'percent' && from > 0 && to >= 0 && ratio !== null;
  return {
    name: about.name,
    direction: from < 0 && to < 0 ? 'negative' : direction,
    perDay,
    average: average && format.averageChange(average, about.metric),
    ratio: relative && Math.abs(ratio) < largestRatioTold ? share(Math.abs(ratio)) : null,
    from: figure(from, about.metric),
    to: figure(to, about.metric),
    contributors: contributors.map((contributor) => ({
      value: value(contributor),
      part: share(contributor.part),
      extent: extentOf(contributor.part),
    })),
  };
}

function goalFacts(finding: GoalFinding, { figure, share, unit }: FactFormats): GoalFacts {
  const { about, period, target, reached, ratio, timeGone } = finding;
  const { name, metric } = about;
  return {
    name,
    period: unit(period),
    reached: figure(reached, metric),
    target: figure(target, metric),
    ratio: ratio === null ? null : share(ratio),
    gone: timeGone === 1 ? null : share(timeGone),
    isLimit: metric.better === 'down',
  };
}

/** A part that rounds to the whole in the digits shown counts as the whole. */
function extentOf(part: number): 'part' | 'whole' | 'more' {
  if (part > 1.0005) return 'more';
  return part > 0.9995 ? 'whole' : 'part';
}

function shareFacts(finding: ShareFinding, { share, points, value }: FactFormats): ShareFacts {
  const { about, direction, from, to } = finding;
  const moved = points(Math.abs(difference(to, from) ?? 0), 1);
  return { value: value(finding), name: about.name, direction, to: share(to), points: moved };
}

function presenceFacts(finding: PresenceFinding, { figure, share, value }: FactFormats): PresenceFacts {
  const { name, metric } = finding.about;
  return { value: value(finding), name, figure: figure(finding.figure, metric), share: share(finding.share) };
}

function outlierFacts(finding: OutlierFinding, { figure, date, period }: FactFormats): OutlierFacts {
  const { about, direction, day, usual, byWeekday, days, count, also } = finding;
  const number = Temporal.PlainDate.from(day.date).dayOfWeek;
  return {
    name: about.name,
    direction,
    figure: figure(day.value, about.metric),
    date: date(day.date),
    usual: figure(usual, about.metric),
    weekday: byWeekday ? { name: date(day.date, 'weekday'), number } : null,
    span: count > 1 ? period(days) : null,
    count,
    also,
  };
}

function extremesFacts({ about, high, low }: ExtremesFinding, { figure, date }: FactFormats): ExtremesFacts {
  const { metric, name } = about;
  const [first, second] = metric.better === 'down' ? [low, high] : [high, low];
  const facts = (day: typeof high) =>
    day && { figure: figure(day.value, metric), date: date(day.date), record: day.record };
  return { name, judged: metric.better !== 'none', first: facts(first), second: facts(second) };
}

function runFacts({ about, direction, count, days, distance }: RunFinding, format: FactFormats): RunFacts {
  const { metric, name } = about;
  const far =
    metric.unit === 'percent' ? format.points(distance, metric.decimals ?? 1) : format.average(distance, metric);
  return { name, direction, count, span: format.period(days), distance: far };
}

function trendFacts(finding: TrendFinding, { figure, date }: FactFormats): TrendFacts {
  const { about, direction, unit, count, from, to } = finding;
  const style = unit === 'month' ? 'month' : 'medium';
  return {
    name: about.name,
    direction,
    unit,
    count,
    from: figure(from.value, about.metric),
    to: figure(to.value, about.metric),
    fromDate: date(from.date, style),
    toDate: date(to.date, style),
  };
}
