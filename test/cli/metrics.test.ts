import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVault } from '../../src/domains/connections/vault.ts';
import { addConnection } from '../../src/domains/connections/verify-connection.ts';
import { startDatabaseProxy } from '../faults/support/database-proxy.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { localNetwork, noObjects } from '../support/connector-context.ts';
import { engines, withoutPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, startCommand } from '../support/process.ts';
import { startedService } from '../support/started-service.ts';
import { test, usually } from '../support/suite.ts';

const config = {
  path: 'sales.csv',
  date: 'date',
  metrics: [{ key: 'sales', label: 'Sales', sql: 'sum(sales)', unit: 'count', better: 'up', additive: true }],
  dimensions: [],
};

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: /metrics reports requests, limiter decisions, jobs, connectors, rendering, the queue, waits and the process`, async () => {
    const root = mkdtempSync(join(tmpdir(), 'report-service-test-'));
    writeFileSync(join(root, 'sales.csv'), 'date,sales\n2026-01-01,3\n2026-01-02,4\n');
    await using service = await startedService(engine, { DATA_ROOTS: root });
    const { db } = service;
    const account = await givenAccount(db, { perMinute: 100_000, perDay: 100_000 });
    const token = await givenToken(db, account.id);
    const { id } = await givenProject(db, account);
    const environment = {
      db,
      vault: createVault(Buffer.from(service.environment.SECRET_KEY ?? '', 'base64')),
      dataRoots: [root],
      objects: noObjects,
      network: localNetwork,
    };
    await addConnection(db, environment, { projectId: id, system: 'file', name: 'Sales', config, secret: null });

    const run = async (path: string, body: unknown) => {
      const start = await service.call('POST', path, { token, body });
      return eventually(async () => {
        const { data } = (await service.call('GET', start.headers.get('location') ?? '', { token })).body;
        return data.status === 'completed' && data;
      });
    };
    const period = { current: { from: '2026-01-01', to: '2026-01-02' } };
    const { result } = await run(`/api/v1/projects/${id}/generation-jobs`, { period });
    await run(`/api/v1/reports/${result.report_id}/export-jobs`, { format: 'pdf' });

    const slow = await givenAccount(db, { perMinute: 1, perDay: 100 });
    const slowToken = await givenToken(db, slow.id);
    for (let call = 0; call < 2; call++) await service.call('GET', '/api/v1/me', { token: slowToken });
    const blocked = await givenProject(db, account);
    await service.call('POST', `/api/v1/projects/${blocked.id}/generation-jobs`, { token, body: { period } });

    const series = await eventually(async () => {
      const text = await (await fetch(`${service.url()}/metrics`)).text();
      return text.includes('report_service_render_duration_seconds_count') && text.split('\n');
    });
    const value = (name: string) =>
      Number(
        series
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      );
    const atLeastOne = [
      'report_service_requests_total{method="POST",route="/api/v1/projects/:project_id/generation-jobs",status="202"}',
      'report_service_limiter_decisions_total{decision="admitted"}',
      'report_service_limiter_decisions_total{decision="refused_minute"}',
      'report_service_job_duration_seconds_count{type="generation",status="completed",reason="",attempt="1"}',
      'report_service_job_duration_seconds_count{type="export",status="completed",reason="",attempt="1"}',
      'report_service_connector_duration_seconds_count{system="file",call="describe",outcome="ok"}',
      'report_service_connector_duration_seconds_count{system="file",call="query",outcome="ok"}',
      'report_service_render_duration_seconds_count{format="pdf",outcome="ok"}',
      'report_service_database_wait_duration_seconds_count{thread="main"}',
      'report_service_database_wait_duration_seconds_count{thread="worker"}',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ];
    for (const name of atLeastOne) assert.ok(value(name) > 0, name);
    for (const decision of ['refused_day', 'unavailable']) {
      assert.equal(value(`report_service_limiter_decisions_total{decision="${decision}"}`), 0);
    }
    for (const type of ['generation', 'export']) {
      assert.equal(value(`report_service_jobs{type="${type}",status="queued"}`), 0);
      assert.equal(value(`report_service_oldest_queued_job_seconds{type="${type}"}`), 0);
    }
    removeFolder(root);
  });
}

test('/metrics answers without the queue while the database does not', {
  skip: withoutPostgres,
}, async () => {
  await using installation = await givenInstallation('postgres');
  await using proxy = await startDatabaseProxy(installation.environment.DATABASE_URL ?? '');
  await using service = startCommand(['serve', '--role', 'api'], {
    ...installation.environment,
    DATABASE_URL: proxy.url,
  });
  const address = (await service.firstLine).replace('listening on ', '');
  proxy.hold();
  const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(4_000) });
  const text = await response.text();
  assert.equal(response.status, 200);
  assert.match(text, /^report_service_limiter_decisions_total/m);
  assert.doesNotMatch(text, /^report_service_(jobs|oldest_queued_job_seconds)\{/m);
  proxy.release();
  await eventually(async () => /^report_service_jobs\{/m.test(await (await fetch(`${address}/metrics`)).text()));
});
