import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { addDeliveries } from '../src/domains/webhooks/route-events.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { claimJob } from '../src/platform/jobs/claims.ts';
import { completeJob } from '../src/platform/jobs/held-job.ts';
import { givenCustomer, start } from '../test/platform/jobs/queued-jobs.ts';
import { createFreshDatabase, engines, type TestDatabase } from '../test/support/databases.ts';
import { givenEndpoint, givenEvents, givenStoredConnection, startSender } from '../test/support/webhooks.ts';
import { median } from './median.ts';

const messages = 10_000;
const jobs = 300;
const rounds = 3;
const pauseMs = 5;

/** A server that takes every message at once. */
async function startReceiver(): Promise<Disposable & { readonly url: string; count(): number }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count++;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** Milliseconds from the claim of one job to its committed end. */
async function jobMs(db: Database, customer: Awaited<ReturnType<typeof givenCustomer>>): Promise<number> {
  await start(db, customer);
  const started = performance.now();
  const job = await claimJob(db, 'bench', jobs);
  if (job) await completeJob(db, job, {});
  return performance.now() - started;
}

/**
 * The median of jobs of another account while a thread sends `messages` to a fast endpoint, divided by the median of as many just
 * before.
 */
async function slowedBySending({ db, location }: TestDatabase): Promise<number> {
  using receiver = await startReceiver();
  const [sending, other] = [await givenCustomer(db), await givenCustomer(db)];
  await givenEndpoint(db, sending.accountId, receiver.url, { events: ['connection.reauth_required'] });
  const subject = await givenStoredConnection(db, sending.accountId, sending.projectId);
  await db.transaction().execute((transaction) => givenEvents(transaction, sending.accountId, subject, messages));
  const [alone, beside]: [number[], number[]] = [[], []];
  const one = async () => {
    const took = await jobMs(db, other);
    // Jobs without a pause would ask the database for more than any service does.
    await setTimeout(pauseMs);
    return took;
  };
  for (let job = 0; job < jobs; job++) alone.push(await one());
  const thread = new Worker(new URL('./sender-thread.ts', import.meta.url), { workerData: { location } });
  while (receiver.count() === 0) await setTimeout(pauseMs);
  while (receiver.count() < messages) beside.push(await one());
  thread.postMessage('stop');
  await once(thread, 'exit');
  return median(beside) / median(alone);
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;

/**
 * On each database: the seconds of 10,000 messages to a fast endpoint, and the processor time of one; a job of an account without webhooks, of one with, and of
 * one whose dead endpoint has 10,000 messages waiting, in turns; one while another account's 10,000 messages are sent by a second thread.
 */
export async function benchDeliveries(): Promise<object> {
  const figures: Record<string, object> = {};
  for (const engine of engines) {
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    using receiver = await startReceiver();
    const sending = await givenCustomer(db);
    await givenEndpoint(db, sending.accountId, receiver.url, { events: ['connection.reauth_required'] });
    const subject = await givenStoredConnection(db, sending.accountId, sending.projectId);
    await db.transaction().execute((transaction) => givenEvents(transaction, sending.accountId, subject, messages));
    const before = process.cpuUsage();
    const seconds = await secondsOf(async () => {
      await using _sender = startSender(db);
      while (receiver.count() < messages) await setTimeout(pauseMs);
    });
    const { user, system } = process.cpuUsage(before);
    const dead = await givenEndpoint(db, sending.accountId, 'http://127.0.0.1:9', { events: ['share.viewed'] });
    const [event = ''] = await givenEvents(db, sending.accountId, subject);
    const ids = await db.selectFrom('events').select('id').where('id', '<>', event).limit(messages).execute();
    await db.transaction().execute(async (transaction) => {
      for (const { id } of ids) await addDeliveries(transaction, [dead.endpoint], { id, type: 'share.viewed' });
    });
    const without = await givenCustomer(db);
    const [plain, told, besideNone, beside]: [number[], number[], number[], number[]] = [[], [], [], []];
    // In turns, so that whatever else the machine does meets both.
    for (let index = 0; index < jobs * rounds; index++) {
      plain.push(await jobMs(db, without));
      told.push(await jobMs(db, sending));
    }
    for (let index = 0; index < rounds; index++) {
      for (let job = 0; job < jobs; job++) besideNone.push(await jobMs(db, without));
      await using _sender = startSender(db);
      for (let job = 0; job < jobs; job++) beside.push(await jobMs(db, without));
    }
    figures[engine] = {
      seconds_for_10000: round(seconds),
      // With the server that takes them, which is in this process too.
      processor_ms_each: round((user + system) / 1_000 / messages),
      job_ms: round(median(plain)),
      slowed_by_webhook: round(median(told) / median(plain)),
      slowed_by_dead: round(median(beside) / median(besideNone)),
      slowed_by_sending: round(await slowedBySending(database)),
    };
  }
  return figures;
}
