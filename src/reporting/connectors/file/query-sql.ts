import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { ConnectorError, type DimensionGrouping, type Query } from '../contract.ts';
import type { Binding } from './binding.ts';
import { dateSql, hourSql, periodSql, unitSql } from './calendar.ts';
import type { RowsConfig } from './config.ts';
import { quote } from './sql.ts';
import { leftOutCount } from './verification.ts';

type Metric = RowsConfig['metrics'][number];

/** A figure of a group, or a count of values left out: its name, its SQL over the rows, and over which of them. */
interface Column {
  readonly name: string;
  readonly sql: string;
  readonly at: Metric['at'];
}

/**
 * One scan, and one more of the last days for metrics at the end: the groups with their figures, then their number and the
 * rows in them, then the order and the limit. Over the whole period it also counts the values that metrics leave out.
 */
export function querySql(config: RowsConfig, binding: Binding, query: Query): string {
  const asked = query.metrics.map((key) => find(config.metrics, key, 'metric'));
  const figures = asked.map(({ sql, at }, index) => ({
    name: `figure${index}`,
    sql: `CAST((${sql}\n) AS DOUBLE)`,
    at,
  }));
  const leftOut = leftOutColumns(config, binding, query, asked);
  const finite = figures.map(({ name }, index) => `, CASE WHEN isfinite(${name}) THEN ${name} END AS value${index}`);
  const told = leftOut.map(({ name }) => `, ${name}`);
  const { secondary } = groupingOf(query);
  const pair = secondary === undefined ? '' : ', secondary__';
  return `
    SELECT CAST(unit AS VARCHAR)${pair}, CAST(count(*) OVER () AS DOUBLE), CAST(sum(members) OVER () AS DOUBLE)${finite.join('')}${told.join('')}
    FROM (${groupsSql(config, binding, query, [...figures, ...leftOut])})
    ORDER BY ${typeof query.by === 'object' && asked.length > 0 ? 'value0 DESC NULLS LAST, ' : ''}unit NULLS LAST${secondary === undefined ? '' : `${pair} NULLS LAST`}
    LIMIT ${Math.max(1, Math.trunc(query.limit))}`;
}

function leftOutColumns(config: RowsConfig, binding: Binding, { by }: Query, asked: readonly Metric[]): Column[] {
  if (by !== 'none') return [];
  const conditions = asked.map((metric) => binding.leftOut[config.metrics.indexOf(metric)] ?? []);
  if (conditions.every((each) => each.length === 0)) return [];
  return conditions.map((each, index) => ({ name: `left${index}`, sql: leftOutCount(each), at: asked[index]?.at }));
}

/** Every group of the period, also one without a row at the end, which has no figure there. */
function groupsSql(config: RowsConfig, binding: Binding, query: Query, columns: readonly Column[]): string {
  const date = dateSql(config.date, binding.dateKind, query.timeZone);
  const within = periodSql(date, binding.dateKind, query);
  const key = keySql(config, binding, query, date);
  const { secondary } = groupingOf(query);
  const isPair = secondary !== undefined;
  const keys = isPair
    ? `${key} AS unit, ${dimensionSql(config, binding, secondary, query)} AS secondary__`
    : `${key} AS unit`;
  const grouping = query.by === 'none' ? '' : `GROUP BY ${isPair ? '1, 2' : '1'}`;
  const groups = (rows: string, members: string, at: Metric['at']) => {
    const values = columns.map((column) => `, ${column.at === at ? column.sql : 'NULL'} AS ${column.name}`);
    return `SELECT ${keys}, ${members} AS members${values.join('')} FROM ${rows} ${grouping}`;
  };
  const ordinary = groups(`source WHERE ${within}`, 'count(*)', undefined);
  if (columns.every(({ at }) => at === undefined)) return ordinary;
  // Either part has the value of a column, or none.
  const either = columns.map(({ name }) => `, max(${name}) AS ${name}`).join('');
  return `SELECT unit${isPair ? ', secondary__' : ''}, sum(members) AS members${either}
    FROM (${ordinary} UNION ALL ${groups(`(${rowsAtEnd(config, binding, query, date, within)}) AS source`, '0', 'end')}) GROUP BY ${isPair ? '1, 2' : '1'}`;
}

/**
 * The rows of the last day of each calendar unit, or of the whole period; of a day with times those of the last one, for each
 * combination of dimensions.
 */
function rowsAtEnd(
  config: RowsConfig,
  binding: Binding,
  { by, timeZone }: Query,
  date: string,
  within: string,
): string {
  const { dateKind } = binding;
  const day = unitSql(date, dateKind, 'day', timeZone);
  const grouping = by === 'week' || by === 'month' ? `GROUP BY ${unitSql(date, dateKind, by, timeZone)}` : '';
  const onLastDays = by === 'day' ? '' : `AND ${day} IN (SELECT max(${day}) FROM source WHERE ${within} ${grouping})`;
  const dimensions = config.dimensions.map(({ sql }, index) =>
    textSql(`(${sql}\n)`, binding.dimensionTypes[index], timeZone),
  );
  const combination = [day, ...dimensions].join(', ');
  const atLastTime = dateKind === 'day' ? '' : `QUALIFY ${date} = max(${date}) OVER (PARTITION BY ${combination})`;
  return `SELECT * FROM source WHERE ${within} ${onLastDays} ${atLastTime}`;
}

function groupingOf({ by }: Query): Partial<DimensionGrouping> {
  return typeof by === 'object' ? by : {};
}

function keySql(config: RowsConfig, binding: Binding, query: Query, date: string): string {
  const { by, hourly, timeZone } = query;
  if (by === 'none') return 'NULL';
  if (hourly) return hourSql(date, binding.dateKind, timeZone);
  if (typeof by === 'string') return unitSql(date, binding.dateKind, by, timeZone);
  return dimensionSql(config, binding, by.dimension, query);
}

function dimensionSql(config: RowsConfig, binding: Binding, key: string, { timeZone }: Query): string {
  const dimension = find(config.dimensions, key, 'dimension');
  return textSql(`(${dimension.sql}\n)`, binding.dimensionTypes[config.dimensions.indexOf(dimension)], timeZone);
}

const { TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ, VARCHAR } = DuckDBTypeId;

/**
 * A dimension's value as text, null for a blank one: separated text cannot distinguish empty from missing values, and
 * neither has a name to show. Times are ISO 8601 in the query's time zone. In JSON the values of a column may differ in
 * type.
 */
function textSql(sql: string, type: DuckDBType | undefined, timeZone: string): string {
  if (type?.alias === 'JSON') return filled(`(${sql} ->> '$')`);
  if (type?.typeId === VARCHAR) return filled(sql);
  const local = type?.typeId === TIMESTAMP_TZ ? `timezone(${quote(timeZone)}, ${sql})` : sql;
  const isTime = [TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ].some((id) => id === type?.typeId);
  return isTime ? `replace(CAST(${local} AS VARCHAR), ' ', 'T')` : `CAST(${local} AS VARCHAR)`;
}

function filled(text: string): string {
  return `CASE WHEN trim(${text}, ' \t\r\n') <> '' THEN ${text} END`;
}

function find<T extends { readonly key: string }>(items: readonly T[], key: string, role: string): T {
  const item = items.find((one) => one.key === key);
  if (item) return item;
  throw new ConnectorError('invalid_config', `The connection has no ${role} "${key}".`);
}
