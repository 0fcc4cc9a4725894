import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { findDocument } from '../../../src/domains/reports/reports.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { startTestService } from '../../support/service.ts';

const metrics = [{ key: 'n', label: 'N', sql: 'sum(n)', unit: 'count', better: 'up', additive: true }];
const rows = [
  { day: '2026-01-01', n: 3 },
  { day: '2026-01-31', n: 4 },
];
const names = Array.from({ length: 10 }, (_, index) => `System ${index}`);

test('ten systems are asked side by side: none answers before all have been asked', async () => {
  await using service = await startTestService('sqlite', { role: 'all', environment: { WORKERS: '1' } });
  const asked = new Set<string>();
  const all = Promise.withResolvers<void>();
  const server = await startJsonServer((request, response) => {
    asked.add(request.path);
    if (asked.size === names.length) all.resolve();
    all.promise.then(() => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)));
  });
  const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
  const { id: projectId } = await givenProject(service.db, account);
  const token = await givenToken(service.db, account.id);
  for (const [index, name] of names.entries()) {
    const config = { url: `${server.url}/${index}`, date: 'day', metrics, dimensions: [] };
    const fields = { accountId: account.id, projectId, system: 'http-json', name, config };
    await insertConnection(service.db, { ...fields, status: 'connected', seal: () => null });
  }
  const body = { period: { current: { from: '2026-01-01', to: '2026-01-31' } } };
  const started = await service.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, { token, body });
  const job = await eventually(async () => {
    const { data } = (await service.call('GET', started.headers.get('location') ?? '', { token })).body;
    return data.completed_at !== null && data;
  });
  assert.equal(job.status, 'completed');
  const report = await service.db.selectFrom('reports').selectAll().executeTakeFirstOrThrow();
  const document = await findDocument(await openFileStore(`${service.dataDir}/objects`), report);
  assert.deepEqual(
    document?.sources.map(({ connection_name, rows_current }) => [connection_name, rows_current]),
    names.map((name) => [name, 2]),
  );
});
