import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import type { RenderedArtifact } from '../../../src/reporting/renderers/artifact.ts';
import { RenderPool } from '../../../src/reporting/renderers/process/render-pool.ts';
import { openBrowser, type SuiteBrowser, skip as withoutBrowser } from '../../support/browser.ts';
import { metrics, reportDocument } from '../../support/documents.ts';
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
import { sampleGallery } from '../../support/galleries.ts';
import { headingLevels, pdfOutline, slideOutline, wordOutline } from '../../support/outlines.ts';
import { renderDocument } from '../../support/render.ts';
import { buildSample, type SampleName, sampleNames } from '../../support/samples.ts';
import { SlideFile } from '../../support/slide-file.ts';
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

const names = usually<readonly SampleName[]>(sampleNames, ['weather']);

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

    test('as presentation reads as its golden text', async () => {
      const slides = new SlideFile((await renderDocument(document, 'pptx')).bytes);
      assert.deepEqual(slides.faults(), []);
      assertGolden(`${name}.pptx`, slideOutline(slides));
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

suite('a gallery of posts', () => {
  const note = 'The figures of single posts are those since each was published.';
  const { section, pictures } = sampleGallery(
    [
      { label: 'Light shoes', text: 'Light shoes for spring, in four colours', picture: [540, 540] },
      { label: '2026-03-01 04:00' },
      {
        label: 'أحذية خفيفة',
        text: 'أحذية خفيفة للربيع',
        link: 'https://www.instagram.com/p/abc/',
        picture: [600, 400],
      },
    ],
    [metrics.sessions, metrics.orders],
  );
  const notes = [{ code: 'since_published', message: note, date: '2026-07-01' }] as const;
  const document = reportDocument({ sections: [{ ...section, notes }], pictures });

  test('as PDF, Word file and presentation reads as its golden texts', { skip: withoutPoppler }, async () => {
    const [pdf, word, slides] = [
      (await renderDocument(document, 'pdf')).bytes,
      new WordFile((await renderDocument(document, 'doc')).bytes),
      new SlideFile((await renderDocument(document, 'pptx')).bytes),
    ];
    assert.deepEqual([word.faults(), slides.faults(), pdfComplaints(pdf)], [[], [], '']);
    assertGolden('gallery.pdf', pdfOutline(pdfStructure(pdf, 'with texts')));
    assertGolden('gallery.docx', wordOutline(word));
    assertGolden('gallery.pptx', slideOutline(slides));
  });
});

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
