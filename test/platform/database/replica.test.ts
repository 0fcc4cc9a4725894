import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/engine.ts';
import { type ReadOutcome, Replica, replicaPoolSize } from '../../../src/platform/database/replica.ts';
import type { Queryable } from '../../../src/platform/database/tables.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';

const skip = engines.includes('postgres') ? false : 'no PostgreSQL answers';
const plans = async (db: Queryable) => (await db.selectFrom('plans').select('name').execute()).length;

test('what is no replica, or away, is not read from, and is left alone for a while', { skip }, async () => {
  await using own = await createTestDatabase('postgres');
  assert.ok(own.location.engine === 'postgres');
  for (const [url, outcome] of [
    [own.location.url, 'unfit'],
    ['postgres://postgres@127.0.0.1:1/reports', 'away'],
  ] as const) {
    const outcomes: ReadOutcome[] = [];
    const told: string[] = [];
    await using replica = new Replica({
      primary: own.db,
      location: { ...own.location, url },
      onRead: (each) => outcomes.push(each),
      log: { info() {}, warn: (_, message) => void told.push(message) },
    });
    assert.ok((await replica.read(plans)) > 0);
    assert.ok((await replica.read(plans)) > 0);
    assert.deepEqual([outcomes, told.length], [[outcome, outcome], 1]);
    await assert.rejects(replica.lag());
  }
});

test('no more reads wait for a replica than it has connections for, twice over', { skip }, async () => {
  await using own = await createTestDatabase('postgres');
  assert.ok(own.location.engine === 'postgres');
  const outcomes: ReadOutcome[] = [];
  const { location, db: primary } = own;
  await using replica = new Replica({ primary, location, onRead: (each) => outcomes.push(each) });
  await Promise.all(Array.from({ length: 2 * replicaPoolSize + 3 }, () => replica.read(plans)));
  assert.equal(outcomes.filter((each) => each === 'busy').length, 3);
});

test('a connection to a server that takes no writes any more is closed, and a new one is made', { skip }, async () => {
  await using own = await createTestDatabase('postgres');
  const db = connectDatabase({ ...own.location, ...(own.location.engine === 'postgres' && { poolSize: 1 }) });
  const write = (queryable: Queryable) => sql`update plans set revision = revision where 1 = 0`.execute(queryable);
  const becomeReadOnly = () => sql`select set_config('default_transaction_read_only', 'on', false)`.execute(db);
  for (const writing of [() => write(db), () => db.transaction().execute(write)]) {
    await becomeReadOnly();
    await assert.rejects(writing(), (error) => isDatabaseUnavailable(error));
    await writing();
  }
  await db.destroy();
});
