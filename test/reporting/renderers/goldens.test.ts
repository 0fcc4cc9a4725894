import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import type { RenderedArtifact } from '../../../src/reporting/renderers/artifact.ts';
import { RenderPool } from '../../../src/reporting/renderers/process/render-pool.ts';
import { openBrowser, type SuiteBrowser, skip as withoutBrowser } from '../../support/browser.ts';
import {
  pdfAlternatives,
  pdfComplaints,
  pdfFaults,
  pdfInfo,
  pdfSilences,
  pdfStructure,
  pdfText,
  withoutPoppler,
  withoutQpdf,
} from '../../support/files.ts';
import { headingLevels, pdfOutline, wordOutline } from '../../support/outlines.ts';
import { renderDocument } from '../../support/render.ts';
import { buildSample, sampleNames } from '../../support/samples.ts';
import { test, usually } from '../../support/suite.ts';
import { startViewerServer } from '../../support/viewer-server.ts';
import { WordFile } from '../../support/word-file.ts';

/** Compares with the text in `goldens/`; with UPDATE_GOLDEN=1 it writes the text there, to be read in the diff. */
function assertGolden(name: string, lines: readonly string[]): void {
  const file = new URL(`goldens/${name}.txt`, import.meta.url);
  const text = `${lines.join('\n')}\n`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  assert.ok(existsSync(file), `goldens/${name}.txt is missing: write it with UPDATE_GOLDEN=1, and read it.`);
  assert.deepEqual(lines, readFileSync(file, 'utf8').trimEnd().split('\n'));
}

/** Asserts that headings start at level 1 and go down one level at a time. */
function assertLevels(levels: readonly number[]): void {
  assert.ok(levels.length > 0);
  for (const [index, level] of levels.entries()) assert.ok(level <= (levels[index - 1] ?? 0) + 1, levels.join(' '));
}

const names = usually(sampleNames, sampleNames.slice(0, 3));

// One process for all: it is another than this one, and to start one takes longer than to render.
const pool = new RenderPool({ size: 1 });
after(() => pool[Symbol.asyncDispose]());

for (const name of names) {
  suite(`the report "${name}"`, () => {
    let document: ReportDocument;
    let pdf: RenderedArtifact;
    let word: WordFile;
    before(async () => {
      document = await buildSample(name);
      pdf = await renderDocument(document, 'pdf');
      word = new WordFile((await renderDocument(document, 'doc')).bytes);
    });

    test('as PDF reads as its golden text', { skip: withoutPoppler }, async () => {
      const { bytes } = pdf;
      // Poppler needs seconds for shaped Arabic, and its versions disagree: there the structure has to be enough.
      const structure = pdfStructure(bytes, name.endsWith('rabic') ? 'without texts' : 'with texts');
      assertGolden(`${name}.pdf`, [`${pdfInfo(bytes).get('Pages')} pages`, ...pdfOutline(structure)]);
    });

    test('as PDF claims PDF/UA-1, skips no heading level and has no page without text', {
      skip: withoutPoppler,
    }, async () => {
      const { bytes, warnings } = pdf;
      assert.deepEqual(warnings, []);
      assert.equal(pdfComplaints(bytes), '');
      assert.match(Buffer.from(bytes).toString('latin1'), /pdfuaid:part>1</);
      assertLevels(headingLevels(pdfStructure(bytes, 'without texts').matchAll(/^ *H([1-6])\b/gm)));
      const pages = pdfText(bytes).split('\f').slice(0, -1);
      assert.ok(pages.length >= 2 && pages.length <= 6, `${pages.length} pages`);
      const [header = '', footer = ''] = [pages[1]?.split('\n')[0], pages[1]?.trimEnd().split('\n').at(-1)];
      for (const [index, page] of pages.entries()) {
        const own = page.replace(header, '').replace(footer, '').trim();
        assert.ok(own.length > 30, `page ${index + 1} says only "${own}"`);
      }
    });

    test('as PDF is valid; its pictures, links and heads of columns say what they are', {
      skip: withoutQpdf,
    }, async () => {
      const { bytes } = pdf;
      assert.equal(pdfFaults(bytes), '');
      assert.deepEqual(
        pdfAlternatives(bytes).filter((text) => text.trim() === ''),
        [],
      );
      assert.deepEqual(pdfSilences(bytes), []);
    });

    test('as Word file reads as its golden text, skips no heading level and names its pictures', async () => {
      assert.deepEqual(word.faults(), []);
      const lines = wordOutline(word);
      assertLevels(headingLevels(lines.join('\n').matchAll(/^Heading([1-6]):/gm)));
      const afterCover = lines.slice(lines.findIndex((line) => line.startsWith('TOCHeading')));
      assert.ok(!afterCover.some((line) => line.includes('[decorative]')));
      assertGolden(`${name}.docx`, lines);
    });

    test('is the same bytes from another process', async () => {
      for (const format of ['pdf', 'doc'] as const) {
        const [here, there] = [
          await renderDocument(document, format),
          await pool.render(document, format, { deadlineMs: 60_000 }),
        ];
        assert.ok(Buffer.from(here.bytes).equals(Buffer.from(there.bytes)), format);
      }
    });
  });
}

suite('the reports as web pages', { skip: withoutBrowser }, () => {
  let browser: SuiteBrowser;
  let page: Page;
  before(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  });
  after(() => browser.close());

  for (const name of names) {
    test(`"${name}" has the roles and texts of its golden text, skips no heading level and names its pictures`, async () => {
      await using server = await startViewerServer();
      await page.goto(server.show(await buildSample(name)));
      await page.locator('html:not([data-opening])').waitFor({ state: 'attached' });
      const roles = await page.locator('body').ariaSnapshot();
      const lines = roles.split('\n').filter((line) => !line.includes('- /url:'));
      assertLevels(headingLevels(roles.matchAll(/\[level=(\d)\]/g)));
      assert.ok(!/- img$/m.test(roles));
      assertGolden(`${name}.html`, lines);
    });
  }
});
