import {
  type ChangeForm,
  type FormatContext,
  formatChange,
  formatCompact,
  formatValue,
} from '../../documents/format.ts';
import type { Change, Comparison, MetricDescription, Sentiment } from '../../documents/model.ts';

/** A figure and the one it is compared with, as texts. */
export interface ComparisonView {
  readonly value: string;
  /** Null in a report without a period to compare with, and where neither period has a figure. */
  readonly before: string | null;
  /** Null where one of the figures is missing. */
  readonly change: ChangeView | null;
}

export interface ChangeView {
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat' | 'none';
  readonly sentiment: Sentiment;
}

const longestFigure = 30;
const longestOnCard = 12;
/** The widest text that a card holds in smaller type: `-59 Min., 59 Sek.` */
const longestCompact = 18;
/** Direction marks. */
const invisible = /[\u061c\u200e\u200f]/g;

/** A figure as text. An extremely large one gets an exponent: 300 digits fit nowhere. A long duration loses its smallest unit first. */
export function figure(value: number | null, metric: MetricDescription, context: FormatContext): string {
  const text = formatValue(value, metric, context);
  if (value === null || text.length <= longestFigure) return text;
  const short = metric.unit === 'duration' ? formatCompact(value, metric, context) : text;
  return short.length <= longestFigure ? short : value.toExponential(3);
}

/** A figure for a card: in its short form when the whole one is too wide for large type. */
export function cardFigure(value: number | null, metric: MetricDescription, context: FormatContext): string {
  const text = figure(value, metric, context);
  if (value === null || text.length <= longestOnCard) return text;
  const compact = formatCompact(value, metric, context);
  return compact.replace(invisible, '').length <= longestCompact ? compact : value.toExponential(2);
}

/**
 * The change of a comparison; null in a report without a period to compare with. A change that reads as zero has no
 * direction.
 */
export function changeView(
  comparison: Comparison,
  metric: MetricDescription,
  context: FormatContext,
  compared: boolean,
  form?: ChangeForm,
): ChangeView | null {
  if (!compared) return null;
  const { change } = comparison;
  const text = formatChange(comparison, metric, context, form);
  if (change && text === formatChange({ ...comparison, change: unchanged(change) }, metric, context, form)) {
    return { text, direction: 'flat', sentiment: 'neutral' };
  }
  return {
    text: text.length > longestFigure && change ? (change.ratio ?? change.absolute).toExponential(1) : text,
    direction: change?.direction ?? 'none',
    sentiment: change?.sentiment ?? 'neutral',
  };
}

function unchanged(change: Change): Change {
  return { ...change, absolute: 0, ratio: change.ratio === null ? null : 0 };
}

export function comparisonView(
  comparison: Comparison,
  metric: MetricDescription,
  context: FormatContext,
  compared: boolean,
  format = figure,
): ComparisonView {
  const missing = comparison.current === null && comparison.compare === null;
  return {
    value: format(comparison.current, metric, context),
    before: compared && !missing ? format(comparison.compare, metric, context) : null,
    change: comparison.change && changeView(comparison, metric, context, compared),
  };
}
