import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { isRunning, stuckConfig, untilBusy, writeStuckFile } from '../support/stuck-query.ts';
import { test } from '../support/suite.ts';
import { givenCustomer, givenFaultInstallation, hasEnded, jobWhen, startJob } from './support/installation.ts';
import { findEngineProcesses } from './support/service-process.ts';

const mostMs = 10_000;
const onLinux = { skip: process.platform !== 'linux' && 'needs /proc' };

async function givenStuckGeneration() {
  const installation = await givenFaultInstallation('sqlite', { WORKERS: '1' });
  await writeStuckFile(installation.dataRoot);
  const customer = await givenCustomer(installation, 'stuck-customer', {
    config: { ...stuckConfig },
  });
  const service = await installation.start();
  const jobId = await startJob(service, customer, undefined, { from: '2024-01-01', to: '2024-01-31' });
  const [engine = 0] = await eventually(() => {
    const found = findEngineProcesses(service.pid);
    return found.length > 0 && found;
  });
  await untilBusy(engine);
  return { installation, service, jobId, engine };
}

test(
  'SIGTERM during a query that cannot be interrupted ends with code 0 in time, and with no process left',
  onLinux,
  async (t) => {
    const { installation, service, jobId, engine } = await givenStuckGeneration();
    await using _ = installation;
    const { code, tookMs } = await service.stop();
    assert.equal(code, 0, service.log());
    assert.ok(tookMs < mostMs, `${Math.round(tookMs)} ms`);
    await eventually(() => !isRunning(engine));
    const job = await jobWhen(installation, jobId, ({ status }) => status === 'queued');
    assert.equal(job.attempt, 1);
    t.diagnostic(`ended after ${Math.round(tookMs)} ms`);
  },
);

test('kill -9 of a service during such a query ends its process too', onLinux, async () => {
  const { installation, service, engine } = await givenStuckGeneration();
  await using _ = installation;
  await service.kill();
  await eventually(() => !isRunning(engine));
});

test('kill -9 of the engine during a query has the job tried again', onLinux, async () => {
  const { installation, service, jobId, engine } = await givenStuckGeneration();
  await using _ = installation;
  process.kill(engine, 'SIGKILL');
  const again = await eventually(() => findEngineProcesses(service.pid).find((pid) => pid !== engine));
  await untilBusy(again);
  const job = await jobWhen(installation, jobId, ({ attempt }) => attempt === 2);
  assert.ok(!hasEnded(job));
});
