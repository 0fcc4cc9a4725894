import { type FormatContext, formatChange, formatCompact, formatValue } from '../documents/format.ts';
import type { Comparison, MetricDescription, Sentiment } from '../documents/model.ts';

/** A figure beside the one it is compared with, as texts. */
export interface ComparisonView {
  readonly value: string;
  /** Null in a report without a period to compare with. */
  readonly before: string | null;
  readonly change: ChangeView | null;
}

export interface ChangeView {
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat' | 'none';
  readonly sentiment: Sentiment;
}

const longestFigure = 30;
const longestOnCard = 12;

/** A figure as text. One beyond all measure is written with an exponent: 300 digits fit nowhere. */
export function figure(value: number | null, metric: MetricDescription, context: FormatContext): string {
  const text = formatValue(value, metric, context);
  return value !== null && text.length > longestFigure ? value.toExponential(3) : text;
}

/** A figure for a card: short form when the whole one is too wide for large type. */
export function cardFigure(value: number | null, metric: MetricDescription, context: FormatContext): string {
  const text = figure(value, metric, context);
  if (value === null || text.length <= longestOnCard) return text;
  const compact = formatCompact(value, metric, context);
  return compact.length <= longestOnCard ? compact : value.toExponential(2);
}

/** The change of a comparison; null in a report without a period to compare with. */
export function changeView(
  { change }: Comparison,
  metric: MetricDescription,
  context: FormatContext,
  compared: boolean,
): ChangeView | null {
  if (!compared) return null;
  const text = formatChange(change, metric, context);
  return {
    text: text.length > longestFigure && change ? (change.ratio ?? change.absolute).toExponential(1) : text,
    direction: change?.direction ?? 'none',
    sentiment: change?.sentiment ?? 'neutral',
  };
}

export function comparisonView(
  comparison: Comparison,
  metric: MetricDescription,
  context: FormatContext,
  compared: boolean,
  format = figure,
): ComparisonView {
  return {
    value: format(comparison.current, metric, context),
    before: compared ? format(comparison.compare, metric, context) : null,
    change: changeView(comparison, metric, context, compared),
  };
}
