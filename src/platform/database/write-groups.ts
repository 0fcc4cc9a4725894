import { isDatabaseUnavailable } from './engine.ts';
import type { EmbeddedAdapter } from './sqlite.ts';
import type { Database, Queryable } from './tables.ts';

/** More would hold the write lock, and the API's thread, for longer than a request may notice. */
const mostWrites = 128;
/** SQLITE_IOERR. */
const ioError = 10;

type Work<Result> = (transaction: Queryable) => Promise<Result>;

interface WaitingWrite {
  readonly work: Work<unknown>;
  readonly settle: PromiseWithResolvers<unknown>;
}

const groups = new WeakMap<Database, WriteGroup>();

/**
 * The result of `work`, once the transaction that it ran in is committed. Works that come at once share it: a commit
 * waits for the disk, so one for many costs as much as one for each. Each is behind a savepoint, so that one which
 * throws leaves no trace and harms no other; a later one sees what an earlier one did. When the database fails, no work
 * of the transaction has happened, and all get that error. Only for works that wait for nothing but the database.
 */
export function inGroup<Result>(db: Database, adapter: EmbeddedAdapter, work: Work<Result>): Promise<Result> {
  const group = groups.get(db) ?? new WriteGroup(db, adapter);
  groups.set(db, group);
  return group.add(work);
}

class WriteGroup {
  readonly #db: Database;
  readonly #adapter: EmbeddedAdapter;
  #waiting: WaitingWrite[] = [];

  constructor(db: Database, adapter: EmbeddedAdapter) {
    this.#db = db;
    this.#adapter = adapter;
  }

  add<Result>(work: Work<Result>): Promise<Result> {
    const settle = Promise.withResolvers<unknown>();
    if (this.#waiting.length === 0) setImmediate(() => this.#turn(1));
    this.#waiting.push({ work, settle });
    return settle.promise as Promise<Result>;
  }

  /** Commits once a turn of the event loop has brought no more than had been seen before it. */
  #turn(seen: number): void {
    const { length } = this.#waiting;
    if (length > seen && length < mostWrites) setImmediate(() => this.#turn(length));
    else void this.#commit();
  }

  async #commit(): Promise<void> {
    const writes = this.#waiting.slice(0, mostWrites);
    this.#waiting = this.#waiting.slice(mostWrites);
    if (this.#waiting.length > 0) setImmediate(() => this.#commit());
    try {
      const settlements: (() => void)[] = [];
      await this.#db.transaction().execute(async (transaction) => {
        for (const write of writes) settlements.push(await this.#run(transaction, write));
      });
      for (const settle of settlements) settle();
    } catch (error) {
      for (const { settle } of writes) settle.reject(error);
    }
  }

  /** What to tell the write once the transaction is committed; throws the database's own failures. */
  async #run(transaction: Queryable, { work, settle }: WaitingWrite): Promise<() => void> {
    this.#mark('savepoint');
    try {
      const result = await work(transaction);
      this.#mark('release');
      return () => settle.resolve(result);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.#mark('rollback to');
      this.#mark('release');
      return () => settle.reject(error);
    }
  }
  #mark(verb: 'savepoint' | 'release' | 'rollback to'): void {
    if (this.#adapter.runNow(`${verb} one_write`, [], true)) return;
    // As SQLite does by itself when a statement finds the disk full or failing, whatever the work made of that error.
    throw Object.assign(new Error('SQLite has rolled the transaction back.'), { errcode: ioError });
  }
}
