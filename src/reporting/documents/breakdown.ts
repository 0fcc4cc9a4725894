import { addsUp } from './adding-up.ts';
import { difference, quotient, sum } from './arithmetic.ts';
import { compare } from './comparison.ts';
import { type ConnectionFigures, type Groups, groupsOf, hasRows, pairsOf, totalFigure } from './figures.ts';
import type {
  BreakdownCell,
  BreakdownRow,
  BreakdownSection,
  FurtherRows,
  MetricDescription,
  TableMarks,
} from './model.ts';
import { ownFigure } from './own-columns.ts';
import { askedMetrics, type PlannedSecondary, type PlannedTable } from './planned-breakdown.ts';
import type { PeriodName } from './report-plan.ts';
import { mostRows } from './section-settings.ts';
import { markedBy } from './table-marks.ts';

/** Figures of one period by metric; undefined, so unknown, where the system did not return the value. */
type Figure = (period: PeriodName, metric: MetricDescription) => number | null | undefined;

/** How many times as many rows as it shows a long table keeps for files of figures. */
const furtherFactor = 4;

/**
 * The top rows of a dimension, everything else in one row, and the totals of the whole periods. A value missing from a
 * complete answer counts as zero for an additive metric and as no figure otherwise: of a level nobody knows it then. The rest of a metric that
 * adds up over the dimension is its total minus the rows shown, even when only the compared period has more values. Own
 * columns are worked out from the metrics of each row, the rest and the total. By two dimensions each row is the subtotal that
 * the system has for it, and has parts that are made in the same way.
 */
export function buildBreakdown(
  section: PlannedTable,
  figures: ConnectionFigures,
  locale: string,
  marks?: TableMarks,
): Omit<BreakdownSection, 'notes'> {
  const { title, connection, dimension, secondary, own = [], limit, level, display } = section;
  const columns = [...section.metrics, ...own.map(({ metric }) => metric)];
  const [leading] = askedMetrics(section);
  const ofTotal: Figure = (period, metric) => totalFigure(figures, period, metric.key);
  const shared = { section, figures, columns, locale, mark: markedBy(marks, columns), ofTotal };
  const ofRow = (metric: MetricDescription) => addsUp(metric, dimension);
  const table = tableLevel({
    ...shared,
    groups: {
      current: groupsOf(figures, 'current', dimension.key, leading.key),
      compare: groupsOf(figures, 'compare', dimension.key, leading.key),
    },
    whole: ofTotal,
    ...{ hasRest: ofRow, hasShare: ofRow },
  });
  const partsOf = secondary && partsLevel({ ...shared, secondary, wholeOf: table.figureOf });
  const shown = table.sorted.slice(0, limit);
  const onPaper = shown.length > mostRows.paper ? table.restBeyond(mostRows.paper) : null;
  const hasFurther = limit > mostRows.paper && table.sorted.length > limit;
  return {
    type: 'breakdown',
    title,
    connection_id: connection.id,
    connection_name: connection.name,
    ...(level && { level }),
    dimension: { key: dimension.key, label: dimension.label },
    ...(secondary && { secondary: { key: secondary.dimension.key, label: secondary.dimension.label } }),
    metrics: columns,
    rows: shown.map((label) => ({ ...table.row(label), ...partsOf?.(label) })),
    rest: table.restBeyond(limit),
    total: table.total,
    group_count: table.current.count,
    ...(display && display !== 'table' && { display }),
    ...(marks && { marks }),
    ...(onPaper && { rest_on_paper: onPaper }),
    ...(hasFurther && { further: furtherRows(table, limit) }),
  };
}

/** What all rows of a table have in common. */
interface TableParts {
  readonly section: PlannedTable;
  readonly figures: ConnectionFigures;
  readonly columns: readonly MetricDescription[];
  readonly locale: string;
  readonly mark: ReturnType<typeof markedBy>;
  readonly ofTotal: Figure;
}

/** The rows of a table, or those below one of them. */
interface LevelParts extends TableParts {
  readonly groups: Readonly<Record<PeriodName, Groups>>;
  /** What the groups are parts of. */
  readonly whole: Figure;
  readonly hasRest: (metric: MetricDescription) => boolean;
  readonly hasShare: (metric: MetricDescription) => boolean;
}

function tableLevel({ groups, whole, hasRest, hasShare, ...parts }: LevelParts) {
  const { section, figures, columns, mark, ofTotal } = parts;
  const withOwn = (figure: Figure): Figure => {
    return (period, metric) => {
      const column = section.own?.find((each) => each.metric === metric);
      return column ? ownFigure(column, (operand) => figure(period, operand)) : figure(period, metric);
    };
  };
  const figureOf = (label: string | null): Figure => {
    return (period, metric) => {
      const figure = groups[period].figure(label, metric.key);
      if (figure !== undefined || !groups[period].complete) return figure;
      return metric.additive && hasRows(figures, period) ? 0 : null;
    };
  };
  const group = (label: string | null) => withOwn(figureOf(label));
  const sorted = sortedLabels(section, groups.current, group, parts.locale);
  const made = (label: string | null, figure: Figure, kind: 'row' | 'total' = 'row'): BreakdownRow => ({
    label,
    cells: columns.map((metric, at) => mark(cellOf(metric, figure, hasShare(metric) ? ofTotal : null), at, kind)),
  });
  const restBeyond = (count: number): BreakdownRow | null => {
    const above = sorted.slice(0, count);
    const known = new Set(above);
    const rest: Figure = (period, metric) => {
      if (!hasRest(metric)) return null;
      return restOf(
        whole(period, metric),
        above.map((label) => figureOf(label)(period, metric)),
      );
    };
    const more = groups.current.count > above.length || groups.compare.labels.some((label) => !known.has(label));
    const row = made(null, withOwn(rest));
    // Of parts of a row that are not all there nobody knows how many there are.
    const isLeft = !groups.current.complete && row.cells.some(({ current }) => current);
    return more || isLeft ? row : null;
  };
  return {
    current: groups.current,
    ...{ columns, sorted, figureOf, group, restBeyond },
    row: (label: string | null) => made(label, group(label)),
    total: made(null, withOwn(whole), 'total'),
  };
}

type Level = ReturnType<typeof tableLevel>;

interface Subtotals extends TableParts {
  readonly secondary: PlannedSecondary;
  readonly wholeOf: Level['figureOf'];
}

/** The parts of each row of a table by two dimensions. */
function partsLevel({ secondary: { dimension, limit }, wholeOf, ...shared }: Subtotals) {
  const { section, figures } = shared;
  const by = { dimension: section.dimension.key, secondary: dimension.key };
  const [leading] = askedMetrics(section);
  const current = pairsOf(figures, 'current', by, leading.key);
  const compared = pairsOf(figures, 'compare', by, leading.key);
  const hasRest = (metric: MetricDescription) => addsUp(metric, dimension);
  const hasShare = (metric: MetricDescription) => hasRest(metric) && addsUp(metric, section.dimension);
  return (label: string | null): Pick<BreakdownRow, 'parts'> => {
    const groups = { current: current.of(label), compare: compared.of(label) };
    if (groups.current.labels.length === 0) return {};
    const level = tableLevel({ ...shared, groups, whole: wholeOf(label), hasRest, hasShare });
    const rows = level.sorted.slice(0, limit).map(level.row);
    return { parts: { rows, rest: level.restBeyond(limit), group_count: groups.current.count } };
  };
}

function furtherRows({ columns, sorted, group, restBeyond }: Level, limit: number): FurtherRows {
  const behind = sorted.slice(limit, limit * (1 + furtherFactor));
  const values = (label: string | null, period: PeriodName) =>
    columns.map((metric) => group(label)(period, metric) ?? null);
  const rows = behind.map((label) => ({
    label,
    ...{ current: values(label, 'current'), compare: values(label, 'compare') },
  }));
  return { rows, rest: restBeyond(limit + behind.length) };
}

/** The values of the current period in the order of the table; those without a figure last, ties ascending by name. */
function sortedLabels(
  section: PlannedTable,
  { labels }: Groups,
  group: (label: string | null) => Figure,
  locale: string,
): (string | null)[] {
  const { by, isAscending } = section.sort ?? { by: section.metrics[0] ?? null, isAscending: false };
  const sign = isAscending ? 1 : -1;
  if (by === null) {
    const { compare: inLanguage } = new Intl.Collator(locale, { numeric: true });
    return labels.toSorted((one, other) => {
      if (one === null || other === null) return lastOf(one, other);
      return sign * inLanguage(one, other) || byName(one, other);
    });
  }
  const ranked = labels.map((label) => ({ label, figure: group(label)('current', by) ?? null }));
  ranked.sort((one, other) => {
    if (one.figure === null || other.figure === null) {
      return lastOf(one.figure, other.figure) || byName(one.label, other.label);
    }
    return sign * (one.figure - other.figure || 0) || byName(one.label, other.label);
  });
  return ranked.map(({ label }) => label);
}

/** Ascending by code units; the missing name last. */
function byName(one: string | null, other: string | null): number {
  if (one === null || other === null) return lastOf(one, other);
  return one === other ? 0 : one < other ? -1 : 1;
}

/** What is null is last. */
function lastOf(one: unknown, other: unknown): number {
  return (one === null ? 1 : 0) - (other === null ? 1 : 0);
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
