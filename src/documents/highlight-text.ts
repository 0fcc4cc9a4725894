import { difference } from './arithmetic.ts';
import type {
  ChangeFinding,
  DimensionValue,
  ExtremesFinding,
  Finding,
  OutlierFinding,
  TrendFinding,
} from './findings.ts';
import {
  type FormatContext,
  formatDate,
  formatList,
  formatPeriod,
  formatShare,
  formatTenths,
  formatValue,
} from './format.ts';
import {
  arrivalSentence,
  changeSentence,
  departureSentence,
  dimensionValue,
  extremesSentence,
  noDataSentence,
  outlierSentence,
  runSentence,
  shareSentence,
  trendSentence,
} from './sentences.ts';

/** A relative change this large (100 %), or of figures that are not positive, is told by its two figures. */
const largestRatioTold = 1;

/** The sentence that tells a finding. */
export function highlightText(finding: Finding, context: FormatContext): string {
  switch (finding.kind) {
    case 'no_data':
      return noDataSentence(finding.connectionName, ['current']);
    case 'change':
      return changeText(finding, context);
    case 'share': {
      const { direction, from, to, about } = finding;
      const pointCount = roundedPoints(Math.abs(difference(to, from) ?? 0));
      const points = formatTenths(pointCount, context);
      const value = valueText(finding);
      return shareSentence({ value, name: about.name, direction, to: formatShare(to, context), points, pointCount });
    }
    case 'arrival':
    case 'departure': {
      const { about, kind } = finding;
      const figure = formatValue(finding.figure, about.metric, context);
      const share = formatShare(finding.share, context);
      const sentence = kind === 'arrival' ? arrivalSentence : departureSentence;
      return sentence({ value: valueText(finding), name: about.name, figure, share });
    }
    case 'outlier':
      return outlierText(finding, context);
    case 'extremes':
      return extremesText(finding, context);
    case 'run': {
      const { about, direction, count, days } = finding;
      const distance = formatValue(finding.distance, about.metric, context);
      return runSentence({ name: about.name, direction, count, span: formatPeriod(days, context.locale), distance });
    }
    case 'trend':
      return trendText(finding, context);
  }
}

function changeText(finding: ChangeFinding, context: FormatContext): string {
  const { about, direction, perDay, from, to, ratio, contributors } = finding;
  const relative = about.metric.unit !== 'percent' && from > 0 && to >= 0 && ratio !== null;
  return changeSentence({
    name: about.name,
    direction,
    perDay,
    ratio: relative && Math.abs(ratio) < largestRatioTold ? formatShare(Math.abs(ratio), context) : null,
    from: formatValue(from, about.metric, context),
    to: formatValue(to, about.metric, context),
    contributors: contributors.map((contributor) => ({
      value: valueText(contributor),
      part: formatShare(contributor.part, context),
      extent: extentOf(contributor.part),
    })),
  });
}

/** Parts within half of the last digit shown of the whole are the whole. */
function extentOf(part: number): 'part' | 'whole' | 'more' {
  if (part > 1.0005) return 'more';
  return part > 0.9995 ? 'whole' : 'part';
}

function outlierText(finding: OutlierFinding, context: FormatContext): string {
  const { about, direction, day, usual, byWeekday, days, count, also } = finding;
  const number = Temporal.PlainDate.from(day.date).dayOfWeek;
  return outlierSentence({
    name: about.name,
    direction,
    figure: formatValue(day.value, about.metric, context),
    date: formatDate(day.date, context.locale),
    usual: formatValue(usual, about.metric, context),
    weekday: byWeekday ? { name: formatDate(day.date, context.locale, 'weekday'), number } : null,
    span: count > 1 ? formatPeriod(days, context.locale) : null,
    count,
    also: also.length > 0 ? formatList(also, context.locale) : null,
  });
}

function extremesText({ about, high, low }: ExtremesFinding, context: FormatContext): string {
  const { metric, name } = about;
  const [first, second] = metric.better === 'down' ? [low, high] : [high, low];
  const facts = (day: typeof high) => {
    if (!day) return null;
    const figure = formatValue(day.value, metric, context);
    return { figure, date: formatDate(day.date, context.locale), record: day.record };
  };
  return extremesSentence({ name, judged: metric.better !== 'none', first: facts(first), second: facts(second) });
}

function trendText({ about, direction, unit, count, from, to }: TrendFinding, context: FormatContext): string {
  const style = unit === 'month' ? 'month' : 'medium';
  return trendSentence({
    name: about.name,
    direction,
    unit,
    count,
    from: formatValue(from.value, about.metric, context),
    to: formatValue(to.value, about.metric, context),
    fromDate: formatDate(from.date, context.locale, style),
    toDate: formatDate(to.date, context.locale, style),
  });
}

function valueText({ dimension, label }: DimensionValue): string {
  return dimensionValue(dimension.label, label);
}

function roundedPoints(share: number): number {
  return Math.round(share * 1000) / 10;
}
