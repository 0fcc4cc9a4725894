import type { DuckDBConnection } from '@duckdb/node-api';
import type { Column, SourceKind } from './replaced-columns.ts';
import { identifier } from './sql.ts';

/** The type that a column without values gets in separated text and JSON. */
const untold = new Set(['VARCHAR', 'JSON']);

/**
 * Removes the type of columns of `source` that metrics calculate with (`isFigure`) and that have no value yet, such as
 * refunds before the first one: nothing says that they are text, and text cannot be added up.
 */
export async function untypeEmptyColumns(
  connection: DuckDBConnection,
  kind: SourceKind,
  columns: readonly Column[],
  isFigure: (column: string) => boolean,
): Promise<void> {
  const doubtful = columns.flatMap(({ name, type }) => (untold.has(type) && isFigure(name) ? identifier(name) : []));
  if (doubtful.length === 0) return;
  // One value is enough, so most columns are hardly read.
  const counts = doubtful.map(
    (name) => `(SELECT count(*) FROM (SELECT 1 FROM source WHERE ${name} IS NOT NULL LIMIT 1))`,
  );
  const [answers = []] = (await connection.runAndReadAll(`SELECT ${counts.join(', ')}`)).getRows();
  const empty = doubtful.filter((_, index) => Number(answers[index]) === 0);
  if (empty.length === 0) return;
  const untyped = empty.map((name) => `NULL AS ${name}`).join(', ');
  await connection.run(`ALTER ${kind} source RENAME TO loaded;
    CREATE VIEW source AS SELECT * REPLACE (${untyped}) FROM loaded`);
}
