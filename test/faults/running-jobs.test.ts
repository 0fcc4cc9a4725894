import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { test } from '../support/suite.ts';
import {
  givenCustomer,
  givenFaultInstallation,
  givenStoppedRenderer,
  hasEnded,
  jobWhen,
  slowSource,
  startJob,
} from './support/installation.ts';
import { measureLatency, showLatency } from './support/latency.ts';
import { findBothRenderProcesses, findRenderProcesses } from './support/service-process.ts';

/** Far above what a request takes, and far below what the faults last. */
const responsiveMs = 2_000;

for (const engine of engines) {
  test(`${engine}: the process that renders an export starts with the generation before it, whichever worker takes it`, async () => {
    await using installation = await givenFaultInstallation(engine, { WORKERS: '2' });
    const customer = await givenCustomer(installation);
    const service = await installation.start();
    assert.deepEqual(findRenderProcesses(service.pid), []);
    await startJob(service, customer);
    await eventually(() => findRenderProcesses(service.pid).length === 2);
  });

  test(`${engine}: an export whose render process is killed is run again and completes`, async () => {
    await using installation = await givenFaultInstallation(engine, { WORKERS: '1' });
    const customer = await givenCustomer(installation);
    const service = await installation.start();
    const { reportId, renderer } = await givenStoppedRenderer(installation, customer, service);
    const id = await startJob(service, customer, reportId);
    await jobWhen(installation, id, ({ stage }) => stage === 'rendering');
    process.kill(renderer, 'SIGKILL');
    const job = await jobWhen(installation, id, hasEnded);
    assert.deepEqual([job.status, job.attempt], ['completed', 2]);
  });

  test(`${engine}: an export whose render process hangs fails at its deadline; the process is gone, and other accounts' jobs continue`, async () => {
    await using installation = await givenFaultInstallation(engine, { WORKERS: '2' });
    const [customer, other] = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
    const [api, worker] = [await installation.start('api'), await installation.start('worker')];
    const { report_id } = await jobWhen(installation, await startJob(api, customer), hasEnded);
    const renderers = await eventually(() => findBothRenderProcesses(worker.pid));
    // Whichever thread takes the export will hang, and none takes it before its short deadline is set.
    for (const pid of [...renderers, worker.pid]) process.kill(pid, 'SIGSTOP');
    const id = await startJob(api, customer, report_id ?? '');
    const deadline = new Date(Date.now() + 8_000).toISOString();
    await installation.db.updateTable('jobs').set({ deadline_at: deadline }).where('id', '=', id).execute();
    worker.signal('SIGCONT');
    const others = await Promise.all(Array.from({ length: 5 }, () => startJob(api, other)));
    for (const good of others) assert.equal((await jobWhen(installation, good, hasEnded)).status, 'completed');
    const job = await jobWhen(installation, id, hasEnded);
    assert.equal(job.status, 'failed');
    assert.equal(JSON.parse(job.outcome ?? '{}').reason, 'export_generation_failed');
    const idle = await eventually(() => {
      const left = findRenderProcesses(worker.pid).filter((pid) => renderers.includes(pid));
      return left.length === 1 && left[0];
    });
    process.kill(idle, 'SIGCONT');
    const again = await jobWhen(installation, await startJob(api, customer, report_id ?? ''), hasEnded);
    assert.equal(again.status, 'completed', 'a new start succeeds');
  });

  test(`${engine}: an endless query fails its generation at the deadline; the API answers, and other accounts' jobs continue`, async (t) => {
    await using installation = await givenFaultInstallation(engine, { WORKERS: '2' });
    const slow = await givenCustomer(installation, 'slow', slowSource(50, 1_000_000));
    const other = await givenCustomer(installation, 'other');
    const api = await installation.start('api');
    const id = await startJob(api, slow);
    const deadline = new Date(Date.now() + 8_000).toISOString();
    await installation.db.updateTable('jobs').set({ deadline_at: deadline }).where('id', '=', id).execute();
    await api.stop();
    const service = await installation.start();
    const target = { url: await service.ready, path: '/api/v1/', token: other.token };
    const during = measureLatency(target, jobWhen(installation, id, hasEnded));
    const others = await Promise.all(Array.from({ length: 5 }, () => startJob(service, other)));
    for (const good of others) assert.equal((await jobWhen(installation, good, hasEnded)).status, 'completed');
    const latency = await during;
    const job = await jobWhen(installation, id, hasEnded);
    assert.equal(job.status, 'failed');
    assert.equal(JSON.parse(job.outcome ?? '{}').details.cause, 'deadline');
    const late = Date.parse(job.completed_at ?? '') - Date.parse(deadline);
    assert.ok(late < 5_000, `it ended ${late} ms after its deadline`);
    assert.equal(latency.failed, 0);
    assert.ok(latency.p99 < responsiveMs, `p99 ${latency.p99} ms`);
    const baseline = await measureLatency(target, delay(1_000));
    t.diagnostic(`${engine}: meanwhile ${showLatency(latency)}; afterwards ${showLatency(baseline)}`);
  });
}
