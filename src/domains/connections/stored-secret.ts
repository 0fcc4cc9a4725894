import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { databaseTime } from '../../platform/database/engine.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import type { SecretStore } from '../../reporting/connectors/contract.ts';
import { type ConnectionRow, getConnection } from './connections.ts';
import type { Vault } from './vault.ts';

/** A process that was killed while it renewed a secret holds the others up for this long. */
const leaseMs = 60_000;
const firstWaitMs = 50;
const longestWaitMs = 1_000;

/** The sealed secret of a connection. Each step is a short transaction, so none is open while a system is asked. */
export function storedSecret(db: Queryable, vault: Vault, { id, secret }: ConnectionRow): SecretStore {
  let sealed = secret;
  const open = (text: string | null) => (text === null ? null : vault.open(id, text));
  const holder = randomUUID();
  return {
    async lease(signal) {
      for (let waitMs = firstWaitMs; !(await takeLease(db, id, holder)); waitMs = Math.min(2 * waitMs, longestWaitMs)) {
        await delay(waitMs, undefined, { signal });
      }
      const stored = await getConnection(db, id);
      sealed = stored.secret;
      return { secret: open(sealed), [Symbol.asyncDispose]: () => giveBackLease(db, id, holder) };
    },
    async save(next) {
      const expected = open(sealed);
      for (;;) {
        const renewed = vault.seal(id, next);
        if (await replaceSecret(db, id, sealed, renewed)) {
          sealed = renewed;
          return true;
        }
        // A rotation of the vault's key seals the same secret anew.
        const stored = await getConnection(db, id);
        if (stored.secret === sealed || !isDeepStrictEqual(open(stored.secret), expected)) return false;
        sealed = stored.secret;
      }
    },
  };
}

/** The secret of a connection that is not stored yet; `current` is the newest. */
export function newSecret(secret: unknown): SecretStore & { readonly current: unknown } {
  let current = secret;
  return {
    get current() {
      return current;
    },
    lease: async () => ({ secret: current, async [Symbol.asyncDispose]() {} }),
    async save(next) {
      current = next;
      return true;
    },
  };
}

async function takeLease(db: Queryable, id: string, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ secret_lease: holder, secret_leased_until: databaseTime(db, leaseMs) })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('secret_leased_until', 'is', null), eb('secret_leased_until', '<=', databaseTime(db))]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function giveBackLease(db: Queryable, id: string, holder: string): Promise<void> {
  await db
    .updateTable('connections')
    .set({ secret_lease: null, secret_leased_until: null })
    .where('id', '=', id)
    .where('secret_lease', '=', holder)
    .execute();
}

async function replaceSecret(db: Queryable, id: string, sealed: string | null, next: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ secret: next, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('secret', sealed === null ? 'is' : '=', sealed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
