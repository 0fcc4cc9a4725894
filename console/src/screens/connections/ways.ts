import type { Metric, Unit } from './metrics.ts';

/** The ways in which the values of a column become one figure. */
export type Way = 'total' | 'ratio' | 'mean' | 'weighted_mean' | 'at_end' | 'daily_mean';

/** One way to count a column, and what a metric is then. */
export interface Choice {
  readonly counted: Way;
  /** The other columns that it needs. */
  readonly of: readonly string[];
  /** Over the whole source; undefined where nobody has looked, null where there is none. */
  readonly total?: number | null | undefined;
  readonly metric: {
    readonly sql: string;
    readonly unit: Unit;
    readonly better: Metric['better'];
    readonly additive: boolean;
    readonly at?: 'end' | undefined;
  };
}

/** A column of numbers, as a look at the source found it. */
export interface Column {
  readonly column: string;
  readonly kind: 'flow' | 'ratio' | 'level' | 'people' | 'code';
  /** The key of the metric that was proposed of it. */
  readonly metric: string | null;
  readonly doubt: boolean;
  readonly choices: readonly Choice[];
}

/** How a metric counts; `own` where somebody wrote an expression that is none of the ways. */
export interface Counted {
  readonly way: Way | 'own';
  readonly of: readonly string[];
  /** By what a ratio is multiplied, such as 1000 for costs by thousand. */
  readonly times: number;
}

/** The column that a metric is made of, by its expression before its key; undefined where none is known. */
export function columnOf(metric: Metric, columns: readonly Column[]): Column | undefined {
  return (
    columns.find(({ choices }) => choices.some((choice) => isAs(metric, choice))) ??
    columns.find((column) => column.metric === metric.key)
  );
}

/** How a metric of the column counts. */
export function countedOf(metric: Metric, column: Column, columns: readonly Column[]): Counted {
  const choice = column.choices.find((one) => isAs(metric, one));
  if (choice) return { way: choice.counted, of: choice.of, times: timesOf(choice.metric.sql) };
  const ratio = readRatio(metric.sql, columns);
  return ratio ? { way: 'ratio', ...ratio } : { way: 'own', of: [], times: 1 };
}

/** The metric, counted another way: its name stays. */
export function countedAs({ at: _, ...metric }: Metric, { metric: next }: Pick<Choice, 'metric'>): Metric {
  const { sql, unit, better, additive, at } = next;
  return { ...metric, sql, unit, better, additive, ...(at && { at }) };
}

/** The ratio that the look at the source found of a column: of two columns if they are named, else the first. */
export function knownRatio({ choices }: Column, of: readonly string[] = [], times = 1): Choice | undefined {
  const ratios = choices.filter(({ counted }) => counted === 'ratio');
  if (of.length === 0) return ratios[0];
  return ratios.find((one) => one.of.join('\n') === of.join('\n') && timesOf(one.metric.sql) === times);
}

/** The ratio of two columns that somebody has chosen for a metric; undefined where they cannot be added up. */
export function ratioOf(
  of: readonly string[],
  times: number,
  columns: readonly Column[],
  metric: Pick<Metric, 'unit' | 'better'>,
): Choice | undefined {
  const [above, below] = of.map((name) => sumOf(name, columns));
  if (!above || !below) return undefined;
  const isPrice = above.metric.unit === 'currency' && below.metric.unit !== 'currency';
  const unit = isPrice ? 'currency' : metric.unit === 'percent' && times === 1 ? 'percent' : 'number';
  const total = above.total === undefined || below.total === undefined ? undefined : quotient(above.total, below.total);
  return {
    ...{ counted: 'ratio', of, total: total && total * times },
    metric: { sql: ratioSql(above, below, times, isOfFloats(columns)), unit, better: metric.better, additive: false },
  };
}

const quotient = (above: number | null, below: number | null) => (above === null || !below ? null : above / below);

/** What a metric comes to over the whole source, as far as its columns tell: null for nothing, undefined if they do not. */
export function totalOf(metric: Metric, columns: readonly Column[]): number | null | undefined {
  const column = columnOf(metric, columns);
  const choice = column?.choices.find((one) => isAs(metric, one));
  if (choice) return choice.total;
  const ratio = readRatio(metric.sql, columns);
  return ratio && ratioOf(ratio.of, ratio.times, columns, metric)?.total;
}

/** The columns that a ratio can be made of. */
export function summable(columns: readonly Column[]): string[] {
  return columns.flatMap(({ column }) => (sumOf(column, columns) ? column : []));
}

function sumOf(name: string, columns: readonly Column[]): Choice | undefined {
  return columns.find(({ column }) => column === name)?.choices.find(({ counted }) => counted === 'total');
}

/** `1e0`: databases that divide whole numbers without their fraction, or round it, do not then. */
function ratioSql(above: Choice, below: Choice, times: number, dividesFloats: boolean): string {
  const [one, other] = [above, below].map(({ metric: { sql } }) => (dividesFloats ? `toFloat64(${sql})` : sql));
  const ratio = `${dividesFloats ? '' : '1e0 * '}${one} / nullif(${other}, 0)`;
  return times === 1 ? ratio : `${ratio} * ${times}`;
}

/** Whether the source is ClickHouse, which has no arithmetic of decimals with doubles: its daily means show it. */
function isOfFloats(columns: readonly Column[]): boolean {
  return columns.some(({ choices }) =>
    choices.some(({ counted, metric }) => counted === 'daily_mean' && metric.sql.startsWith('toFloat64(')),
  );
}

function readRatio(sql: string, columns: readonly Column[]): Pick<Counted, 'of' | 'times'> | undefined {
  const [, above = '', below = ''] = /^(?:1e0 \* )?(.+) \/ nullif\((.+), 0\)(?: \* \d+)?$/.exec(sql) ?? [];
  const of = [above, below].flatMap((sum) => columns.find(({ column }) => isSum(column, sum))?.column ?? []);
  return of.length === 2 ? { of, times: timesOf(sql) } : undefined;

  function isSum(column: string, sum: string): boolean {
    const total = sumOf(column, columns);
    return total !== undefined && plain(total.metric.sql) === plain(sum.replace(/^toFloat64\((.*)\)$/, '$1'));
  }
}

const timesOf = (sql: string) => Number(/ \* (\d+)$/.exec(sql)?.[1] ?? 1);

function isAs({ sql, at }: Metric, { metric }: Choice): boolean {
  return plain(sql) === plain(metric.sql) && at === metric.at;
}

/** Names need their quotes in some expressions only, and people write their own spaces. */
const plain = (sql = '') => sql.replaceAll(/["`\s]/g, '');

const aggregate = /^(?:sum|avg)(?=\()/;

/**
 * The ways that are known of a metric without a look at the source: those of a plain sum or mean. None for another
 * expression.
 */
export function plainColumn(metric: Metric): Column {
  const { key, label, sql, unit, better } = metric;
  const as = (counted: Way, word: 'sum' | 'avg', additive: boolean, at?: 'end'): Choice => ({
    ...{ counted, of: [] },
    metric: { sql: sql.replace(aggregate, word), unit, better, additive, at },
  });
  const choices = [as('total', 'sum', true), as('mean', 'avg', false), as('at_end', 'sum', false, 'end')];
  return { column: label, kind: 'flow', metric: key, doubt: false, choices: isOneAggregate(sql) ? choices : [] };
}

/** Whether an expression is a sum or a mean and nothing besides. */
function isOneAggregate(sql = ''): boolean {
  if (!aggregate.test(sql)) return false;
  let depth = 0;
  let quote = '';
  for (let index = 3; index < sql.length; index++) {
    const letter = sql.charAt(index);
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (/["'`]/.test(letter)) quote = letter;
    else if (letter === '(') depth++;
    else if (letter === ')' && --depth === 0) return index === sql.length - 1;
  }
  return false;
}
