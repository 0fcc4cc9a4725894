import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/engine.ts';
import type { Queryable } from '../../../src/platform/database/tables.ts';
import { startDatabaseProxy } from '../../faults/support/database-proxy.ts';
import { createTestDatabase, withoutPostgres } from '../../support/databases.ts';

const ask = (db: Queryable) => sql`select 1`.execute(db);

test('postgres: with a connection that got no answer in time, the unused ones to the same server are replaced', {
  skip: withoutPostgres,
}, async () => {
  await using database = await createTestDatabase('postgres');
  assert.ok(database.location.engine === 'postgres');
  await using proxy = await startDatabaseProxy(database.location.url);
  const location = { engine: 'postgres', url: proxy.url, poolSize: 1 } as const;
  await using soon = connectDatabase({ ...location, answerMs: 500 });
  // An unused connection that stayed would keep this one waiting for longer than the test may take.
  await using late = connectDatabase({ ...location, answerMs: 600_000 });
  await Promise.all([ask(soon), ask(late)]);
  proxy.forget();
  await assert.rejects(ask(soon), /timeout/);
  await ask(late);
  await ask(soon);
});

test('postgres: a statement of a transaction that gets no answer in time is an error, and the next transaction works', {
  skip: withoutPostgres,
}, async () => {
  await using database = await createTestDatabase('postgres');
  assert.ok(database.location.engine === 'postgres');
  await using proxy = await startDatabaseProxy(database.location.url);
  await using db = connectDatabase({ engine: 'postgres', url: proxy.url, poolSize: 1, answerMs: 500 });
  const work = () =>
    db.transaction().execute(async (transaction) => {
      await ask(transaction);
      return await Promise.all([ask(transaction), ask(transaction)]);
    });
  await work();
  proxy.hold();
  await assert.rejects(work(), isDatabaseUnavailable);
  proxy.release();
  await work();
});
