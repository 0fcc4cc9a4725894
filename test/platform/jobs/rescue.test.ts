import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { completeJob, endJob, heartbeat, releaseJob, retryJob } from '../../../src/platform/jobs/held-job.ts';
import { timeLeft } from '../../../src/platform/jobs/queue.ts';
import {
  releaseJobsOf,
  rescueLapsedJobs,
  rescueOrphanedJobs,
  workerPrefix,
} from '../../../src/platform/jobs/rescue.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { claim, exhausted, givenCustomer, ignore, lapse, most, read, start } from './queued-jobs.ts';

for (const engine of engines) {
  test(`${engine}: a lapsed lease gives the job to another worker, and the late one changes nothing [C-JOB-3, C-JOB-5]`, async () => {
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
    const effect = async () => effects++;
    assert.equal(await heartbeat(db, late, { stage: 'x', completed: 1, total: 1 }), false);
    assert.equal(await completeJob(db, late, { effect }), false);
    assert.equal(await endJob(db, late, exhausted), false);
    assert.equal(await retryJob(db, late, 0, exhausted), false);
    assert.equal(await releaseJob(db, late), false);
    assert.equal(effects, 0);
    assert.equal(await completeJob(db, next, { effect }), true);
    assert.equal(effects, 1);
    assert.equal((await read(db, id)).status, 'completed');
  });

  test(`${engine}: a job whose claim got no answer is given back without a count of the attempt, and others are left alone`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    await start(db, customer);
    const unheard = await claim(db, 'worker-1');
    const other = await claim(db, 'worker-10');
    await releaseJobsOf(db, 'worker-1');
    const { status, attempt } = await read(db, unheard.id);
    assert.deepEqual([status, attempt], ['queued', 1]);
    assert.equal((await read(db, other.id)).status, 'running');
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

  test(`${engine}: one job that cannot be rescued does not hold up the others`, async () => {
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

  test(`${engine}: a job whose worker was lost and whose deadline has passed gets its full time with the next worker`, async () => {
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

  test(`${engine}: jobs of a dead process are requeued at once, those of a live one are not`, async () => {
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
