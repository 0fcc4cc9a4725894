import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeJob, endJob, releaseJob, retryJob } from '../../src/jobs/held-job.ts';
import { blocked } from '../../src/jobs/outcomes.ts';
import { claimJob } from '../../src/jobs/queue.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { claim, exhausted, givenCustomer, most, nothing, read, start } from './queued-jobs.ts';

for (const engine of engines) {
  test(`${engine}: a retry waits for its time, and the last attempt ends the job`, async () => {
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

  test(`${engine}: a completion whose effect fails changes nothing`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    const job = await claim(db);
    const effect = async () => {
      throw new Error('the disk is full');
    };
    await assert.rejects(completeJob(db, job, effect), /disk is full/);
    assert.equal((await read(db, id)).status, 'running');
    assert.equal(await completeJob(db, job, nothing), true);
  });

  test(`${engine}: a terminal state is final`, async () => {
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
