import { requireOwnSchema } from '../../platform/database/schema-state.ts';
import { listMigrations } from '../../platform/database/snapshot.ts';
import type { Queryable } from '../../platform/database/tables.ts';

/** The migrations of a snapshot; throws an OperatorError when a newer program has added what a backup would leave out. */
export async function knownMigrations(snapshot: Queryable): Promise<string[]> {
  await requireOwnSchema(snapshot, 'a backup by this one');
  return listMigrations(snapshot);
}
