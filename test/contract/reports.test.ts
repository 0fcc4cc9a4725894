import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenReport, smallDocument } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';

const january = { from: '2026-01-01', to: '2026-01-31' };
for (const engine of engines) {
  describe(`${engine}: reports`, () => {
    let service: TestService;
    let objects: ObjectStore;
    before(async () => {
      service = await startTestService(engine);
      objects = await openFileStore(`${service.dataDir}/objects`);
    });
    after(() => service[Symbol.asyncDispose]());

    const given = async () => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const project = await givenProject(service.db, account);
      return { account, project, projectId: project.id, token: await givenToken(service.db, account.id) };
    };
    test('a report shows its fields, and the list filters by source and readiness and sorts by period [C-SORT-3, C-FILTER-2, C-JOB-9, C-REPORT-1, C-REPORT-2, C-REPORT-3]', async () => {
      const { account, token, projectId } = await given();
      const warnings = [{ code: 'partial_period', message: 'm', connection_id: null }];
      const first = await givenReport(service.db, objects, account, projectId);
      const early = smallDocument({
        periods: { current: { from: '2025-01-01', to: '2025-01-31' }, compare: january },
        warnings,
      });
      const second = await givenReport(service.db, objects, account, projectId, {
        document: early,
        source: 'schedule',
      });
      const { body } = await service.call('GET', `/api/v1/reports/${second.reportId}`, { token });
      const { created_at, ...rest } = body.data;
      assert.match(created_at, /Z$/);
      assert.deepEqual(rest, {
        id: second.reportId,
        project_id: projectId,
        title: 'Test report',
        status: 'ready',
        ready_for_export: true,
        period: { current: { from: '2025-01-01', to: '2025-01-31' }, compare: january },
        source: 'schedule',
        generation_job_id: second.job.id,
        warnings,
      });
      const list = async (query: string) => {
        const answer = await service.call('GET', `/api/v1/projects/${projectId}/reports?${query}`, { token });
        return answer.body.data.items.map(({ id }: { id: string }) => id);
      };
      assert.deepEqual(await list(''), [second.reportId, first.reportId]);
      assert.deepEqual(await list('sort=period_from&direction=asc'), [second.reportId, first.reportId]);
      assert.deepEqual(await list('source=schedule'), [second.reportId]);
      await service.db.updateTable('reports').set({ status: 'unavailable' }).where('id', '=', first.reportId).execute();
      assert.deepEqual(await list('ready_for_export=true'), [second.reportId]);
      assert.deepEqual(await list('ready_for_export=false'), [first.reportId]);
    });
  });
}
