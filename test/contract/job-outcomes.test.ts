import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { findDocument } from '../../src/domains/reports/reports.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import type { SectionsSettings } from '../../src/reporting/documents/section-settings.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenConnection } from '../support/flights.ts';
import { startJsonServer } from '../support/json-server.ts';
import { givenReport, smallDocument } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';
import { givenFollowedTemplate } from '../support/templates.ts';

const january = { from: '2026-01-01', to: '2026-01-31' };
const days = 'day,visits\n2026-01-01,1\n2026-01-31,2\n';
const visits = {
  date: 'day',
  metrics: [{ key: 'visits', label: 'Visits', sql: 'sum(visits)', unit: 'count', better: 'up', additive: true }],
  dimensions: [],
};

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: jobs that a worker runs, polled over the API`, () => {
    let service: TestService;
    let objects: ObjectStore;
    let dataRoot: string;
    before(async () => {
      dataRoot = await mkdtemp(join(tmpdir(), 'report-service-sources-'));
      service = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: dataRoot } });
      objects = await openFileStore(`${service.dataDir}/objects`);
    });
    after(async () => {
      await service?.[Symbol.asyncDispose]();
      rmSync(dataRoot, { recursive: true });
    });

    const given = async () => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const { id: projectId } = await givenProject(service.db, account);
      return { account, projectId, token: await givenToken(service.db, account.id) };
    };
    /** A project with one connection, whose file exists. */
    const givenSource = async () => {
      const all = await given();
      const path = join(dataRoot, `${all.projectId}.csv`);
      writeFileSync(path, days);
      const connectionId = await givenConnection(service.db, all.projectId, 'flights', { path, ...visits }, [dataRoot]);
      return { ...all, path, connectionId };
    };
    /** Starts a job, asserts that it was accepted, and polls it to its end. */
    const run = async (token: string, path: string, body: unknown) => {
      const start = await service.call('POST', `/api/v1${path}`, { token, body });
      assert.deepEqual([start.status, start.body.data.status], [202, 'queued']);
      return eventually(async () => {
        const { body } = await service.call('GET', start.headers.get('location') ?? '', { token });
        return body.data.completed_at !== null && body.data;
      }, 60_000);
    };
    const generate = (token: string, projectId: string) =>
      run(token, `/projects/${projectId}/generation-jobs`, { period: { current: january } });
    const documentOf = async (reportId: string) => {
      const reports = service.db.selectFrom('reports').selectAll();
      return findDocument(objects, await reports.where('id', '=', reportId).executeTakeFirstOrThrow());
    };
    const exportPdf = (token: string, reportId: string) =>
      run(token, `/reports/${reportId}/export-jobs`, { format: 'pdf' });

    test('a missing source blocks the generation with resource_missing, until it is back [C-REASON-5]', async () => {
      const { token, projectId, path, connectionId } = await givenSource();
      rmSync(path);
      const job = await generate(token, projectId);
      const { message, action, ...blocked } = job.blocked;
      assert.deepEqual([job.status, job.failure, job.result], ['blocked', null, null]);
      assert.deepEqual(blocked, {
        reason: 'resource_missing',
        details: { connection_id: connectionId, connection: 'flights', system: 'file' },
      });
      assert.ok(message && action);
      const statusOf = async () =>
        (await service.call('GET', `/api/v1/projects/${projectId}`, { token })).body.data.connections[0].status;
      assert.equal(await statusOf(), 'resource_missing');
      writeFileSync(path, days);
      assert.equal((await generate(token, projectId)).status, 'completed');
      assert.equal(await statusOf(), 'connected');
    });

    test('a source that answers again becomes connected even if another is gone; one that is not queried does not', async () => {
      const { token, projectId, path, connectionId } = await givenSource();
      const otherPath = join(dataRoot, `${projectId}-other.csv`);
      writeFileSync(otherPath, days);
      const config = { path: otherPath, ...visits };
      const otherId = await givenConnection(service.db, projectId, 'weather', config, [dataRoot]);
      const statuses = async () => {
        const { body } = await service.call('GET', `/api/v1/projects/${projectId}`, { token });
        return body.data.connections.map(({ status }: { status: string }) => status);
      };
      rmSync(path);
      await generate(token, projectId);
      assert.deepEqual(await statuses(), ['resource_missing', 'connected']);
      writeFileSync(path, days);
      rmSync(otherPath);
      assert.equal((await generate(token, projectId)).blocked.details.connection_id, otherId);
      assert.deepEqual(await statuses(), ['connected', 'resource_missing']);
      const settings = { sections: [{ type: 'kpis', connection_id: connectionId }] };
      await service.call('PATCH', `/api/v1/projects/${projectId}`, { token, body: { settings } });
      assert.equal((await generate(token, projectId)).status, 'completed');
      assert.deepEqual(await statuses(), ['connected', 'resource_missing']);
    });

    test('with settings.on_failure omit a missing source and its sections are left out, with a warning that names it', async () => {
      const { token, projectId, path, connectionId } = await givenSource();
      const otherPath = join(dataRoot, `${projectId}-other.csv`);
      writeFileSync(otherPath, days);
      const otherId = await givenConnection(service.db, projectId, 'weather', { path: otherPath, ...visits }, [
        dataRoot,
      ]);
      const sections = [connectionId, otherId].map((connection_id) => ({ type: 'kpis', connection_id }));
      const settings = { sections, on_failure: 'omit' };
      const { body } = await service.call('PATCH', `/api/v1/projects/${projectId}`, { token, body: { settings } });
      assert.equal(body.data.settings.on_failure, 'omit');
      rmSync(path);
      const { status, result } = await generate(token, projectId);
      assert.equal(status, 'completed');
      const document = await documentOf(result.report_id);
      assert.deepEqual(
        document?.sections.map((section) => 'connection_id' in section && section.connection_id),
        [otherId],
      );
      assert.deepEqual(document?.warnings[0], {
        code: 'source_omitted',
        message: 'flights did not answer and is left out of this report.',
        connection_id: connectionId,
      });
      const project = (await service.call('GET', `/api/v1/projects/${projectId}`, { token })).body.data;
      assert.deepEqual(
        project.connections.map((connection: { status: string }) => connection.status),
        ['resource_missing', 'connected'],
      );
      rmSync(otherPath);
      const nothingLeft = await generate(token, projectId);
      assert.deepEqual([nothingLeft.status, nothingLeft.blocked.reason], ['blocked', 'resource_missing']);
    });

    test('ten systems are asked side by side: none answers before all have been asked', async () => {
      const { account, projectId, token } = await given();
      const names = Array.from({ length: 10 }, (_, index) => `System ${index}`);
      const asked = new Set<string>();
      const all = Promise.withResolvers<void>();
      const server = await startJsonServer((request, response) => {
        asked.add(request.path);
        if (asked.size === names.length) all.resolve();
        all.promise.then(() => response.end('[{"day":"2026-01-01","visits":3},{"day":"2026-01-31","visits":4}]'));
      });
      for (const [index, name] of names.entries()) {
        const config = { url: `${server.url}/${index}`, ...visits };
        const fields = { accountId: account.id, projectId, system: 'http-json', name, config };
        await insertConnection(service.db, { ...fields, status: 'connected', seal: () => null });
      }
      const { status, result } = await generate(token, projectId);
      assert.equal(status, 'completed');
      const document = await documentOf(result.report_id);
      assert.deepEqual(
        document?.sources.map(({ connection_name, rows_current }) => [connection_name, rows_current]),
        names.map((name) => [name, 2]),
      );
    });

    test('a source that no longer fits its configuration fails the generation and says what to correct [C-JOB-8, C-REASON-6]', async () => {
      const { token, projectId, path, connectionId } = await givenSource();
      writeFileSync(path, 'tag,wert\n2026-01-01,1\n');
      const { status, failure } = await generate(token, projectId);
      const details = { connection_id: connectionId, connection: 'flights', system: 'file', kind: 'invalid_config' };
      assert.deepEqual([status, failure.reason, failure.details], ['failed', 'generation_failed', details]);
      assert.match(failure.message, /does not exist\. There are: tag, wert/);
      assert.equal(failure.action, 'Correct the configuration of the connection, or what it reads, and start again.');
    });

    test('a project that follows a template has its sections in reports, and one that lacks a required slot fails with its name', async () => {
      const { token, projectId, account } = await givenSource();
      const project = { id: projectId, account_id: account.id };
      const sections: SectionsSettings = [
        { type: 'kpis', title: 'Seen', connection_id: 'slot:site', metrics: ['seen'] },
        { type: 'text', title: null, markdown: '{{slot:site.seen.current}} visits' },
      ];
      const site = { slot: 'site', systems: ['file'], required: true, names: { seen: { file: 'visits' } } };
      await givenFollowedTemplate(service.db, project, { slots: [site], settings: { title: 'Theirs', sections } });
      const { result } = await generate(token, projectId);
      const document = await documentOf(result.report_id);
      assert.equal(document?.title, 'Theirs');
      assert.equal(document?.sections.length, 2);
      const [kpis] = document.sections;
      assert.deepEqual(kpis?.type === 'kpis' && kpis.items.map(({ current }) => current), [3]);
      await givenFollowedTemplate(service.db, project, {
        slots: [{ ...site, systems: ['stripe'], names: {} }],
        name: 'Paid',
      });
      const { status, failure } = await generate(token, projectId);
      assert.deepEqual([status, failure.reason], ['failed', 'generation_failed']);
      assert.deepEqual(failure.details, { field: 'template.slots', value: 'site' });
      assert.match(
        failure.message,
        /The slot "site" of the template has no connection, and reports need one of stripe\./,
      );
    });

    test('a section of a missing connection fails the generation with generation_failed, naming it [C-REASON-6, C-GENERATION-5]', async () => {
      const { token, projectId } = await givenSource();
      const settings = { sections: [{ type: 'kpis', connection_id: 'con_00000000000000000000000000' }] };
      await service.call('PATCH', `/api/v1/projects/${projectId}`, { token, body: { settings } });
      const { status, blocked, failure, result } = await generate(token, projectId);
      assert.deepEqual([status, blocked, result, failure.reason], ['failed', null, null, 'generation_failed']);
      assert.equal(failure.details.field, 'settings.sections.0.connection_id');
      assert.equal(failure.action, "Correct the project's settings.sections and start again.");
      const { body } = await service.call('GET', `/api/v1/projects/${projectId}/reports`, { token });
      assert.equal(body.meta.pagination.total, 0);
    });

    test('a goal of a metric that its connection has no more fails the generation, naming it [C-REASON-6, C-GOALS-3]', async () => {
      const { token, projectId, connectionId } = await givenSource();
      const goal = { id: 'visits', connection_id: connectionId, metric: 'visits', amount: 3, per: 'month' };
      const settings = { goals: [goal], sections: [{ type: 'goals' }] };
      const path = `/api/v1/projects/${projectId}`;
      assert.equal((await service.call('PATCH', path, { token, body: { settings } })).status, 200);
      const done = await generate(token, projectId);
      const document = await documentOf(done.result.report_id);
      const shown = document?.sections[0];
      assert.deepEqual(shown?.type === 'goals' && shown.items.map(({ reached, ratio }) => [reached, ratio]), [[3, 1]]);
      const { config } = await service.db
        .selectFrom('connections')
        .select('config')
        .where('id', '=', connectionId)
        .executeTakeFirstOrThrow();
      const renamed = config.replaceAll('"key":"visits"', '"key":"views"');
      await service.db.updateTable('connections').set({ config: renamed }).where('id', '=', connectionId).execute();
      const { status, failure } = await generate(token, projectId);
      assert.deepEqual([status, failure.reason], ['failed', 'generation_failed']);
      assert.deepEqual(failure.details, { field: 'settings.goals.0.metric', value: 'visits' });
      assert.equal(failure.action, "Correct the project's settings.goals and start again.");
    });

    test('a report that cannot be rendered fails the export with export_generation_failed, and can be tried again [C-REASON-9]', async () => {
      const { account, projectId, token } = await given();
      const document = smallDocument({ locale: 'no locale at all' });
      const { reportId } = await givenReport(service.db, objects, account, projectId, { document });
      const { id, status, blocked, failure, artifact } = await exportPdf(token, reportId);
      assert.deepEqual([status, blocked, artifact], ['failed', null, null]);
      assert.equal(failure.reason, 'export_generation_failed');
      assert.ok(failure.message && failure.action);
      const download = await service.call('GET', `/api/v1/export-jobs/${id}/download`, { token });
      assert.equal(download.body.error.code, 'artifact_not_ready');
      assert.notEqual((await exportPdf(token, reportId)).id, id);
    });

    const assertBlocksExport = async (lose: (file: string) => void) => {
      const { account, projectId, token } = await given();
      const { reportId, job } = await givenReport(service.db, objects, account, projectId);
      lose(`${service.dataDir}/objects/documents/${job.id}-1.json`);
      const ended = await exportPdf(token, reportId);
      assert.deepEqual([ended.status, ended.blocked.reason], ['blocked', 'source_artifact_missing']);
      const report = await service.call('GET', `/api/v1/reports/${reportId}`, { token });
      assert.deepEqual([report.body.data.status, report.body.data.ready_for_export], ['unavailable', false]);
    };

    test('the file of a report with a long title has a name that file systems accept', async () => {
      const { account, projectId, token } = await given();
      const document = smallDocument({ title: '📊報告書'.repeat(50) });
      const { reportId } = await givenReport(service.db, objects, account, projectId, { document });
      const { filename } = (await exportPdf(token, reportId)).artifact;
      assert.match(filename, /^(📊報告書)+📊?報?告? 2026-01-01 to 2026-01-31\.pdf$/u);
      assert.ok(Buffer.byteLength(filename) <= 200, filename);
    });

    test('a report whose stored document is gone blocks its export with source_artifact_missing [C-REASON-8, C-REPORT-2]', () =>
      assertBlocksExport((file) => rmSync(file)));

    test('a report whose stored document is truncated or changed is not rendered: source_artifact_missing [C-REASON-8]', async () => {
      await assertBlocksExport((file) => truncateSync(file, 100));
      await assertBlocksExport((file) =>
        writeFileSync(file, readFileSync(file, 'utf8').replace('Some text', 'Same text')),
      );
    });
  });
}
