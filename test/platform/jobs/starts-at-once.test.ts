import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../src/platform/database/tables.ts';
import { completeAndClaim } from '../../../src/platform/jobs/held-job.ts';
import { enqueueJob } from '../../../src/platform/jobs/queue.ts';
import { createTestDatabase, withoutPostgres } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { claim, givenCustomer, most, nothing, read, start } from './queued-jobs.ts';

const job = { type: 'generation', reportId: null, format: null, source: 'api', request: {}, refusal: null } as const;
const needsPostgres = { skip: withoutPostgres };

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

const isSomebodyWaiting = async (db: Database) => (await countWaiting(db)) > 0;

test('starts of one account do not wait for each other to be committed', needsPostgres, async () => {
  await using database = await createTestDatabase('postgres');
  const { db } = database;
  const customer = await givenCustomer(db);
  const first = await start(db, customer);
  await db.transaction().execute(async (one: Queryable) => {
    await enqueueJob(one, { ...job, ...customer });
    await db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '2s'`.execute(other);
      await enqueueJob(other, { ...job, ...customer });
    });
  });
  const { head_due_at } = await db.selectFrom('job_queues').select('head_due_at').executeTakeFirstOrThrow();
  assert.equal(head_due_at, first.due_at);
});

test(
  'a job that is being started while the last one is claimed and completed is due afterwards',
  needsPostgres,
  async () => {
    await using database = await createTestDatabase('postgres');
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    const held = await claim(db);
    const last = await start(db, customer);
    let ending: ReturnType<typeof completeAndClaim> | undefined;
    const started = await db.transaction().execute(async (transaction) => {
      const { id } = await enqueueJob(transaction, { ...job, ...customer });
      ending = completeAndClaim(db, held, nothing, { workerId: 'worker-1', maxRunningPerAccount: most });
      await eventually(() => isSomebodyWaiting(db));
      return id;
    });
    const { next } = (await ending) ?? {};
    assert.equal(next?.id, last.id);
    const { head_due_at } = await db.selectFrom('job_queues').select('head_due_at').executeTakeFirstOrThrow();
    assert.equal(head_due_at, (await read(db, started)).due_at);
    assert.equal((await claim(db)).id, started);
  },
);

test('a start that waits while the queue becomes empty makes its job due', needsPostgres, async () => {
  await using database = await createTestDatabase('postgres');
  const { db } = database;
  const customer = await givenCustomer(db);
  await start(db, customer);
  let starting: ReturnType<typeof start> | undefined;
  await db.transaction().execute(async (transaction) => {
    // As a claim of the only job, which is not committed yet.
    await sql`select * from claim_job('worker-1', ${most}, 30000, 1, 1, 1)`.execute(transaction);
    starting = start(db, customer);
    await eventually(() => isSomebodyWaiting(db));
  });
  const waited = await starting;
  assert.equal((await claim(db)).id, waited?.id);
});

test('two starts that wait while the queue becomes empty do not wait for each other', needsPostgres, async () => {
  await using database = await createTestDatabase('postgres');
  const { db } = database;
  const customer = await givenCustomer(db);
  // They met in one round of fifteen.
  for (let round = 0; round < 40; round++) {
    await start(db, customer);
    let starting: ReturnType<typeof start>[] = [];
    await db.transaction().execute(async (transaction) => {
      await sql`select * from claim_job('worker-1', ${most}, 30000, 1, 1, 1)`.execute(transaction);
      starting = [start(db, customer), start(db, customer)];
      await eventually(async () => (await countWaiting(db)) === 2);
    });
    assert.equal((await Promise.all(starting)).length, 2);
    for (const table of ['jobs', 'job_queues'] as const) await db.deleteFrom(table).execute();
  }
});
