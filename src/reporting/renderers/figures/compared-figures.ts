import type { Messages } from '../../documents/messages/messages.ts';
import type { Comparison, MetricDescription, Period, Periods } from '../../documents/model.ts';
import type { Figure, FigureTable, Measure } from './figure-table.ts';

export type SectionFigures = Pick<FigureTable, 'head' | 'partHead' | 'columns' | 'byPeriod' | 'rows'>;

/** What every section needs of its report. */
export interface FigureContext {
  readonly periods: Periods;
  readonly messages: Messages;
  readonly locale: string;
}

/** What has the unit of its metric; all else is a ratio. */
const ofMetric: readonly Measure[] = [
  'value',
  'mean',
  'target',
  'forecast',
  'forecast_low',
  'forecast_high',
  'budget_left',
];

/** A figure of a metric's own unit, or with a `name` a ratio that belongs to it. */
export function figure(
  metric: MetricDescription,
  measure: Measure,
  period: Period,
  value: number | null,
  name?: string,
): Figure {
  const label = name === undefined ? metric.label : `${metric.label}: ${name}`;
  const isRatio = !ofMetric.includes(measure);
  const shown = isRatio ? ({ unit: 'percent', decimals: 1 } as const) : metric;
  const { unit, decimals } = shown;
  const currency = unit === 'currency' ? metric.currency : undefined;
  return { key: metric.key, metric: label, measure, unit, ...(currency && { currency }), decimals, period, value };
}

/** The figures of both periods and the change, as far as the report compares. */
export function compared(
  metric: MetricDescription,
  comparison: Comparison | undefined,
  context: FigureContext,
): Figure[] {
  const { current, compare } = context.periods;
  const now = figure(metric, 'value', current, comparison?.current ?? null);
  if (compare === null) return [now];
  const { change } = comparison ?? {};
  const ratio = (metric.unit === 'percent' ? change?.absolute : change?.ratio) ?? null;
  return [
    now,
    figure(metric, 'value', compare, comparison?.compare ?? null),
    figure(metric, 'change', current, ratio, context.messages.labels.change),
  ];
}

/** Heads of the figures that `compared` gives, of a metric where the rows do not name it. */
export function comparedHeads({ periods, messages: { labels } }: FigureContext, metric?: string): string[] {
  const heads = periods.compare === null ? [labels.current] : [labels.current, labels.compare, labels.change];
  if (metric === undefined) return heads;
  return periods.compare === null ? [metric] : heads.map((head) => `${metric}: ${head}`);
}
