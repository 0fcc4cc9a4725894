import { addsUp } from './adding-up.ts';
import { difference, quotient, sum } from './arithmetic.ts';
import { compare } from './comparison.ts';
import { type ConnectionFigures, type Groups, groupsOf, hasRows, totalFigure } from './figures.ts';
import type { BreakdownCell, BreakdownRow, BreakdownSection, MetricDescription } from './model.ts';
import type { PlannedBreakdown } from './planned-sections.ts';
import type { PeriodName } from './report-plan.ts';

/** Figures of one period by metric; undefined, so unknown, where the system did not return the value. */
type Figure = (period: PeriodName, metric: MetricDescription) => number | null | undefined;

/**
 * The top rows of a dimension, everything else in one row, and the totals of the whole periods. A value missing from a
 * complete answer counts as zero for an additive metric and as no figure otherwise: of a level nobody knows it then. The rest of a metric that
 * adds up over the dimension is its total minus the rows shown, even when only the compared period has more values.
 */
export function buildBreakdown(section: PlannedBreakdown, figures: ConnectionFigures): Omit<BreakdownSection, 'notes'> {
  const { title, connection, dimension, metrics, limit, level, display } = section;
  const leading = metrics[0]?.key;
  const groups = {
    current: groupsOf(figures, 'current', dimension.key, leading),
    compare: groupsOf(figures, 'compare', dimension.key, leading),
  };
  const total: Figure = (period, metric) => totalFigure(figures, period, metric.key);
  const group = (label: string | null): Figure => {
    return (period, metric) => {
      const figure = groups[period].figure(label, metric.key);
      if (figure !== undefined || !groups[period].complete) return figure;
      return metric.additive && hasRows(figures, period) ? 0 : null;
    };
  };
  const shown = topLabels(groups.current, leading, limit);
  const rest: Figure = (period, metric) => {
    if (!addsUp(metric, dimension)) return null;
    return restOf(
      total(period, metric),
      shown.map((label) => group(label)(period, metric)),
    );
  };
  const row = (label: string | null, figure: Figure): BreakdownRow => {
    return { label, cells: metrics.map((metric) => cellOf(metric, figure, addsUp(metric, dimension) ? total : null)) };
  };
  const known = new Set(shown);
  const more = groups.current.count > shown.length || groups.compare.labels.some((label) => !known.has(label));
  return {
    type: 'breakdown',
    title,
    connection_id: connection.id,
    connection_name: connection.name,
    ...(level && { level }),
    dimension: { key: dimension.key, label: dimension.label },
    metrics,
    rows: shown.map((label) => row(label, group(label))),
    rest: more ? row(null, rest) : null,
    total: row(null, total),
    group_count: groups.current.count,
    ...(display && display !== 'table' && { display }),
  };
}

/** Descending by the leading metric, missing figures last; ties ascending by label, the missing label last. */
function topLabels(groups: Groups, leading: string | undefined, limit: number): (string | null)[] {
  const figure = (label: string | null): number => groups.figure(label, leading ?? '') ?? Number.NEGATIVE_INFINITY;
  const ranked = groups.labels.map((label) => ({ label, figure: figure(label) }));
  ranked.sort((one, other) => {
    if (one.figure !== other.figure) return one.figure < other.figure ? 1 : -1;
    if (one.label === null || other.label === null) return one.label === null ? 1 : -1;
    return one.label < other.label ? -1 : 1;
  });
  return ranked.slice(0, limit).map(({ label }) => label);
}

function restOf(total: number | null | undefined, shown: readonly (number | null | undefined)[]): number | null {
  if (typeof total !== 'number' || shown.includes(undefined)) return null;
  const subtrahend = sum(shown.map((figure) => figure ?? 0));
  return subtrahend === null ? null : difference(total, subtrahend);
}

/** Without a total the cell has no share of it. */
function cellOf(metric: MetricDescription, figure: Figure, total: Figure | null): BreakdownCell {
  const comparison = compare(figure('current', metric) ?? null, figure('compare', metric) ?? null, metric.better);
  const whole = total?.('current', metric);
  const shared = comparison.current !== null && typeof whole === 'number';
  return { ...comparison, share: shared ? quotient(comparison.current, whole) : null };
}
