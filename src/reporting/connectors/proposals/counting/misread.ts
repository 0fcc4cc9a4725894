import type { Misread } from '../../../documents/report-connection.ts';
import type { ConfigWarning, Description } from '../../contract.ts';
import { describeConfig, type RowsConfig } from '../../file/config.ts';
import { identifier } from '../../file/sql.ts';
import { type Arithmetic, type Choice, choicesOf, engineArithmetic, type Meaning, type Writing } from './choices.ts';
import { classifyColumns } from './classify.ts';
import { valuesOf } from './values.ts';

type Metric = RowsConfig['metrics'][number];

interface MisreadColumn extends Misread {
  readonly column: string;
  /** Whether nobody can mean it so: a sum of prices may be one of what was sold. */
  readonly isSure: boolean;
}

const plain = /^\s*(sum|avg)\s*\(\s*("(?:[^"]|"")+"|`(?:[^`]|``)+`|[\p{L}_][\p{L}\p{N}_$]*)\s*\)\s*$/iu;

interface Counted {
  readonly isSum: boolean;
  readonly column: string;
  /** The column as the expression has it. */
  readonly written: string;
}

/** The function and the column of an expression that is nothing else; undefined for every other one. */
function plainOf({ sql }: Metric): Counted | undefined {
  const [, name = '', written = ''] = plain.exec(sql) ?? [];
  if (written === '') return undefined;
  const mark = written.charAt(0);
  const isQuoted = mark === '"' || mark === '`';
  const column = isQuoted ? written.slice(1, -1).replaceAll(mark + mark, mark) : written;
  return { isSum: name.toLowerCase() === 'sum', column, written };
}

/**
 * The metrics that are a plain sum, or mean, of a column that is no such thing by arithmetic or by its name. What only the shape of
 * values tells is left alone, and so is every other expression, which somebody has thought about.
 */
export function findMisread(
  { date, metrics }: RowsConfig,
  meanings: ReadonlyMap<string, Meaning>,
  { identifier, day, ...arithmetic }: RowsSql,
): MisreadColumn[] {
  const number = (name: string) => (meanings.has(name) ? identifier(name) : undefined);
  const writing: Writing = { ...arithmetic, number, day: day(date) };
  return metrics.flatMap((metric): MisreadColumn[] => {
    const counted = metric.at === undefined ? plainOf(metric) : undefined;
    const column = counted && nameAmong([...meanings.keys()], counted.column);
    const meaning = column === undefined ? undefined : meanings.get(column);
    if (!counted || column === undefined || !meaning || !isWrong(meaning, counted.isSum)) return [];
    const choice = choicesOf(column, meaning, writing).find((each) => each.counted === meaning.counted);
    const { kind } = meaning;
    if (!choice || (kind !== 'ratio' && kind !== 'level' && kind !== 'people')) return [];
    const isSure = kind !== 'level' || meaning.doubt === undefined;
    return [{ metric: metric.key, column, kind, right: membersOf(choice, metric), isSure }];
  });
}

function nameAmong(names: readonly string[], written: string): string | undefined {
  return names.find((name) => name === written) ?? names.find((name) => name.toLowerCase() === written.toLowerCase());
}

/** The mean of a ratio is wrong where its parts are there; that of a level or of people may be meant. */
function isWrong({ kind, doubt, parts }: Meaning, isSum: boolean): boolean {
  if (doubt === 'counted_as') return false;
  if (kind === 'ratio') return isSum || parts !== undefined;
  return (kind === 'level' || kind === 'people') && isSum;
}

/** The expression, and the other members that differ from the metric's. */
function membersOf({ metric: { sql, unit, additive, at } }: Choice, metric: Metric): string {
  return [
    sql,
    ...(unit === 'percent' && metric.unit !== unit ? ['"unit": "percent"'] : []),
    ...(metric.additive && !additive ? ['"additive": false'] : []),
    ...(at === undefined ? [] : [`"at": "${at}"`]),
  ].join(', ');
}

/** How a system writes what findings propose. */
export interface RowsSql extends Arithmetic {
  identifier(name: string): string;
  /** The day of a date. */
  day(date: string): string;
}

/** How the engine of rows is written. */
export const engineSql: RowsSql = {
  identifier,
  day: (date) => `CAST(${date} AS DATE)`,
  ...engineArithmetic,
};

/** Reading names takes a millisecond each, and a project's configurations come again and again. */
const known = new Map<string, readonly MisreadColumn[]>();
const mostKnown = 100;

/** Describes a configuration, with the metrics that are surely wrong by the names of columns alone; nothing is read for it. */
export function describeRows(config: RowsConfig, sql: RowsSql): Description {
  const id = JSON.stringify([config.date, config.metrics, sql.over('a', 'b'), sql.identifier('a')]);
  const found = known.get(id) ?? misreadByName(config, sql);
  if (known.size >= mostKnown) known.clear();
  known.set(id, found);
  const misread = found.map(({ metric, kind, right }) => ({ metric, kind, right }));
  return { ...describeConfig(config), pairs: true, ...(misread.length > 0 && { misread }) };
}

/** All that is known are the columns that the metrics count plainly, as their expressions have them. */
function misreadByName(config: RowsConfig, sql: RowsSql): MisreadColumn[] {
  const counted = config.metrics.flatMap((metric) => plainOf(metric) ?? []);
  const written = new Map(counted.map(({ column, written }) => [column, written]));
  const columns = [...written.keys()].map((name) => valuesOf(name, []));
  const identifier = (name: string) => written.get(name) ?? sql.identifier(name);
  const found = findMisread(config, classifyColumns(columns, { days: [], groups: [] }), { ...sql, identifier });
  return found.filter(({ isSure }) => isSure);
}

const kinds = {
  ratio: 'a ratio, which neither adds up nor has a plain mean that is right',
  level: 'a level, such as a balance or a price, which does not add up over days',
  people: 'people, who are in the figures of several days and groups',
} as const;

/** As the warnings of a configuration. */
export function misreadWarnings(config: RowsConfig, misread: readonly MisreadColumn[]): ConfigWarning[] {
  return misread.map(({ metric, column, kind, right }) => {
    const at = config.metrics.findIndex(({ key }) => key === metric);
    const sql = (config.metrics[at]?.sql ?? '').trim();
    const how = /^sum/i.test(sql) ? 'adds up' : 'takes the mean of';
    const advice = `This would be right: ${right}. If it is meant as it is, write it in parentheses: (${sql}).`;
    const message = `The metric "${metric}" ${how} "${column}", which looks like ${kinds[kind]}. ${advice}`;
    return { code: `looks_like_${kind}`, path: `metrics.${at}.sql`, message };
  });
}
