import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notFoundPage } from '../../../src/domains/shares/pages.ts';
import { engines } from '../../support/databases.ts';
import { givenExport, givenRunningJob } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { givenSharedReport } from '../../support/shares.ts';

for (const engine of engines) {
  describe(`${engine}: downloads by guests`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });
    const given = () => givenSharedReport(service);

    test('a guest gets what the owner has exported, and nothing else', async () => {
      const { account, projectId, objects, reportId, path } = await given();
      assert.doesNotMatch((await get(path)).text, /download/);
      assert.equal((await get(`${path}/download/pdf`)).text, notFoundPage.html);
      const bytes = Buffer.from('%PDF-1.7 the file');
      await givenExport(service.db, objects, account, projectId, { bytes, reportId, filename: 'Oktober.pdf' });
      const { status, headers, text } = await get(`${path}/download/pdf`);
      assert.equal(status, 200);
      assert.equal(text, bytes.toString());
      assert.equal(headers.get('content-type'), 'application/pdf');
      assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="Oktober.pdf"/);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
      assert.equal((await get(`${path}/download/pdf`, { range: 'bytes=0-3' })).text, '%PDF');
      for (const other of ['doc', 'docx', '', '..%2fpdf', 'constructor']) {
        assert.equal((await get(`${path}/download/${other}`)).text, notFoundPage.html, other);
      }
    });

    test('a range beyond the end is 416 with the length there is, as downloads with a token answer it', async () => {
      const { account, projectId, objects, reportId, path } = await given();
      await givenExport(service.db, objects, account, projectId, { bytes: Buffer.from('%PDF'), reportId });
      const { status, headers } = await get(`${path}/download/pdf`, { range: 'bytes=4-' });
      assert.equal(status, 416);
      assert.equal(headers.get('content-range'), 'bytes */4');
      assert.equal(headers.get('cache-control'), 'private, no-store');
    });

    test('a guest cannot start an export', async () => {
      const { reportId, path } = await given();
      for (const format of ['pdf', 'doc']) await get(`${path}/download/${format}`);
      await get(path);
      const exports = await service.db
        .selectFrom('jobs')
        .select('id')
        .where('report_id', '=', reportId)
        .where('type', '=', 'export')
        .execute();
      assert.deepEqual(exports, []);
    });

    test('an export that is running, has expired or lost its file is answered like one that never existed', async () => {
      const running = await given();
      await givenRunningJob(service.db, running.account, running.projectId, {
        type: 'export',
        reportId: running.reportId,
      });
      const bytes = Buffer.from('%PDF');
      const expired = await given();
      await givenExport(service.db, expired.objects, expired.account, expired.projectId, {
        bytes,
        reportId: expired.reportId,
        expiresAt: '2020-01-01T00:00:00.000Z',
      });
      const lost = await given();
      const { artifact } = await givenExport(service.db, lost.objects, lost.account, lost.projectId, {
        bytes,
        reportId: lost.reportId,
      });
      await lost.objects.remove(artifact.key);
      for (const { path } of [running, expired, lost]) {
        const { status, text, headers } = await get(`${path}/download/pdf`);
        assert.equal(status, 404);
        assert.equal(text, notFoundPage.html);
        assert.equal(headers.get('etag'), null);
      }
    });

    test("a link gives nothing of another report's files", async () => {
      const mine = await given();
      const other = await given();
      const bytes = Buffer.from('%PDF');
      await givenExport(service.db, other.objects, other.account, other.projectId, { bytes, reportId: other.reportId });
      assert.equal((await get(`${mine.path}/download/pdf`)).status, 404);
    });
  });
}
