import { sql } from 'kysely';
import { prepared, preparedWrite } from './prepared.ts';
import type { Queryable } from './tables.ts';

export interface KnownKey {
  readonly fingerprint: string;
  readonly response: string;
  readonly created_at: string;
}

export type KeyTable = ReturnType<typeof keyTable>;

function keyTable(table: 'idempotency_keys' | 'actor_keys', owner: 'account_id' | 'actor') {
  const named = (of: string, kind: string, key: string) =>
    sql`${sql.table(table)} where ${sql.ref(owner)} = ${of} and kind = ${kind} and key = ${key}`;
  return {
    select: prepared<KnownKey, [string, string, string]>(
      3,
      (_, ...names) => sql<KnownKey>`select fingerprint, response, created_at from ${named(...names)}`,
    ),
    remove: preparedWrite<[string, string, string]>(3, (_, ...names) => sql`delete from ${named(...names)}`),
    /** Removes at most `limit` of those stored before a time, unless they are used again meanwhile; returns how many. */
    async sweep(db: Queryable, before: string, limit: number): Promise<number> {
      const id = sql`${sql.ref(owner)}, kind, key`;
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where created_at < ${before}
        and (${id}) in (select ${id} from ${sql.table(table)} where created_at < ${before} limit ${limit})`.execute(db);
      return Number(numAffectedRows);
    },
  };
}

/** Those of the public API, which belong to accounts, and those of the management API, which belong to whoever acts. */
export const accountKeys = keyTable('idempotency_keys', 'account_id');
export const actorKeys = keyTable('actor_keys', 'actor');

export const insertKey = preparedWrite<[string, string, string, string, string, string]>(
  6,
  (db, account_id, kind, key, fingerprint, response, created_at) =>
    db.insertInto('idempotency_keys').values({ account_id, kind, key, fingerprint, response, created_at }),
);

export const insertActorKey = preparedWrite<[string, string | null, string, string, string, string, string]>(
  7,
  (db, actor, account_id, kind, key, fingerprint, response, created_at) =>
    db.insertInto('actor_keys').values({ actor, account_id, kind, key, fingerprint, response, created_at }),
);
