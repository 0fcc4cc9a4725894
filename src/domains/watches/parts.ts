import type { Explained, Finding, Part } from './findings.ts';
import type { Watched } from './given-watch.ts';
import type { WatchRow } from './watches.ts';

/** A finding of a watch as it is stored and told; amounts without a currency of their own are in that of the project. */
export function partOf(
  { metric, other, spentOn, ...rest }: Finding,
  { id, name }: Pick<WatchRow, 'id' | 'name'>,
  { kind, dimension }: Watched,
  projectCurrency: string,
  explained: Explained | null = null,
): Part {
  return {
    ...rest,
    ...{ watch_id: id, watch_name: name, kind, dimension: metric ? dimension : null },
    ...{ metric: metric?.key ?? null, label: metric?.label ?? null, unit: metric?.unit ?? null },
    currency: metric?.unit === 'currency' ? (metric.currency ?? projectCurrency) : null,
    decimals: metric?.decimals ?? null,
    ...{ other_label: other?.label ?? null, explained, spent_on: spentOn, is_over: false },
  };
}
