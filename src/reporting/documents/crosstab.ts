import { addsUp } from './adding-up.ts';
import { difference, sum } from './arithmetic.ts';
import { type ConnectionFigures, groupsOf, pairsOf, totalFigure } from './figures.ts';
import type { CrosstabRow, CrosstabSection } from './model.ts';
import { askedMetrics, type PlannedBreakdown, type PlannedSecondary } from './planned-breakdown.ts';

/** What is known of a pair: null where it does not occur or has no figure, undefined where the system did not return it. */
type Known = number | null | undefined;

/**
 * The current period of one metric by two dimensions. Totals of rows and columns are the system's own, of what does not add up
 * too; what is beyond the rows and columns is the totals without those that are shown. A pair that does not occur has no
 * figure: zero is what the system says.
 */
export function buildCrosstab(
  section: PlannedBreakdown,
  { dimension: secondary, limit: mostColumns }: PlannedSecondary,
  figures: ConnectionFigures,
): Omit<CrosstabSection, 'notes'> {
  const { title, connection, dimension, limit, level } = section;
  const [metric] = askedMetrics(section);
  const byRow = groupsOf(figures, 'current', dimension.key, metric.key);
  const byColumn = groupsOf(figures, 'current', secondary.key, metric.key);
  const labels = byRow.labels.slice(0, limit);
  const columns = byColumn.labels.slice(0, mostColumns);
  const shown = shownFigures({ section, secondary, labels, columns }, figures);
  const rowTotals = labels.map((label) => byRow.figure(label, metric.key) ?? null);
  const columnTotals = columns.map((column) => byColumn.figure(column, metric.key) ?? null);
  const whole = totalFigure(figures, 'current', metric.key);
  const hasOthers = byColumn.count > columns.length && addsUp(metric, secondary);
  const rows = labels.map((label, at): CrosstabRow => {
    const total = rowTotals[at] ?? null;
    const cells = shown.rows[at] ?? [];
    const others = hasOthers && shown.hasOthers(label) ? less(total, cells) : null;
    return { label, cells: cells.map((cell) => cell ?? null), others, total };
  });
  const others = hasOthers ? less(whole, columnTotals) : null;
  const total = { label: null, cells: columnTotals, others, total: whole };
  const rest = (): CrosstabRow => {
    if (!addsUp(metric, dimension)) return { label: null, cells: columns.map(() => null), others: null, total: null };
    const cells = columns.map((column, at) => {
      const inColumn = shown.rows.map((row) => row[at]);
      return shown.isBeyond(column) ? less(columnTotals[at] ?? null, inColumn) : null;
    });
    const left = less(whole, rowTotals);
    const known = shown.complete ? cells : orUnknown(cells);
    return { label: null, cells, others: hasOthers && shown.hasOthersBeyond ? less(left, known) : null, total: left };
  };
  return {
    ...{ type: 'crosstab', title, connection_id: connection.id, connection_name: connection.name },
    ...(level && { level }),
    dimension: { key: dimension.key, label: dimension.label },
    secondary: { key: secondary.key, label: secondary.label },
    ...{ metric, columns, rows, rest: byRow.count > labels.length ? rest() : null, total },
    ...{ group_count: byRow.count, column_count: byColumn.count },
    ...(!shown.complete && { truncated: true }),
  };
}

interface Shown {
  readonly section: PlannedBreakdown;
  readonly secondary: PlannedSecondary['dimension'];
  readonly labels: readonly (string | null)[];
  readonly columns: readonly (string | null)[];
}

/** The pairs of the rows and columns that are shown, and whether there are any beyond: of pairs that are not all there, maybe. */
function shownFigures({ section, secondary, labels, columns }: Shown, figures: ConnectionFigures) {
  const [metric] = askedMetrics(section);
  const by = { dimension: section.dimension.key, secondary: secondary.key };
  const pairs = pairsOf(figures, 'current', by, metric.key);
  const { complete } = pairs;
  const figureOf = (label: string | null, column: string | null): Known => {
    const figure = pairs.of(label).figure(column, metric.key);
    return figure === undefined && complete ? null : figure;
  };
  const [inRows, inColumns] = [new Set(labels), new Set(columns)];
  const hidden = pairs.labels.filter((label) => !inRows.has(label));
  const beyond = new Set(hidden.flatMap((label) => pairs.of(label).labels));
  return {
    complete,
    rows: labels.map((label) => columns.map((column) => figureOf(label, column))),
    hasOthers: (label: string | null) => !complete || pairs.of(label).labels.some((column) => !inColumns.has(column)),
    isBeyond: (column: string | null) => !complete || beyond.has(column),
    hasOthersBeyond: !complete || beyond.values().some((column) => !inColumns.has(column)),
  };
}

/** The table with its first `count` columns alone, and what the others have together. */
export function withColumns(section: CrosstabSection, count: number): CrosstabSection {
  if (count >= section.columns.length) return section;
  const isSum = addsUp(section.metric, section.secondary);
  const narrowed = (row: CrosstabRow): CrosstabRow => {
    const cells = row.cells.slice(0, count);
    if (!isSum) return { ...row, cells, others: null };
    if (section.truncated) return { ...row, cells, others: less(row.total, orUnknown(cells)) };
    const merged = [...row.cells.slice(count), row.others].filter((figure) => figure !== null);
    return { ...row, cells, others: merged.length > 0 ? sum(merged) : null };
  };
  return {
    ...section,
    columns: section.columns.slice(0, count),
    rows: section.rows.map(narrowed),
    rest: section.rest && narrowed(section.rest),
    total: narrowed(section.total),
  };
}

/** Figures of which a missing one may be any. */
function orUnknown(figures: readonly (number | null)[]): Known[] {
  return figures.map((figure) => figure ?? undefined);
}

/** A total without the figures that are shown; null where either is not known. */
function less(total: number | null, shown: readonly Known[]): number | null {
  if (total === null || shown.includes(undefined)) return null;
  const part = sum(shown.map((figure) => figure ?? 0));
  return part === null ? null : difference(total, part);
}
