import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeTemporaryFolder } from '../../reporting/processes/temporary-folders.ts';

/** Names and what is known of them, in a temporary folder: there may be more than fit into memory. */
export interface Ledger extends AsyncDisposable {
  /** For files of the caller. */
  readonly folder: string;
  /** Notes a value under a name of a kind; false where the name was there, which keeps its value. */
  add(kind: string, name: string, value?: string): boolean;
  find(kind: string, name: string): string | undefined;
  /** The names of a kind with their values, in the order of the names. */
  all(kind: string): Iterable<{ name: string; value: string }>;
}

export async function openLedger(): Promise<Ledger> {
  const folder = await makeTemporaryFolder('backup');
  const db = new DatabaseSync(join(folder, 'ledger.db'));
  db.exec('pragma journal_mode = off; pragma synchronous = off');
  db.exec('create table entries (kind text, name text, value text, primary key (kind, name)) without rowid');
  const insert = db.prepare('insert into entries values (?, ?, ?) on conflict do nothing');
  const select = db.prepare('select value from entries where kind = ? and name = ?');
  return {
    folder,
    add: (kind, name, value = '') => insert.run(kind, name, value).changes === 1,
    find: (kind, name) => select.get(kind, name)?.value as string | undefined,
    // A statement of its own: the caller may be in the middle of several.
    all: (kind) =>
      db.prepare('select name, value from entries where kind = ? order by name').iterate(kind) as Iterable<{
        name: string;
        value: string;
      }>,
    async [Symbol.asyncDispose]() {
      db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
