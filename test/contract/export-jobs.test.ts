import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenReport, givenRunningJob, setStatus } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: export jobs`, () => {
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
    test('an export that is queued, running or still has its file is returned; one that has ended is not [C-EXPORT-5, C-EXPORT-6]', async () => {
      const { account, token, projectId } = await given();
      const { reportId } = await givenReport(service.db, objects, account, projectId);
      const start = (format: string) =>
        service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, { token, body: { format } });
      const first = await start('doc');
      assert.equal(first.status, 202);
      assert.equal(first.body.meta.reused, undefined);
      for (const status of ['queued', 'running'] as const) {
        await setStatus(service.db, first.body.data.id, status);
        const again = await start('doc');
        assert.equal(again.status, 202);
        assert.equal(again.body.data.id, first.body.data.id);
        assert.equal(again.body.meta.reused, true);
        assert.equal(again.headers.get('location'), first.headers.get('location'));
      }
      assert.notEqual((await start('pdf')).body.data.id, first.body.data.id);
      await service.db
        .updateTable('jobs')
        .set({ status: 'failed', live: 0 })
        .where('id', '=', first.body.data.id)
        .execute();
      assert.notEqual((await start('doc')).body.data.id, first.body.data.id);
    });

    test('parallel export starts give one job [C-EXPORT-5]', async () => {
      const { account, token, projectId } = await given();
      const { reportId } = await givenReport(service.db, objects, account, projectId);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, { token, body: { format: 'pdf' } }),
        ),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
      assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1);
      assert.equal(answers.filter(({ body }) => !body.meta.reused).length, 1);
    });

    test('an export of a lost report is blocked [C-REASON-7, C-EXPORT-7]', async () => {
      const { account, token, projectId } = await given();
      const { reportId } = await givenReport(service.db, objects, account, projectId);
      await service.db.updateTable('reports').set({ status: 'unavailable' }).where('id', '=', reportId).execute();
      const body = { format: 'pdf' };
      const answer = await service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, { token, body });
      assert.equal(answer.status, 202);
      assert.equal(answer.body.data.blocked.reason, 'report_not_ready_for_export');
    });

    for (const format of ['docx', 'PDF', '', null, 1, undefined]) {
      test(`the format ${JSON.stringify(format)} is invalid_request [C-EXPORT-1]`, async () => {
        const { account, token, projectId } = await given();
        const { reportId } = await givenReport(service.db, objects, account, projectId);
        const answer = await service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, {
          token,
          body: { format },
        });
        assert.equal(answer.status, 400);
        assert.equal(answer.body.error.details[0].field, 'format');
      });
    }

    test('the download of a job that is not completed is artifact_not_ready [C-ERROR-12, C-DOWNLOAD-10]', async () => {
      const { account, token, projectId } = await given();
      const { reportId } = await givenReport(service.db, objects, account, projectId);
      const { id } = await givenRunningJob(service.db, account, projectId, { type: 'export', reportId });
      for (const status of ['queued', 'running', 'blocked', 'failed'] as const) {
        await setStatus(service.db, id, status);
        const answer = await service.call('GET', `/api/v1/export-jobs/${id}/download`, { token });
        assert.equal(answer.status, 409);
        assert.equal(answer.body.error.code, 'artifact_not_ready');
        const isOver = status === 'blocked' || status === 'failed';
        assert.match(answer.body.error.message, isOver ? /start a new export/ : /Poll the export job/, status);
      }
    });
  });
}
