import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { getEnvironmentData, Worker as Thread } from 'node:worker_threads';
import { sql } from 'kysely';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { WriteTurns } from '../../../src/platform/database/write-turns.ts';
import { removeFolder } from '../../support/folders.ts';
import type { WritingThreadData } from './writing-thread.ts';

const lastNumber = 2 ** 31 - 1;

suite('turns of threads that write to a SQLite file', () => {
  test('threads that write at once all get their turn, and nothing is lost', async (t) => {
    const { path, db } = await givenNotes(t);
    const writes = 100;
    const entry = new URL('./writing-thread.ts', import.meta.url);
    const threads = ['first', 'second'].map(
      (author) => new Thread(entry, { workerData: { path, author, writes } satisfies WritingThreadData }),
    );
    const ended = threads.map((thread) => once(thread, 'exit'));
    for (let count = 0; count < writes; count++) await note(db, 'main');
    await Promise.all(ended);
    const { rows } = await sql`select author, count(*) as count from notes group by author order by author`.execute(db);
    assert.deepEqual(rows, [
      { author: 'first', count: writes },
      { author: 'main', count: writes },
      { author: 'second', count: writes },
    ]);
  });

  test('a transaction that fails ends its turn', async (t) => {
    const { path, db } = await givenNotes(t);
    const turns = getEnvironmentData(`sqlite-write-turns:${path}`) as unknown as SharedArrayBuffer;
    const failing = db.transaction().execute(async (transaction) => {
      await note(transaction, 'main');
      assert.ok(isTaken(turns));
      throw new Error('on purpose');
    });
    await assert.rejects(failing, /on purpose/);
    assert.ok(!isTaken(turns));
    const dangling = db.transaction().execute(async (transaction) => {
      await sql`pragma defer_foreign_keys = on`.execute(transaction);
      await sql`insert into answers (note) values (999)`.execute(transaction);
    });
    await assert.rejects(dangling, /FOREIGN KEY/);
    assert.ok(!isTaken(turns));
  });

  test('a turn of a thread that is gone is taken over, and ends no later one', () => {
    const shared = new SharedArrayBuffer(4);
    const [gone, next] = [new WriteTurns(shared), new WriteTurns(shared)];
    gone.take();
    next.take();
    gone.end();
    assert.ok(isTaken(shared), 'the turn of the next is not over');
    next.end();
    assert.ok(!isTaken(shared));
    next.end();
    assert.ok(!isTaken(shared), 'a turn ends once');
  });

  test('the numbers of turns begin again after the last', () => {
    const shared = new SharedArrayBuffer(4);
    const turns = new WriteTurns(shared);
    new Int32Array(shared)[0] = lastNumber - 1;
    turns.take();
    assert.ok(isTaken(shared));
    turns.end();
    assert.ok(!isTaken(shared));
    turns.take();
    assert.ok(isTaken(shared));
  });
});

const isTaken = (shared: SharedArrayBuffer) => (new Int32Array(shared)[0] ?? 0) % 2 !== 0;

async function givenNotes(t: TestContext): Promise<{ path: string; db: Database }> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-turns-'));
  const path = join(folder, 'notes.db');
  const db = connectDatabase({ engine: 'sqlite', path });
  t.after(async () => {
    await db.destroy();
    removeFolder(folder);
  });
  await sql`create table notes (id integer primary key, author text)`.execute(db);
  await sql`create table answers (note integer references notes (id))`.execute(db);
  return { path, db };
}

function note(db: Database, author: string): Promise<unknown> {
  if (db.isTransaction) return sql`insert into notes (author) values (${author})`.execute(db);
  return db
    .transaction()
    .execute((transaction) => sql`insert into notes (author) values (${author})`.execute(transaction));
}
