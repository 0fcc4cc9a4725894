import { hasParts } from './adding-up.ts';
import type { DimensionDescription, MetricDescription } from './model.ts';

/** A dimension of a connected system. */
export interface OfferedDimension extends DimensionDescription {
  /**
   * Keys of the metrics that a table by it shows, the first of which decides its rows, such as views and users of pages.
   * The connection's leading ones if absent.
   */
  readonly columns?: readonly string[];
  /** Whether the system shows pictures of its values, such as ads. */
  readonly pictures?: true;
  /**
   * Metrics of its values alone, which stand in the place of the connection's: what posts have gained since they were published.
   * They are no figures of days, so that they have neither totals nor anything to be compared with.
   */
  readonly metrics?: readonly MetricDescription[];
}

/** What systems with advertisements are compared by: keys of two of their metrics, and what to call their ratio. */
export interface Advertising {
  readonly cost: string;
  readonly conversions: string;
  readonly costPerConversion: { readonly label: string };
}

/** A metric of rows that counts a column as what it is not. */
export interface Misread {
  /** Its key. */
  readonly metric: string;
  readonly kind: 'ratio' | 'level' | 'people';
  /** The members of its configuration that would be right, such as `sum("Stock"), "additive": false, "at": "end"`. */
  readonly right: string;
}

/** Keys of dimensions that can be asked for together, in either order; `true` for any two. */
export type DimensionPairs = true | readonly (readonly [string, string])[];

/** Whether two different dimensions can be asked for together. */
export function isPair(pairs: DimensionPairs | undefined, one: string, other: string): boolean {
  if (one === other || pairs === undefined) return false;
  return pairs === true || pairs.some((pair) => pair.includes(one) && pair.includes(other));
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
    /** Whether it knows hours: of all metrics that add up, or of those with these keys alone. */
    readonly hours?: true | readonly string[];
    /** Which dimensions it knows two at a time. None if absent. */
    readonly pairs?: DimensionPairs;
    /** What seems wrong in how metrics count their columns. Nothing if absent. */
    readonly misread?: readonly Misread[];
  };
}

/** A section whose figures come from one connection. */
export interface PlannedFigures {
  readonly connection: ReportConnection;
  /** 2 below the section that names the connection. */
  readonly level?: 2;
}

/** The connection with its currency at each of its metrics that counts amounts, where its system fixes one. */
export function withOwnCurrency(connection: ReportConnection): ReportConnection {
  const { description } = connection;
  const { currency } = description;
  if (currency === undefined) return connection;
  const metrics = description.metrics.map((metric) => (metric.unit === 'currency' ? { ...metric, currency } : metric));
  return { ...connection, description: { ...description, metrics } };
}

const mostColumns = 3;

/** What series and tables of a connection begin with: metrics that have parts before others, as only they have shares and a rest. */
export function leadingMetrics({ description }: ReportConnection, count: number): MetricDescription[] {
  const { metrics, leading = [] } = description;
  const named = leading.flatMap((key) => metrics.find((metric) => metric.key === key) ?? []);
  return [...new Set([...named, ...metrics.filter(hasParts), ...metrics])].slice(0, count);
}

/** What a table by a dimension shows, never empty: those of its own metrics that the connection offers, else the leading ones. */
export function columnsOf(
  { columns = [], metrics }: OfferedDimension,
  connection: ReportConnection,
): readonly MetricDescription[] {
  if (metrics) return metrics.slice(0, mostColumns);
  const own = columns.flatMap((key) => connection.description.metrics.find((metric) => metric.key === key) ?? []);
  return own.length > 0 ? own : leadingMetrics(connection, mostColumns);
}
