import type { CompiledQuery } from 'kysely';
import { isPostgres } from './engine.ts';
import { keepPlan } from './postgres-client.ts';
import { SharedRead } from './shared-read.ts';
import { EmbeddedAdapter } from './sqlite.ts';
import type { Queryable } from './tables.ts';
import { pipelineOf } from './transactions.ts';

interface Compilable<Row> {
  compile(db: Queryable): CompiledQuery<Row>;
}

type Value = string | number | null;
/** A query of named parameters. */
export type Build<Row, Parameters extends readonly Value[]> = (
  db: Queryable,
  ...parameters: Parameters
) => Compilable<Row>;

/** A read by values, such as a resource by its id. */
type PreparedRead<Row, Parameters extends readonly Value[]> = (
  db: Queryable,
  ...parameters: Parameters
) => Promise<Row[]>;

/** A compiled query and, for each of its parameters, the index of the run's value; undefined for a constant. */
interface Prepared<Row> {
  readonly query: CompiledQuery<Row>;
  readonly places: readonly (number | undefined)[];
}

/**
 * A query whose SQL is built once per engine, since building costs several times what SQLite needs to answer it;
 * PostgreSQL keeps its plan. `build` gets parameters by name; each run passes the real values in the same order. On
 * SQLite it runs at once where possible, without waiting for Kysely's only connection; so a write belongs into a
 * transaction. In a pipelined transaction, those asked for at once are sent at once.
 */
export function prepared<Row, Parameters extends readonly Value[]>(
  count: Parameters['length'],
  build: Build<Row, Parameters>,
): PreparedRead<Row, Parameters> {
  const fill = compiledOnce(count, build);
  return async (db, ...parameters) => {
    const query = fill(db, parameters);
    const { adapter } = db.getExecutor();
    const rows =
      adapter instanceof EmbeddedAdapter
        ? adapter.runNow<Row>(query.sql, query.parameters, db.isTransaction)
        : undefined;
    return rows ?? (await (pipelineOf(db) ?? db).executeQuery<Row>(query)).rows;
  };
}

/**
 * A statement without rows, of a transaction, that is built once as well. A pipelined transaction only notes it: it is
 * sent with the next query or with the commit, which fails if the statement does.
 */
export function preparedWrite<Parameters extends readonly Value[]>(
  count: Parameters['length'],
  build: Build<unknown, Parameters>,
): (transaction: Queryable, ...parameters: Parameters) => Promise<void> {
  const fill = compiledOnce(count, build);
  const run = prepared(count, build);
  return async (transaction, ...parameters) => {
    const pipeline = pipelineOf(transaction);
    if (!pipeline) return void (await run(transaction, ...parameters));
    pipeline.executeQuery(fill(transaction, parameters)).catch(() => {});
  };
}

function compiledOnce<Row, Parameters extends readonly Value[]>(count: number, build: Build<Row, Parameters>) {
  const names = Array.from({ length: count }, (_, index) => `$parameter-${index}`);
  const compiled: { sqlite?: Prepared<Row>; postgres?: Prepared<Row> } = {};
  const compile = (db: Queryable): Prepared<Row> => {
    const query = build(db, ...(names as unknown as Parameters)).compile(db);
    if (isPostgres(db)) keepPlan(query.sql);
    const places = query.parameters.map((value) => names.indexOf(value as string));
    return { query, places: places.map((place) => (place < 0 ? undefined : place)) };
  };
  return (db: Queryable, parameters: Parameters): CompiledQuery<Row> => {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite';
    compiled[engine] ??= compile(db);
    const { query, places } = compiled[engine];
    const values = places.map((place, index) => (place === undefined ? query.parameters[index] : parameters[place]));
    return { ...query, parameters: values };
  };
}

/**
 * The same for a read by texts alone that many requests do at once: on PostgreSQL, outside of transactions, those at
 * once share a statement. Its rows have another column, `place`.
 */
export function preparedShared<Row, Parameters extends readonly string[]>(
  count: Parameters['length'],
  build: Build<Row, Parameters>,
): PreparedRead<Row, Parameters> {
  const alone = prepared<Row, Parameters>(count, build);
  let shared: SharedRead<Row> | undefined;
  return (db, ...parameters) => {
    if (!isPostgres(db) || db.isTransaction) return alone(db, ...parameters);
    if (!shared) {
      const names = Array.from({ length: count }, (_, index) => `$parameter-${index}`) as unknown as Parameters;
      shared = new SharedRead(build(db, ...names).compile(db), names);
    }
    return shared.rows(db, parameters);
  };
}
