import { sql } from 'kysely';
import type { Backfill } from './migration.ts';
import { asSchemaDb } from './schema-state.ts';
import { inShortLocks } from './short-locks.ts';
import type { Database, Queryable } from './tables.ts';

const firstRows = 1_000;
const leastRows = 50;
const mostRows = 20_000;
/** The rows of a batch stay locked until it ends. */
const batchMs = 200;

/** What became of one batch: `busy` when another process is at it, or has ended it. */
export type BatchEnd = 'more' | 'done' | 'busy';

/** Fills the rows of one backfill of PostgreSQL, which is the step `index` of its migration, a short transaction at a time, from where the last one stopped. */
export class BackfillRun {
  readonly #db: Database;
  readonly #name: string;
  readonly #index: number;
  readonly #step: Backfill;
  #rows = firstRows;
  /** Of all batches so far, by any process. */
  looked = 0;

  constructor(db: Database, migration: string, index: number, step: Backfill) {
    this.#db = db;
    this.#name = migration;
    this.#index = index;
    this.#step = step;
  }

  /** The next batch; `finish` runs in the transaction of the last one. */
  async next(finish: (transaction: Queryable) => Promise<unknown>): Promise<BatchEnd> {
    const began = performance.now();
    const what = `The backfill of ${this.#step.backfill} (migration ${this.#name})`;
    const end = await inShortLocks(this.#db, what, async (transaction, run) => {
      const [at] = await asSchemaDb(transaction)
        .selectFrom('schema_migrations')
        .select(['backfill_key', 'backfill_rows'])
        .where('name', '=', this.#name)
        .where('steps_done', '=', this.#index)
        .forUpdate()
        .skipLocked()
        .execute();
      if (!at) return 'busy';
      const upTo = await this.#lastKey(transaction, at.backfill_key);
      if (!upTo) {
        await finish(transaction);
        return 'done';
      }
      await run(this.#update(at.backfill_key, upTo.key).replaceAll('\n', ' '));
      this.looked = at.backfill_rows + upTo.rows;
      await asSchemaDb(transaction)
        .updateTable('schema_migrations')
        .set({ backfill_key: upTo.key, backfill_rows: this.looked })
        .where('name', '=', this.#name)
        .execute();
      return 'more';
    });
    if (end === 'more') this.#adapt(performance.now() - began);
    return end;
  }

  #adapt(tookMs: number): void {
    const factor = tookMs > batchMs ? 0.5 : tookMs < batchMs / 2 ? 1.5 : 1;
    this.#rows = Math.round(Math.min(mostRows, Math.max(leastRows, this.#rows * factor)));
  }

  async #lastKey(transaction: Queryable, after: string | null): Promise<{ key: string; rows: number } | undefined> {
    const { backfill, key } = this.#step;
    const beyond = after === null ? sql`` : sql`where ${sql.ref(key)} > ${after}`;
    const { rows } = await sql<{ key: string; rows: number }>`select key::text, count(*) over ()::int as rows from (
        select ${sql.ref(key)} as key from ${sql.table(backfill)} ${beyond} order by ${sql.ref(key)} limit ${this.#rows}
      ) as batch order by batch.key desc limit 1`.execute(transaction);
    return rows[0];
  }

  /** Its values are keys that the database has just given. */
  #update(after: string | null, upTo: string): string {
    const { backfill, key, set, where } = this.#step;
    const beyond = after === null ? '' : `${key} > ${literal(after)} and `;
    return `update ${backfill} set ${set} where ${beyond}${key} <= ${literal(upTo)} and (${where})`;
  }
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
