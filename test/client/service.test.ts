import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import {
  AuthenticationError,
  ConflictError,
  type GenerationJob,
  InvalidRequestError,
  JobBlockedError,
  NotFoundError,
  PermissionError,
  ReportServiceClient,
} from '../../client/src/index.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { removeFolder } from '../support/folders.ts';
import { type ConnectedService, period, startConnectedService } from './connected-service.ts';
import { createTestClock } from './test-clock.ts';

/** By the clock of these tests, whose hours are seconds: a busy machine takes some of them. */
const patient = { deadlineMs: 5 * 3_600_000 };

describe('the client against the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-downloads-'));
  const called = new Set<string>();
  const recordingFetch: typeof fetch = (input, init) => {
    called.add(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
    return fetch(input, init);
  };
  let connected: ConnectedService;
  let client: ReportServiceClient;

  before(async () => {
    connected = await startConnectedService();
    const { url, token } = connected;
    client = new ReportServiceClient({
      baseUrl: url,
      token,
      fetch: recordingFetch,
      clock: createTestClock({ realMs: 50 }),
    });
  });
  after(async () => {
    removeFolder(folder);
    await connected[Symbol.asyncDispose]();
  });

  test('a project goes from creation to restoring, and its list is read page by page and item by item', async () => {
    const names = ['Alpha', 'Beta', 'Gamma'];
    for (const name of names) await client.projects.create({ name, currency: 'EUR' });
    const { items, pagination } = await client.projects.list({ per_page: 2, sort: 'name', direction: 'asc' }).page();
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Alpha', 'Beta'],
    );
    assert.deepEqual(pagination, { page: 1, per_page: 2, total: 4, total_pages: 2 });
    const walked: string[] = [];
    for await (const project of client.projects.list({ per_page: 1, sort: 'name', direction: 'asc' })) {
      walked.push(project.name);
    }
    assert.deepEqual(walked, [...names, 'Shop']);

    const id = items[0]?.id ?? '';
    assert.equal((await client.projects.update(id, { client_name: 'Client' })).client_name, 'Client');
    assert.equal((await client.projects.archive(id)).status, 'archived');
    await assert.rejects(client.projects.update(id, { name: 'Late' }), (error) => {
      assert.ok(error instanceof ConflictError);
      assert.equal(error.code, 'project_archived');
      return true;
    });
    assert.equal((await client.projects.restore(id)).status, 'active');
    assert.equal((await client.projects.get(id)).currency, 'EUR');
  });

  test('a report is generated, exported, downloaded and saved', async () => {
    const seen: GenerationJob[] = [];
    const started = client.projects.generate(connected.projectId, { period });
    const report = await started.completed({ ...patient, onProgress: (job) => seen.push(job) });
    assert.deepEqual(report.period, period);
    assert.equal(report.generation_job_id, (await started).id);
    assert.equal(seen[0]?.status, 'queued');
    assert.equal(seen.at(-1)?.status, 'completed');

    const job = await client.reports.export(report.id, { format: 'pdf' }).completed(patient);
    const path = join(folder, 'report.pdf');
    const saved = await job.download().saveTo(path);
    const file = readFileSync(path);
    assert.deepEqual(saved, { path, size_bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') });
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    assert.deepEqual(readdirSync(folder), ['report.pdf']);
    assert.deepEqual(Buffer.from(await client.exportJobs.download(job.id).bytes()), file);

    const again = await client.exportJobs.start(report.id, { format: 'pdf' });
    assert.equal(again.id, job.id);
    assert.equal((await client.exportJobs.wait(job.id)).artifact.sha256, saved.sha256);
    assert.equal((await client.exportJobs.get(job.id)).status, 'completed');
  });

  test('jobs and reports are found by their ids and in the lists of their project [C-OP-3]', async () => {
    const { id, result } = await client.generationJobs.start(connected.projectId, { period }).completed(patient);
    assert.equal((await client.generationJobs.get(id)).status, 'completed');
    assert.deepEqual((await client.generationJobs.wait(id)).result, result);
    assert.equal((await client.jobs.get(id)).report_id, result.report_id);
    const jobs = await client.jobs.list(connected.projectId, { type: 'generation', status: 'completed' }).page();
    assert.ok(jobs.items.some((job) => job.id === id));
    const reports = await client.reports.list(connected.projectId, { ready_for_export: true }).page();
    assert.ok(reports.items.some((report) => report.id === result.report_id));
    assert.equal((await client.reports.get(result.report_id)).generation_job_id, id);
  });

  test('a blocked job throws its reason and what to do about it', async () => {
    const { id } = await client.projects.create({ name: 'Without systems' });
    await assert.rejects(client.projects.generate(id, { period }).completed(), (error) => {
      assert.ok(error instanceof JobBlockedError);
      assert.equal(error.reason, 'no_connected_systems');
      assert.notEqual(error.action, '');
      assert.equal(error.job.project_id, id);
      return true;
    });
  });

  test('a key of the caller is used, so that a repeated call starts nothing new', async () => {
    const options = { idempotencyKey: 'monthly-2026-02' };
    const first = await client.generationJobs.start(connected.projectId, { period }, options);
    const second = await client.generationJobs.start(connected.projectId, { period }, options);
    assert.equal(second.id, first.id);
    const other = { period: { current: period.current } };
    await assert.rejects(client.generationJobs.start(connected.projectId, other, options), (error) => {
      assert.ok(error instanceof ConflictError);
      assert.equal(error.code, 'idempotency_conflict');
      return true;
    });
  });

  test('refusals are errors of the right class that name the fault and the request', async () => {
    await assert.rejects(client.reports.get('rep_unknown'), NotFoundError);
    const backwards = { current: { from: '2026-02-02', to: '2026-02-01' } };
    await assert.rejects(client.projects.generate(connected.projectId, { period: backwards }).completed(), (error) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.equal(error.details[0]?.field, 'period.current.to');
      assert.match(error.requestId ?? '', /^req_/);
      return true;
    });
    const { url: baseUrl, service, accountId } = connected;
    const stranger = new ReportServiceClient({ baseUrl, token: 'rs_live_none.none' });
    await assert.rejects(stranger.me(), AuthenticationError);
    const reader = await givenToken(service.db, accountId, { scopes: ['projects:read'] });
    await assert.rejects(
      new ReportServiceClient({ baseUrl, token: reader }).projects.create({ name: 'x' }),
      PermissionError,
    );
  });

  test('over its rate, an account waits as long as the service says and then gets its answer [C-LIMIT-13, C-RETRY-2]', async () => {
    const { service, url: baseUrl } = connected;
    const account = await givenAccount(service.db, { perMinute: 1 });
    const token = await givenToken(service.db, account.id);
    const clock = createTestClock();
    const hasty = new ReportServiceClient({ baseUrl, token, clock, maxRetries: 1 });
    await hasty.me();
    await assert.rejects(hasty.me(), { code: 'rate_limit_exceeded' });
    assert.equal(clock.waits.length, 1);
    assert.ok(
      clock.waits.every((waitMs) => waitMs >= 58_000 && waitMs <= 60_000),
      String(clock.waits),
    );
  });

  test('every documented operation can be called', async () => {
    assert.equal((await client.bootstrap()).service, 'report-service');
    assert.equal((await client.me()).account.id, connected.accountId);
    const { body } = await connected.service.call('GET', '/api/v1/openapi.json');
    const missing = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) => {
      const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
      return Object.keys(methods)
        .map((method) => method.toUpperCase())
        .filter(
          (method) =>
            ![...called].some((call) => call.startsWith(`${method} `) && pattern.test(call.split(' ')[1] ?? '')),
        )
        .map((method) => `${method} ${path}`);
    });
    assert.deepEqual(missing, []);
  });

  test('logging a client does not show its token', () => {
    assert.ok(!inspect(client, { depth: 10, showHidden: true }).includes(connected.token));
  });
});
