import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { givenReport } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: presentations`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    const given = async () => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const project = await givenProject(service.db, account);
      const objects = await openFileStore(join(service.dataDir, 'objects'));
      const { reportId } = await givenReport(service.db, objects, account, project.id);
      const editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      return { reportId, projectId: project.id, editor, token: await givenToken(service.db, account.id) };
    };

    test('the management API starts one, and another start returns it', async () => {
      const { reportId, editor } = await given();
      const start = () =>
        manage(service, editor, 'POST', `/reports/${reportId}/export-jobs`, { body: { format: 'pptx' } });
      const { status, body } = await start();
      assert.deepEqual([status, body.data.format], [202, 'pptx']);
      const again = (await start()).body;
      assert.deepEqual([again.data.id, again.meta.reused], [body.data.id, true]);
      const read = await manage(service, editor, 'GET', `/export-jobs/${body.data.id}`);
      assert.equal(read.body.data.format, 'pptx');
    });

    test('the public API refuses one, and never shows a format of which its contract does not know [C-EXPORT-1]', async () => {
      const { reportId, projectId, editor, token } = await given();
      const refused = await service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, {
        token,
        body: { format: 'pptx' },
      });
      assert.deepEqual([refused.status, refused.body.error.details?.[0]?.field], [400, 'format']);
      const made = await manage(service, editor, 'POST', `/reports/${reportId}/export-jobs`, {
        body: { format: 'pptx' },
      });
      const { id } = made.body.data;
      for (const path of [`export-jobs/${id}`, `export-jobs/${id}/download`, `jobs/${id}`]) {
        assert.equal((await service.call('GET', `/api/v1/${path}`, { token })).status, 404, path);
      }
      const list = await service.call('GET', `/api/v1/projects/${projectId}/jobs`, { token });
      const listed = list.body.data.items.find((job: { id: string }) => job.id === id);
      assert.equal(listed.format, null);
      assert.deepEqual((await service.call('GET', '/api/v1/', { token })).body.data.export_formats, ['pdf', 'doc']);
    });
  });
}
