import type { MetricDescription } from './model.ts';
import type { PlannedChannelMetric, PlannedChannels } from './planned-channels.ts';
import type { Advertising, ReportConnection } from './report-connection.ts';

const columns = ['cost', 'conversions'] as const;

interface PaidChannel {
  readonly connection: ReportConnection;
  /** Its own metric for each column. */
  readonly metrics: readonly MetricDescription[];
}

/**
 * Systems with advertisements side by side, with what a conversion costs in each and in all: what an agency is asked first.
 * Columns are called as the first system calls them. None unless there are several.
 */
export function paidChannels(connections: readonly ReportConnection[]): PlannedChannels[] {
  const channels = connections.flatMap((connection): PaidChannel[] => {
    const { advertising, metrics } = connection.description;
    const own = advertising ? columns.flatMap((column) => find(metrics, advertising, column)) : [];
    return own.length === columns.length ? [{ connection, metrics: own }] : [];
  });
  const [first] = channels;
  const named = first?.connection.description.advertising?.costPerConversion.label;
  const [cost] = first?.metrics ?? [];
  if (channels.length < 2 || !first || !cost || named === undefined) return [];
  const amounts = first.metrics.map(({ key, label, better }, at): PlannedChannelMetric => {
    const all = channels.flatMap(({ metrics }) => metrics[at] ?? []);
    // Some count fractions of conversions.
    const { unit, decimals } = all.reduce((most, each) => ((each.decimals ?? 0) > (most.decimals ?? 0) ? each : most));
    return { key, label, better, unit, decimals, additive: all.every(({ additive }) => additive), ratio: null };
  });
  const costPerConversion: PlannedChannelMetric = {
    ...{ key: 'cost_per_conversion', label: named, unit: cost.unit, decimals: cost.decimals },
    ...{ better: 'down', additive: false, ratio: [columns.indexOf('cost'), columns.indexOf('conversions')] },
  };
  return [
    {
      type: 'channels',
      title: null,
      metrics: [...amounts, costPerConversion],
      rows: channels.map(({ connection, metrics }) => {
        return { connection, label: connection.name, metrics: [...metrics, null] };
      }),
    },
  ];
}

function find(
  metrics: readonly MetricDescription[],
  advertising: Advertising,
  column: (typeof columns)[number],
): MetricDescription | [] {
  return metrics.find(({ key }) => key === advertising[column]) ?? [];
}
