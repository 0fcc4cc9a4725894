import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notFoundPage } from '../../../src/domains/shares/pages.ts';
import { createShare, revokeShare } from '../../../src/domains/shares/shares.ts';
import { languages, messagesFor } from '../../../src/reporting/documents/messages/messages.ts';
import { writeFigures } from '../../../src/reporting/renderers/figures/formats.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { engines } from '../../support/databases.ts';
import { benchmarkReport, reportDocument } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { enterPassword, givenSharedReport, password } from '../../support/shares.ts';

for (const engine of engines) {
  describe(`${engine}: figures for guests`, () => {
    let service: TestService;
    let reports = 0;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    const get = (path: string) => service.call('GET', path);
    const bytes = async (path: string) => Buffer.from(await (await fetch(service.url + path)).arrayBuffer());
    const given = async (options: { figures?: boolean; password?: string; locale?: string } = {}) => {
      const { locale = 'en-US', ...link } = options;
      const document = benchmarkReport({ report_id: `rep_${++reports}`, locale });
      return { document, ...(await givenSharedReport(service, { document, ...link })) };
    };

    test('a link with figures offers them as CSV and Excel, beside the other files', async () => {
      const { document, path } = await given({ figures: true });
      const page = (await get(path)).text;
      for (const format of ['csv', 'xlsx'] as const) {
        assert.ok(page.includes(`href="${path.split('/').at(-1)}/download/${format}" download>Figures `), format);
        const { status, headers } = await get(`${path}/download/${format}`);
        assert.equal(status, 200);
        assert.match(headers.get('content-type') ?? '', format === 'csv' ? /^text\/csv/ : /spreadsheetml\.sheet$/);
        const { from, to } = document.periods.current;
        assert.ok(headers.get('content-disposition')?.includes(`"${document.title} ${from} to ${to}.${format}"`));
        assert.equal(headers.get('cache-control'), 'private, no-store');
        const expected = Buffer.concat([...writeFigures(reportFigures(document), format)]);
        assert.ok((await bytes(`${path}/download/${format}`)).equals(expected));
      }
      assert.equal((await get(`${path}/download/json`)).status, 404);
    });

    test('a link without them answers as if there were none', async () => {
      const { path } = await given();
      assert.doesNotMatch((await get(path)).text, /download\/(csv|xlsx)/);
      for (const format of ['csv', 'xlsx']) {
        const { status, text } = await get(`${path}/download/${format}`);
        assert.deepEqual([status, text], [404, notFoundPage.html]);
      }
    });

    test('two links to one report differ in what they offer, whichever was opened first', async () => {
      const { reportId, path } = await given();
      assert.doesNotMatch((await get(path)).text, /download\/csv/);
      const { token } = await createShare(service.db, reportId, { password: null, expiresInMs: null, figures: true });
      assert.match((await get(`/shared/${token}`)).text, /download\/csv/);
      assert.doesNotMatch((await get(path)).text, /download\/csv/);
    });

    test('a password and the end of a link hold for the figures, too', async () => {
      const { path, share } = await given({ figures: true, password });
      const closed = await get(`${path}/download/csv`);
      assert.deepEqual([closed.status, closed.text], [303, '']);
      const entered = await enterPassword(service.url + path, password);
      const cookie = entered.headers
        .getSetCookie()
        .map((each) => each.split(';', 1)[0])
        .join('; ');
      const headers = { cookie };
      assert.equal((await service.call('GET', `${path}/download/csv`, { headers })).status, 200);
      await revokeShare(service.db, share.id);
      assert.equal((await service.call('GET', `${path}/download/csv`, { headers })).status, 404);
    });

    test('a lost document is answered like a link that leads nowhere, and is lost from then on', async () => {
      const { path, reportId, objects } = await given({ figures: true });
      const report = service.db.selectFrom('reports').selectAll().where('id', '=', reportId);
      await objects.remove((await report.executeTakeFirstOrThrow()).document_key);
      assert.equal((await get(`${path}/download/xlsx`)).text, notFoundPage.html);
      assert.equal((await report.executeTakeFirstOrThrow()).status, 'unavailable');
    });

    test('figures that cannot be made are a fault that says when to come again', async () => {
      const document = reportDocument({ report_id: `rep_${++reports}`, locale: 'no locale' });
      const { path } = await givenSharedReport(service, { document, figures: true });
      for (let count = 0; count < 2; count++) {
        const { status, headers } = await get(`${path}/download/csv`);
        assert.equal(status, 500);
        assert.ok(Number(headers.get('retry-after')) > 0);
      }
    });

    if (engine === 'sqlite') {
      test('the links are in the language of the report', async () => {
        for (const locale of languages) {
          const { path } = await given({ figures: true, locale });
          const { figures } = messagesFor(locale).labels;
          const page = (await get(path)).text;
          assert.ok(page.includes(`download>${figures} <small>CSV</small>`), locale);
          assert.ok(page.includes(`download>${figures} <small>Excel</small>`), locale);
        }
      });
    }
  });
}
