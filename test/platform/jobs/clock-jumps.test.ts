import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../../src/platform/database/tables.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { ClockWatch } from '../../../src/platform/jobs/clock-jumps.ts';
import { retryJob } from '../../../src/platform/jobs/held-job.ts';
import { failed } from '../../../src/platform/jobs/outcomes.ts';
import { rescueLapsedJobs } from '../../../src/platform/jobs/rescue.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { givenJob } from '../../support/outcomes.ts';

const hourMs = 3_600_000;

/** Makes the rows look as if the clock had jumped by an hour: all their times move an hour the other way. */
async function jump(db: Database, direction: 1 | -1): Promise<void> {
  const moved = (text: string | null) => text && new Date(Date.parse(text) - direction * hourMs).toISOString();
  for (const { id, due_at, lease_expires_at, deadline_at } of await db.selectFrom('jobs').selectAll().execute()) {
    const times = {
      due_at: moved(due_at) ?? '',
      lease_expires_at: moved(lease_expires_at),
      deadline_at: moved(deadline_at),
    };
    await db.updateTable('jobs').set(times).where('id', '=', id).execute();
  }
  for (const { account_id, head_due_at, served_at } of await db.selectFrom('job_queues').selectAll().execute()) {
    const times = { head_due_at: moved(head_due_at), served_at: moved(served_at) ?? '' };
    await db.updateTable('job_queues').set(times).where('account_id', '=', account_id).execute();
  }
}

async function given(db: Database, steady?: () => number) {
  const account = await givenAccount(db);
  const { id: projectId } = await givenProject(db, account);
  for (let count = 0; count < 2; count++) await givenJob(db, account, projectId, { type: 'generation' });
  const running = await claimJob(db, 'worker-1', 4);
  assert.ok(running);
  const watch = new ClockWatch(db, steady);
  assert.equal(await watch.look(), false);
  return { running, watch };
}

for (const engine of engines) {
  for (const [direction, name] of [
    [1, 'ahead'],
    [-1, 'back'],
  ] as const) {
    test(`${engine}: after a clock jumps an hour ${name}, a held job stays held and keeps its full time, and the next one is claimed`, async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      let jumpedMs = 0;
      const { running, watch } = await given(db, () => performance.now() - jumpedMs);
      await jump(db, direction);
      jumpedMs = direction * hourMs;
      assert.equal(await watch.look(), true);
      assert.equal(await rescueLapsedJobs(db, (error) => assert.fail(String(error))), 0);
      const next = await claimJob(db, 'worker-2', 4);
      assert.ok(next && next.id !== running.id);
      assert.ok(await retryJob(db, running, 0, failed('generation', 'It failed.')));
      const { status, attempt } = await db
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', running.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual([status, attempt], ['queued', 2]);
      assert.equal(await watch.look(), false);
    });
  }

  test(`${engine}: times left by a clock that was ahead, of another process or between two checks, delay nobody`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { running, watch } = await given(db);
    await jump(db, -1);
    assert.equal(await claimJob(db, 'worker-2', 4), undefined);
    assert.equal(await watch.look(), false);
    assert.ok(await claimJob(db, 'worker-2', 4));
    const { lease_expires_at } = await db
      .selectFrom('jobs')
      .select('lease_expires_at')
      .where('id', '=', running.id)
      .executeTakeFirstOrThrow();
    assert.ok(Date.parse(lease_expires_at ?? '') < Date.now() + 60_000);
  });
}
