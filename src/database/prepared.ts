import type { CompiledQuery } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Queryable } from './tables.ts';

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A query whose SQL is built once an engine and then only run, since building costs several times what SQLite needs to
 * answer it. `build` is given placeholder strings; each run passes the real ones in the same order.
 */
export function prepared<Row, Parameters extends readonly string[]>(
  count: Parameters['length'],
  build: (db: Queryable, ...parameters: Parameters) => Compilable<Row>,
): (db: Queryable, ...parameters: Parameters) => Promise<Row[]> {
  const placeholders = Array.from({ length: count }, (_, index) => `$parameter-${index}`);
  const compiled: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {};
  return async (db, ...parameters) => {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite';
    compiled[engine] ??= build(db, ...(placeholders as unknown as Parameters)).compile();
    const query = compiled[engine];
    const values = query.parameters.map((value) => {
      const index = placeholders.indexOf(value as string);
      return index < 0 ? value : parameters[index];
    });
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
  };
}
