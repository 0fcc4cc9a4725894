import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setComment } from '../../../src/domains/reports/comments.ts';
import { getReport } from '../../../src/domains/reports/reports.ts';
import { downloadPage } from '../../../src/domains/shares/download-page.ts';
import { GuestFiles } from '../../../src/domains/shares/guest-files.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { endJob } from '../../../src/platform/jobs/held-job.ts';
import { failed } from '../../../src/platform/jobs/outcomes.ts';
import { languages, messagesFor } from '../../../src/reporting/documents/messages/messages.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenExport, smallDocument } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { givenSharedReport, password, type SharedReport } from '../../support/shares.ts';
import { WordFile } from '../../support/word-file.ts';

const noWait = 0;

for (const engine of engines) {
  describe(`${engine}: files for guests after a comment`, () => {
    let service: TestService;
    /** The same installation, with workers. */
    let working: TestService;
    before(async () => {
      service = await startTestService(engine);
      working = await startTestService(engine, { role: 'all' });
    });
    after(() => Promise.all([service, working].map((each) => each[Symbol.asyncDispose]())));

    async function given(where: TestService, options: { password?: string; locale?: string } = {}) {
      const document = smallDocument({ locale: options.locale ?? 'en-US' });
      const shared = await givenSharedReport(where, { ...options, document });
      const place = { accountId: shared.account.id, document, section: 1 };
      const comment = (markdown: string, authorName: string | null = null) =>
        where.db
          .transaction()
          .execute((transaction) => setComment(transaction, place, { markdown, author: 'user:usr_1', authorName }));
      return { ...shared, comment, report: () => getReport(where.db, shared.account.id, shared.reportId) };
    }
    const exportsOf = ({ db }: TestService, { reportId }: SharedReport) =>
      db.selectFrom('jobs').selectAll().where('report_id', '=', reportId).where('type', '=', 'export').execute();
    const bytesOf = async (path: string) => {
      const answer = await fetch(working.url + path);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    };

    test('the first guest who asks gets the file as the report reads now, and many at once get one', async () => {
      const shared = await given(working);
      await shared.comment('The *first* words', 'Ann Example');
      const page = await working.call('GET', shared.path);
      assert.match(page.text, /download\/pdf">PDF<\/a>\n<a href="[^"]*\/download\/doc">Word<\/a>/);
      const path = `${shared.path}/download/doc`;
      await Promise.all(Array.from({ length: 20 }, () => fetch(working.url + path)));
      const ask = async () => {
        const { status, bytes } = await bytesOf(path);
        return status === 200 && bytes;
      };
      const bytes = await eventually(ask);
      const text = new TextDecoder().decode(new WordFile(bytes).parts.get('word/document.xml'));
      assert.match(text, /first[\s\S]*Ann Example · /);
      assert.deepEqual((await bytesOf(path)).bytes, bytes);
      const jobs = await exportsOf(working, shared);
      assert.deepEqual(
        jobs.map(({ status, format, source, account_id }) => [status, format, source, account_id]),
        [['completed', 'doc', 'api', shared.account.id]],
      );
      assert.match((await working.call('GET', shared.path)).text, /download\/doc">Word <small>/);
      await shared.comment('Other words');
      const later = await eventually(ask);
      assert.notDeepEqual(later, bytes);
      assert.equal((await exportsOf(working, shared)).length, 2);
    });

    test('while it is being made, a page says so in the language of the report and asks again by itself', async () => {
      const shared = await given(service, { locale: 'ar' });
      const path = `${shared.path}/download/pdf`;
      assert.equal((await service.call('GET', path)).status, 404, 'nobody has commented');
      await shared.comment('كلمات');
      assert.equal((await service.call('HEAD', path)).status, 202);
      assert.deepEqual(await exportsOf(service, shared), [], 'a checker of links starts none');
      const answers = await Promise.all([1, 2, 3].map(() => service.call('GET', path)));
      for (const { status, text, headers } of answers) {
        assert.equal(status, 202);
        assert.match(text, /<html lang="ar" dir="rtl">[\s\S]*<meta http-equiv="refresh" content="2">/);
        assert.match(text, /يجري إعداد الملف/);
        assert.ok(text.includes(`href="../../${shared.token}"`));
        assert.equal(headers.get('cache-control'), 'private, no-store');
        assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      }
      assert.equal((await exportsOf(service, shared)).length, 1);
      assert.equal((await service.call('GET', `${shared.path}/download/docx`)).status, 404);
    });

    test('without the password of the link nothing is made', async () => {
      const shared = await given(service, { password });
      await shared.comment('Words');
      assert.equal((await service.call('GET', `${shared.path}/download/pdf`)).status, 303);
      assert.deepEqual(await exportsOf(service, shared), []);
    });

    test('a file that is lost is made anew', async () => {
      const shared = await given(service);
      const { account, projectId, objects, reportId } = shared;
      await shared.comment('Words');
      const bytes = Buffer.from('%PDF');
      const { id, artifact } = await givenExport(service.db, objects, account, projectId, { bytes, reportId });
      await service.db.updateTable('jobs').set({ revision: 2, format: 'pdf' }).where('id', '=', id).execute();
      await objects.remove(artifact.key);
      assert.equal((await service.call('GET', `${shared.path}/download/pdf`)).status, 202);
      assert.equal((await exportsOf(service, shared)).length, 2);
    });

    test('one that failed is said honestly, and not tried again for some minutes', async () => {
      const shared = await given(service);
      await shared.comment('Words');
      const files = new GuestFiles(service.db, () => {}, noWait);
      const report = await shared.report();
      assert.deepEqual(await files.make(report, 'pdf'), { state: 'waiting' });
      const claimed = await eventually(async () => {
        const job = await claimJob(service.db, 'worker', 4);
        return job?.report_id === report.id && job;
      });
      await endJob(service.db, claimed, failed('export', 'The report could not be rendered.'));
      const { status, text, headers } = await service.call('GET', `${shared.path}/download/pdf`);
      assert.equal(status, 503);
      assert.match(text, /could not be made/);
      assert.doesNotMatch(text, /refresh/);
      assert.ok(Number(headers.get('retry-after')) > 200);
      assert.equal((await exportsOf(service, shared)).length, 1);
      assert.deepEqual(await files.make(report, 'doc'), { state: 'waiting' }, 'the other format is its own');
      const before = new Date(Date.now() - 6 * 60_000).toISOString();
      await service.db.updateTable('jobs').set({ updated_at: before }).where('id', '=', claimed.id).execute();
      assert.deepEqual(await files.make(report, 'pdf'), { state: 'waiting' });
      assert.equal((await exportsOf(service, shared)).length, 3);
    });

    test('a report that is lost has no files', async () => {
      const shared = await given(service);
      await shared.comment('Words');
      const report = await shared.report();
      await service.db.updateTable('reports').set({ status: 'unavailable' }).where('id', '=', report.id).execute();
      const file = await new GuestFiles(service.db, () => {}, noWait).make(report, 'pdf');
      assert.equal(file.state, 'failed');
    });
  });
}

test('the pages in place of a file are in the ten languages of reports', () => {
  const seen = new Set<string>();
  for (const locale of languages) {
    const front = { locale, name: 'Harbour & Finch', accentColor: null, logo: null };
    for (const state of ['waiting', 'failed'] as const) {
      const { status, html } = downloadPage(front, state, '../../x');
      assert.equal(status, state === 'waiting' ? 202 : 503);
      const { language, direction } = messagesFor(locale);
      assert.ok(html.includes(`<html lang="${language}" dir="${direction}">`), locale);
      assert.match(html, /<bdi>Harbour &#38; Finch<\/bdi>/);
      for (const [text] of html.matchAll(/<(h1|p role="status"|a href="[^"]*")>[^<]+/g)) seen.add(text);
    }
  }
  // In each language two titles, two sentences and one link.
  assert.equal(seen.size, 5 * languages.length);
});
