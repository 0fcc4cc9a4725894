import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { databaseTime } from '../../platform/database/engine.ts';
import type { Queryable, Tables } from '../../platform/database/tables.ts';
import { ConnectorError, type SecretStore } from '../../reporting/connectors/contract.ts';
import type { Vault } from './vault.ts';

/** A process that was killed while it renewed a secret holds the others up for this long. */
const leaseMs = 60_000;
const firstWaitMs = 50;
const longestWaitMs = 1_000;

/** The tables whose secrets are renewed; their columns for that are the same. */
type Table = Extract<keyof Tables, 'connections' | 'oauth_grants'>;

interface SecretRow {
  readonly id: string;
  readonly secret: string | null;
}

/**
 * The sealed secret of a connection, or the tokens of a grant. Each step is a short transaction, so none is open while a
 * system is asked.
 */
export function storedSecret(
  db: Queryable,
  vault: Vault,
  { id, secret }: SecretRow,
  table: Table = 'connections',
): SecretStore {
  let sealed = secret;
  const open = (text: string | null) => (text === null ? null : vault.open(id, text));
  const holder = randomUUID();
  const row = new StoredRow(db, table, id);
  return {
    async lease(signal) {
      for (let waitMs = firstWaitMs; !(await row.takeLease(holder)); waitMs = Math.min(2 * waitMs, longestWaitMs)) {
        await delay(waitMs, undefined, { signal });
      }
      sealed = await row.read();
      return { secret: open(sealed), [Symbol.asyncDispose]: () => row.giveBackLease(holder) };
    },
    async save(next) {
      const expected = open(sealed);
      for (;;) {
        const renewed = vault.seal(id, next);
        if (await row.replace(sealed, renewed)) {
          sealed = renewed;
          return true;
        }
        // A rotation of the vault's key seals the same secret anew.
        const stored = await row.read();
        if (stored === sealed || !isDeepStrictEqual(open(stored), expected)) return false;
        sealed = stored;
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

/** The columns of a row that renewing its secret takes. */
class StoredRow {
  readonly #db: Queryable;
  readonly #table: 'connections';
  readonly #id: string;

  constructor(db: Queryable, table: Table, id: string) {
    this.#db = db;
    // What is used here of one table the other has, too.
    this.#table = table as 'connections';
    this.#id = id;
  }

  async read(): Promise<string | null> {
    const row = await this.#db.selectFrom(this.#table).select('secret').where('id', '=', this.#id).executeTakeFirst();
    if (row) return row.secret;
    throw new ConnectorError('transient', 'The connection was removed or signed in anew meanwhile.');
  }

  async takeLease(holder: string): Promise<boolean> {
    const db = this.#db;
    const { numUpdatedRows } = await db
      .updateTable(this.#table)
      .set({ secret_lease: holder, secret_leased_until: databaseTime(db, leaseMs) })
      .where('id', '=', this.#id)
      .where(({ or, eb }) =>
        or([eb('secret_leased_until', 'is', null), eb('secret_leased_until', '<=', databaseTime(db))]),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
    await this.read();
    return false;
  }

  async giveBackLease(holder: string): Promise<void> {
    await this.#db
      .updateTable(this.#table)
      .set({ secret_lease: null, secret_leased_until: null })
      .where('id', '=', this.#id)
      .where('secret_lease', '=', holder)
      .execute();
  }

  async replace(sealed: string | null, next: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable(this.#table)
      .set({ secret: next, updated_at: new Date().toISOString() })
      .where('id', '=', this.#id)
      .where('secret', sealed === null ? 'is' : '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
