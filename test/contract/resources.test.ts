import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { scopes } from '../../src/platform/http/caller.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenCaller, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenConnection } from '../support/flights.ts';
import { givenExport, givenReport } from '../support/outcomes.ts';
import { givenSchedule } from '../support/schedules.ts';
import { suiteService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: resources`, async () => {
    const service = await suiteService(engine);
    const get = (path: string, token: string, headers = {}) =>
      service.call('GET', `/api/v1${path}`, { token, headers });
    /** A project with a connection, a schedule, a report and a completed export of it. */
    const given = async () => {
      const { account, token } = await givenCaller(service.db);
      const { id } = await givenProject(service.db, account, { client_name: 'C', settings: { title: 'T' } });
      const connectionId = await givenConnection(service.db, id);
      const schedule = await givenSchedule(service.db, id);
      const objects = await openFileStore(`${service.dataDir}/objects`);
      const { reportId, job } = await givenReport(service.db, objects, account, id);
      const exported = await givenExport(service.db, objects, account, id, { bytes: Buffer.from('file'), reportId });
      return { token, account, id, connectionId, schedule, reportId, generationId: job.id, exportId: exported.id };
    };

    test('connections and schedules of a project show their public fields, not how they connect [C-ID-1, C-PROJECT-3, C-PROJECT-4]', async () => {
      const { token, id, connectionId, schedule } = await given();
      const { connections, schedules } = (await get(`/projects/${id}`, token)).body.data;
      assert.match(connectionId, /^con_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.deepEqual(connections, [{ id: connectionId, system: 'file', name: 'flights', status: 'connected' }]);
      assert.match(schedule.id, /^sch_[0-9a-hjkmnp-tv-z]{26}$/);
      const { next_run_at, ...rest } = schedules[0];
      assert.match(next_run_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.deepEqual(Object.keys(rest), ['id', 'cadence', 'time_zone', 'enabled']);
      assert.deepEqual([rest.id, rest.enabled], [schedule.id, true]);
    });

    test('an archived project keeps its reports and settings [C-PROJECT-11]', async () => {
      const { token, id, reportId } = await given();
      const before = (await get(`/projects/${id}`, token)).body.data;
      const { status, body } = await service.call('POST', `/api/v1/projects/${id}/archive`, { token });
      const kept = ({ name, client_name, settings, connections }: typeof before) => [
        name,
        client_name,
        settings,
        connections,
      ];
      assert.deepEqual([status, kept(body.data)], [200, kept(before)]);
      assert.deepEqual(
        (await get(`/projects/${id}/reports`, token)).body.data.items.map((item: { id: string }) => item.id),
        [reportId],
      );
      assert.equal((await get(`/reports/${reportId}`, token)).body.data.ready_for_export, true);
    });

    test('an export start is 202 with the job, Location and Retry-After, and a poll says so until the job has ended [C-EXPORT-2, C-EXPORT-3, C-EXPORT-4, C-POLL-1]', async () => {
      const { token, reportId, exportId, generationId } = await given();
      const start = await service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, {
        token,
        body: { format: 'doc' },
      });
      const { id, project_id, created_at, updated_at, ...rest } = start.body.data;
      assert.deepEqual(
        [start.status, start.headers.get('location'), start.headers.get('retry-after')],
        [202, `/api/v1/export-jobs/${id}`, '1'],
      );
      assert.ok(project_id && created_at && updated_at);
      assert.deepEqual(rest, {
        report_id: reportId,
        format: 'doc',
        status: 'queued',
        source: 'api',
        progress: { stage: 'queued', completed: 0, total: 0 },
        attempt: 1,
        max_attempts: 3,
        blocked: null,
        failure: null,
        artifact: null,
        started_at: null,
        completed_at: null,
      });
      const poll = async (path: string) => {
        const { status, headers, body } = await get(path, token);
        return [status, body.data.status, headers.get('retry-after')];
      };
      assert.deepEqual(await poll(`/export-jobs/${id}`), [200, 'queued', '1']);
      assert.deepEqual(await poll(`/export-jobs/${exportId}`), [200, 'completed', null]);
      assert.deepEqual(await poll(`/generation-jobs/${generationId}`), [200, 'completed', null]);
    });

    test('a completed job has its result: the report of a generation, the artifact of an export [C-GENERATION-4, C-EXPORT-4]', async () => {
      const { token, reportId, generationId, exportId } = await given();
      assert.deepEqual((await get(`/generation-jobs/${generationId}`, token)).body.data.result, {
        report_id: reportId,
      });
      const { sha256, created_at, expires_at, ...artifact } = (await get(`/export-jobs/${exportId}`, token)).body.data
        .artifact;
      assert.match(sha256, /^[0-9a-f]{64}$/);
      assert.ok(created_at < expires_at);
      assert.deepEqual(artifact, {
        filename: 'Report.pdf',
        content_type: 'application/pdf',
        size_bytes: 4,
        download_path: `/api/v1/export-jobs/${exportId}/download`,
      });
    });

    test('an ETag covers the data, not the request; answers that change with every request have none [C-CACHE-2, C-CACHE-3]', async () => {
      const { token, id, reportId, generationId, exportId } = await given();
      const tag = async (path: string, requestId: string) =>
        (await get(path, token, { 'x-request-id': requestId })).headers.get('etag');
      const resources = [`/projects/${id}`, `/reports/${reportId}`, `/jobs/${exportId}`];
      for (const path of [...resources, `/generation-jobs/${generationId}`, `/export-jobs/${exportId}`]) {
        assert.match((await tag(path, 'one')) ?? '', /^W\/"/, path);
        assert.equal(await tag(path, 'one'), await tag(path, 'other'), path);
      }
      for (const path of ['/', '/me']) assert.equal(await tag(path, 'one'), null, path);
    });

    test('any valid token may read the service and the account, whatever its scope [C-SCOPE-2]', async () => {
      const { account } = await given();
      for (const scope of scopes) {
        const token = await givenToken(service.db, account.id, { scopes: [scope] });
        for (const path of ['/', '/me']) assert.equal((await get(path, token)).status, 200, `${path} with ${scope}`);
      }
    });
  });
}
