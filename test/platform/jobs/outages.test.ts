import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../src/platform/database/tables.ts';
import { type JobHandler, type JobLog, TransientError } from '../../../src/platform/jobs/job-handler.ts';
import {
  type Blame,
  noOutages,
  type Outages,
  OutageWatch,
  ReportedOutages,
} from '../../../src/platform/jobs/outages.ts';
import type { JobRow } from '../../../src/platform/jobs/queue.ts';
import { Worker } from '../../../src/platform/jobs/worker.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { silentLog } from '../../support/silent-log.ts';
import { test, usually } from '../../support/suite.ts';
import { givenCustomer, read, start } from './queued-jobs.ts';

/** A dependency that answers until told not to. */
function givenStore() {
  const store = {
    name: 'objects',
    answers: true,
    hangs: false,
    asked: 0,
    async check() {
      store.asked++;
      if (store.hangs) await new Promise(() => {});
      if (!store.answers) throw new Error('Nobody is there.');
    },
  };
  return store;
}

/** The messages at each level. */
function givenLog() {
  const said: string[] = [];
  const note = (level: string) => (fields: Record<string, unknown>) => void said.push(`${level} ${fields.dependency}`);
  const log: JobLog = { info: note('info'), warn: note('warn'), error: note('error'), child: () => log };
  return { said, log };
}

class StoreFault extends Error {}

/** A running worker whose jobs need the store; stopped on dispose. */
function work(db: Database, handler: JobHandler, outages: Outages, blame: Blame = 'away') {
  const worker = new Worker({
    db,
    workerId: 'w',
    handlers: { generation: handler, export: handler },
    log: silentLog,
    takeMeasure() {},
    maxRunningPerAccount: 4,
    pollMs: 20,
    outages,
    blame: (error) => (error instanceof StoreFault ? blame : undefined),
  });
  if (outages instanceof OutageWatch) outages.onChange(() => worker.wake());
  const ended = worker.run();
  return {
    async [Symbol.asyncDispose]() {
      worker.stop();
      await ended;
    },
  };
}

async function when(db: Database, { id }: JobRow, look: (job: JobRow) => boolean): Promise<JobRow> {
  return eventually(async () => {
    const job = await read(db, id);
    return look(job) && job;
  });
}

test('concurrent callers share one probe, and there is none while a dependency is known to be away', async () => {
  const store = givenStore();
  using watch = new OutageWatch([store], silentLog);
  assert.deepEqual(await Promise.all([watch.ask(), watch.ask(), watch.ask()]), [true, true, true]);
  assert.equal(store.asked, 1);
  store.answers = false;
  assert.equal(await watch.ask(), false);
  const { asked } = store;
  assert.equal(await watch.ask(), false);
  assert.equal(store.asked, asked);
});

test('an outage is logged once when it begins and once when it is over, with its duration', async () => {
  const [store, other] = [givenStore(), { ...givenStore(), name: 'other', check: async () => {} }];
  const { said, log } = givenLog();
  using watch = new OutageWatch([store, other], log);
  const changes: string[] = [];
  watch.onChange(() => changes.push(watch.away.join()));
  store.answers = false;
  await watch.ask();
  await eventually(() => store.asked === 3);
  assert.deepEqual(said, ['error objects']);
  assert.ok(watch.awayMs() > 500);
  store.answers = true;
  await eventually(() => watch.away.length === 0);
  const awayMs = watch.awayMs();
  assert.deepEqual(said, ['error objects', 'warn objects']);
  assert.deepEqual(changes, ['objects', '']);
  assert.ok(await watch.ask());
  assert.equal(watch.awayMs(), awayMs);
});

test('a hanging dependency counts as away, and is not probed again until the probe ends', {
  timeout: 30_000,
}, async () => {
  const store = givenStore();
  using watch = new OutageWatch([store], silentLog);
  store.hangs = true;
  assert.equal(await watch.ask(), false);
  assert.ok(watch.awayMs() > 4_000, 'from when it was asked');
  const known = watch.awayMs();
  await eventually(() => watch.awayMs() > known + 2_500);
  assert.equal(store.asked, 1);
});

test('a thread gets the main thread’s findings, and counts from when it asked', async () => {
  const asked: number[] = [];
  const outages = new ReportedOutages(() => asked.push(performance.now()));
  const answer = outages.ask();
  await delay(50);
  outages.hear(['objects']);
  assert.equal(await answer, false);
  assert.ok(outages.awayMs() >= 45);
  assert.equal(await outages.ask(), false);
  assert.equal(asked.length, 1);
  outages.hear([]);
  const { awayMs } = outages;
  assert.equal(awayMs.call(outages), awayMs.call(outages));
});

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: a job interrupted by an outage waits uncounted, none is claimed meanwhile, and all continue when it is over [C-JOB-10]`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    const store = givenStore();
    using watch = new OutageWatch([store], silentLog);
    store.answers = false;
    let runs = 0;
    const job = await start(db, customer);
    await using _ = work(
      db,
      async () => {
        runs++;
        if (!store.answers) throw new StoreFault('The store is away.');
        return { status: 'completed' };
      },
      watch,
    );
    const held = await when(db, job, ({ held_up_since }) => held_up_since !== null);
    assert.deepEqual([held.status, held.stage, held.attempt], ['queued', 'queued', 1]);
    const others = [await start(db, customer), await start(db, customer)];
    await eventually(() => store.asked >= 3);
    assert.equal(runs, 1);
    for (const other of others) assert.deepEqual(await read(db, other.id), other);
    store.answers = true;
    for (const each of [job, ...others]) {
      assert.equal((await when(db, each, ({ status }) => status === 'completed')).attempt, 1);
    }
    assert.equal(runs, 4);
  });

  test(`${engine}: a store that answers again at once costs no attempt, and a fault of one object does`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    for (const [blame, attempt] of [
      ['away', 1],
      ['suspect', 2],
    ] as const) {
      using watch = new OutageWatch([givenStore()], silentLog);
      const job = await start(db, customer);
      let faults = 0;
      await using _ = work(
        db,
        async () => {
          if (faults++ === 0) throw new StoreFault('No.');
          return { status: 'completed' };
        },
        watch,
        blame,
      );
      const done = await when(db, job, ({ status }) => status === 'completed');
      assert.deepEqual([done.attempt, done.held_up_ms], [attempt, 0], blame);
    }
  });

  test(`${engine}: a fault of one object that looks like an outage ends its job at the deadline, after a few tries`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const job = await start(db, await givenCustomer(db));
    const soon = new Date(Date.now() + 8_000).toISOString();
    await db.updateTable('jobs').set({ deadline_at: soon }).execute();
    using watch = new OutageWatch([givenStore()], silentLog);
    let runs = 0;
    await using _ = work(
      db,
      async () => {
        runs++;
        throw new StoreFault('Not this one.');
      },
      watch,
    );
    const { attempt, outcome } = await when(db, job, ({ status }) => status === 'failed');
    assert.deepEqual([attempt, JSON.parse(outcome ?? '{}').details], [1, { cause: 'outage' }]);
    assert.ok(runs >= 2 && runs <= 6, `${runs} runs`);
  });

  test(`${engine}: a job that fails at its deadline because what it uses keeps it too ends as one that is late`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const job = await start(db, await givenCustomer(db));
    await db
      .updateTable('jobs')
      .set({ deadline_at: new Date(Date.now() + 1_000).toISOString() })
      .execute();
    const answerLate: JobHandler = async ({ deadline }) => {
      await delay(deadline - Date.now() - 5);
      throw new TransientError('It did not answer in time.', {});
    };
    await using _ = work(db, answerLate, noOutages);
    const { outcome } = await when(db, job, ({ status }) => status === 'failed');
    assert.deepEqual(JSON.parse(outcome ?? '{}').details, { cause: 'deadline' });
  });

  test(`${engine}: a job that hangs past its deadline because the store does is given back with its time`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const job = await start(db, await givenCustomer(db));
    await db
      .updateTable('jobs')
      .set({ deadline_at: new Date(Date.now() + 6_000).toISOString() })
      .execute();
    const store = givenStore();
    store.answers = false;
    using watch = new OutageWatch([store], silentLog);
    await using _ = work(db, () => new Promise(() => {}), watch);
    const held = await when(db, job, ({ held_up_since }) => held_up_since !== null);
    assert.deepEqual([held.status, held.attempt], ['queued', 1]);
    const leftMs = Date.parse(held.deadline_at ?? '') - Date.parse(held.held_up_since ?? '');
    assert.ok(leftMs > 0 && leftMs <= 6_000, `${leftMs} ms are left`);
  });

  test(`${engine}: a job that is taken from a lost worker during an outage waits with its time`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    const store = givenStore();
    store.answers = false;
    using watch = new OutageWatch([store], silentLog);
    const lost = await start(db, customer);
    await db
      .updateTable('jobs')
      .set({
        status: 'running',
        worker_id: 'lost',
        lease_expires_at: '2000-01-01T00:00:00.000Z',
        deadline_at: new Date(Date.now() + 60_000).toISOString(),
      })
      .execute();
    await watch.ask();
    await using _ = work(db, async () => assert.fail('nothing is claimed'), watch);
    const taken = await when(db, lost, ({ held_up_since }) => held_up_since !== null);
    assert.deepEqual([taken.status, taken.attempt], ['queued', 2]);
  });

  test(`${engine}: after an outage of a minute, leases that lapsed during it are renewed before any worker counts as lost`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    const [alive, dead] = [await start(db, customer), await start(db, customer)];
    const lapsed = async ({ id }: JobRow, agoMs: number) => {
      const lease_expires_at = new Date(Date.now() - agoMs).toISOString();
      const deadline_at = new Date(Date.now() + 600_000).toISOString();
      const held = { status: 'running', worker_id: 'another', lease_expires_at, deadline_at } as const;
      await db.updateTable('jobs').set(held).where('id', '=', id).execute();
    };
    await lapsed(alive, 20_000);
    await lapsed(dead, 90_000);
    const run: string[] = [];
    await using _ = work(
      db,
      async ({ job }) => {
        run.push(job.id);
        return { status: 'completed' };
      },
      { ...noOutages, awayMs: () => 60_000 },
    );
    assert.equal((await when(db, dead, ({ status }) => status === 'completed')).attempt, 2);
    assert.deepEqual(run, [dead.id]);
    const { status, attempt, worker_id } = await read(db, alive.id);
    assert.deepEqual([status, attempt, worker_id], ['running', 1, 'another']);
  });
}
