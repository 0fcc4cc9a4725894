import { isPostgres } from '../../platform/database/engine.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { SharedAnswer } from '../../platform/database/shared-answer.ts';
import type { Queryable } from '../../platform/database/tables.ts';

const selectVersion = prepared<{ version: string }, []>(0, (db) => db.selectFrom('auth_version').select('version'));

/** A text that stays the same for as long as nothing changes what any caller may do; empty at first. */
async function readVersion(db: Queryable): Promise<string> {
  return (await selectVersion(db))[0]?.version ?? '';
}

const shared = new WeakMap<Queryable, SharedAnswer<string>>();

/**
 * The same, by a statement that begins after this was asked. On PostgreSQL those who ask while one is under way share
 * the next.
 */
export function readAuthVersion(db: Queryable): Promise<string> {
  if (!isPostgres(db)) return readVersion(db);
  const version = shared.get(db) ?? new SharedAnswer(() => readVersion(db));
  shared.set(db, version);
  return version.ask();
}
