import { type FormatContext, formatDate, formatShare, formatValue } from './format.ts';
import type { Change, MetricDescription, Point } from './model.ts';

/*
 * Every English sentence of a report's highlights, in one place for translation. Past tense throughout, as it
 * reads the same after singular and plural labels.
 */

export interface ChangeFacts {
  /** The metric's name, told apart from that of other connections. */
  readonly name: string;
  readonly metric: MetricDescription;
  /** Whether the figures are daily averages, as the periods differ in length. */
  readonly perDay: boolean;
  readonly from: number;
  readonly to: number;
  readonly change: Change;
  /** The dimension's value that the change comes from, and its part of the change. */
  readonly contributor: { readonly value: string; readonly part: number } | null;
}

/** A relative change this large, or of figures that are not positive, is told by its two figures. */
const largestRatioTold = 10;

export function changeSentence(facts: ChangeFacts, context: FormatContext): string {
  const { metric, from, to, change, contributor } = facts;
  const fell = change.direction === 'down';
  const subject = `${facts.name}${facts.perDay ? ' per day' : ''} ${fell ? 'fell' : 'rose'}`;
  const figure = formatValue(to, metric, context);
  const relative = metric.unit !== 'percent' && from > 0 && to >= 0 && change.ratio !== null;
  const move =
    relative && Math.abs(change.ratio) < largestRatioTold
      ? `${formatShare(Math.abs(change.ratio), context)} to ${figure}`
      : `from ${formatValue(from, metric, context)} to ${figure}`;
  if (!contributor) return `${subject} ${move}.`;
  return `${subject} ${move}; ${part(contributor.part, context)} ${fell ? 'fall' : 'rise'} came from ${contributor.value}.`;
}

function part(share: number, context: FormatContext): string {
  if (share > 1.0005) return 'more than the whole';
  return share > 0.9995 ? 'the whole' : `${formatShare(share, context)} of the`;
}

export function outlierSentence(
  name: string,
  metric: MetricDescription,
  day: Point,
  median: number,
  context: FormatContext,
): string {
  const figure = formatValue(day.value, metric, context);
  const date = formatDate(day.date, context.locale);
  return `${name} stood out on ${date} with ${figure}, against ${formatValue(median, metric, context)} on a usual day.`;
}

/** `low` and `high` are null where several days share the extreme. */
export function recordSentence(
  name: string,
  metric: MetricDescription,
  high: Point | null,
  low: Point | null,
  context: FormatContext,
): string {
  const day = (point: Point): string =>
    `${formatValue(point.value, metric, context)} on ${formatDate(point.date, context.locale)}`;
  if (!high) return low ? `${name} hit a low of ${day(low)}.` : '';
  return `${name} peaked at ${day(high)}${low ? ` and hit a low of ${day(low)}` : ''}.`;
}

/** A dimension's value that only one of the periods has, with the metric's figure and its share there. */
export function arrivalSentence(value: string, name: string, figure: string, share: string): string {
  return `${value} is new, with ${name} of ${figure} (${share} of the total).`;
}

export function departureSentence(value: string, name: string, figure: string, share: string): string {
  return `${value} is gone; in the compared period it had ${name} of ${figure} (${share} of the total).`;
}

/** The name of one value of a dimension, cut to a length that a sentence bears. */
export function dimensionValue(dimension: string, value: string | null): string {
  if (value === null) return `${dimension} (not set)`;
  const points = [...value];
  return `${dimension} ${points.length > 60 ? `${points.slice(0, 59).join('')}…` : value}`;
}

export const nothingStandsOut = 'No change, record or outlier stands out in this period.';
