import { quotient, sum } from './arithmetic.ts';
import { compare } from './comparison.ts';
import { type ConnectionFigures, totalFigure } from './figures.ts';
import type { FormatContext } from './format.ts';
import { messagesFor } from './messages/messages.ts';
import type { ChannelsSection, ChannelTotal, Comparison, MetricDescription, Note } from './model.ts';
import type { PlannedChannel, PlannedChannelMetric, PlannedChannels } from './planned-channels.ts';
import type { PeriodName } from './report-plan.ts';
import { levels } from './section-notes.ts';

/** The figures of one row by column; null where there is none. */
type Figures = readonly (number | null)[];

/**
 * Systems side by side, each with amounts in its own currency. A total adds up what systems have, and a ratio's is that of
 * totals; there is none where figures do not add up, as those of different currencies.
 */
export function buildChannels(
  { title, metrics, rows }: PlannedChannels,
  figuresOf: (connectionId: string) => ConnectionFigures,
  context: FormatContext,
): ChannelsSection {
  const currencies = currenciesOf(rows, context.currency);
  const [shared] = currencies.length === 1 ? currencies : [];
  const asked = (period: PeriodName) =>
    rows.map(({ connection, metrics }): Figures => {
      // A system of which nothing is shown is not asked.
      return metrics.map((metric) => metric && totalFigure(figuresOf(connection.id), period, metric.key));
    });
  const figures = { current: asked('current'), compare: asked('compare') };
  const cells = (figure: (period: PeriodName) => Figures): Comparison[] => {
    const [current, compared] = [withRatios(figure('current'), metrics), withRatios(figure('compare'), metrics)];
    return metrics.map(({ better }, at) => compare(current[at] ?? null, compared[at] ?? null, better));
  };
  const isSum = ({ additive, at, not_additive_by }: MetricDescription) =>
    additive || (at === 'end' && not_additive_by === undefined);
  const addsUp = (metric: MetricDescription) => isSum(metric) && (metric.unit !== 'currency' || currencies.length < 2);
  const total = (period: PeriodName): Figures =>
    metrics.map((metric, at) => (addsUp(metric) ? totalOf(figures[period].map((row) => row[at] ?? null)) : null));
  return {
    type: 'channels',
    title,
    notes: [...levels(metrics, context.locale), ...notesOf(currencies, context.locale)],
    metrics: metrics.map(({ ratio: _, ...metric }) => metric),
    rows: rows.map(({ connection, label }, at) => ({
      connection_id: connection.id,
      connection_name: connection.name,
      label,
      ...(connection.description.currency !== undefined && { currency: connection.description.currency }),
      cells: cells((period) => figures[period][at] ?? []),
    })),
    total:
      rows.length > 1
        ? { ...(shared !== undefined && shared !== context.currency && { currency: shared }), cells: cells(total) }
        : null,
  };
}

/** The metric of a column as a row has it: with amounts in the row's currency. */
export function metricInRow({ currency }: ChannelTotal, metric: MetricDescription): MetricDescription {
  return currency === undefined ? metric : { ...metric, currency };
}

function withRatios(figures: Figures, metrics: readonly PlannedChannelMetric[]): Figures {
  return metrics.map(({ ratio }, at) => {
    if (!ratio) return figures[at] ?? null;
    const [dividend, divisor] = ratio.map((position) => figures[position] ?? null);
    return typeof dividend === 'number' && typeof divisor === 'number' ? quotient(dividend, divisor) : null;
  });
}

function totalOf(figures: Figures): number | null {
  const known = figures.filter((figure) => figure !== null);
  return known.length === 0 ? null : sum(known);
}

/** The currencies of the systems that show amounts: their own where they fix it, otherwise the report's. */
function currenciesOf(rows: readonly PlannedChannel[], currency: string): string[] {
  const paying = rows.filter(({ metrics }) => metrics.some((metric) => metric?.unit === 'currency'));
  return [...new Set(paying.map(({ connection }) => connection.description.currency ?? currency))];
}

function notesOf(currencies: readonly string[], locale: string): Note[] {
  if (currencies.length < 2) return [];
  return [
    { code: 'currencies_differ', message: messagesFor(locale).channels.currenciesDiffer(currencies), currencies },
  ];
}
