import type { DimensionDescription, MetricDescription } from './model.ts';

/** A dimension of a connected system. */
export interface OfferedDimension extends DimensionDescription {
  /**
   * Keys of the metrics that a table by it shows, the first of which decides its rows, such as views and users of pages.
   * The connection's leading ones if absent.
   */
  readonly columns?: readonly string[];
}

/** What systems with advertisements are compared by: keys of two of their metrics, and what to call their ratio. */
export interface Advertising {
  readonly cost: string;
  readonly conversions: string;
  readonly costPerConversion: { readonly label: string };
}

/** A connected system as the report sees it: its name for people and what it offers. */
export interface ReportConnection {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  readonly description: {
    readonly metrics: readonly MetricDescription[];
    readonly dimensions: readonly OfferedDimension[];
    /** Keys of the metrics that series and tables begin with; the first ones, additive before others, if absent. */
    readonly leading?: readonly string[];
    /** Of a system with advertisements that offers all of it. */
    readonly advertising?: Advertising;
    /** The zone of the system's days and the currency of its amounts, where it fixes them. */
    readonly timeZone?: string;
    readonly currency?: string;
  };
}

const mostColumns = 3;

/** What series and tables of a connection begin with: additive metrics before others, as only they have shares and a rest. */
export function leadingMetrics({ description }: ReportConnection, count: number): MetricDescription[] {
  const { metrics, leading = [] } = description;
  const named = leading.flatMap((key) => metrics.find((metric) => metric.key === key) ?? []);
  const additive = metrics.filter((metric) => metric.additive);
  return [...new Set([...named, ...additive, ...metrics])].slice(0, count);
}

/** What a table by a dimension shows, never empty: those of its own metrics that the connection offers, else the leading ones. */
export function columnsOf({ columns = [] }: OfferedDimension, connection: ReportConnection): MetricDescription[] {
  const own = columns.flatMap((key) => connection.description.metrics.find((metric) => metric.key === key) ?? []);
  return own.length > 0 ? own : leadingMetrics(connection, mostColumns);
}
