import { median } from '../../reporting/documents/arithmetic.ts';
import { lengthInDays } from '../../reporting/documents/calendar.ts';
import type { MetricDescription, Period } from '../../reporting/documents/model.ts';
import { addDays, daysBetween } from './days.ts';
import type { Finding, Judged, Verdict } from './findings.ts';
import type { Watched } from './given-watch.ts';
import { judgeGoal } from './judge-goal.ts';
import { found, type JudgingContext, judgedOf, silentSince, sumOf } from './judging.ts';
import { changePeriods, daysOfValue, expectedDays, silencePeriods, thresholdPeriod } from './needs.ts';
import type { ChangeRule, Direction, SilenceRule } from './rules.ts';
import { judgeLastDay, type UsualSettings } from './usual/judge.ts';
import { usualDaysOf } from './usual-days.ts';
import type { WatchedFigures } from './watched-figures.ts';

/** Beyond a limit by less than a twentieth of it, what was told is not over. */
const limitMargin = 0.05;
/** What was told of a change or goal is over at four fifths of what is told. */
const ratioMargin = 0.8;
const mostDays = 400;
const leastWeekdays = 3;
/** One in twenty would be chance. */
const leastExpected = 3;

/** Judges a day by what was known when it was over. Silence is judged by the present. */
export function judge(watched: Watched, figures: WatchedFigures, day: string, context: JudgingContext): Verdict {
  const { rules } = watched;
  if (rules.silence) return judgeSilence(watched, figures, day, context);
  const metric = figures.metric(watched.metric);
  if (!metric) return { outcome: 'not_judged' };
  if (rules.threshold) return judgeThreshold(watched, figures, day, metric);
  if (rules.change) return judgeChange(watched, rules.change, figures, day, metric);
  if (rules.goal) return judgeGoal({ rule: rules.goal, metric, figures, day, ...context });
  return judgeUnusual(watched, figures, day, metric, context);
}

/** The metric over a period, or one value of a dimension; null for none, undefined where nobody knows. */
function valueOver({ metric, dimension }: Watched, figures: WatchedFigures, { from, to }: Period) {
  const key = metric ?? '';
  return dimension ? figures.group(key, dimension.key, dimension.value, from, to) : figures.total(key, from, to);
}

function judgeThreshold(watched: Watched, figures: WatchedFigures, day: string, metric: MetricDescription): Verdict {
  const { threshold } = watched.rules;
  if (!threshold) return { outcome: 'not_judged' };
  const { direction, value: limit, span } = threshold;
  const period = thresholdPeriod(threshold, day);
  // What adds up is below each limit at the beginning of its week or month.
  if (direction === 'below' && metric.additive && !endsWith(span, day)) return { outcome: 'not_judged' };
  const value = valueOver(watched, figures, period);
  if (value === undefined && watched.dimension) return tooMany(watched);
  if (value === null || value === undefined) return { outcome: 'not_judged' };
  const judged = judgedOf(day, value, limit);
  const beyond = direction === 'above' ? value - limit : limit - value;
  if (beyond > 0) {
    return { outcome: 'alerting', judged, findings: [found('threshold', judged, { direction, metric, span })] };
  }
  return { outcome: -beyond < limitMargin * Math.abs(limit) ? 'near' : 'calm', judged };
}

function endsWith(span: 'day' | 'week' | 'month', day: string): boolean {
  const date = Temporal.PlainDate.from(day);
  if (span === 'day') return true;
  return span === 'week' ? date.dayOfWeek === 7 : date.day === date.daysInMonth;
}

function tooMany({ dimension }: Watched): Verdict {
  const message = `The source has more values of "${dimension?.key}" than it tells, and "${dimension?.value}" is not among the greatest. Watch a value with more, or the metric as a whole.`;
  return { outcome: 'problem', problem: { code: 'value_not_told', message } };
}

function judgeChange(
  watched: Watched,
  rule: ChangeRule,
  figures: WatchedFigures,
  day: string,
  metric: MetricDescription,
): Verdict {
  const { current, before } = changePeriods(rule, day);
  const value = valueOver(watched, figures, current);
  const others = before.map((period) => valueOver(watched, figures, period));
  if (watched.dimension && [value, ...others].includes(undefined)) return tooMany(watched);
  const known = others.filter((each) => typeof each === 'number');
  const least = rule.against === 'weekdays' ? leastWeekdays : 1;
  if (known.length < least) return { outcome: 'not_enough', days: known.length, needed: least };
  if (typeof value !== 'number') return { outcome: 'not_judged' };
  const expected = median(known);
  const judged = judgedOf(day, value, expected);
  if (Math.max(Math.abs(value), Math.abs(expected)) < rule.least) return { outcome: 'calm', judged };
  const direction: Direction = value >= expected ? 'above' : 'below';
  // From nothing every rise is without bounds.
  const size = judged.ratio === null ? (value === expected ? 0 : Number.POSITIVE_INFINITY) : Math.abs(judged.ratio);
  if (!isMeant(rule.direction, direction)) return { outcome: 'calm', judged };
  if (size >= rule.ratio) {
    const { span, against } = rule;
    return { outcome: 'alerting', judged, findings: [found('change', judged, { direction, metric, span, against })] };
  }
  return { outcome: size < ratioMargin * rule.ratio ? 'calm' : 'near', judged };
}

const isMeant = (asked: 'above' | 'below' | 'either', direction: Direction) =>
  asked === 'either' || asked === direction;

function judgeUnusual(
  watched: Watched,
  figures: WatchedFigures,
  day: string,
  metric: MetricDescription,
  { metricsWatched, usual }: JudgingContext,
): Verdict {
  const { unusual } = watched.rules;
  if (!unusual) return { outcome: 'not_judged' };
  if (watched.dimension && valueOver(watched, figures, { from: day, to: day }) === undefined) return tooMany(watched);
  const settings: UsualSettings = { measure: measureOf(metric), sensitivity: unusual.sensitivity, metricsWatched };
  const days = watched.dimension
    ? daysBetween(addDays(day, 1 - daysOfValue), day).map((each) => {
        return { day: each, value: valueOver(watched, figures, { from: each, to: each }) ?? null };
      })
    : figures.days(metric.key, addDays(day, 1 - mostDays), day);
  const judgement = usual?.(metric.key, day, settings, days) ?? judgeLastDay(days, settings);
  if (judgement.outcome === 'not_enough') {
    const { because, days, needed } = judgement;
    return because === 'days' ? { outcome: 'not_enough', days, needed } : { outcome: 'not_judged' };
  }
  const { low, high, direction, since } = judgement;
  const judged = { ...judgedOf(day, judgement.value, judgement.usual), low, high };
  if (judgement.outcome === 'usual' || direction === null) return { outcome: 'calm', judged };
  if (!isMeant(unusual.direction, direction)) return { outcome: 'calm', judged };
  return {
    outcome: 'alerting',
    judged,
    findings: [
      found('unusual', judged, {
        ...{ direction, metric, since: since ?? day },
        // A trial tells nobody.
        ...(!usual && { usual_days: usualDaysOf(days, settings) }),
      }),
    ],
  };
}

/** What is counted has the noise of counts; shares and means have their own. */
function measureOf({ unit, additive }: MetricDescription): UsualSettings['measure'] {
  if (!additive || unit === 'percent') return 'ratio';
  return unit === 'count' ? 'count' : 'amount';
}

function judgeSilence(watched: Watched, figures: WatchedFigures, day: string, context: JudgingContext): Verdict {
  const { silence } = watched.rules;
  if (!silence) return { outcome: 'not_judged' };
  if (watched.dimension) return judgeValueSilence(watched, silence, figures, day);
  if (silence.while !== null) return judgeTag(watched, silence.while, silence, figures, day);
  const since = silentSince(figures, context);
  const hours = since.until(context.now).total('hours');
  const judged = { ...judgedOf(day, null, null), value: null };
  if (hours < silence.hours) return { outcome: 'calm', judged };
  const date = since.toZonedDateTimeISO(context.timeZone).toPlainDate().toString();
  return { outcome: 'alerting', judged, findings: [found('silence', judged, { since: date })] };
}

/** A metric that counts nothing, while another one says that so many were to come. */
function judgeTag(
  watched: Watched,
  whileKey: string,
  rule: SilenceRule,
  figures: WatchedFigures,
  day: string,
): Verdict {
  const metric = figures.metric(watched.metric);
  const other = figures.metric(whileKey);
  if (!metric || !other) return { outcome: 'not_judged' };
  const { current, before } = silencePeriods(rule, day);
  const [value, goesOn] = [metric.key, other.key].map((key) => sumOf(figures, key, current));
  const [counted, went] = [metric.key, other.key].map((key) => sumOf(figures, key, before));
  if (goesOn === undefined || counted === undefined || went === undefined || went <= 0)
    return { outcome: 'not_judged' };
  const judged = judgedOf(day, value ?? 0, (counted / went) * goesOn);
  return countsNothing(
    judged,
    found('counts_nothing', judged, { metric, other, direction: 'below', since: current.from }),
  );
}

/**
 * A value of a dimension that counts nothing, where its four weeks before say that something was to come; with `while` where
 * those and what the other metric of the same value counts say so.
 */
function judgeValueSilence(watched: Watched, rule: SilenceRule, figures: WatchedFigures, day: string): Verdict {
  const metric = figures.metric(watched.metric);
  const other = rule.while === null ? null : figures.metric(rule.while);
  if (!metric || other === undefined) return { outcome: 'not_judged' };
  const { current, before } = silencePeriods(rule, day);
  const of = (key: string, period: Period) => valueOver({ ...watched, metric: key }, figures, period);
  const [value, counted] = [of(metric.key, current), of(metric.key, before)];
  if (value === undefined || counted === undefined) return tooMany(watched);
  if (value === null) return { outcome: 'not_judged' };
  const [goesOn, went] = other
    ? [of(other.key, current) ?? 0, of(other.key, before) ?? 0]
    : [lengthInDays(current), expectedDays];
  if (went <= 0) return { outcome: 'not_judged' };
  const judged = judgedOf(day, value, ((counted ?? 0) / went) * goesOn);
  const more = { metric, other, direction: 'below', since: current.from } as const;
  return countsNothing(judged, found(other ? 'counts_nothing' : 'silence', judged, more));
}

function countsNothing(judged: Judged, finding: Finding): Verdict {
  if ((judged.value ?? 0) > 0) return { outcome: 'calm', judged };
  if ((judged.expected ?? 0) < leastExpected) return { outcome: 'not_judged' };
  return { outcome: 'alerting', judged, findings: [finding] };
}
