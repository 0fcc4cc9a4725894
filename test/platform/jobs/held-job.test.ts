import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { completeAndClaim, completeJob, endJob, releaseJob, retryJob } from '../../../src/platform/jobs/held-job.ts';
import { blocked } from '../../../src/platform/jobs/outcomes.ts';
import { readTime } from '../../../src/platform/jobs/queue.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { claim, exhausted, givenCustomer, most, nothing, read, start } from './queued-jobs.ts';

const terms = { workerId: 'worker-1', maxRunningPerAccount: most };

for (const engine of engines) {
  test(`${engine}: a retry waits for its time, and the last attempt ends the job [C-JOB-3]`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    await retryJob(db, await claim(db), 60_000, exhausted);
    assert.equal(await claimJob(db, 'worker-1', most), undefined, 'not due yet');
    await db.updateTable('jobs').set({ due_at: '2000-01-01T00:00:00.000Z', attempt: 3 }).where('id', '=', id).execute();
    await db.updateTable('job_queues').set({ head_due_at: '2000-01-01T00:00:00.000Z' }).execute();
    await retryJob(db, await claim(db), 0, exhausted);
    assert.equal((await read(db, id)).status, 'failed');
  });

  test(`${engine}: no retry goes beyond the job's deadline`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    const job = await claim(db);
    await retryJob(db, job, 700_000, exhausted);
    assert.equal((await read(db, id)).status, 'failed');
  });

  test(`${engine}: a released job keeps its attempt and its deadline`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    await start(db, await givenCustomer(db));
    const before = await claim(db);
    assert.equal(await releaseJob(db, before), true);
    const after = await claim(db, 'worker-2');
    assert.equal(after.attempt, 1);
    assert.equal(after.deadline_at, before.deadline_at);
  });

  test(`${engine}: a completion whose effect fails changes nothing [C-GENERATION-5]`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    const job = await claim(db);
    const effect = async () => {
      throw new Error('the disk is full');
    };
    await assert.rejects(completeJob(db, job, { effect }), /disk is full/);
    assert.equal((await read(db, id)).status, 'running');
    assert.equal(await completeJob(db, job, nothing), true);
  });

  test(`${engine}: the end of a job claims the next one, whoever's turn it is; for a worker that has lost the job, none`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const [busy, quiet] = [await givenCustomer(db), await givenCustomer(db)];
    for (let index = 0; index < 3; index++) await start(db, busy);
    const first = await claim(db);
    const single = await start(db, quiet);
    await eventually(async () => (await readTime(db, 0)) > (await read(db, single.id)).due_at);
    const completed = await completeAndClaim(db, first, nothing, terms);
    assert.equal(completed.next?.id, single.id, 'the other account has waited longer since its turn');
    assert.deepEqual(completed.next, await read(db, single.id));
    assert.deepEqual(await completeAndClaim(db, first, nothing, terms), { held: false });
    assert.equal((await db.selectFrom('jobs').where('status', '=', 'queued').selectAll().execute()).length, 2);
    await db.updateTable('job_queues').set({ head_due_at: null }).execute();
    assert.deepEqual(await completeAndClaim(db, completed.next, nothing, terms), { held: true, next: null });
  });

  test(`${engine}: a completion whose effect fails claims nothing either`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    const { id } = await start(db, customer);
    const effect = async () => {
      throw new Error('the disk is full');
    };
    await assert.rejects(completeAndClaim(db, await claim(db), { effect }, terms), /disk is full/);
    assert.equal((await read(db, id)).status, 'queued');
  });

  test(`${engine}: workers that claim with each end run no more jobs of an account at once than allowed`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    for (let index = 0; index < 24; index++) await start(db, customer);
    let [peak, ended] = [0, 0];
    const running = db.selectFrom('jobs').select(db.fn.countAll<number>().as('count')).where('status', '=', 'running');
    const work = async (worker: number) => {
      const terms = { workerId: `worker-${worker}`, maxRunningPerAccount: 2 };
      let job = (await claimJob(db, terms.workerId, 2)) ?? null;
      while (ended < 24) {
        peak = Math.max(peak, Number((await running.executeTakeFirstOrThrow()).count));
        const completed = job && (await completeAndClaim(db, job, nothing, terms));
        if (completed) ended++;
        job = completed?.next ?? (await claimJob(db, terms.workerId, 2)) ?? null;
      }
    };
    await Promise.all([1, 2, 3, 4].map(work));
    assert.equal(peak, 2);
    const { running: counted } = await db.selectFrom('job_queues').select('running').executeTakeFirstOrThrow();
    assert.equal(counted, 0);
  });

  test(`${engine}: a terminal state is final [C-JOB-4]`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    const job = await claim(db);
    await endJob(db, job, blocked('reauth_required', 'Log in.', 'Log in.'));
    for (const change of [completeJob(db, job, nothing), endJob(db, job, exhausted), releaseJob(db, job)]) {
      assert.equal(await change, false);
    }
    assert.equal((await read(db, id)).status, 'blocked');
  });
}
