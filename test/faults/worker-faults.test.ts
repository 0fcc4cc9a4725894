import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLocation } from '../../src/platform/database/connect.ts';
import type { Database, JobType } from '../../src/platform/database/tables.ts';
import type { JobLog } from '../../src/platform/jobs/job-handler.ts';
import { enqueueJob, type JobRow } from '../../src/platform/jobs/queue.ts';
import { Supervisor } from '../../src/platform/jobs/supervisor.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';
import { measureLatency, showLatency } from './support/latency.ts';
import type { Behaviour } from './support/stand-in-worker.ts';

const endsMs = 60_000;
const goodJobs = 20;
/** Far above what a request takes, and far below what any of the faults lasts. */
const responsiveMs = 2_000;
const silent: JobLog = { info() {}, warn() {}, error() {}, child: () => silent };

interface Customer {
  readonly accountId: string;
  readonly projectId: string;
  readonly token: string;
}

async function givenCustomer(db: Database): Promise<Customer> {
  const account = await givenAccount(db, { perMinute: 1_000_000, perDay: 1_000_000 });
  const { id: projectId } = await givenProject(db, account);
  return { accountId: account.id, projectId, token: await givenToken(db, account.id) };
}

/** The changes come in the same transaction: a worker may claim the job as soon as it is there. */
async function start(
  db: Database,
  { accountId, projectId }: Customer,
  behaviour: Behaviour,
  changes: { type?: JobType; max_attempts?: number; deadline_at?: string | null } = {},
) {
  return db.transaction().execute(async (transaction) => {
    const job = await enqueueJob(transaction, {
      type: 'generation',
      accountId,
      projectId,
      reportId: null,
      format: null,
      source: 'api',
      request: { behaviour },
      refusal: null,
    });
    await transaction
      .updateTable('jobs')
      .set({ id: job.id, ...changes })
      .where('id', '=', job.id)
      .execute();
    return job;
  });
}

async function ended(db: Database, id: string): Promise<JobRow> {
  return eventually(async () => {
    const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return job.completed_at !== null && job;
  }, endsMs);
}

/**
 * The API and the supervisor of two threads in this process, as the service wires them; the threads do what the jobs
 * ask.
 */
async function startWithThreads(engine: (typeof engines)[number]): Promise<TestService & { supervisor: Supervisor }> {
  const service = await startTestService(engine);
  const location: DatabaseLocation = service.databaseUrl
    ? { engine: 'postgres', url: service.databaseUrl, poolSize: 3 }
    : { engine: 'sqlite', path: `${service.dataDir}/report-service.db` };
  const entry = new URL('./support/stand-in-worker.ts', import.meta.url);
  const options = {
    db: service.db,
    entry,
    threads: 2,
    workerData: { location },
    log: silent,
    silentMs: 3_000,
    takeMeasure() {},
  };
  const supervisor = new Supervisor(options);
  await supervisor.start();
  return {
    ...service,
    supervisor,
    async [Symbol.asyncDispose]() {
      await supervisor.stop();
      await service[Symbol.asyncDispose]();
    },
  };
}

const faults: readonly { behaviour: Behaviour; says: string; attempts: number; cause: string }[] = [
  { behaviour: 'exit', says: 'ends its worker thread', attempts: 3, cause: 'worker_lost' },
  { behaviour: 'throw', says: 'makes its worker thread throw where nobody catches', attempts: 3, cause: 'worker_lost' },
  // One attempt is enough to see what the fault does; the second and third would only take longer.
  { behaviour: 'out_of_memory', says: 'uses up the memory of its worker thread', attempts: 1, cause: 'worker_lost' },
  { behaviour: 'busy', says: 'keeps its worker thread busy for ever', attempts: 1, cause: 'worker_lost' },
  { behaviour: 'never', says: 'waits for ever', attempts: 1, cause: 'deadline' },
];

for (const engine of engines) {
  for (const { behaviour, says, attempts, cause } of faults) {
    test(`${engine}: a job that ${says} ends failed; the API answers and other accounts' jobs continue`, async (t) => {
      await using service = await startWithThreads(engine);
      const { db, url } = service;
      const [good, faulty] = [await givenCustomer(db), await givenCustomer(db)];
      const target = { url, path: '/api/v1/', token: good.token };
      const baseline = await measureLatency(target, delay(500));

      const deadline = behaviour === 'never' ? new Date(Date.now() + 6_000).toISOString() : null;
      const { id } = await start(db, faulty, behaviour, { max_attempts: attempts, deadline_at: deadline });
      const others: string[] = [];
      for (let index = 0; index < goodJobs; index++) others.push((await start(db, good, 'work')).id);
      service.supervisor.wake();
      const during = measureLatency(target, ended(db, id));
      for (const other of others) assert.equal((await ended(db, other)).status, 'completed');
      const latency = await during;
      const job = await ended(db, id);
      assert.equal(job.status, 'failed');
      assert.equal(job.attempt, attempts);
      assert.equal(JSON.parse(job.outcome ?? '{}').details.cause, cause);
      assert.equal(latency.failed, 0);
      assert.ok(latency.p99 < responsiveMs, `p99 ${latency.p99} ms`);
      t.diagnostic(`${engine}, ${behaviour}: before ${showLatency(baseline)}; meanwhile ${showLatency(latency)}`);
    });
  }

  test(`${engine}: a job of a type that this version does not know is left to newer ones; other jobs continue`, async () => {
    await using service = await startWithThreads(engine);
    const { db } = service;
    const customer = await givenCustomer(db);
    const unknown = await start(db, customer, 'work', { type: 'from_the_future' as JobType });
    const known = await start(db, customer, 'work');
    service.supervisor.wake();
    assert.equal((await ended(db, known.id)).status, 'completed');
    const left = () => db.selectFrom('jobs').selectAll().where('id', '=', unknown.id).executeTakeFirstOrThrow();
    await eventually(async () => (await left()).needs !== null);
    const { status, attempt, needs } = await left();
    assert.deepEqual([status, attempt, needs], ['queued', 1, 'from_the_future']);
    const seen = await service.call('GET', `/api/v1/projects/${customer.projectId}/jobs`, { token: customer.token });
    assert.equal(seen.status, 200, 'the list that holds it can be read');
  });
}
