import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { translationsOf } from '../../../src/reporting/connectors/labels/translations.ts';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { type AgencyReport, buildAgencyReport } from '../../support/agency-report.ts';
import { pdfInfo, pdfStructure, pdfText, withoutPoppler } from '../../support/files.ts';
import { headingLevels, wordOutline } from '../../support/outlines.ts';
import { renderDocument } from '../../support/render.ts';
import { WordFile } from '../../support/word-file.ts';

const may = { current: { from: '2026-05-01', to: '2026-05-31' }, compare: { from: '2026-04-01', to: '2026-04-30' } };
const reports = {
  en: { title: 'Marketing report, May 2026', clientName: 'Trailhead Shoes', locale: 'en-GB', periods: may },
  de: { title: 'Marketingbericht Mai 2026', clientName: 'Laufladen GmbH', locale: 'de-DE', periods: may },
  ar: { title: 'تقرير التسويق لشهر مايو 2026', clientName: 'شركة الأحذية الرياضية', locale: 'ar-EG', periods: may },
} as const satisfies Record<string, AgencyReport>;
const chapters = ['Website', 'Google Search', 'Google Ads', 'Meta Ads', 'Shop'];

/** With KEEP_REPORTS=folder the files stay there, to be looked at. */
function keep(name: string, contents: string | Uint8Array): void {
  const folder = process.env.KEEP_REPORTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), contents);
}

suite('a report of five hosted systems without a layout', () => {
  let english: ReportDocument;
  let german: ReportDocument;
  let arabic: ReportDocument;
  before(async () => {
    english = await buildAgencyReport(reports.en);
    german = await buildAgencyReport(reports.de);
    arabic = await buildAgencyReport(reports.ar);
  });

  test('has a short chapter for each, and highlights of all', () => {
    const titles = english.sections.flatMap((section) => ('level' in section ? [] : (section.title ?? section.type)));
    assert.deepEqual(titles, ['highlights', 'channels', ...chapters]);
    const figures = english.sections.flatMap((section) => (section.type === 'kpis' ? section.items.length : []));
    assert.ok(
      figures.every((count) => count >= 4 && count <= 8),
      `${figures}`,
    );
    const [first] = english.sections;
    assert.ok(first?.type === 'highlights' && first.items.length === 8);
    const told = first.items.map(({ section }) => english.sections[section ?? 0]);
    const systems = new Set(told.map((section) => section && 'connection_id' in section && section.connection_id));
    assert.ok(systems.size >= 3, JSON.stringify(first.items, null, 1));
  });

  test('is in German but for what belongs to the customer', () => {
    const words = new Set(translationsOf('de').values());
    const labels = german.sections.flatMap((section) => {
      if (section.type === 'kpis') return section.items.map(({ metric }) => metric.label);
      return section.type === 'breakdown' ? [section.dimension, ...section.metrics].map(({ label }) => label) : [];
    });
    assert.deepEqual(
      labels.filter((label) => !words.has(label)),
      [],
    );
    const shown = JSON.stringify(german);
    assert.ok(shown.includes('"Österreich"') && shown.includes('"Mobil"') && !shown.includes('"Austria"'));
  });

  test('as PDF is as long as an agency’s, lists its chapters and fills its pages', {
    skip: withoutPoppler,
  }, async () => {
    const { bytes, warnings } = await renderDocument(english, 'pdf');
    keep('en.pdf', bytes);
    assert.deepEqual(warnings, []);
    const pages = pdfText(bytes).split('\f').slice(0, -1);
    assert.ok(pages.length >= 8 && pages.length <= 13, `${pages.length} pages`);
    const contents = pages[1]?.split('Highlights').slice(0, 2).join() ?? '';
    assert.ok(chapters.every((chapter) => contents.includes(chapter)) && !contents.includes(' by '), contents);
    for (const page of pages.slice(1, -1)) assert.ok(page.split(/\s+/).length > 80, page);
    const levels = headingLevels(pdfStructure(bytes, 'without texts').matchAll(/^ *H([1-6])\b/gm));
    assert.equal(levels.filter((level) => level === 2).length, english.sections.length - chapters.length - 2);
  });

  test('as Word file has chapters and sections below them', async () => {
    const { bytes } = await renderDocument(german, 'doc');
    keep('de.docx', bytes);
    const word = new WordFile(bytes);
    assert.deepEqual(word.faults(), []);
    const lines = wordOutline(word);
    const headings = (level: number) => lines.flatMap((line) => line.split(`Heading${level}: `)[1] ?? []);
    assert.deepEqual(headings(1).slice(1, 7), ['Kanäle', ...chapters]);
    assert.deepEqual(headings(2).slice(0, 2), ['Sitzungen nach Tagen', 'Sitzungen nach Kanal']);
    assert.ok(!lines.some((line) => line.startsWith('Source: Quelle')));
  });

  test('as a web page has headings of two levels, in Arabic from right to left', async () => {
    const page = renderHtml(arabic, { downloads: [], assets: '/assets', nonce: 'x' });
    keep('ar.html', page);
    assert.match(page, /<html lang="ar-EG" dir="rtl">/);
    assert.equal(page.match(/<h3 /g)?.length, arabic.sections.length - chapters.length - 2);
    assert.equal(page.match(/<li class="below">/g)?.length, 2 * (arabic.sections.length - chapters.length - 2));
    for (const word of ['الجلسات', 'مرات الظهور', 'ألمانيا']) assert.ok(page.includes(word), word);
  });

  test('as PDF is no longer in German and Arabic', { skip: withoutPoppler }, async () => {
    for (const [language, document] of Object.entries({ de: german, ar: arabic })) {
      const { bytes, warnings } = await renderDocument(document, 'pdf');
      keep(`${language}.pdf`, bytes);
      assert.deepEqual(warnings, [], language);
      assert.ok(Number(pdfInfo(bytes).get('Pages')) <= 13, language);
    }
  });
});
