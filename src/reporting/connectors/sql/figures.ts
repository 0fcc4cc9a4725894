import { ConnectorError, type Query, type QueryResult } from '../contract.ts';
import { conditionAtEnd } from './at-end.ts';
import type { Binding } from './binding.ts';
import { hourOf, hourSql, periodOf, unitsOf } from './calendar.ts';
import { counting } from './counted-session.ts';
import type { Days, Dialect, Figure, Grouped, Groups, Session, Unit } from './engine.ts';
import { select } from './faults.ts';

/** Answers a query by the server's own grouping. Throws a ConnectorError. */
export async function queryFigures(
  opened: Session,
  binding: Binding,
  dialect: Dialect,
  query: Query,
): Promise<QueryResult> {
  const session = counting(opened);
  const { source, config } = binding;
  const { by } = query;
  const units = typeof by === 'string' && by !== 'none' ? unitsOf(query, by) : [];
  const limit = Math.max(1, Math.trunc(query.limit));
  const within = withinOf(binding, dialect, query);
  const hasLevels = query.metrics.some((key) => find(config.metrics, key, 'metric').at === 'end');
  const atEnd = hasLevels ? await conditionAtEnd(session, binding, dialect, query, within) : undefined;
  const parts = partsOf(binding, dialect, query, units, atEnd);
  const { groups, groupCount, rowsRead: told } = await selectGroups(session, dialect, parts);
  const rowsRead = told ?? (await countRows(session, source, within));
  const keyOf = (key: unknown) => {
    if (key === null || key === undefined) return null;
    if (query.hourly) return hourOf(Number(key));
    if (typeof by === 'object') return textOf(key, binding, by.dimension);
    return by === 'none' ? String(key) : dialect.unitKey(key, by, units);
  };
  const secondaryOf = (value: unknown) =>
    typeof by === 'object' && by.secondary !== undefined && { secondary: textOf(value, binding, by.secondary) };
  const rows = groups.slice(0, limit).map(({ key, secondary, values }) => ({
    key: keyOf(key),
    ...secondaryOf(secondary),
    values: values.map(figureOf),
  }));
  const { bytesBilled } = session;
  return {
    ...{ rows, groupCount, hasData: rowsRead > 0, rowsRead, freshAt: null },
    ...(bytesBilled !== undefined && { bytesBilled }),
  };
}

/** The statement of a query's figures, for a look at it; levels count all of its rows. */
export function figuresSql(binding: Binding, dialect: Dialect, query: Query): string {
  const { by } = query;
  const units = typeof by === 'string' && by !== 'none' ? unitsOf(query, by) : [];
  return dialect.grouped(partsOf(binding, dialect, query, units, withinOf(binding, dialect, query)));
}

function withinOf({ config, date }: Binding, dialect: Dialect, query: Query): string {
  const { from, before } = periodOf(query);
  return dialect.period({ date: `(${config.date}\n)`, column: date, timeZone: query.timeZone }, from, before);
}

function partsOf(
  binding: Binding,
  dialect: Dialect,
  query: Query,
  units: readonly Unit[],
  atEnd: string | undefined,
): Grouped {
  const { config, source, date } = binding;
  const { by } = query;
  const days: Days = { date: `(${config.date}\n)`, column: date, timeZone: query.timeZone };
  const figures = query.metrics.map((key): Figure => {
    const metric = find(config.metrics, key, 'metric');
    const column = binding.metrics[config.metrics.indexOf(metric)];
    return { sql: metric.sql, column, isAtEnd: metric.at === 'end' };
  });
  const key = query.hourly ? hourSql(dialect, days, query) : keySql(binding, dialect, days, by, units);
  const keyed = { key, figures, isCalendar: typeof by === 'string' };
  const pair = secondaryKey(binding, dialect, by);
  return {
    ...{ source, within: withinOf(binding, dialect, query), ...keyed },
    ...(pair ?? { mayBeBlank: dialect.filledText !== undefined && typeof by === 'object' }),
    limit: units.length > 0 && !query.hourly ? units.length : Math.max(1, Math.trunc(query.limit)),
    atEnd,
  };
}

/** Both keys of a pair, none of them blank: it would take a look at all groups to see whether there are blank ones. */
function secondaryKey(
  binding: Binding,
  dialect: Dialect,
  by: Query['by'],
): Pick<Grouped, 'key' | 'secondary' | 'mayBeBlank'> | undefined {
  if (typeof by !== 'object' || by.secondary === undefined) return undefined;
  const filled = (key: string) => {
    const text = dimensionSql(binding, dialect, key);
    return dialect.filledText?.(text) ?? text;
  };
  return { key: filled(by.dimension), secondary: filled(by.secondary), mayBeBlank: false };
}

async function selectGroups(session: Session, dialect: Dialect, parts: Grouped): Promise<Groups> {
  const found = dialect.groups(await select(session, dialect.grouped(parts)), parts);
  const first = found.groups[0]?.key;
  if (!parts.mayBeBlank || !parts.key || typeof first !== 'string' || first.trim() !== '') return found;
  const key = dialect.filledText?.(parts.key) ?? parts.key;
  const filled = { ...parts, key, mayBeBlank: false };
  return dialect.groups(await select(session, dialect.grouped(filled)), filled);
}

async function countRows(session: Session, source: string, within: string): Promise<number> {
  const { rows } = await select(session, `SELECT count(*) FROM ${source} WHERE ${within}`);
  return Number(rows[0]?.[0] ?? 0);
}

function keySql(
  binding: Binding,
  dialect: Dialect,
  days: Days,
  by: Query['by'],
  units: readonly Unit[],
): string | undefined {
  if (by === 'none') return undefined;
  return typeof by === 'string' ? dialect.unit(days, by, units) : dimensionSql(binding, dialect, by.dimension);
}

function dimensionSql({ config, dimensions }: Binding, dialect: Dialect, key: string): string {
  const dimension = find(config.dimensions, key, 'dimension');
  const column = dimensions[config.dimensions.indexOf(dimension)];
  if (!column) throw new TypeError('Every dimension is bound');
  return dialect.text(`(${dimension.sql}\n)`, column);
}

/** A value of a dimension, null for none; times as ISO 8601 has them. */
function textOf(key: unknown, { config, dimensions }: Binding, dimension: string): string | null {
  if (key === null || key === undefined) return null;
  const kind = dimensions[config.dimensions.findIndex((one) => one.key === dimension)]?.kind;
  return kind === 'local' || kind === 'instant' ? String(key).replace(' ', 'T') : String(key);
}

/** A figure as a finite number; null for none. */
export function figureOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const figure = Number(value);
  return Number.isFinite(figure) ? figure : null;
}

function find<T extends { readonly key: string }>(items: readonly T[], key: string, role: string): T {
  const item = items.find((one) => one.key === key);
  if (item) return item;
  throw new ConnectorError('invalid_config', `The connection has no ${role} "${key}".`);
}
