import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { engines } from '../support/databases.ts';
import { rounds, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import {
  type Customer,
  givenCustomer,
  givenFaultInstallation,
  givenStoppedRenderer,
  hasEnded,
  jobWhen,
  startJob,
  tinyPeriod,
} from './support/installation.ts';
import { Ledger, type Write } from './support/ledger.ts';
import type { ServiceProcess } from './support/service-process.ts';

const stops = rounds(2);
const requestsPerSecond = 200;
/** How often the load balancer checks readiness. */
const probeMs = 250;
/** The most requests a load balancer has open; a machine too busy for the rate gets fewer. */
const mostInFlight = 32;
const loadMs = 1_500;
const mostMs = 10_000;

/** Reads and writes of a customer, at a steady rate, until the load balancer turns elsewhere. */
async function sendSteadily(
  service: ServiceProcess,
  customers: readonly Customer[],
  ledger: Ledger,
  name: string,
): Promise<{ sent: number; failures: string[] }> {
  const failures: string[] = [];
  const answers: Promise<void>[] = [];
  let ready = true;
  let inFlight = 0;
  const probing = (async () => {
    while (ready) {
      await delay(probeMs);
      ready = await service.call('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      );
    }
  })();
  const started = performance.now();
  for (let sent = 0; ready; sent++) {
    await delay(Math.max(0, started + (sent * 1_000) / requestsPerSecond - performance.now()));
    if (inFlight >= mostInFlight) continue;
    inFlight++;
    const customer = customers[sent % customers.length] as Customer;
    answers.push(
      send(service, customer, ledger, `${name}-${sent}`, sent % 10)
        .catch((error: Error) => {
          failures.push(`${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`);
        })
        .finally(() => {
          inFlight--;
        }),
    );
  }
  await Promise.all([probing, ...answers]);
  return { sent: answers.length, failures };
}

async function send(service: ServiceProcess, customer: Customer, ledger: Ledger, key: string, kind: number) {
  const { token, projectId } = customer;
  const signal = AbortSignal.timeout(mostMs);
  if (kind > 2) {
    const path = kind % 2 ? '/api/v1/me' : `/api/v1/projects/${projectId}`;
    const { status } = await service.call('GET', path, { token, signal });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return;
  }
  const write: Write =
    kind > 0
      ? { customer, kind: 'project.create', key, method: 'POST', path: '/api/v1/projects', body: { name: key } }
      : {
          customer,
          kind: 'generation.start',
          key,
          method: 'POST',
          path: `/api/v1/projects/${projectId}/generation-jobs`,
          body: { period: tinyPeriod },
        };
  const { method, path, body } = write;
  const answer = await service.call(method, path, { token, body, signal, headers: { 'idempotency-key': key } });
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}`);
  ledger.acknowledge(write, answer);
}

for (const engine of engines) {
  test(`${engine}: SIGTERM under load fails no request, leaves no job running, and ends with code 0 in time`, async (t) => {
    await using installation = await givenFaultInstallation(engine);
    const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
    const ledger = new Ledger();
    const total = { sent: 0, failures: [] as string[], worstStopMs: 0 };
    for (let stop = 0; stop < stops; stop++) {
      const service = await installation.start();
      const sending = sendSteadily(service, customers, ledger, String(stop));
      await delay(loadMs);
      const { code, tookMs } = await service.stop();
      const { sent, failures } = await sending;
      assert.equal(code, 0, service.log());
      assert.ok(tookMs < mostMs, `it took ${tookMs} ms`);
      const running = await installation.db.selectFrom('jobs').select('id').where('status', '=', 'running').execute();
      assert.deepEqual(running, []);
      total.sent += sent;
      total.failures.push(...failures);
      total.worstStopMs = Math.max(total.worstStopMs, tookMs);
    }
    assert.deepEqual(total.failures, []);
    const service = await installation.start();
    const figures = assertSound(await audit(installation, await service.ready, ledger));
    t.diagnostic(
      `${engine}: ${stops} stops under ${requestsPerSecond} requests/s, ${total.sent} requests, 0 failed, slowest stop ${Math.round(total.worstStopMs)} ms; ${figures}`,
    );
  });

  test(`${engine}: a job that takes longer than the stop is given back, and the next start completes it [C-JOB-3]`, async () => {
    await using installation = await givenFaultInstallation(engine, { WORKERS: '1' });
    const customer = await givenCustomer(installation);
    const service = await installation.start();
    const { reportId } = await givenStoppedRenderer(installation, customer, service);
    const id = await startJob(service, customer, reportId);
    await jobWhen(installation, id, ({ stage }) => stage === 'rendering');
    const { code, tookMs } = await service.stop();
    assert.deepEqual([code, tookMs < mostMs], [0, true], `it took ${tookMs} ms`);
    const given = await jobWhen(installation, id, () => true);
    assert.deepEqual([given.status, given.attempt, given.worker_id], ['queued', 1, null]);
    await installation.start();
    assert.equal((await jobWhen(installation, id, hasEnded)).status, 'completed');
  });
}

test('a client that never finishes its request does not keep the service from stopping', async () => {
  await using installation = await givenFaultInstallation('sqlite');
  const service = await installation.start();
  const { port } = new URL(await service.ready);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {}).write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const drip = setInterval(() => socket.write('x'), 500);
  const { code, tookMs } = await service.stop();
  clearInterval(drip);
  socket.destroy();
  assert.deepEqual([code, tookMs < mostMs], [0, true], `it took ${tookMs} ms`);
});
