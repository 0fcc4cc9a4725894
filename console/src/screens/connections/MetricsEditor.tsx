import { useMessages } from '../../messages/messages.tsx';
import { MetricRow } from './MetricRow.tsx';
import type { Metric } from './metrics.ts';
import { type Column, columnOf, plainColumn } from './ways.ts';
import wizard from './wizard/wizard.module.css';

/** Which figures are made of the rows, what they are called and how they count; totals to compare beside them. */
export function MetricsEditor({
  all,
  metrics,
  onChange,
  columns = [],
  doubts = {},
  totals,
  currency,
  isPending = false,
}: {
  /** Those that could be; what is left out can be taken in again. */
  readonly all: readonly Metric[];
  readonly metrics: readonly Metric[];
  readonly onChange: (metrics: readonly Metric[]) => void;
  /** What a look at the source found of its columns of numbers. */
  readonly columns?: readonly Column[];
  /** Codes of what is doubtful about how a column counts, by the column. */
  readonly doubts?: Readonly<Record<string, readonly string[]>>;
  readonly totals?: Readonly<Record<string, number | null>> | undefined;
  readonly currency: string | undefined;
  readonly isPending?: boolean;
}) {
  const { check } = useMessages().connection;
  const kept = new Map(metrics.map((metric) => [metric.key, metric]));
  const replace = (key: string, next: Metric | null) =>
    onChange(all.flatMap((metric) => (metric.key === key ? (next ?? []) : (kept.get(metric.key) ?? []))));
  const rows = all.map((first) => {
    const column = columnOf(first, columns) ?? plainColumn(first);
    return { first, column, doubts: doubts[column.column] ?? [] };
  });
  const isDoubtful = (row: (typeof rows)[number]) => row.doubts.length > 0;
  return (
    <div className={wizard.metrics} aria-busy={isPending}>
      <div className={`${wizard.metric} ${wizard.metricHead}`} aria-hidden="true">
        <span />
        <span>{check.label}</span>
        <span>{check.unit}</span>
        <span>{check.how}</span>
        <span>{check.better}</span>
        {totals && <span className={wizard.figure}>{check.total}</span>}
      </div>
      {[...rows.filter(isDoubtful), ...rows.filter((row) => !isDoubtful(row))].map((row) => (
        <MetricRow
          key={row.first.key}
          {...row}
          metric={kept.get(row.first.key) ?? row.first}
          isKept={kept.has(row.first.key)}
          onChange={(next) => replace(row.first.key, next)}
          columns={columns}
          total={totals && { value: totals[row.first.key] ?? null }}
          currency={currency}
        />
      ))}
    </div>
  );
}
