import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { operator } from '../../src/cli/audit.ts';
import { writeFigures } from '../../src/reporting/renderers/figures/formats.ts';
import { reportFigures } from '../../src/reporting/renderers/figures/report-figures.ts';
import { engines } from '../support/databases.ts';
import { benchmarkReport } from '../support/documents.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
import { givenSharedReport } from '../support/shares.ts';

for (const engine of engines) {
  describe(`${engine}: reports`, () => {
    let installation: TestInstallation;
    let owner: Awaited<ReturnType<typeof givenSharedReport>>;
    const document = benchmarkReport();
    before(async () => {
      installation = await givenInstallation(engine);
      owner = await givenSharedReport(installation, { document });
    });
    after(async () => await installation[Symbol.asyncDispose]());

    const comment = (flags: readonly string[], input?: string) =>
      installation.json(['reports', 'comment', owner.reportId, ...flags], input);
    const list = () => installation.json(['reports', 'comments', owner.reportId]);

    test('comment writes, replaces and removes what comments lists with the sections, and the audit log tells', async () => {
      const before = await list();
      assert.deepEqual(
        before.map(({ section, type, markdown }: Record<string, unknown>) => [section, type, markdown]),
        document.sections.map(({ type }, index) => [index + 1, type, null]),
      );
      assert.ok(before.every(({ title }: { title: string | null }) => title !== ''));
      assert.deepEqual(await comment(['--section', '1', '--markdown', 'In *short*']), {
        report_id: owner.reportId,
        section: 1,
        revision: 2,
      });
      const long = `\uFEFFFirst line\n\n${'x'.repeat(19_000)}\n`;
      assert.equal((await comment(['--section', '2', '--markdown', '-'], long)).revision, 3);
      const [first, second] = await list();
      assert.deepEqual([first.author, first.markdown], [operator(), 'In *short*']);
      assert.match(first.written_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.equal(second.markdown, `First line\n\n${'x'.repeat(19_000)}`);
      assert.equal((await comment(['--section', '1', '--remove'])).revision, 4);
      assert.equal((await list())[0].markdown, null);
      const log = await installation.json(['audit', 'list', '--account', owner.account.id, '--limit', '3']);
      assert.deepEqual(
        log.map(({ action, actor, subject, details }: Record<string, unknown>) => [action, actor, subject, details]),
        [
          ['report.comment_remove', operator(), owner.reportId, { section: 1, revision: 4 }],
          ['report.comment', operator(), owner.reportId, { section: 2, revision: 3 }],
          ['report.comment', operator(), owner.reportId, { section: 1, revision: 2 }],
        ],
      );
    });

    test('what cannot be commented on is refused in one sentence', async () => {
      const { reportId } = owner;
      const cases: [string[], RegExp, string?][] = [
        [[reportId, '--section', '1'], /exactly one of --markdown and --remove/],
        [[reportId, '--section', '1', '--markdown', 'x', '--remove'], /exactly one of --markdown and --remove/],
        [[reportId, '--section', 'one', '--remove'], /--section takes a whole number/],
        [[reportId, '--section', '99', '--markdown', 'x'], /has the sections 1 to \d, not 99/],
        [[reportId, '--section', '1', '--remove'], /Section 1 has no comment/],
        [[reportId, '--section', '1', '--markdown', '-'], /20,000 characters/, 'x'.repeat(200_000)],
        [['rep_unknown', '--section', '1', '--markdown', 'x'], /no report rep_unknown/],
      ];
      for (const [argv, says, input] of cases) {
        const { code, stdout, stderr } = await installation.run(['reports', 'comment', ...argv], input);
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(stderr, says);
        assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
      }
    });

    test('figures writes a file in each format, in place of the one that was there', async () => {
      const file = join(installation.dataDir, 'figures');
      const write = (format: string) =>
        installation.json(['reports', 'figures', owner.reportId, '--format', format, '--out', file]);
      for (const format of ['csv', 'xlsx', 'json'] as const) {
        const written = await write(format);
        const expected = Buffer.concat([...writeFigures(reportFigures(document), format)]);
        assert.deepEqual(written, { report_id: owner.reportId, format, file, bytes: expected.length });
        assert.ok(readFileSync(file).equals(expected), format);
      }
      assert.deepEqual(
        readdirSync(installation.dataDir).filter((name) => name.startsWith('figures')),
        ['figures'],
      );
      const argv = ['reports', 'figures', owner.reportId, '--format', 'csv', '--out'];
      const { stdout } = await installation.run([...argv, '-']);
      assert.match(stdout, /^section,title,row,metric,unit,period,value,currency,part\r\n2,/);
      const refused = await installation.run([...argv, join(file, 'below')]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /ENOTDIR/);
      const unknown = ['reports', 'figures', owner.reportId, '--format', 'ods', '--out', file];
      assert.match((await installation.run(unknown)).stderr, /--format takes csv, xlsx, json, not "ods"/);
    });

    test('a report whose document is lost cannot be commented on', async () => {
      const lost = await givenSharedReport(installation);
      const report = await installation.db
        .selectFrom('reports')
        .select('document_key')
        .where('id', '=', lost.reportId)
        .executeTakeFirstOrThrow();
      await lost.objects.remove(report.document_key);
      const { code, stderr } = await installation.run(['reports', 'comments', lost.reportId]);
      assert.equal(code, 1);
      assert.match(stderr, /is lost; generate the report again/);
    });
  });
}
