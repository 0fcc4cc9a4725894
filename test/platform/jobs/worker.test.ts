import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { isPostgres } from '../../../src/platform/database/engine.ts';
import type { Database, JobType } from '../../../src/platform/database/tables.ts';
import { type JobHandler, TransientError } from '../../../src/platform/jobs/job-handler.ts';
import { blocked } from '../../../src/platform/jobs/outcomes.ts';
import { enqueueJob, type JobRow } from '../../../src/platform/jobs/queue.ts';
import { backoffMs } from '../../../src/platform/jobs/retry-waits.ts';
import { Worker } from '../../../src/platform/jobs/worker.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { silentLog } from '../../support/silent-log.ts';

async function start(db: Database): Promise<JobRow> {
  const account = await givenAccount(db);
  const project = await givenProject(db, account);
  return db.transaction().execute((transaction) =>
    enqueueJob(transaction, {
      type: 'generation',
      accountId: account.id,
      projectId: project.id,
      reportId: null,
      format: null,
      source: 'api',
      request: {},
      refusal: null,
    }),
  );
}

/** A running worker with one handler for both types; stopped on dispose. */
function work(db: Database, handler: JobHandler): Worker & AsyncDisposable {
  const handlers: Record<JobType, JobHandler> = { generation: handler, export: handler };
  const worker = new Worker({
    db,
    workerId: 'w',
    handlers,
    log: silentLog,
    takeMeasure() {},
    maxRunningPerAccount: 4,
    pollMs: 20,
  });
  const ended = worker.run();
  return Object.assign(worker, {
    async [Symbol.asyncDispose]() {
      worker.stop();
      await ended;
    },
  });
}

async function ended(db: Database, id: string, status: string): Promise<JobRow> {
  return eventually(async () => {
    const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return job.status === status && job;
  });
}

/** Makes the database record every progress that a job's row shows, in order. */
async function recordProgress(db: Database): Promise<void> {
  const note = 'insert into noted (completed) values (new.progress_completed)';
  if (isPostgres(db)) {
    await sql`create table noted (number serial, completed integer)`.execute(db);
    await sql
      .raw(`create function note() returns trigger language plpgsql as $$begin ${note}; return new; end$$`)
      .execute(db);
    await sql`create trigger note after update of progress_completed on jobs for each row execute function note()`.execute(
      db,
    );
    return;
  }
  await sql`create table noted (number integer primary key, completed integer)`.execute(db);
  await sql.raw(`create trigger note after update of progress_completed on jobs begin ${note}; end`).execute(db);
}

async function recordedProgress(db: Database): Promise<number[]> {
  const { rows } = await sql<{ completed: number }>`select completed from noted order by number`.execute(db);
  return rows.map(({ completed }) => completed);
}

const done: JobHandler = async () => ({ status: 'completed' });

for (const engine of engines) {
  test(`${engine}: a worker runs a job to its end [C-JOB-2]`, async () => {
    await using database = await createTestDatabase(engine);
    const { id } = await start(database.db);
    await using _ = work(database.db, done);
    const job = await ended(database.db, id, 'completed');
    assert.ok(job.completed_at && job.started_at);
    assert.equal(job.worker_id, null);
  });

  test(`${engine}: a blocked result ends the job with its reason [C-JOB-2, C-REASON-4]`, async () => {
    await using database = await createTestDatabase(engine);
    const { id } = await start(database.db);
    await using _ = work(database.db, async () => blocked('reauth_required', 'Log in.', 'Log in.', { system: 'file' }));
    const { outcome } = await ended(database.db, id, 'blocked');
    assert.deepEqual(JSON.parse(outcome ?? ''), {
      reason: 'reauth_required',
      message: 'Log in.',
      action: 'Log in.',
      details: { system: 'file' },
    });
  });

  test(`${engine}: a transient fault is tried again and then succeeds [C-JOB-6]`, async () => {
    await using database = await createTestDatabase(engine);
    const { id } = await start(database.db);
    const attempts: number[] = [];
    await using _ = work(database.db, async (run) => {
      attempts.push(run.job.attempt);
      if (attempts.length < 3) throw new TransientError('The system is busy.', { retryAfterMs: 1 });
      return done(run);
    });
    assert.equal((await ended(database.db, id, 'completed')).attempt, 3);
    assert.deepEqual(attempts, [1, 2, 3]);
  });

  test(`${engine}: a fault in every attempt ends the job failed, with what the fault says [C-JOB-2, C-JOB-6, C-REASON-6]`, async () => {
    await using database = await createTestDatabase(engine);
    const { id } = await start(database.db);
    await using _ = work(database.db, async () => {
      throw new TransientError('The system is busy.', { retryAfterMs: 1, details: { connection_id: 'con_1' } });
    });
    const outcome = JSON.parse((await ended(database.db, id, 'failed')).outcome ?? '');
    assert.equal(outcome.reason, 'generation_failed');
    assert.equal(outcome.message, 'The system is busy.');
    assert.deepEqual(outcome.details, { connection_id: 'con_1' });
  });

  test(`${engine}: a job past its deadline ends failed, even when its handler ignores the signal`, async () => {
    await using database = await createTestDatabase(engine);
    const { id } = await start(database.db);
    const soon = new Date(Date.now() + 3_000).toISOString();
    await database.db.updateTable('jobs').set({ deadline_at: soon }).execute();
    await using _ = work(database.db, () => new Promise(() => {}));
    const outcome = JSON.parse((await ended(database.db, id, 'failed')).outcome ?? '');
    assert.equal(outcome.details.cause, 'deadline');
  });

  test(`${engine}: progress is seen while the job runs [C-JOB-7]`, async () => {
    await using database = await createTestDatabase(engine);
    const { id } = await start(database.db);
    const gate = Promise.withResolvers<void>();
    await using _ = work(database.db, async (run) => {
      run.progress('fetching', 2, 5);
      await gate.promise;
      return done(run);
    });
    const seen = await eventually(async () => {
      const job = await database.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return job.stage === 'fetching' && job;
    });
    assert.deepEqual([seen.progress_completed, seen.progress_total], [2, 5]);
    gate.resolve();
    await ended(database.db, id, 'completed');
  });

  test(`${engine}: a job that ends without a result shows how far it got, and one waiting for its next attempt starts over`, async () => {
    await using database = await createTestDatabase(engine);
    const progressOf = ({ stage, progress_completed, progress_total }: JobRow) => [
      stage,
      progress_completed,
      progress_total,
    ];
    const failing = await start(database.db);
    const claimed: unknown[] = [];
    await using _ = work(database.db, async (run) => {
      claimed.push(progressOf(run.job));
      for (let done = 0; done <= 3; done++) run.progress('fetching', done, 5);
      if (run.job.id !== failing.id) return blocked('reauth_required', 'Log in.', 'Log in.');
      throw new TransientError('The system is busy.', { retryAfterMs: 1 });
    });
    assert.deepEqual(progressOf(await ended(database.db, failing.id, 'failed')), ['failed', 3, 5]);
    assert.deepEqual(claimed, Array(3).fill(['starting', 0, 0]));
    const { id } = await start(database.db);
    assert.deepEqual(progressOf(await ended(database.db, id, 'blocked')), ['blocked', 3, 5]);
  });

  test(`${engine}: progress that is reported repeatedly never goes back [C-JOB-7]`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    await recordProgress(db);
    const { id } = await start(db);
    await using _ = work(db, async (run) => {
      for (let stage = 1; stage <= 200; stage++) {
        run.progress(`stage ${stage}`, stage, 200);
        if (stage % 5 === 0) await nextTurn();
      }
      await eventually(async () => (await recordedProgress(db)).at(-1) === 200);
      return done(run);
    });
    await ended(db, id, 'completed');
    const recorded = await recordedProgress(db);
    assert.deepEqual(
      recorded,
      recorded.toSorted((one, other) => one - other),
    );
  });

  test(`${engine}: a worker told to stop finishes its job and claims no more`, async () => {
    await using database = await createTestDatabase(engine);
    const first = await start(database.db);
    const gate = Promise.withResolvers<void>();
    const worker = work(database.db, async (run) => {
      await gate.promise;
      return done(run);
    });
    await ended(database.db, first.id, 'running');
    const second = await start(database.db);
    worker.stop();
    gate.resolve();
    await worker[Symbol.asyncDispose]();
    await ended(database.db, first.id, 'completed');
    await ended(database.db, second.id, 'queued');
  });
}

test('retries back off exponentially, with jitter [C-JOB-6]', () => {
  assert.deepEqual([backoffMs(1, 0.5), backoffMs(2, 0.5), backoffMs(3, 0.5)], [1_000, 2_000, 4_000]);
  assert.equal(backoffMs(2, 0), 1_000);
  assert.ok(backoffMs(2, 0.999) < 3_000);
});
