import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { start } from '../platform/jobs/queued-jobs.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { startJsonServer } from '../support/json-server.ts';
import { rounds, test, usually } from '../support/suite.ts';
import { givenEndpoint, startSender } from '../support/webhooks.ts';
import { seed, seededRandom } from './support/random.ts';

const program = fileURLToPath(new URL('../support/webhook-process.ts', import.meta.url));
const kills = rounds(3);
const jobsARound = usually(40, 15);
const longestLifeMs = 600;
const ends = ['completed', 'blocked', 'failed'] as const;

for (const engine of engines) {
  test(`${engine}: no kill loses the event of a job that has ended, or sends one of what was rolled back`, async (t) => {
    await using database = await createTestDatabase(engine);
    const { db, location } = database;
    const receiver = await startJsonServer(() => ({}));
    const account = await givenAccount(db);
    const customer = { accountId: account.id, projectId: (await givenProject(db, account)).id };
    const { endpoint, secret } = await givenEndpoint(db, account.id, receiver.url);
    const random = seededRandom(seed);
    for (let kill = 0; kill < kills; kill++) {
      for (let index = 0; index < jobsARound; index++) await start(db, customer);
      const child = spawn(process.execPath, [program, JSON.stringify({ location })], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      await delay(random() * longestLifeMs);
      child.kill('SIGKILL');
      await exit;
    }
    await using _sender = startSender(db);
    // The dead process's lease lapses first.
    await eventually(async () => {
      const unrouted = await db.selectFrom('events').select('id').where('routed', '=', 0).limit(1).execute();
      const due = await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('status', '=', 'pending')
        .limit(1)
        .execute();
      return unrouted.length + due.length === 0;
    });
    const ended = await db.selectFrom('jobs').select(['id', 'status']).where('status', 'in', ends).execute();
    const told = await db.selectFrom('events').select(['id', 'subject', 'type']).execute();
    const told1 = told.map(({ subject, type }) => `${subject} ${type}`).toSorted();
    assert.deepEqual(
      told1,
      ended.map(({ id, status }) => `${id} generation_job.${status}`).toSorted(),
      'one event for each end',
    );
    const verifying = new Webhook(secret ?? '');
    const seen = receiver.seen.map(({ headers, body }) => {
      const { data, type } = verifying.verify(body, headers as Record<string, string>) as {
        data: { id: string };
        type: string;
      };
      return `${data.id} ${type}`;
    });
    assert.deepEqual([...new Set(seen)].toSorted(), told1, 'all were sent, and nothing else');
    const ids = new Set(receiver.seen.map(({ headers }) => headers['webhook-id']));
    assert.equal(ids.size, told.length, 'the same id each time');
    const { total } = await db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('endpoint_id', '=', endpoint.id)
      .where('status', '=', 'delivered')
      .executeTakeFirstOrThrow();
    assert.equal(Number(total), told.length);
    const repeats = receiver.seen.length - ids.size;
    t.diagnostic(
      `${engine}: ${kills} kills, ${ended.length} jobs ended, ${repeats} messages came again (seed ${seed})`,
    );
  });
}
