import { type FormatContext, formatDate, formatPeriod } from './format.ts';
import type { Period } from './model.ts';
import type { PeriodName } from './report-plan.ts';

/*
 * Every English sentence of a report's highlights, notes and warnings, in one place for translation. Past tense throughout,
 * as it reads the same after singular and plural labels. Facts are already formatted, save those that grammar needs.
 */

type Direction = 'up' | 'down';

export interface ChangeFacts {
  /** The metric's name, told apart from that of other connections. */
  readonly name: string;
  readonly direction: Direction;
  /** Whether the figures are daily averages. */
  readonly perDay: boolean;
  /** The size of the relative change; null where the two figures tell it better. */
  readonly ratio: string | null;
  readonly from: string;
  readonly to: string;
  /** Values of a dimension with their part of the change, greatest first; at most two. */
  readonly contributors: readonly ContributorFacts[];
}

export interface ContributorFacts {
  readonly value: string;
  readonly part: string;
  /** Whether `part` is less than the whole, the whole, or more, as the other values moved the other way. */
  readonly extent: 'part' | 'whole' | 'more';
}

export function changeSentence({ name, direction, perDay, ratio, from, to, contributors }: ChangeFacts): string {
  const [moved, move] = direction === 'down' ? ['fell', 'fall'] : ['rose', 'rise'];
  const figures = ratio === null ? `from ${from} to ${to}` : `${ratio} to ${to}`;
  const change = `${name}${perDay ? ' per day' : ''} ${moved} ${figures}`;
  const [first, second] = contributors;
  if (!first) return `${change}.`;
  if (first.extent === 'more') return `${change}; more than the whole ${move} came from ${first.value}.`;
  if (first.extent === 'whole') return `${change}; the whole ${move} came from ${first.value}.`;
  const others = second ? ` and ${second.part} from ${second.value}` : '';
  return `${change}; ${first.part} of the ${move} came from ${first.value}${others}.`;
}

export interface ShareFacts {
  readonly value: string;
  readonly name: string;
  readonly direction: Direction;
  readonly to: string;
  /** The size of the move in percentage points, and as a number for its plural. */
  readonly points: string;
  readonly pointCount: number;
}

export function shareSentence({ value, name, direction, to, points, pointCount }: ShareFacts): string {
  const unit = pointCount === 1 ? 'percentage point' : 'percentage points';
  return `${value} made up ${to} of ${name}, ${points} ${unit} ${direction === 'down' ? 'less' : 'more'} than before.`;
}

export interface PresenceFacts {
  readonly value: string;
  readonly name: string;
  /** The metric's figure in the period that has the value, and its part of the total there. */
  readonly figure: string;
  readonly share: string;
}

export function arrivalSentence({ value, name, figure, share }: PresenceFacts): string {
  return `${value} is new, with ${name} of ${figure} (${share} of the total).`;
}

export function departureSentence({ value, name, figure, share }: PresenceFacts): string {
  return `${value} is gone; in the compared period it had ${name} of ${figure} (${share} of the total).`;
}

export interface OutlierFacts {
  readonly name: string;
  readonly direction: Direction;
  /** The figure of the farthest day, its date, and what was usual then. */
  readonly figure: string;
  readonly date: string;
  readonly usual: string;
  /** The weekday that `usual` is of, by name and by ISO number (1 is Monday); null where it is of any day. */
  readonly weekday: { readonly name: string; readonly number: number } | null;
  /** How many days in a row stood out, and their span; null for a single day. */
  readonly span: string | null;
  readonly count: number;
  /** Further metrics that stood out the same way, as a list in words; null for none. */
  readonly also: string | null;
}

export function outlierSentence(facts: OutlierFacts): string {
  const { name, direction, figure, date, usual, weekday, span, count, also } = facts;
  const [moved, side, extreme] = direction === 'down' ? ['dropped', 'below', 'low'] : ['jumped', 'above', 'high'];
  const against = `against ${usual} on a usual ${weekday?.name ?? 'day'}`;
  const others = also === null ? '' : `; likewise ${also}`;
  if (span === null) return `${name} ${moved} to ${figure} on ${date}, ${against}${others}.`;
  const days = `for ${count} days, ${span}`;
  return `${name} stayed far ${side} the usual ${days}, with a ${extreme} of ${figure} on ${date}, ${against}${others}.`;
}

export interface ExtremesFacts {
  readonly name: string;
  /** Whether `first` is the best day and `second` the worst one; otherwise they are the highest and the lowest. */
  readonly judged: boolean;
  /** At least one of the two is there. */
  readonly first: ExtremeFacts | null;
  readonly second: ExtremeFacts | null;
}

export interface ExtremeFacts {
  readonly figure: string;
  readonly date: string;
  /** Whether it also lies beyond each day of the compared period. */
  readonly record: boolean;
}

export function extremesSentence({ name, judged, first, second }: ExtremesFacts): string {
  const words = judged ? (['best', 'worst'] as const) : (['highest', 'lowest'] as const);
  const beyond = 'beyond every day of the compared period';
  const both = first?.record && second?.record;
  const record = (day: ExtremeFacts) => (day.record && !both ? `, ${beyond}` : '');
  const clause = (word: string, day: ExtremeFacts) => `${word} was ${day.figure} on ${day.date}${record(day)}`;
  const clauses = [first && clause(`${words[0]} day of ${name}`, first)];
  clauses.push(second && clause(first ? words[1] : `${words[1]} day of ${name}`, second));
  return `The ${clauses.filter((each) => each !== null).join('; the ')}${both ? `, both ${beyond}` : ''}.`;
}

export interface RunFacts {
  readonly name: string;
  readonly direction: Direction;
  readonly count: number;
  readonly span: string;
  /** How far the days lie from the compared level on average, in the metric's unit. */
  readonly distance: string;
}

export function runSentence({ name, direction, count, span, distance }: RunFacts): string {
  const side = direction === 'down' ? 'below' : 'above';
  const level = "the compared period's usual level of the weekday";
  return `${name} stayed ${side} ${level} for ${count} days in a row (${span}), by ${distance} on average.`;
}

export interface TrendFacts {
  readonly name: string;
  readonly direction: Direction;
  readonly unit: 'week' | 'month';
  readonly count: number;
  readonly from: string;
  readonly to: string;
  /** The first days of the two units, or the names of the two months. */
  readonly fromDate: string;
  readonly toDate: string;
}

export function trendSentence({ name, direction, unit, count, from, to, fromDate, toDate }: TrendFacts): string {
  const moved = `${name} ${direction === 'down' ? 'fell' : 'rose'} ${count} ${unit}s in a row`;
  const within = unit === 'week' ? 'in the week of' : 'in';
  return `${moved}, from ${from} ${within} ${fromDate} to ${to} ${within} ${toDate}.`;
}

/** The name of one value of a dimension, cut to a length that a sentence bears. */
export function dimensionValue(dimension: string, value: string | null): string {
  if (value === null) return `${dimension} (not set)`;
  const points = [...value];
  return `${dimension} ${points.length > 60 ? `${points.slice(0, 59).join('')}…` : value}`;
}

export function noDataSentence(connectionName: string, periods: readonly PeriodName[]): string {
  const which = periods.map((period) => (period === 'current' ? 'current' : 'compared')).join(' and the ');
  return `${connectionName} has no data in the ${which} period.`;
}

export const nothingStandsOut = 'No change, record or outlier stands out in this period.';

export function partialPeriodSentence(today: string, locale: string): string {
  return `${formatDate(today, locale)} was not over when the figures were fetched; those of that day are incomplete.`;
}

export function lengthsDifferSentence(currentDays: number, compareDays: number): string {
  return `The current period has ${days(currentDays)}, the compared one ${days(compareDays)}; totals are not adjusted.`;
}

export function overlapSentence(current: Period, compare: Period, locale: string): string {
  return `The periods ${formatPeriod(current, locale)} and ${formatPeriod(compare, locale)} share days.`;
}

const daysNamed = 5;

export function missingDaysSentence(
  connectionName: string,
  period: PeriodName,
  missing: readonly string[],
  locale: string,
): string {
  const named = missing.slice(0, daysNamed).map((day) => formatDate(day, locale));
  const others = missing.length > daysNamed ? ` and ${missing.length - daysNamed} more` : '';
  const which = period === 'current' ? 'current' : 'compared';
  return `${connectionName} has no data on ${days(missing.length)} of the ${which} period: ${named.join('; ')}${others}.`;
}

export function rowsTruncatedSentence(
  connectionName: string,
  dimension: string,
  asked: number,
  context: FormatContext,
): string {
  const count = new Intl.NumberFormat(context.locale).format(asked);
  return `${connectionName} has more than ${count} values of ${dimension}; comparisons cover the greatest ${count} only.`;
}

export function partialDayNote(date: string): string {
  return `The figures include ${date}, which was not over when they were fetched.`;
}

export function missingDaysNote(period: PeriodName, missing: readonly string[], count: number): string {
  const others = count > missing.length ? ` and ${count - missing.length} more` : '';
  const which = period === 'current' ? 'current' : 'compared';
  return `No data on ${days(count)} of the ${which} period: ${missing.join('; ')}${others}.`;
}

/** `perDay`: the changes of daily averages, such as `+3.1%`, of some metrics or none. */
export function lengthsDifferNote(
  currentDays: number,
  compareDays: number,
  perDay: readonly { readonly name: string; readonly change: string }[],
): string {
  const averages = perDay.map(({ name, change }) => `${name} ${change}`).join(', ');
  const told = averages === '' ? '' : ` Per day: ${averages}.`;
  return `Totals of ${days(currentDays)} stand beside totals of ${days(compareDays)}.${told}`;
}

/** Some points of a series do not cover all days of their week or month; `dates` are their first days. */
export function partialUnitsNote(unit: 'week' | 'month', dates: readonly string[], count: number): string {
  const others = count > dates.length ? ` and ${count - dates.length} more` : '';
  const what = count === 1 ? `1 ${unit} is` : `${count} ${unit}s are`;
  return `${what} not covered in full, from: ${dates.join('; ')}${others}.`;
}

/** `limit` is the formatted number of values that the comparison covers. */
export function truncatedNote(dimension: string, limit: string): string {
  return `There are more than ${limit} values of ${dimension}; comparisons cover the greatest ${limit} only.`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
