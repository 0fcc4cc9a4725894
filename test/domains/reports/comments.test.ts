import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readArtifact } from '../../../src/domains/export-jobs/export-jobs.ts';
import { runExportJob } from '../../../src/domains/export-jobs/run-export-job.ts';
import { listComments, removeComment, setComment } from '../../../src/domains/reports/comments.ts';
import { createShare } from '../../../src/domains/shares/shares.ts';
import { ServiceError } from '../../../src/platform/errors.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { completeJob } from '../../../src/platform/jobs/held-job.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import type { Section } from '../../../src/reporting/documents/model.ts';
import { RenderPool } from '../../../src/reporting/renderers/process/render-pool.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenReport, smallDocument } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { silentLog } from '../../support/silent-log.ts';
import { WordFile } from '../../support/word-file.ts';

const author = 'operator:ann';
const text = (title: string): Section => ({ type: 'text', title, markdown: 'Some text.' });
const sections = [text('One'), text('Two'), { type: 'page_break', title: null } as const, text('Three')];

const pool = new RenderPool({ size: 1 });
after(() => pool[Symbol.asyncDispose]());

for (const engine of engines) {
  describe(`${engine}: comments on a report`, () => {
    let service: TestService;
    let objects: ObjectStore;
    before(async () => {
      service = await startTestService(engine);
      objects = await openFileStore(`${service.dataDir}/objects`);
    });
    after(() => service[Symbol.asyncDispose]());

    async function given() {
      const { db } = service;
      const account = await givenAccount(db);
      const { id: projectId } = await givenProject(db, account);
      const document = smallDocument({ sections });
      const { reportId } = await givenReport(db, objects, account, projectId, { document });
      const token = await givenToken(db, account.id);
      const at = (section: number) => ({ accountId: account.id, document, section });
      const write = (section: number, markdown: string) =>
        db.transaction().execute((transaction) => setComment(transaction, at(section), { markdown, author }));
      const remove = (section: number) =>
        db.transaction().execute((transaction) => removeComment(transaction, at(section), author));
      const start = async () => {
        const body = { format: 'doc' };
        return (await service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, { token, body })).body;
      };
      return { reportId, token, write, remove, start };
    }

    /** Runs the oldest queued job as a worker does, and gives the text of its Word file. */
    async function runNext(): Promise<string> {
      const { db } = service;
      const job = await claimJob(db, 'worker', 4);
      assert.ok(job);
      const { signal } = new AbortController();
      const run = { job, signal, deadline: Date.now() + 60_000, log: silentLog, takeMeasure() {}, progress() {} };
      const result = await runExportJob({ db, objects, renderers: pool, artifactDays: 30 }, run);
      assert.ok(result.status === 'completed', JSON.stringify(result));
      assert.ok(await completeJob(db, job, result));
      const ended = await db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
      const bytes = await objects.get(readArtifact(ended)?.key ?? '');
      const part = new WordFile(bytes ?? new Uint8Array()).parts.get('word/document.xml');
      return new TextDecoder().decode(part);
    }

    const shown = async (reportId: string) => {
      const report = await service.db.selectFrom('reports').selectAll().where('id', '=', reportId).executeTakeFirst();
      return (await listComments(service.db, reportId, report?.revision ?? 0)).map((comment) => [
        comment.section,
        comment.markdown,
        comment.author,
      ]);
    };
    const rows = async (reportId: string) =>
      (await service.db.selectFrom('report_comments').select('revision').where('report_id', '=', reportId).execute())
        .length;

    test('an export under way ends with the comments of its revision, and the next start makes a new one', async () => {
      const { reportId, token, write, start } = await given();
      await write(1, 'The first words');
      const first = await start();
      assert.equal((await start()).meta.reused, true);
      await write(1, 'Better words');
      await write(2, 'More words');
      const second = await start();
      assert.equal(second.meta.reused, undefined);
      assert.notEqual(second.data.id, first.data.id);
      assert.equal((await start()).data.id, second.data.id);

      const files = [await runNext(), await runNext()];
      const says = files.map((file) =>
        ['The first words', 'Better words', 'More words'].filter((words) => file.includes(words)),
      );
      assert.deepEqual(says, [['The first words'], ['Better words', 'More words']]);
      for (const { data } of [first, second]) {
        assert.equal((await service.call('GET', `/api/v1/export-jobs/${data.id}/download`, { token })).status, 200);
      }
      assert.equal((await start()).data.id, second.data.id, 'its file is there');
      await write(4, 'The last words');
      assert.notEqual((await start()).data.id, second.data.id);
      assert.match(await runNext(), /The last words/);
      assert.deepEqual(await shown(reportId), [
        [1, 'Better words', author],
        [2, 'More words', author],
        [4, 'The last words', author],
      ]);
    });

    test('guests read the comments at once, and are never offered files without them', async () => {
      const { reportId, write, remove, start } = await given();
      const { token } = await createShare(service.db, reportId, { password: null, expiresInMs: null });
      const page = async () => (await service.call('GET', `/shared/${token}`)).text;
      await start();
      await runNext();
      assert.match(await page(), /download\/doc/);
      await write(2, 'For *guests* <b>too</b>, [too](javascript:alert(1))');
      const commented = await page();
      assert.match(commented, /role="note" aria-label="Comment · /);
      assert.match(commented, /For <em>guests<\/em> &#60;b&#62;too&#60;\/b&#62;/);
      assert.doesNotMatch(commented, /javascript:/);
      const withoutSize = /download\/doc">Word<\/a>/;
      assert.match(commented, withoutSize, 'made when somebody asks');
      await start();
      assert.match(await runNext(), /For/);
      assert.match(await page(), /download\/doc">Word <small>/);
      await remove(2);
      const bare = await page();
      assert.doesNotMatch(bare, /role="note"/);
      assert.match(bare, withoutSize);
    });

    test('what no revision shows any more is forgotten, once no export needs it', async () => {
      const { reportId, write, remove, start } = await given();
      for (const words of ['a', 'b', 'c']) await write(1, words);
      assert.equal(await rows(reportId), 1);
      await start();
      for (const words of ['d', 'e']) await write(1, words);
      assert.equal(await rows(reportId), 3);
      assert.match(await runNext(), />c</);
      await remove(1);
      assert.equal(await rows(reportId), 1);
      assert.deepEqual(await shown(reportId), []);
    });

    test('comments written at the same time each make a revision', async () => {
      const { reportId, write } = await given();
      const reports = await Promise.all([1, 2, 4, 1, 2, 4].map((section) => write(section, `Section ${section}`)));
      assert.deepEqual(reports.map(({ revision }) => revision).toSorted(), [2, 3, 4, 5, 6, 7]);
      assert.deepEqual(
        (await shown(reportId)).map(([section]) => section),
        [1, 2, 4],
      );
    });

    test('the report that the API answers stays as it is', async () => {
      const { reportId, token, write } = await given();
      const read = () => service.call('GET', `/api/v1/reports/${reportId}`, { token });
      const first = await read();
      await write(1, 'Words');
      const second = await read();
      assert.deepEqual(second.body.data, first.body.data);
      assert.equal(second.headers.get('etag'), first.headers.get('etag'));
    });

    test('a section that is not there, and a comment that says nothing or too much, are named', async () => {
      const { reportId, write, remove } = await given();
      const fault = (field: string, message: RegExp) => (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.code, 'invalid_request');
        assert.deepEqual(
          error.details?.map((detail) => detail.field),
          [field],
        );
        assert.match(error.message, message);
        return true;
      };
      for (const section of [0, 5, -1, 1.5, Number.NaN]) {
        await assert.rejects(write(section, 'Words'), fault('section', /the sections 1 to 4/));
      }
      await assert.rejects(write(3, 'Words'), fault('section', /page break/));
      await assert.rejects(remove(1), fault('section', /Section 1 has no comment/));
      await assert.rejects(write(1, ' \n\t'), fault('markdown', /says something/));
      await assert.rejects(write(1, '🙂'.repeat(20_001)), fault('markdown', /at most 20,000 characters, not 20,001/));
      await write(1, '🙂'.repeat(20_000));
      assert.equal((await shown(reportId)).length, 1);
    });
  });
}
