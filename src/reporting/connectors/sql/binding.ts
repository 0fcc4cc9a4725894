import { sentencesFault } from '../config-faults.ts';
import { ConnectorError } from '../contract.ts';
import { type Expression, expressionsOf } from '../file/config.ts';
import type { SourceConfig } from './config.ts';
import { type Column, type Dialect, type Refusal, RefusedError, type Session } from './engine.ts';
import { connectorErrorOf } from './faults.ts';
import { quoteNames, sourceSql, writtenFaults } from './source.ts';

/** A configuration whose expressions the server accepts. */
export interface Binding {
  /** With names of columns quoted. */
  readonly config: SourceConfig;
  readonly source: string;
  /** Those of the table or query. */
  readonly columns: readonly Column[];
  readonly date: Column;
  /** Of each dimension, in the configuration's order. */
  readonly dimensions: readonly Column[];
  /** Of each metric, in the configuration's order. */
  readonly metrics: readonly Column[];
}

/**
 * Binds every expression to the columns of the source: the date must have a day, each metric be an aggregate that yields
 * a number. Throws `invalid_config` naming every fault by its path, and the columns where one does not exist.
 */
export async function bind(session: Session, written: SourceConfig, dialect: Dialect): Promise<Binding> {
  throwFaults(writtenFaults(written, dialect));
  const source = sourceSql(written, dialect);
  const columns = await columnsOf(session, source, written);
  const names = columns.map(({ name }) => name);
  const config = quoteNames(written, names, dialect);
  const expressions = expressionsOf(config);
  const isMetric = ({ role }: Expression) => role === 'metric';
  const ofRows = expressions.filter((each) => !isMetric(each));
  const ofMetrics = expressions.filter(isMetric);
  const faults: string[] = [];
  const types = await typesOf(session, source, ofRows, names, faults, dialect);
  const metrics = await typesOf(session, source, ofMetrics, names, faults, dialect);
  const [date, ...dimensions] = types;
  faults.push(...typeFaults(ofRows[0], date, ofMetrics, metrics), ...nestedFaults(ofRows, types, dialect));
  throwFaults(faults);
  if (!date) throw new TypeError('A configuration has a date');
  const known = (found: readonly (Column | undefined)[]) => found.flatMap((each) => each ?? []);
  return { config, source, columns, date, dimensions: known(dimensions), metrics: known(metrics) };
}

async function columnsOf(session: Session, source: string, { query }: SourceConfig): Promise<readonly Column[]> {
  const sql = `SELECT * FROM ${source} WHERE 1 = 0`;
  try {
    return await describe(session, sql);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.refusal.kind !== 'invalid_config') throw connectorErrorOf(error);
    const place = placeOf(error.refusal, 'SELECT * FROM ('.length, query?.length ?? 0);
    const message = `the SELECT is not valid: ${error.refusal.reason}${place}.`;
    const faults = [{ path: 'query', message }];
    throw new ConnectorError('invalid_config', `query: ${message}`, { faults, cause: error });
  }
}

/** The types of expressions; what the server refuses is added to `faults` and has no type. */
async function typesOf(
  session: Session,
  source: string,
  expressions: readonly Expression[],
  columns: readonly string[],
  faults: string[],
  dialect: Dialect,
): Promise<(Column | undefined)[]> {
  try {
    return [...(await tryTogether(session, source, expressions, dialect))];
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
  }
  const types: (Column | undefined)[] = [];
  for (const expression of expressions) {
    try {
      types.push((await tryTogether(session, source, [expression], dialect))[0]);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (error.refusal.kind !== 'invalid_config') throw connectorErrorOf(error);
      types.push(undefined);
      faults.push(describeFault(expression, error.refusal, columns));
    }
  }
  return types;
}

const beforeFirst = 'SELECT count(*), (';

/** A count next to the metrics makes a non-aggregate metric an error; a grouping makes an aggregate dimension one. */
async function tryTogether(
  session: Session,
  source: string,
  expressions: readonly Expression[],
  { groupsByColumns }: Dialect,
): Promise<readonly Column[]> {
  if (expressions.length === 0) return [];
  const columns = expressions.map(({ sql }, index) => `${sql}\n) AS value${index}__`).join(', (');
  const isGrouped = expressions[0]?.role !== 'metric';
  const names = expressions.map((_, index) => `value${index}__`).join(', ');
  const grouping = isGrouped ? ` GROUP BY ${names}` : '';
  const sql =
    isGrouped && groupsByColumns
      ? `SELECT count(*), ${names} FROM (SELECT source.*, (${columns} FROM ${source}) AS source WHERE 1 = 0${grouping}`
      : `${beforeFirst}${columns} FROM ${source} WHERE 1 = 0${grouping}`;
  return (await describe(session, sql)).slice(1);
}

async function describe(session: Session, sql: string): Promise<readonly Column[]> {
  return (await (session.describe?.(sql) ?? session.select(sql))).columns;
}

const maxColumnsShown = 30;

function describeFault({ name, path, sql }: Expression, refusal: Refusal, columns: readonly string[]): string {
  if (refusal.column === undefined) {
    return `${path}: the SQL of ${name} is not valid: ${refusal.reason}${placeOf(refusal, beforeFirst.length, sql.length)}.`;
  }
  const shown = columns.slice(0, maxColumnsShown).join(', ');
  const more = columns.length > maxColumnsShown ? ', …' : '';
  return `${path}: the column "${refusal.column}" of ${name} does not exist. There are: ${shown}${more}.`;
}

function placeOf({ at }: Refusal, start: number, length: number): string {
  if (at === undefined || at < start) return '';
  return at - start < length ? ` at character ${at - start + 1}` : ' at its end';
}

function typeFaults(
  ofDate: Expression | undefined,
  date: Column | undefined,
  ofMetrics: readonly Expression[],
  metrics: readonly (Column | undefined)[],
): string[] {
  const faults: string[] = [];
  if (date && ofDate && !['day', 'local', 'instant'].includes(date.kind)) {
    const advice = 'Use a date or a timestamp, or convert it to one';
    faults.push(`${ofDate.path}: the date is of type ${date.type}. ${advice}.`);
  }
  for (const [index, type] of metrics.entries()) {
    const metric = ofMetrics[index];
    if (!metric || !type || type.kind === 'number') continue;
    faults.push(`${metric.path}: the value of ${metric.name} is not a number but of type ${type.type}.`);
  }
  return faults;
}

function nestedFaults(
  ofRows: readonly Expression[],
  types: readonly (Column | undefined)[],
  { nested }: Dialect,
): string[] {
  return ofRows.flatMap(({ role, path, name }, index) => {
    const type = types[index]?.type;
    if (role !== 'dimension' || type === undefined || !nested?.test(type)) return [];
    return [`${path}: the value of ${name} is nested (${type}). Name one field of it, or unnest it by a query.`];
  });
}

/** Throws `invalid_config` with all of them, if there are any. */
export function throwFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw sentencesFault(faults);
}
