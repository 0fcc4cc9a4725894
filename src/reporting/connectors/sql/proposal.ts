import { type ConnectorContext, ConnectorError, type Doubt, type Proposal } from '../contract.ts';
import { keyPattern } from '../keys.ts';
import { type Countable, countColumns, countedOf, metricsOf } from '../proposals/counting/counted.ts';
import { findCurrency } from '../proposals/propose-currency.ts';
import type { SourceConfig } from './config.ts';
import { findCodes } from './currency-codes.ts';
import type { Column, Dialect, Engine, Session } from './engine.ts';
import { connectorErrorOf } from './faults.ts';
import { totalsOf } from './proposed-totals.ts';
import { rowsSqlOf } from './rows-sql.ts';
import { meaningsOf } from './sampled-columns.ts';
import { selectSome } from './some-rows.ts';
import { quoteNames, type Source, sourceSql } from './source.ts';
import { placeIn } from './tables.ts';

const rowsShown = 10;
const rowsCounted = 10_000;
const mostMetrics = 12;
const mostDimensions = 8;
/** A column with more values names single rows rather than groups. */
const mostValues = 1000;

/**
 * Makes a configuration of a table, or a query: numbers become metrics as they are counted, texts with few values become
 * dimensions. Throws a ConnectorError.
 */
export async function proposeConfig(
  engine: Engine,
  given: unknown,
  secret: object,
  timeZone: string,
  context: ConnectorContext,
): Promise<Proposal> {
  const place = placeIn(engine, given);
  const { table, query }: Source = place;
  if ((table === undefined) === (query === undefined)) {
    throw new ConnectorError('invalid_config', 'Give either "table" or "query".');
  }
  const session = await engine.open(place, secret, timeZone, context);
  context.keep(session);
  try {
    const project = { timeZone, currency: context.projectCurrency };
    return await propose(engine, session, place, { table, query }, project);
  } catch (error) {
    throw connectorErrorOf(error);
  }
}

async function propose(
  engine: Engine,
  session: Session,
  place: object,
  { table, query }: Source,
  { timeZone, currency: projectCurrency }: { readonly timeZone: string; readonly currency: string | undefined },
): Promise<Proposal> {
  const { dialect } = engine;
  const source = sourceSql({ table, query }, dialect);
  const { columns, rows } = await session.select(selectSome(dialect, '*', source, rowsShown));
  const dates = columns.filter(({ kind }) => kind === 'instant' || kind === 'local' || kind === 'day');
  const [date] = dates;
  if (!date) {
    throw new ConnectorError('invalid_config', 'No column is a date or a timestamp. Give a query that converts one.');
  }
  const texts = columns.filter(({ kind }) => kind === 'text');
  const labels = await columnsOfGroups(session, source, texts, dialect);
  const codes = await findCodes(session, source, texts, dialect);
  const groups = labels.slice(0, mostDimensions);
  const numeric = columns.filter(({ kind }) => kind === 'number');
  const named = (column: Column) => dialect.identifier(column.name);
  const sampled = { source, date: named(date), groups: groups.map(named), numeric };
  const meanings = await meaningsOf(session, sampled, dialect);
  const sql = rowsSqlOf(engine, date.kind === 'instant' ? timeZone : undefined);
  const number = numberOf(numeric, dialect);
  const plain = countedOf(meanings, { ...sql, number, day: sql.day(named(date)) });
  const withSql = columns.map(({ name }) => ({ name, sql: dialect.identifier(name) }));
  const { currency, counted, doubts } = findCurrency(plain, { columns: withSql, codes, projectCurrency });
  const metrics = configMetrics(counted);
  const dimensions = groups.map(({ name }) => ({ key: keyOf(name), label: labelOf(name), sql: name }));
  const made = { table, query, date: date.name, metrics, dimensions } as SourceConfig;
  const names = columns.map(({ name }) => name);
  const binding = { config: quoteNames(made, names, dialect), source, columns, date, dimensions: groups, metrics: [] };
  const total = (asked: Pick<SourceConfig, 'metrics'>) => totalsOf(session, binding, dialect, timeZone, asked.metrics);
  const told = await countColumns(counted, made, total);
  const placed = Object.entries(place).filter(([name]) => Object.hasOwn(engine.place, name));
  return {
    config: JSON.parse(
      JSON.stringify({
        ...Object.fromEntries(placed),
        ...{ table, query },
        date: date.name,
        currency: currency ?? (codes?.values.length === 1 ? codes.values[0] : undefined),
        ...{ metrics, dimensions },
      }),
    ),
    rows: rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))),
    types: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
    totals: await total({ metrics }),
    columns: told.columns,
    doubts: [...doubtsOf(dates), ...doubts, ...told.doubts],
  };
}

/** SQL of a column's number, by its name. */
function numberOf(numeric: readonly Column[], { identifier, summable }: Dialect): (name: string) => string {
  return (name) => {
    const column = numeric.find((each) => each.name === name);
    return (column && summable?.(column)) ?? identifier(name);
  };
}

async function columnsOfGroups(
  session: Session,
  source: string,
  texts: readonly Column[],
  dialect: Dialect,
): Promise<readonly Column[]> {
  if (texts.length === 0) return [];
  const counts = texts.map(({ name }) => `count(DISTINCT ${dialect.identifier(name)})`).join(', ');
  const first = selectSome(dialect, '*', source, rowsCounted);
  const { rows } = await session.select(`SELECT count(*), ${counts} FROM (${first}) AS source`);
  const [members = 0, ...values] = (rows[0] ?? []).map(Number);
  const most = Math.min(mostValues, Math.max(1, members / 2));
  return texts.filter((_, index) => (values[index] ?? 0) > 0 && (values[index] ?? 0) <= most);
}

function configMetrics(counted: readonly Countable[]): SourceConfig['metrics'] {
  const sums = metricsOf(counted, keyOf).filter(({ key }) => key !== 'rows');
  const distinct = sums.filter(({ key }, index) => sums.findIndex((other) => other.key === key) === index);
  const rows = { key: 'rows', label: 'Rows', sql: 'count(*)', unit: 'count', better: 'up', additive: true } as const;
  return [rows, ...distinct.slice(0, mostMetrics - 1)];
}

function doubtsOf(dates: readonly Column[]): Doubt[] {
  const [date, ...others] = dates;
  if (!date) return [];
  const doubts: Doubt[] = [];
  if (others.length > 0) {
    const names = others.map(({ name }) => `"${name}"`).join(', ');
    const message = `Rows count on the day in "${date.name}". Use ${names} as "date" if another day is meant.`;
    doubts.push({ column: date.name, code: 'several_dates', message });
  }
  if (date.kind === 'local') {
    const message = `"${date.name}" has no zone, so it is read as the project's wall time. If it holds UTC, convert it to an instant.`;
    doubts.push({ column: date.name, code: 'no_time_zone', message });
  }
  return doubts;
}

/** A key made of a column's name. */
function keyOf(name: string): string {
  const key = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  return new RegExp(keyPattern).test(key) ? key : `column_${key}`.slice(0, 64);
}

function labelOf(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim() || name;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 120);
}
