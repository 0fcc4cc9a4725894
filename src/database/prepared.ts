import type { CompiledQuery } from 'kysely';
import { isPostgres } from './engine.ts';
import { keepPlan } from './postgres-client.ts';
import { EmbeddedAdapter } from './sqlite.ts';
import type { Queryable } from './tables.ts';

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** A compiled query and, for each of its parameters, which one of a run's it is; undefined for one that never changes. */
interface Prepared<Row> {
  readonly query: CompiledQuery<Row>;
  readonly places: readonly (number | undefined)[];
}

/**
 * A query whose SQL is built once an engine and then only run, since building costs several times what SQLite needs to
 * answer it; PostgreSQL keeps its plan. `build` is given parameters by name; each run passes the real values in the same order.
 * It must only read: where it can, it runs on SQLite at once, without waiting for Kysely's one connection.
 */
export function prepared<Row, Parameters extends readonly (string | number)[]>(
  count: Parameters['length'],
  build: (db: Queryable, ...parameters: Parameters) => Compilable<Row>,
): (db: Queryable, ...parameters: Parameters) => Promise<Row[]> {
  const names = Array.from({ length: count }, (_, index) => `$parameter-${index}`);
  const compiled: { sqlite?: Prepared<Row>; postgres?: Prepared<Row> } = {};
  const compile = (db: Queryable): Prepared<Row> => {
    const query = build(db, ...(names as unknown as Parameters)).compile();
    if (isPostgres(db)) keepPlan(query.sql);
    const places = query.parameters.map((value) => names.indexOf(value as string));
    return { query, places: places.map((place) => (place < 0 ? undefined : place)) };
  };
  return async (db, ...parameters) => {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite';
    compiled[engine] ??= compile(db);
    const { query, places } = compiled[engine];
    const values = places.map((place, index) => (place === undefined ? query.parameters[index] : parameters[place]));
    const { adapter } = db.getExecutor();
    const rows =
      adapter instanceof EmbeddedAdapter ? adapter.readNow<Row>(query.sql, values, db.isTransaction) : undefined;
    return rows ?? (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
  };
}
