import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { completeJob, releaseJob } from '../../../src/platform/jobs/held-job.ts';
import { blocked } from '../../../src/platform/jobs/outcomes.ts';
import { enqueueJob, timeLeft } from '../../../src/platform/jobs/queue.ts';
import { rescueLapsedJobs } from '../../../src/platform/jobs/rescue.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { claim, givenCustomer, ignore, lapse, most, nothing, start } from './queued-jobs.ts';

/** Times have milliseconds, and jobs of the same millisecond are in no order. */
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

  test(`${engine}: with many concurrent workers each job goes to exactly one`, async () => {
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

  test(`${engine}: accounts take turns, so that a backlog delays another account's job by no more than the running job`, async () => {
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

  test(`${engine}: an account runs no more jobs at once than allowed`, async () => {
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

  test(`${engine}: a refused job is stored as blocked and never claimed [C-JOB-3]`, async () => {
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

  test(`${engine}: a job that is given back, or whose worker was lost, comes before those started after it`, async () => {
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
}
