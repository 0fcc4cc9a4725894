import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenExport, givenJob, givenReport } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: jobs`, () => {
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
    test('a job id of the other kind is not found where only one kind is polled [C-ID-3, C-JOB-1]', async () => {
      const { account, token, projectId } = await given();
      const generation = await givenJob(service.db, account, projectId, { type: 'generation' });
      assert.equal((await service.call('GET', `/api/v1/export-jobs/${generation.id}`, { token })).status, 404);
      const { status, body } = await service.call('GET', `/api/v1/jobs/${generation.id}`, { token });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body.data).toSorted(), [
        'completed_at',
        'created_at',
        'format',
        'id',
        'project_id',
        'report_id',
        'source',
        'started_at',
        'status',
        'type',
        'updated_at',
      ]);
    });

    test('the list of jobs filters by type and status and sorts [C-SORT-3, C-FILTER-3]', async () => {
      const { account, token, projectId } = await given();
      const { reportId, job } = await givenReport(service.db, objects, account, projectId);
      const exported = await givenExport(service.db, objects, account, projectId, {
        bytes: Buffer.from('x'),
        reportId,
      });
      const queued = await givenJob(service.db, account, projectId, { type: 'generation' });
      const list = async (query: string) => {
        const { body } = await service.call('GET', `/api/v1/projects/${projectId}/jobs?${query}`, { token });
        return body.data.items.map(({ id }: { id: string }) => id);
      };
      assert.deepEqual(await list('direction=asc'), [job.id, exported.id, queued.id]);
      assert.deepEqual(await list('type=export'), [exported.id]);
      assert.deepEqual(await list('status=queued'), [queued.id]);
      assert.deepEqual((await list('sort=updated_at')).length, 3);
    });
  });
}
