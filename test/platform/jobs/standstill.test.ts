import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../../src/platform/database/tables.ts';
import { ClockWatch } from '../../../src/platform/jobs/clock-jumps.ts';
import { interruptJob, retryJob } from '../../../src/platform/jobs/held-job.ts';
import { endGivenUp, holdUpQueued, renewLeases } from '../../../src/platform/jobs/held-up-jobs.ts';
import type { JobRow } from '../../../src/platform/jobs/queue.ts';
import { requeueUnfinishedJobs } from '../../../src/platform/jobs/requeue.ts';
import { rescueLapsedJobs } from '../../../src/platform/jobs/rescue.ts';
import { longestStandstillMs, moveDeadline } from '../../../src/platform/jobs/standstill.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { claim, exhausted, givenCustomer, ignore, read, start } from './queued-jobs.ts';

const hourMs = 3_600_000;
const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();
const leftOf = ({ deadline_at, updated_at }: JobRow) => Date.parse(deadline_at ?? '') - Date.parse(updated_at);
/** Statements take some time. */
const about = (ms: number, expected: number) =>
  assert.ok(Math.abs(ms - expected) < 5_000, `${ms} instead of ${expected}`);

/** As if everything had happened to the job that much earlier. */
async function age(db: Database, { id }: JobRow, byMs: number): Promise<JobRow> {
  const job = await read(db, id);
  const earlier = (text: string | null) => text && new Date(Date.parse(text) - byMs).toISOString();
  const { deadline_at, held_up_since, updated_at, lease_expires_at, due_at } = job;
  const times = {
    deadline_at: earlier(deadline_at),
    held_up_since: earlier(held_up_since),
    lease_expires_at: earlier(lease_expires_at),
    updated_at: earlier(updated_at) ?? '',
    due_at: earlier(due_at) ?? '',
  };
  await db.updateTable('jobs').set(times).where('id', '=', id).execute();
  return read(db, id);
}

test('a deadline is paused for at most 24 hours in total, and never moves back', () => {
  const deadline = { deadline_at: at(0), held_up_since: null, held_up_ms: 23 * hourMs };
  const moved = moveDeadline(deadline, 2 * hourMs);
  assert.equal(moved.held_up_ms, longestStandstillMs);
  assert.equal(Date.parse(moved.deadline_at ?? '') - Date.parse(deadline.deadline_at), hourMs);
  assert.deepEqual(moveDeadline(moved, hourMs), moved);
  assert.deepEqual(moveDeadline(deadline, -hourMs), deadline);
});

for (const engine of engines) {
  test(`${engine}: an interrupted job keeps its attempt and its time, and continues with both after twenty hours`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    const held = await claim(db);
    assert.ok(await interruptJob(db, held, { standstillMs: 0 }, exhausted));
    await start(db, customer);
    const waiting = await age(db, held, 20 * hourMs);
    assert.deepEqual(
      [waiting.status, waiting.stage, waiting.attempt, waiting.worker_id],
      ['queued', 'queued', 1, null],
    );
    const again = await claim(db);
    assert.deepEqual([again.id, again.attempt, again.held_up_since], [held.id, 1, null]);
    about(leftOf(again), 600_000);
    about(again.held_up_ms, 20 * hourMs);
  });

  test(`${engine}: the time of an interrupted run is added to the deadline, but beyond 24 hours the job ends`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    const first = await age(db, await claim(db), hourMs);
    assert.ok(await interruptJob(db, first, { standstillMs: hourMs }, exhausted));
    const again = await claim(db);
    about(leftOf(again), 600_000);
    const last = await age(db, again, 24 * hourMs);
    assert.ok(await interruptJob(db, last, { standstillMs: 24 * hourMs }, exhausted));
    const { status, outcome } = await read(db, last.id);
    assert.deepEqual([status, JSON.parse(outcome ?? '{}').reason], ['failed', 'generation_failed']);
  });

  test(`${engine}: a job retried after a while keeps its attempt, and its deadline keeps running`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    const held = await claim(db);
    assert.ok(await interruptJob(db, held, { standstillMs: 0, delayMs: 5_000 }, exhausted));
    const { status, attempt, deadline_at, due_at, held_up_since } = await read(db, held.id);
    assert.deepEqual([status, attempt, deadline_at, held_up_since], ['queued', 1, held.deadline_at, null]);
    about(Date.parse(due_at) - Date.now(), 5_000);
  });

  test(`${engine}: a worker that has lost its job cannot give it back`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    await start(db, await givenCustomer(db));
    const held = await claim(db);
    assert.ok(await retryJob(db, held, 0, exhausted));
    const now = await read(db, held.id);
    assert.equal(await interruptJob(db, held, { standstillMs: 0 }, exhausted), false);
    assert.deepEqual(await read(db, held.id), now);
  });

  test(`${engine}: an outage pauses the deadlines of jobs waiting for their next attempt once, whoever records it, and no others`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    const job = await claim(db);
    await retryJob(db, job, 0, exhausted);
    const retried = await age(db, job, 300_000);
    const backlog = await start(db, customer);
    await holdUpQueued(db, 200_000);
    const noted = await read(db, retried.id);
    about(Date.now() - Date.parse(noted.held_up_since ?? ''), 200_000);
    await holdUpQueued(db, 400_000);
    assert.deepEqual(await read(db, retried.id), noted);
    assert.deepEqual(await read(db, backlog.id), backlog);
    const again = await claim(db);
    assert.equal(again.id, job.id);
    about(leftOf(again), 600_000 - 100_000);
  });

  test(`${engine}: a deadline that had passed before an outage starts over after it`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    await start(db, await givenCustomer(db));
    const job = await claim(db);
    await retryJob(db, job, 0, exhausted);
    await age(db, job, hourMs);
    await holdUpQueued(db, hourMs / 2);
    assert.equal(await endGivenUp(db), 0);
    about(leftOf(await claim(db)), 600_000);
  });

  test(`${engine}: leases that lapsed while the database did not answer are renewed, and older ones are rescued`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    await start(db, customer);
    const [alive, dead] = [await claim(db, 'alive'), await claim(db, 'dead')];
    await db
      .updateTable('jobs')
      .set({ lease_expires_at: at(-40_000) })
      .where('id', '=', alive.id)
      .execute();
    await db
      .updateTable('jobs')
      .set({ lease_expires_at: at(-90_000) })
      .where('id', '=', dead.id)
      .execute();
    await renewLeases(db, 60_000);
    assert.equal(await rescueLapsedJobs(db, ignore), 1);
    assert.equal((await read(db, alive.id)).status, 'running');
    assert.deepEqual([(await read(db, dead.id)).status, (await read(db, dead.id)).attempt], ['queued', 2]);
  });

  test(`${engine}: a job delayed for 24 hours plus its own time fails while the outage lasts, and the queue continues [C-JOB-10]`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer, { type: 'export', format: 'pdf' });
    const job = await claim(db);
    await interruptJob(db, job, { standstillMs: 0 }, exhausted);
    await age(db, job, 24 * hourMs);
    assert.equal(await endGivenUp(db), 0);
    await age(db, job, 130_000);
    assert.equal(await endGivenUp(db), 1);
    const { status, outcome, completed_at, live } = await read(db, job.id);
    const { reason, details } = JSON.parse(outcome ?? '{}');
    assert.deepEqual([status, reason, details], ['failed', 'export_generation_failed', { cause: 'outage' }]);
    assert.deepEqual([completed_at !== null, live], [true, 0]);
    const next = await start(db, customer);
    assert.equal((await claim(db)).id, next.id);
  });

  test(`${engine}: a clock that jumps two days ahead ends no delayed job`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    let jumpedMs = 0;
    const watch = new ClockWatch(db, () => performance.now() - jumpedMs);
    await watch.look();
    await start(db, await givenCustomer(db));
    const job = await claim(db);
    await interruptJob(db, job, { standstillMs: 0 }, exhausted);
    await age(db, job, 48 * hourMs);
    jumpedMs = 48 * hourMs;
    assert.ok(await watch.look());
    assert.equal(await endGivenUp(db), 0);
    const again = await claim(db);
    about(leftOf(again), 600_000);
    about(again.held_up_ms, 0);
  });

  test(`${engine}: a restored job has no delay recorded`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    await start(db, await givenCustomer(db));
    const job = await claim(db);
    await interruptJob(db, job, { standstillMs: hourMs }, exhausted);
    await db.transaction().execute(requeueUnfinishedJobs);
    const { deadline_at, held_up_since, held_up_ms } = await read(db, job.id);
    assert.deepEqual([deadline_at, held_up_since, held_up_ms], [null, null, 0]);
  });
}
