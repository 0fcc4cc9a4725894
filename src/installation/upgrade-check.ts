import { waitsToContract } from '../platform/database/migrate.ts';
import type { Migration } from '../platform/database/migration.ts';
import { migrations } from '../platform/database/migrations/index.ts';
import { readSchema } from '../platform/database/schema-state.ts';
import type { Queryable } from '../platform/database/tables.ts';

/** Says which contract migrations wait, and what to do; that they wait for a while is no fault. */
export async function checkContracts(db: Queryable, known: readonly Migration[] = migrations) {
  const schema = await readSchema(db);
  const waiting = known.filter((each) => waitsToContract(each, schema)).map(({ name }) => name);
  if (waiting.length === 0) return ['no migration waits', null] as const;
  const applied = schema.filter(({ name }) => known.some((each) => each.name === name));
  // Since the schema is otherwise that of this version.
  const since = applied
    .map(({ applied_at }) => applied_at)
    .sort()
    .at(-1);
  const what = 'run "migrate --contract" once no process of the version before runs, and nobody wants to go back to it';
  return [`${waiting.join(', ')} waiting since ${since}; ${what}`, null] as const;
}
