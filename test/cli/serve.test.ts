import assert from 'node:assert/strict';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { givenInstallation, startCommand, type TestInstallation } from '../support/process.ts';
import { call } from '../support/service.ts';
import { test } from '../support/suite.ts';

const stopMs = 10_000;
const urlOf = async ({ firstLine }: { firstLine: Promise<string> }) => {
  const line = await firstLine;
  assert.match(line, /^listening on http:\/\/127\.0\.0\.1:\d+$/);
  return line.replace('listening on ', '');
};

for (const engine of engines) {
  for (const role of ['all', 'api', 'worker']) {
    test(`${engine}: serve --role ${role} prints one line when it is ready, and SIGTERM ends it with exit code 0 [C-OPERATOR-1, C-OPERATOR-2]`, async () => {
      await using installation = await givenInstallation(engine);
      await using service = startCommand(['serve', '--role', role], installation.environment);
      const url = await urlOf(service);
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        assert.equal((await fetch(url + path)).status, 200, path);
      }
      for (const path of ['/api/v1/', '/api/v1/openapi.json']) {
        assert.equal((await fetch(url + path)).status === 404, role === 'worker', path);
      }
      const started = performance.now();
      const { code, stdout, stderr } = await service.stop('SIGTERM');
      assert.ok(performance.now() - started < stopMs, 'within ten seconds');
      assert.equal(code, 0, stderr);
      assert.equal(stdout, `listening on ${url}\n`);
    });
  }

  test(`${engine}: an API process and a worker process complete a job together [C-OPERATOR-3]`, async () => {
    await using data = await givenData(engine);
    await using api = startCommand(['serve', '--role', 'api'], data.installation.environment);
    const url = await urlOf(api);
    const account = await givenAccount(data.installation.db, { perMinute: 10_000, perDay: 100_000 });
    const token = await givenToken(data.installation.db, account.id);
    const { id } = await givenProject(data.installation.db, account);
    await data.connect(id);
    const period = { current: { from: '2026-01-01', to: '2026-01-02' } };
    const start = await call(url, 'POST', `/api/v1/projects/${id}/generation-jobs`, { token, body: { period } });
    assert.equal(start.status, 202);
    const poll = async () =>
      (await call(url, 'GET', start.headers.get('location') ?? '', { token })).body.data as {
        status: string;
        failure: unknown;
      };
    assert.equal((await poll()).status, 'queued', 'the API process runs no jobs');

    await using worker = startCommand(['serve', '--role', 'worker'], data.installation.environment);
    await urlOf(worker);
    const ended = await eventually(async () => {
      const job = await poll();
      return !['queued', 'running'].includes(job.status) && job;
    });
    assert.equal(ended.status, 'completed', JSON.stringify(ended.failure));
    assert.equal((await worker.stop('SIGTERM')).code, 0);
    assert.equal((await api.stop('SIGINT')).code, 0);
  });
}

test('only their owner can read the data folder, its database and its key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  const dataDir = join(folder, 'new', 'data');
  await using service = startCommand(['serve'], { DATA_DIR: dataDir, PORT: '0' });
  await service.firstLine;
  const modeOf = (path: string) => (statSync(join(dataDir, path)).mode & 0o777).toString(8);
  assert.equal(modeOf('.'), '700');
  for (const file of ['secret.key', 'report-service.db']) assert.equal(modeOf(file), '600', file);
  await service.stop('SIGTERM');
  removeFolder(folder);
});

/** An installation beside a small data set of its own. */
async function givenData(engine: (typeof engines)[number]) {
  const root = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  writeFileSync(join(root, 'sales.csv'), 'date,sales\n2026-01-01,3\n2026-01-02,4\n');
  const installation: TestInstallation = await givenInstallation(engine, { DATA_ROOTS: root });
  const config = {
    path: 'sales.csv',
    date: 'date',
    metrics: [{ key: 'sales', label: 'Sales', sql: 'sum(sales)', unit: 'count', better: 'up', additive: true }],
    dimensions: [],
  };
  return {
    installation,
    connect: (project: string) =>
      installation.json(
        ['connections', 'add', '--project', project, '--system', 'file', '--name', 'Sales', '--config', '-'],
        JSON.stringify(config),
      ),
    async [Symbol.asyncDispose]() {
      await installation[Symbol.asyncDispose]();
      removeFolder(root);
    },
  };
}
