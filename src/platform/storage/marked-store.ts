import { randomUUID } from 'node:crypto';
import { findMark, forgetMark, keepMark } from '../database/marks.ts';
import type { Database } from '../database/tables.ts';
import { type ObjectStore, WrongStore } from './object-store.ts';

const markName = 'object_store';
/** What the store's mark will be, from before it is written until it is. */
const proposalName = 'object_store_proposed';
/** The object that identifies the store. */
export const markKey = 'installation/mark';

/**
 * The store, recognised by a mark that it got on first use and that the database has recorded. An unmounted volume or a
 * wrong bucket looks like an empty store, in which nothing must be reported lost and nothing stored: every method
 * except `remove` then throws a WrongStore. `place` is the operator's name for the store.
 */
export function markedStore(store: ObjectStore, db: Database, place: string): ObjectStore {
  let known: string | undefined;

  async function requireMark(): Promise<void> {
    known ??= await findMark(db, markName);
    const found = await readMark(store);
    known ??= await agree(found);
    const present = found ?? (await readMark(store));
    if (present !== known) throw new WrongStore(place, markKey, known);
  }

  /**
   * A store that was in use before marks existed gets one now. What will be written is agreed on first: processes that
   * start at once all write the same, and no transaction waits for the store, which would keep every other write waiting.
   */
  async function agree(found: string | undefined): Promise<string> {
    const proposed = found ?? (await keepMark(db, proposalName, randomUUID()));
    const isMarked = found !== undefined || (await findMark(db, markName)) !== undefined;
    if (!isMarked) await store.put(markKey, Buffer.from(`${proposed}\n`));
    return db.transaction().execute(async (transaction) => {
      const agreed = await keepMark(transaction, markName, proposed);
      await forgetMark(transaction, proposalName);
      return agreed;
    });
  }

  return {
    ...store,
    async put(key, bytes) {
      await requireMark();
      return store.put(key, bytes);
    },
    async putFile(key, path) {
      await requireMark();
      return store.putFile(key, path);
    },
    async get(key) {
      const bytes = await store.get(key);
      if (!bytes) await requireMark();
      return bytes;
    },
    async open(key, range) {
      const found = await store.open(key, range);
      if (!found) await requireMark();
      return found;
    },
    async *list(prefix) {
      let isEmpty = true;
      for await (const object of store.list(prefix)) {
        isEmpty = false;
        yield object;
      }
      if (isEmpty) await requireMark();
    },
    async check(signal) {
      await store.check(signal);
      await requireMark();
    },
  };
}

async function readMark(store: ObjectStore): Promise<string | undefined> {
  const bytes = await store.get(markKey);
  return bytes && Buffer.from(bytes).toString('utf8').trim();
}
