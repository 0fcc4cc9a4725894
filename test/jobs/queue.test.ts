import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/database/tables.ts';
import { completeJob, endJob, heartbeat, releaseJob, retryJob } from '../../src/jobs/held-job.ts';
import { blocked, failed } from '../../src/jobs/outcomes.ts';
import { claimJob, enqueueJob, type JobRow, type NewJob, timeLeft } from '../../src/jobs/queue.ts';
import { requeueUnfinishedJobs } from '../../src/jobs/requeue.ts';
import { rescueLapsedJobs, rescueOrphanedJobs, workerPrefix } from '../../src/jobs/rescue.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';

const most = 4;
const exhausted = failed('generation', 'It failed.');
const nothing = async () => ({});
const ignore = () => {};

async function givenCustomer(db: Database): Promise<{ accountId: string; projectId: string }> {
  const account = await givenAccount(db);
  return { accountId: account.id, projectId: (await givenProject(db, account)).id };
}

async function start(db: Database, customer: { accountId: string; projectId: string }, more: Partial<NewJob> = {}) {
  return db.transaction().execute((transaction) =>
    enqueueJob(transaction, {
      type: 'generation',
      ...customer,
      reportId: null,
      format: null,
      source: 'api',
      request: {},
      refusal: null,
      ...more,
    }),
  );
}

async function claim(db: Database, worker = 'worker-1'): Promise<JobRow> {
  const job = await claimJob(db, worker, most);
  assert.ok(job, 'a job is due');
  return job;
}

async function read(db: Database, id: string): Promise<JobRow> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function lapse(db: Database, id: string): Promise<void> {
  await db.updateTable('jobs').set({ lease_expires_at: '2000-01-01T00:00:00.000Z' }).where('id', '=', id).execute();
}

/** Times are kept to the millisecond, and jobs of one are in no order. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await eventually(() => Date.now() > now + 1);
}

for (const engine of engines) {
  test(`${engine}: a job is claimed once, oldest first, and runs under a lease and a deadline`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    const first = await start(db, customer);
    const second = await start(db, customer);
    const claimed = await claim(db);
    assert.equal(claimed.id, first.id);
    assert.equal(claimed.status, 'running');
    assert.equal(claimed.attempt, 1);
    const leaseMs = Date.parse(claimed.lease_expires_at ?? '') - Date.now();
    assert.ok(leaseMs > 25_000 && leaseMs <= 30_500, `lease of ${leaseMs} ms`);
    assert.equal(timeLeft(claimed), 600_000);
    // The database's clock an hour behind this process's.
    const moved = (time: string | null) => new Date(Date.parse(time ?? '') - 3_600_000).toISOString();
    const behind = { ...claimed, deadline_at: moved(claimed.deadline_at), updated_at: moved(claimed.updated_at) };
    assert.equal(timeLeft(behind), 600_000);
    assert.equal((await claim(db)).id, second.id);
    assert.equal(await claimJob(db, 'worker-1', most), undefined);
  });

  test(`${engine}: of many workers at once each job goes to exactly one`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const ids = new Set<string>();
    for (let account = 0; account < 5; account++) {
      const customer = await givenCustomer(db);
      for (let index = 0; index < 4; index++) ids.add((await start(db, customer)).id);
    }
    const claimed: string[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let tries = 0; tries < 20; tries++) {
          const job = await claimJob(db, `worker-${worker}`, most);
          if (job) claimed.push(job.id);
        }
      }),
    );
    assert.deepEqual(claimed.toSorted(), [...ids].toSorted());
  });

  test(`${engine}: the account with the fewest running jobs comes first, whatever another's backlog`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const busy = await givenCustomer(db);
    const quiet = await givenCustomer(db);
    for (let index = 0; index < 10; index++) await start(db, busy);
    const single = await start(db, quiet);
    await claim(db);
    assert.equal((await claim(db)).id, single.id);
  });

  test(`${engine}: accounts take turns, so that a backlog delays another account's job by no more than the job that runs`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const [busy, quiet] = [await givenCustomer(db), await givenCustomer(db)];
    for (let index = 0; index < 5; index++) await start(db, busy);
    const running = await claim(db);
    await nextMillisecond();
    const single = await start(db, quiet);
    await nextMillisecond();
    await completeJob(db, running, nothing);
    const next = await claim(db);
    assert.equal(next.id, single.id, 'nobody runs a job, and the other account has waited longer since its turn');
    await completeJob(db, next, nothing);
    const turns: string[] = [];
    await nextMillisecond();
    const later = await start(db, quiet);
    for (let index = 0; index < 3; index++) {
      const job = await claim(db);
      turns.push(job.account_id);
      await nextMillisecond();
      await completeJob(db, job, nothing);
    }
    assert.deepEqual(turns, [busy.accountId, later.account_id, busy.accountId]);
  });

  test(`${engine}: an account runs no more jobs at once than it may`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    for (let index = 0; index < 3; index++) await start(db, customer);
    const first = await claimJob(db, 'worker-1', 2);
    assert.ok(first && (await claimJob(db, 'worker-1', 2)));
    assert.equal(await claimJob(db, 'worker-1', 2), undefined);
    await completeJob(db, first, nothing);
    assert.ok(await claimJob(db, 'worker-1', 2));
  });

  test(`${engine}: a refused job is kept as blocked and never claimed`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const refusal = blocked('project_archived', 'The project is archived.', 'Restore it.');
    const job = await start(db, await givenCustomer(db), { refusal });
    assert.equal(job.status, 'blocked');
    assert.ok(job.completed_at);
    assert.equal(await claimJob(db, 'worker-1', most), undefined);
  });

  test(`${engine}: a rolled back start leaves no job`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await assert.rejects(
      db.transaction().execute(async (transaction) => {
        await enqueueJob(transaction, {
          type: 'generation',
          ...customer,
          reportId: null,
          format: null,
          source: 'api',
          request: {},
          refusal: null,
        });
        throw new Error('no');
      }),
    );
    assert.equal(await claimJob(db, 'worker-1', most), undefined);
  });

  test(`${engine}: a lapsed lease gives the job to another worker, and the late one changes nothing`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    const late = await claim(db, 'late');
    assert.equal(await rescueLapsedJobs(db, ignore), 0, 'a live lease is left alone');
    await lapse(db, id);
    assert.equal(await rescueLapsedJobs(db, ignore), 1);
    assert.equal((await read(db, id)).status, 'queued');
    const next = await claim(db, 'next');
    assert.equal(next.attempt, 2);
    let effects = 0;
    const effect = async () => {
      effects++;
      return {};
    };
    assert.equal(await heartbeat(db, late, { stage: 'x', completed: 1, total: 1 }), false);
    assert.equal(await completeJob(db, late, effect), false);
    assert.equal(await endJob(db, late, exhausted), false);
    assert.equal(await retryJob(db, late, 0, exhausted), false);
    assert.equal(await releaseJob(db, late), false);
    assert.equal(effects, 0);
    assert.equal(await completeJob(db, next, effect), true);
    assert.equal(effects, 1);
    assert.equal((await read(db, id)).status, 'completed');
  });

  test(`${engine}: a job that loses its worker three times ends failed`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    for (let attempt = 1; attempt <= 3; attempt++) {
      assert.equal((await claim(db)).attempt, attempt);
      await lapse(db, id);
      await rescueLapsedJobs(db, ignore);
    }
    const job = await read(db, id);
    assert.equal(job.status, 'failed');
    assert.equal(JSON.parse(job.outcome ?? '{}').reason, 'generation_failed');
    assert.equal(await claimJob(db, 'worker-1', most), undefined);
  });

  test(`${engine}: requeueing queues anew what a worker had, and writes no job that none has had`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    await start(db, customer);
    const [given, running] = [await claim(db), await claim(db)];
    await releaseJob(db, given);
    const waiting = await start(db, customer);
    // The transaction that wrote a row last; SQLite does not tell.
    const version = engine === 'postgres' ? sql<string>`xmin::text` : sql<string>`''`;
    const versionOf = async ({ id }: JobRow) =>
      (await sql`select ${version} as version from jobs where id = ${id}`.execute(db)).rows;
    const before = await versionOf(waiting);
    await db.transaction().execute(requeueUnfinishedJobs);
    assert.deepEqual(await versionOf(waiting), before);
    for (const { id } of [given, running, waiting]) {
      const { status, worker_id, lease_expires_at, deadline_at } = await read(db, id);
      assert.deepEqual([status, worker_id, lease_expires_at, deadline_at], ['queued', null, null, null]);
    }
    assert.equal((await claim(db)).id, given.id);
  });

  test(`${engine}: one job that cannot be rescued does not hold back the rest`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    const poison = await start(db, customer);
    const sound = await start(db, customer);
    await claim(db);
    await claim(db);
    await lapse(db, poison.id);
    await lapse(db, sound.id);
    const trap = `create trigger poison before update on jobs ${
      engine === 'sqlite'
        ? `when old.id = '${poison.id}' begin select raise(abort, 'poison'); end`
        : `for each row when (old.id = '${poison.id}') execute function refuse()`
    }`;
    if (engine === 'postgres') {
      const body = `begin raise exception 'poison'; end`;
      await sql
        .raw(`create function refuse() returns trigger language plpgsql as '${body.replaceAll("'", "''")}'`)
        .execute(db);
    }
    await sql.raw(trap).execute(db);
    const faults: string[] = [];
    assert.equal(await rescueLapsedJobs(db, (_, job) => faults.push(job.id)), 1);
    assert.deepEqual(faults, [poison.id]);
    assert.equal((await read(db, sound.id)).status, 'queued');
  });

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

  test(`${engine}: a job whose worker was lost, and whose time is over meanwhile, has its whole time with the next`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { id } = await start(db, await givenCustomer(db));
    await claim(db);
    await db.updateTable('jobs').set({ deadline_at: '2000-01-01T00:00:00.000Z' }).execute();
    await lapse(db, id);
    assert.equal(await rescueLapsedJobs(db, ignore), 1);
    const again = await claim(db);
    assert.deepEqual([again.id, again.attempt, timeLeft(again)], [id, 2, 600_000]);
  });

  test(`${engine}: a job that is given back, or whose worker was lost, comes before those that were started after it`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    const first = await start(db, customer);
    for (let later = 0; later < 3; later++) await start(db, customer);
    const claimed = await claim(db);
    assert.equal(claimed.id, first.id);
    assert.equal(await releaseJob(db, claimed), true);
    const again = await claim(db);
    assert.equal(again.id, first.id);
    await lapse(db, again.id);
    assert.equal(await rescueLapsedJobs(db, ignore), 1);
    assert.equal((await claim(db)).id, first.id);
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

  test(`${engine}: jobs of a process that is gone are taken back at once, those of a living one are not`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    const [host] = workerPrefix().split(':');
    const orphan = await start(db, customer);
    await claim(db, `${host}:${2 ** 22 + 1}:gone`);
    const held = await start(db, customer);
    await claim(db, `${host}:${process.ppid}:alive`);
    assert.equal(await rescueOrphanedJobs(db, ignore), 1);
    assert.equal((await read(db, orphan.id)).status, 'queued');
    assert.equal((await read(db, held.id)).status, 'running');
  });
}
