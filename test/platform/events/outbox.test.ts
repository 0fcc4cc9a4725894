import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setConnectionStatus } from '../../../src/domains/connections/connections.ts';
import { claimDelivery, markFailed, markSent } from '../../../src/domains/schedules/deliveries.ts';
import { countView } from '../../../src/domains/shares/shares.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { routeOldest, writeEvent } from '../../../src/platform/events/outbox.ts';
import { completeAndClaim, completeJob, endJob, interruptJob, retryJob } from '../../../src/platform/jobs/held-job.ts';
import { endGivenUp } from '../../../src/platform/jobs/held-up-jobs.ts';
import { blocked } from '../../../src/platform/jobs/outcomes.ts';
import type { JobRow } from '../../../src/platform/jobs/queue.ts';
import { rescueLapsedJobs } from '../../../src/platform/jobs/rescue.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { makeFolder } from '../../support/file-connection.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';
import { givenSharedReport } from '../../support/shares.ts';
import { givenEndpoint, givenStoredConnection } from '../../support/webhooks.ts';
import { claim, exhausted, givenCustomer, ignore, lapse, most, nothing, read, start } from '../jobs/queued-jobs.ts';

const told = async (db: Database) => {
  const rows = await db.selectFrom('events').selectAll().orderBy('at').orderBy('id').execute();
  return rows.map(({ type, subject }) => [type, subject]);
};

const refusal = blocked('no_connected_systems', 'Nothing is connected.', 'Connect something.');

/** Every way in which the engine ends a job. */
const ends: Readonly<Record<string, readonly [status: string, end: (db: Database, job: JobRow) => Promise<unknown>]>> =
  {
    'a completion': ['completed', (db, job) => completeJob(db, job, nothing)],
    'a completion with an effect': ['completed', (db, job) => completeJob(db, job, { effect: async () => {} })],
    'a completion that claims the next job': [
      'completed',
      (db, job) => completeAndClaim(db, job, nothing, { workerId: 'worker-1', maxRunningPerAccount: most }),
    ],
    'a blocked end': ['blocked', (db, job) => endJob(db, job, refusal)],
    'a failed end': ['failed', (db, job) => endJob(db, job, exhausted)],
    'the last retry': [
      'failed',
      (db, job) => retryJob(db, { ...job, attempt: job.attempt, max_attempts: 1 }, 0, exhausted),
    ],
    'an interruption beyond the deadline': [
      'failed',
      async (db, job) => {
        const past = { deadline_at: '2000-01-01T00:00:00.000Z' };
        await db.updateTable('jobs').set(past).where('id', '=', job.id).execute();
        await interruptJob(db, { ...job, ...past }, { standstillMs: 0 }, exhausted);
      },
    ],
    'a lapsed lease of the last attempt': [
      'failed',
      async (db, job) => {
        await db.updateTable('jobs').set({ max_attempts: 1 }).where('id', '=', job.id).execute();
        await lapse(db, job.id);
        await rescueLapsedJobs(db, ignore);
      },
    ],
    'an outage of a day': [
      'failed',
      async (db, job) => {
        const since = { held_up_since: '2000-01-01T00:00:00.000Z', deadline_at: '2000-01-01T00:10:00.000Z' };
        await db
          .updateTable('jobs')
          .set({ ...since, status: 'queued', worker_id: null, lease_expires_at: null })
          .where('id', '=', job.id)
          .execute();
        await endGivenUp(db);
      },
    ],
  };

for (const engine of engines) {
  for (const [name, [status, end]] of Object.entries(ends)) {
    test(`${engine}: ${name} of a job is one event`, async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const customer = await givenCustomer(db);
      await givenEndpoint(db, customer.accountId, 'https://example.com');
      const { id } = await start(db, customer);
      await end(db, await claim(db));
      assert.equal((await read(db, id)).status, status);
      assert.deepEqual(await told(db), [[`generation_job.${status}`, id]]);
    });
  }

  test(`${engine}: a job that is refused at its start is an event`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const customer = await givenCustomer(db);
    await givenEndpoint(db, customer.accountId, 'https://example.com');
    const { id } = await start(db, customer, { refusal });
    assert.deepEqual(await told(db), [['generation_job.blocked', id]]);
  });

  test(`${engine}: what is rolled back is no event, and neither is a retry, nor anything of an account without webhooks`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const other = await givenCustomer(db);
    await start(db, other);
    await completeJob(db, await claim(db), nothing);
    const customer = await givenCustomer(db);
    await givenEndpoint(db, customer.accountId, 'https://example.com');
    await start(db, customer);
    const effect = async () => {
      throw new Error('the disk is full');
    };
    const job = await claim(db);
    await assert.rejects(completeJob(db, job, { effect }), /disk is full/);
    await retryJob(db, job, 0, exhausted);
    assert.deepEqual(await told(db), []);
  });

  test(`${engine}: connections tell when they need credentials and when they are connected again, each once`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    await givenEndpoint(db, account.id, 'https://example.com');
    const id = await givenStoredConnection(db, account.id, projectId);
    for (const status of ['reauth_required', 'reauth_required', 'connected', 'connected'] as const) {
      await setConnectionStatus(db, id, status);
    }
    // Both may be of the same millisecond, and their order is not promised.
    assert.deepEqual((await told(db)).toSorted(), [
      ['connection.reauth_required', id],
      ['connection.restored', id],
    ]);
  });

  test(`${engine}: of the views of a link the first of each hour is an event`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const folder = await makeFolder();
    const { account, share } = await givenSharedReport({ db, dataDir: folder });
    await givenEndpoint(db, account.id, 'https://example.com');
    for (const time of ['09:00', '09:59', '10:00', '10:01']) {
      await countView(db, share.id, Date.parse(`2026-11-21T${time}:00Z`));
    }
    assert.deepEqual(await told(db), [
      ['share.viewed', share.id],
      ['share.viewed', share.id],
    ]);
  });

  test(`${engine}: an e-mail is an event when it is sent and when it is given up, and not when it is tried again`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const folder = await makeFolder();
    const objects = await openFileStore(folder);
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    await givenEndpoint(db, account.id, 'https://example.com');
    const schedule = await givenSchedule(db, projectId, { recipients: ['ann@example.com'] });
    const id = await givenDueDelivery(db, objects, account, schedule);
    const claimed = await claimDelivery(db);
    assert.ok(claimed);
    await markFailed(db, claimed, { message: 'busy', reason: null, answer: null }, false);
    await db.updateTable('deliveries').set({ next_attempt_at: '2000' }).where('id', '=', id).execute();
    const again = await claimDelivery(db);
    assert.ok(again);
    await markSent(db, again, { answer: '250 Ok', size: 1 });
    const deliveries = (await db.selectFrom('events').selectAll().execute()).filter(({ subject }) => subject === id);
    assert.deepEqual(
      deliveries.map(({ type, project_id }) => [type, project_id]),
      [['delivery.sent', projectId]],
    );
  });

  test(`${engine}: an e-mail of which nobody knows whether it arrived is told as failed, with that state`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    await givenEndpoint(db, account.id, 'https://example.com');
    const schedule = await givenSchedule(db, projectId, { recipients: ['ann@example.com'] });
    const id = await givenDueDelivery(db, await openFileStore(await makeFolder()), account, schedule);
    const claimed = await claimDelivery(db);
    assert.ok(claimed);
    await markFailed(db, claimed, { message: 'It was silent.', reason: 'unknown', answer: null }, true);
    const events = (await db.selectFrom('events').selectAll().execute()).filter(({ subject }) => subject === id);
    assert.deepEqual(
      events.map(({ type, state }) => [type, state]),
      [['delivery.failed', 'unknown']],
    );
  });

  test(`${engine}: each event is routed once, however many processes look`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const { accountId, projectId } = await givenCustomer(db);
    await givenEndpoint(db, accountId, 'https://example.com');
    const told = { accountId, projectId, type: 'report.released', subject: 'rep_x' } as const;
    const ids = new Set<string>();
    for (let index = 0; index < 150; index++) ids.add(await writeEvent(db, told));
    const seen: string[] = [];
    const route = () =>
      routeOldest(db, async (transaction, events) => {
        for (const { id } of events) {
          await transaction.updateTable('events').set({ routed: 1 }).where('id', '=', id).execute();
          seen.push(id);
        }
      });
    while ((await Promise.all([route(), route(), route()])).some((count) => count > 0));
    assert.equal(seen.length, 150);
    assert.deepEqual(new Set(seen), ids);
  });
}
