import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../../src/platform/database/tables.ts';
import { lockQueue } from '../../../src/platform/jobs/queue.ts';
import { Rest } from '../../../src/platform/jobs/rest.ts';
import { Supervisor } from '../../../src/platform/jobs/supervisor.ts';
import type { Behaviour } from '../../faults/support/stand-in-worker.ts';
import { createTestDatabase, type Engine, engines, withoutPostgres } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { silentLog } from '../../support/silent-log.ts';
import { givenCustomer, read, start } from './queued-jobs.ts';

/** Two workers that look at the queue only when they are told, once they rest. */
async function givenWorkers(engine: Engine) {
  await using stack = new AsyncDisposableStack();
  const { db, location } = stack.use(await createTestDatabase(engine));
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const supervisor = new Supervisor({
    db,
    entry: new URL('../../faults/support/stand-in-worker.ts', import.meta.url),
    threads: 2,
    workerData: { location, pollMs: 3_600_000, gate: gate.buffer },
    log: silentLog,
    takeMeasure() {},
  });
  await supervisor.start();
  stack.defer(() => supervisor.stop());
  stack.defer(() => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  });
  const customer = await givenCustomer(db);
  const startOne = async (behaviour: Behaviour) => (await start(db, customer, { request: { behaviour } })).id;
  const becomes = (id: string, status: string) => eventually(async () => (await read(db, id)).status === status);
  const resources = stack.move();
  return { db, supervisor, customer, startOne, becomes, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

for (const engine of engines) {
  test(`${engine}: every job finds a worker that is told of it, however the workers go to rest and wake`, async () => {
    await using given = await givenWorkers(engine);
    for (let index = 0; index < 30; index++) {
      const ids = [await given.startOne('work')];
      given.supervisor.wake(1);
      if (index % 3 === 0) ids.push(await given.startOne('work'));
      if (index % 3 === 0) given.supervisor.wake(1);
      for (const id of ids) await given.becomes(id, 'completed');
    }
  });

  test(`${engine}: a job wakes one of the workers that rest; when all are busy, that is known`, async () => {
    await using given = await givenWorkers(engine);
    const first = await given.startOne('held');
    given.supervisor.wake(1);
    await given.becomes(first, 'running');
    const second = await given.startOne('held');
    given.supervisor.wake(1);
    await given.becomes(second, 'running');
    await given.startOne('work');
    assert.equal(given.supervisor.wake(1), false);
  });
}

/** Resolves when so many workers have found nothing after `wake`. */
async function lookedInVain(db: Database, workers: number, wake: () => void): Promise<void> {
  const { rows } = await sql<{ since: string }>`select clock_timestamp()::text as since`.execute(db);
  wake();
  await eventually(async () => {
    const asked = await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'idle'
      and query like '%min(head_due_at)%' and query_start > ${rows[0]?.since}::timestamptz`.execute(db);
    return asked.rows.length >= workers;
  });
}

test('a job that could not be had while another of its account was being started is not forgotten', {
  skip: withoutPostgres,
}, async () => {
  await using given = await givenWorkers('postgres');
  const { db, supervisor, customer } = given;
  await lookedInVain(db, 2, () => supervisor.wake());
  const first = await given.startOne('held');
  await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, customer.accountId);
    await lookedInVain(db, 1, () => supervisor.wake(1));
  });
  const second = await given.startOne('held');
  supervisor.wake(1);
  for (const id of [first, second]) await given.becomes(id, 'running');
});

test('a worker that is asked while it falls asleep does not sleep, and one that rests is told once', () => {
  const worker = new Rest();
  const supervisor = new Rest(worker.memory);
  worker.beginLook();
  supervisor.ask();
  assert.equal(supervisor.rouse(), false, 'it is busy');
  worker.fallAsleep({ isJobDue: false });
  assert.equal(worker.isAsked, true);
  worker.wakeUp();
  worker.beginLook();
  worker.fallAsleep({ isJobDue: true });
  assert.equal(worker.isAsked, false);
  assert.equal(supervisor.isMissing, true);
  assert.equal(supervisor.rouse(), true);
  assert.equal(supervisor.rouse(), false, 'it has been told already');
});
