import type { MetricDescription } from './model.ts';
import type { ReportConnection } from './report-connection.ts';
import { findConnection, findNamed, SectionError } from './section-names.ts';
import type { SectionSettings } from './section-settings.ts';

/** Systems side by side, with their metrics looked up. */
export interface PlannedChannels {
  readonly type: 'channels';
  readonly title: string | null;
  readonly metrics: readonly PlannedChannelMetric[];
  readonly rows: readonly PlannedChannel[];
}

/** A column: `ratio` holds the positions of the two that it divides. */
export interface PlannedChannelMetric extends MetricDescription {
  readonly ratio: readonly [dividend: number, divisor: number] | null;
}

export interface PlannedChannel {
  readonly connection: ReportConnection;
  readonly label: string;
  /** The connection's own metric for each column; null for ratios and for what the connection does not have. */
  readonly metrics: readonly (MetricDescription | null)[];
}

type ChannelsSettings = Extract<SectionSettings, { readonly type: 'channels' }>;
type Column = ChannelsSettings['metrics'][number];

/** Units whose figures read alike. */
const plain: readonly string[] = ['count', 'number'];

/**
 * Without the rows of connections that are omitted; undefined if none is left. Throws SectionError for an unknown name,
 * and for a metric of another unit than its column.
 */
export function resolveChannels(
  section: ChannelsSettings,
  index: number,
  connections: readonly ReportConnection[],
  omitted: ReadonlySet<string>,
): PlannedChannels | undefined {
  const { title = null, rows, metrics } = section;
  const ids = new Set(rows.map((row) => row.connection_id));
  for (const [at, { of = {} }] of metrics.entries()) {
    const stray = Object.keys(of).find((id) => !ids.has(id));
    if (stray === undefined) continue;
    const message = `The section names the connection "${stray}", which is none of its rows.`;
    throw new SectionError(index, `metrics.${at}.of.${stray}`, stray, message);
  }
  const channels = rows.flatMap(({ connection_id: id, label }, at): PlannedChannel[] => {
    if (omitted.has(id)) return [];
    const connection = findConnection(id, index, connections, `rows.${at}.connection_id`);
    const own = metrics.map((column, position) => metricOf(column, position, connection, index));
    return [{ connection, label: label ?? connection.name, metrics: own }];
  });
  return channels.length === 0
    ? undefined
    : {
        type: 'channels',
        title,
        rows: channels,
        metrics: metrics.map((column) => describe(column, metrics, channels)),
      };
}

function metricOf(
  { of = {}, unit }: Column,
  position: number,
  connection: ReportConnection,
  index: number,
): MetricDescription | null {
  const key = Object.hasOwn(of, connection.id) ? of[connection.id] : undefined;
  if (key === undefined) return null;
  const field = `metrics.${position}.of.${connection.id}`;
  const metric = findNamed('metric', key, connection, index, field);
  if (metric.unit === unit || (plain.includes(metric.unit) && plain.includes(unit))) return metric;
  const message = `The section names the metric "${key}" of "${connection.name}", whose unit is ${metric.unit} and not ${unit}.`;
  throw new SectionError(index, field, key, message);
}

/** A column adds up where the metrics of all systems do; it is a level where all are. */
function describe(
  column: Column,
  columns: readonly Column[],
  channels: readonly PlannedChannel[],
): PlannedChannelMetric {
  const { key, label, unit, decimals = null, better = 'none', ratio } = column;
  const at = columns.indexOf(column);
  const position = (named: string | undefined) => columns.findIndex((other) => other.key === named);
  const own = channels.flatMap(({ metrics }) => metrics[at] ?? []);
  const additive = !ratio && own.every((metric) => metric.additive);
  const areLevels = own.length > 0 && own.every((metric) => metric.at === 'end');
  const sums = own.every(({ not_additive_by }) => not_additive_by === undefined);
  const described = {
    ...{ key, label, unit, decimals, better, additive },
    ...(areLevels && { at: 'end' as const, ...(!sums && { not_additive_by: [] }) }),
  };
  return { ...described, ratio: ratio ? [position(ratio[0]), position(ratio[1])] : null };
}
