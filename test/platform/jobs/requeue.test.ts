import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { releaseJob } from '../../../src/platform/jobs/held-job.ts';
import type { JobRow } from '../../../src/platform/jobs/queue.ts';
import { requeueUnfinishedJobs } from '../../../src/platform/jobs/requeue.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { claim, givenCustomer, read, start } from './queued-jobs.ts';

for (const engine of engines) {
  test(`${engine}: requeueing resets jobs that a worker had, and does not write jobs that none has had`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await start(db, customer);
    await start(db, customer);
    const [given, running] = [await claim(db), await claim(db)];
    await releaseJob(db, given);
    const waiting = await start(db, customer);
    // The transaction that last wrote a row; SQLite does not say.
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
}
