import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite } from 'node:test';
import { sql } from 'kysely';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { isLongRun, rounds, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import { type DatabaseProxy, startDatabaseProxy } from './support/database-proxy.ts';
import {
  type Customer,
  type FaultInstallation,
  givenCustomer,
  givenFaultInstallation,
  tinyPeriod,
} from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import type { ServiceProcess } from './support/service-process.ts';

const cuts = rounds(5, 2);
/** Of the main thread's pool and of the limiter's. */
const mostApiConnections = 14;
/** The deadline of a request, and a second. */
const requestMs = 31_000;

/** An installation on PostgreSQL, and a proxy through which processes started with `environment` reach it. */
async function givenNetwork(): Promise<
  AsyncDisposable & { installation: FaultInstallation; proxy: DatabaseProxy; throughProxy: Record<string, string> }
> {
  await using stack = new AsyncDisposableStack();
  const installation = stack.use(await givenFaultInstallation('postgres', { LOG_LEVEL: 'info' }));
  const proxy = stack.use(await startDatabaseProxy(installation.environment.DATABASE_URL ?? ''));
  const resources = stack.move();
  const throughProxy = { DATABASE_URL: proxy.url };
  return { installation, proxy, throughProxy, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Starts a generation, which must be acknowledged. */
async function startGeneration(api: ServiceProcess, customer: Customer, ledger: Ledger): Promise<string> {
  const path = `/api/v1/projects/${customer.projectId}/generation-jobs`;
  const key = randomUUID();
  const body = { period: tinyPeriod };
  const answer = await api.call('POST', path, { token: customer.token, body, headers: { 'idempotency-key': key } });
  assert.equal(answer.status, 202);
  ledger.acknowledge({ customer, kind: 'generation.start', key, method: 'POST', path, body }, answer);
  return answer.body.data.id;
}

if (engines.includes('postgres')) {
  test('postgres: a connection cut during a COMMIT, before or after it took effect, leaves one resource for the key [C-IDEM-10]', async () => {
    await using network = await givenNetwork();
    const { installation, proxy, throughProxy } = network;
    const api = await installation.start('api', throughProxy);
    const { token, account, projectId } = await givenCustomer(installation);
    for (let cut = 0; cut < cuts; cut++) {
      const body = { name: `Project ${cut}` };
      const create = () =>
        api.call('POST', '/api/v1/projects', { token, body, headers: { 'idempotency-key': `key-${cut}` } });
      const done = cut % 2 === 1;
      proxy.cutAtCommit = done ? 'after' : 'before';
      const cutOff = await create();
      assert.deepEqual([cutOff.status, cutOff.body.error.code], [503, 'api_controls_unavailable']);
      const again = await create();
      assert.equal(again.status, 201);
      assert.equal(again.headers.get('idempotent-replayed'), done ? 'true' : null);
      assert.deepEqual((await create()).body.data, again.body.data);
    }
    const projects = await installation.db
      .selectFrom('projects')
      .select('name')
      .where('account_id', '=', account.id)
      .where('id', '<>', projectId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      projects.map(({ name }) => name),
      Array.from({ length: cuts }, (_, cut) => `Project ${cut}`),
    );
  });

  test('postgres: a worker cut off beyond its lease changes nothing when it is back, and its job completes once elsewhere', async (t) => {
    await using network = await givenNetwork();
    const { installation, proxy, throughProxy } = network;
    const { db } = installation;
    const [api, cutOff] = await Promise.all([installation.start('api'), installation.start('worker', throughProxy)]);
    const ledger = new Ledger();
    const customer = await givenCustomer(installation);
    const ofCutOff = sql<boolean>`worker_id like ${`%:${cutOff.pid}:%`}`;
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.push(await startGeneration(api, customer, ledger));
    const held = await eventually(async () => {
      proxy.hold();
      const jobs = await db.selectFrom('jobs').select('id').where(ofCutOff).execute();
      if (jobs.length > 0) return jobs;
      proxy.release();
      return undefined;
    });
    const other = await installation.start('worker');
    await db.updateTable('jobs').set({ lease_expires_at: '2000-01-01T00:00:00.000Z' }).where(ofCutOff).execute();
    const rows = () => db.selectFrom('jobs').selectAll().orderBy('id').execute();
    const done = await eventually(async () => {
      const found = await rows();
      return found.every(({ status }) => status === 'completed') && found;
    });
    proxy.release();
    const knowsItIsLate = ({ id }: { readonly id: string }) =>
      new RegExp(`"job":"${id}".*(lease_lost|another worker has the job)`).test(cutOff.log());
    await eventually(() => held.every(knowsItIsLate), 60_000);
    assert.deepEqual(await rows(), done);
    for (const { id } of held) assert.equal(done.find((job) => job.id === id)?.attempt, 2);
    await other.stop();
    assert.equal(done.length, ids.length);
    t.diagnostic(
      `${held.length} jobs of the cut off worker; ${assertSound(await audit(installation, await api.ready, ledger))}`,
    );
  });

  // These two mostly wait.
  suite('postgres: a network that keeps requests waiting', { concurrency: true }, () => {
    test('postgres: connections that the network has dropped are replaced', async () => {
      await using network = await givenNetwork();
      const { installation, proxy, throughProxy } = network;
      const api = await installation.start('api', throughProxy);
      const { token } = await givenCustomer(installation);
      const list = () => api.call('GET', '/api/v1/projects', { token });
      await Promise.all(Array.from({ length: 30 }, list));
      proxy.forget();
      const answers = await Promise.all(Array.from({ length: 30 }, list));
      for (const { status } of answers) assert.ok(status === 200 || status === 503, `answered ${status}`);
      const after = await Promise.all(Array.from({ length: 30 }, list));
      assert.deepEqual([...new Set(after.map(({ status }) => status))], [200]);
    });

    test('postgres: a database that answers 2 s late is asked over a bounded number of connections, and every request ends', async (t) => {
      await using network = await givenNetwork();
      const { installation, proxy, throughProxy } = network;
      const api = await installation.start('api', throughProxy);
      const { token } = await givenCustomer(installation);
      const signal = AbortSignal.timeout(requestMs);
      const create = () => api.call('POST', '/api/v1/projects', { token, body: { name: 'Late' }, signal });
      const list = () => api.call('GET', '/api/v1/projects', { token, signal });
      assert.equal((await list()).status, 200);
      proxy.delayMs = 2_000;
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? create() : list())),
      );
      for (const { status, body } of answers) {
        assert.ok(status < 300 || body.error.code === 'api_controls_unavailable', `answered ${status}`);
      }
      assert.ok(proxy.mostLinks <= mostApiConnections, `${proxy.mostLinks} connections`);
      proxy.delayMs = 0;
      await eventually(async () => (await create()).status === 201);
      assert.equal((await list()).status, 200);
      t.diagnostic(
        `${answers.filter(({ status }) => status < 300).length} of 40 requests served, over ${proxy.mostLinks} connections`,
      );
    });

    test('postgres: statements that are late, but each within its limit, add up to no more than the deadline, and repeating the key returns their outcome', {
      skip: isLongRun ? false : 'takes longer than the deadline of a request: in long runs alone',
    }, async () => {
      await using network = await givenNetwork();
      const { installation, proxy, throughProxy } = network;
      const api = await installation.start('api', throughProxy);
      const { token, account } = await givenCustomer(installation);
      const headers = { 'idempotency-key': 'late' };
      const create = () => api.call('POST', '/api/v1/projects', { token, headers, body: { name: 'Late' } });
      assert.equal((await api.call('GET', '/api/v1/projects', { token })).status, 200);
      proxy.delayMs = 4_500;
      const started = performance.now();
      const { status, body } = await create();
      assert.deepEqual([status, body.error?.code], [503, 'api_controls_unavailable']);
      const tookMs = performance.now() - started;
      assert.ok(tookMs > 20_000 && tookMs < requestMs + 500, `answered after ${tookMs} ms`);
      proxy.delayMs = 0;
      assert.equal((await create()).status, 201);
      const made = await installation.db
        .selectFrom('projects')
        .select('id')
        .where('account_id', '=', account.id)
        .where('name', '=', 'Late')
        .execute();
      assert.equal(made.length, 1);
    });
  });

  test('postgres: jobs start by polling while notifications are cut off, and notifications come back', async () => {
    await using network = await givenNetwork();
    const { installation, proxy, throughProxy } = network;
    const { db } = installation;
    const [api] = await Promise.all([installation.start('api'), installation.start('worker', throughProxy)]);
    const ledger = new Ledger();
    const customer = await givenCustomer(installation);
    const completes = async (id: string) =>
      eventually(() =>
        db.selectFrom('jobs').select('id').where('id', '=', id).where('status', '=', 'completed').executeTakeFirst(),
      );
    await eventually(() => proxy.listeners() === 1);
    proxy.refusesListen = true;
    proxy.cutListeners();
    await completes(await startGeneration(api, customer, ledger));
    assert.equal(proxy.listeners(), 0);
    proxy.refusesListen = false;
    await eventually(() => proxy.listeners() === 1);
    await completes(await startGeneration(api, customer, ledger));
    assertSound(await audit(installation, await api.ready, ledger));
  });
}
