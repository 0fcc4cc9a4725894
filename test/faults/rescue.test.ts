import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { databaseTime, isPostgres } from '../../src/platform/database/engine.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { completeJob, endJob, heartbeat, releaseJob } from '../../src/platform/jobs/held-job.ts';
import { failed } from '../../src/platform/jobs/outcomes.ts';
import { enqueueJob, type JobRow, leaseMs } from '../../src/platform/jobs/queue.ts';
import { rescueJobsOf, rescueLapsedJobs, rescueOrphanedJobs, workerPrefix } from '../../src/platform/jobs/rescue.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { rounds, test } from '../support/suite.ts';
import { seed, seededRandom } from './support/random.ts';

/** More than are read at once. */
const manyPoisoned = 130;
const races = rounds(40, 40);
const rethrow = (error: unknown) => {
  throw error;
};
const past = '2000-01-01T00:00:00.000Z';

async function givenRunningJobs(db: Database, count: number, workerId = 'worker'): Promise<JobRow[]> {
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  await db.transaction().execute(async (transaction) => {
    for (let index = 0; index < count; index++) {
      await enqueueJob(transaction, {
        type: 'generation',
        accountId: account.id,
        projectId,
        reportId: null,
        format: null,
        source: 'api',
        request: {},
        refusal: null,
      });
    }
  });
  return db
    .updateTable('jobs')
    .set({ status: 'running', worker_id: workerId, lease_expires_at: databaseTime(db, leaseMs) })
    .where('account_id', '=', account.id)
    .returningAll()
    .execute();
}

async function read(db: Database, id: string): Promise<JobRow> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Makes every change to the account's jobs fail, as a damaged page or a broken trigger would. */
async function poison(db: Database, accountId: string): Promise<void> {
  if (isPostgres(db)) {
    const body = `begin raise exception 'poison'; end`;
    await sql.raw(`create function refuse() returns trigger language plpgsql as $$${body}$$`).execute(db);
  }
  const refusal = isPostgres(db)
    ? `for each row when (old.account_id = '${accountId}') execute function refuse()`
    : `when old.account_id = '${accountId}' begin select raise(abort, 'poison'); end`;
  await sql.raw(`create trigger poison before update on jobs ${refusal}`).execute(db);
}

for (const engine of engines) {
  test(`${engine}: ${manyPoisoned} lapsed jobs that cannot be rescued do not hide the one behind them`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const [first] = await givenRunningJobs(db, manyPoisoned);
    const [sound] = await givenRunningJobs(db, 1);
    assert.ok(first && sound);
    await db.updateTable('jobs').set({ lease_expires_at: past }).execute();
    await poison(db, first.account_id);
    const faults = new Set<string>();
    const rescued = await rescueLapsedJobs(db, (_, job) => void faults.add(job.id));
    assert.deepEqual([rescued, faults.size], [1, manyPoisoned]);
    assert.equal((await read(db, sound.id)).status, 'queued');
  });

  test(`${engine}: the jobs of a dead worker are found among any number of others'`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const alive = workerPrefix().replace(/:\d+:$/, `:${process.ppid}:x`);
    await givenRunningJobs(db, 120, alive);
    const dead = workerPrefix().replace(/:\d+:$/, `:${2 ** 22 + 1}:x`);
    await givenRunningJobs(db, 120, dead);
    await givenRunningJobs(db, 3, `${workerPrefix()}y`);
    assert.equal(await rescueJobsOf(db, `${workerPrefix()}y`, rethrow), 3);
    assert.equal(await rescueOrphanedJobs(db, rethrow), 120);
    const running = await db.selectFrom('jobs').select('worker_id').where('status', '=', 'running').execute();
    assert.deepEqual([running.length, running.every(({ worker_id }) => worker_id === alive)], [120, true]);
  });

  test(`${engine}: of a concurrent rescue, completion and failure exactly one wins, and the end is final [C-JOB-4]`, async (t) => {
    await using database = await createTestDatabase(engine);
    const { db, location } = database;
    // Two SQLite connections of one thread would wait for each other forever.
    const others = engine === 'sqlite' ? [] : Array.from({ length: 3 }, () => connectDatabase(location));
    await using stack = new AsyncDisposableStack();
    for (const other of others) stack.defer(() => other.destroy());
    const random = seededRandom(seed);
    const wins = { rescued: 0, completed: 0, failed: 0 };
    for (let race = 0; race < races; race++) {
      const [job] = await givenRunningJobs(db, 1, `racer-${race}`);
      assert.ok(job);
      await db.updateTable('jobs').set({ lease_expires_at: past }).where('id', '=', job.id).execute();
      let effects = 0;
      const contenders = [
        async (db: Database) => (await rescueJobsOf(db, `racer-${race}`, rethrow)) === 1 && 'rescued',
        async (db: Database) => (await completeJob(db, job, { effect: async () => effects++ })) && 'completed',
        async (db: Database) => (await endJob(db, job, failed('generation', 'It failed.'))) && 'failed',
      ] as const;
      const order = contenders.toSorted(() => random() - 0.5);
      const won = await Promise.all(
        order.map(async (contend, index) => {
          for (let turn = Math.floor(random() * 3); turn > 0; turn--) await nextTurn();
          return contend(others[index] ?? db);
        }),
      );
      const [winner, ...more] = won.filter((result) => result !== false);
      assert.ok(winner, 'one wins');
      assert.deepEqual(more, [], 'one alone wins');
      wins[winner]++;
      const after = await read(db, job.id);
      assert.equal(after.status, winner === 'rescued' ? 'queued' : winner);
      assert.equal(effects, winner === 'completed' ? 1 : 0);
      assert.deepEqual([after.worker_id, after.lease_expires_at], [null, null]);
      await changeLate(others[0] ?? db, job);
      assert.deepEqual(await read(db, job.id), after, 'whoever comes late changes nothing');
    }
    t.diagnostic(`${engine}: ${races} races, won by ${JSON.stringify(wins)}, 0 ends changed (seed ${seed})`);
  });
}

async function changeLate(db: Database, job: JobRow): Promise<void> {
  const late = [
    await heartbeat(db, job, { stage: 'late', completed: 1, total: 1 }),
    await completeJob(db, job, { effect: async () => assert.fail('a late completion has no effect') }),
    await endJob(db, job, failed('generation', 'Late.')),
    await releaseJob(db, job),
  ];
  assert.deepEqual(late, [false, false, false, false]);
}
