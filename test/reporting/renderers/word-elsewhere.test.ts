import assert from 'node:assert/strict';
import type { CommentedDocument } from '../../../src/reporting/documents/comments.ts';
import { page } from '../../../src/reporting/renderers/design.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import type { SectionView } from '../../../src/reporting/renderers/view/section-views.ts';
import type { CellView } from '../../../src/reporting/renderers/view/table-view.ts';
import { buildAgencyReport } from '../../support/agency-report.ts';
import { pdfInfo, withoutPoppler } from '../../support/files.ts';
import { convertedToPdf, type Machine, withoutFonts, withoutOffice } from '../../support/office.ts';
import { type ShownPage, shownPages } from '../../support/page-fill.ts';
import { renderDocument } from '../../support/render.ts';
import { buildSample } from '../../support/samples.ts';
import { test, usually } from '../../support/suite.ts';

const may = { current: { from: '2026-05-01', to: '2026-05-31' }, compare: { from: '2026-04-01', to: '2026-04-30' } };
const titled = { title: 'Marketing', clientName: 'Trailhead', periods: may };
const branded = (report: CommentedDocument): CommentedDocument => {
  return { ...report, brand: { ...report.brand, font: 'Open Sans' } };
};

async function reports(): Promise<CommentedDocument[]> {
  const german = await buildAgencyReport({ ...titled, locale: 'de-DE' });
  if (usually(false, true)) return [german];
  const arabic = await buildAgencyReport({ ...titled, locale: 'ar-EG' });
  const japanese = await buildAgencyReport({ ...titled, locale: 'ja-JP' });
  const goals = await Promise.all((['goalsGerman', 'goalsArabic', 'flights', 'oneDay'] as const).map(buildSample));
  return [german, arabic, japanese, ...goals, branded(german)];
}

/** The texts that no line break may split, of a section and of its cells. */
function unbreakable(section: SectionView): string[] {
  if (section.type === 'timeseries' && section.total) return [section.total.value];
  if (section.type === 'kpis') {
    return section.items.flatMap(({ value, change }) => [value, change?.text ?? '']);
  }
  if (section.type !== 'tables' || section.chart?.kind === 'columns') return [];
  return section.tables.flatMap(({ rows, rest, total, columns }) =>
    [...rows, rest ?? [], total ?? []].flatMap((cells: readonly CellView[]) =>
      cells.flatMap(({ text }, index) => (columns[index]?.kind === 'label' ? words(text) : text)),
    ),
  );
}

/** Words that are shorter than any column, in writing that has spaces and that poppler reads as it was written. */
const words = (text: string) => text.split(/\s+/).filter((word) => /^[\p{sc=Latin}\p{Nd}]{2,12}$/u.test(word));

const part = /\p{Nd}[\p{Nd}.,٫٬’]*|\p{sc=Latin}+/gu;

/** Whether the figures and words of a text are whole on a line, in any order: poppler turns some Arabic round. */
function isOnOneLine(text: string, lines: readonly string[]): boolean {
  const parts = text.match(part) ?? [];
  return lines.some((line) => parts.every((each) => line.includes(each)));
}

const shownLines = (pages: readonly ShownPage[]) => pages.flatMap(({ lines }) => lines.map((line) => line.join(' ')));

for (const machine of ['carlito', 'dejavu'] as const satisfies readonly Machine[]) {
  test(`Word files keep figures, words and pages whole where Calibri is missing and ${machine} is there`, {
    skip: withoutPoppler || withoutOffice || withoutFonts,
    timeout: 180_000,
  }, async () => {
    const documents = await reports();
    const files = [];
    for (const document of documents) files.push((await renderDocument(document, 'doc')).bytes);
    const faults: string[] = [];
    for (const [index, pdf] of convertedToPdf(files, machine).entries()) {
      const document = documents[index] as CommentedDocument;
      const which = `report ${index} in ${document.locale}`;
      const pages = shownPages(pdf, page);
      const lines = shownLines(pages);
      for (const text of reportView(document).sections.flatMap(unbreakable)) {
        if (!isOnOneLine(text, lines)) faults.push(`${which} breaks ${text}`);
      }
      for (const [at, { filled }] of pages.slice(0, -1).entries()) {
        if (filled < 0.5) faults.push(`${which}, page ${at + 2} of ${pages.length + 1}: ${filled.toFixed(2)}`);
      }
      const inPdf = Number(pdfInfo((await renderDocument(document, 'pdf')).bytes).get('Pages'));
      if (Math.abs(pages.length + 1 - inPdf) > 1) faults.push(`${which}: ${pages.length + 1} pages for ${inPdf}`);
    }
    assert.deepEqual(faults, []);
  });
}
