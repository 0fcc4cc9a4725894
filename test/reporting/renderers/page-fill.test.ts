import assert from 'node:assert/strict';
import { brandFonts } from '../../../src/reporting/documents/brand-fonts.ts';
import { messagesFor } from '../../../src/reporting/documents/messages/messages.ts';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import { page } from '../../../src/reporting/renderers/design.ts';
import { withoutPoppler } from '../../support/files.ts';
import { convertedToPdf, withoutOffice } from '../../support/office.ts';
import { type ShownPage, shownPages } from '../../support/page-fill.ts';
import { randomReport } from '../../support/random-reports.ts';
import { renderDocument } from '../../support/render.ts';
import { buildSample } from '../../support/samples.ts';
import { test, usually } from '../../support/suite.ts';

/** Those of the PDF's template: 25 and 22 mm. */
const pdfMargins = { top: 70.9, bottom: 62.4 };

/** A brand with much at the foot of pages, and letters that are wider and narrower than those that texts are measured in. */
function branded(report: ReportDocument, seed: number): ReportDocument {
  const font = brandFonts[seed % brandFonts.length] ?? 'Lato';
  return {
    ...report,
    brand: { ...report.brand, font, name: 'Agency', footer: 'Imprint of an agency. '.repeat(9).trim() },
  };
}

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed);
const isIn = (shown: ShownPage, pattern: RegExp) => shown.lines.some((line) => line.some((word) => pattern.test(word)));

function assertFilled(pages: readonly ShownPage[], least: number, which: string): void {
  for (const [index, { filled, lines }] of pages.entries()) {
    const shown = `${which}, page ${index + 2} of ${pages.length + 1}`;
    if (index === pages.length - 1) assert.ok(lines.length >= 4, `${shown}: ${lines.length} lines`);
    else assert.ok(filled >= least, `${shown}: ${filled.toFixed(3)}`);
  }
}

/** No heading ends a page, and no note begins one. */
function assertNothingAlone(pages: readonly ShownPage[], which: string): void {
  for (const [index, { lines }] of pages.entries()) {
    const [first = [], last = []] = [lines[0], lines.at(-1)];
    // The contents, which list headings, are on the first of these pages.
    if (index > 0) assert.ok(!last.some((word) => /^head\dx/.test(word)), `${which}: ${last}`);
    assert.ok(!first.some((word) => /^note\dx/.test(word)), `${which}: ${first}`);
  }
}

/** Before a break a table has two rows at least, and behind it one with the rest and the total. */
function assertRowsTogether(pages: readonly ShownPage[], { sections, locale }: ReportDocument, which: string): void {
  for (const [index, section] of sections.entries()) {
    if (section.type !== 'breakdown') continue;
    const row = new RegExp(`^row${index}x\\d+x`);
    const counts = pages.map(({ lines }) => lines.filter((line) => line.some((word) => row.test(word))).length);
    const shown = counts.filter((count) => count > 0);
    assert.equal(
      shown.reduce((sum, count) => sum + count, 0),
      section.rows.length,
      which,
    );
    // Two rows of longer labels can be too high to stay together.
    if (section.rows.some(({ label }) => (label?.length ?? 0) > 110)) continue;
    for (const count of shown.slice(0, -1)) assert.ok(count > 1, `${which}: ${shown} rows of table ${index + 1}`);
  }
  const { total } = messagesFor(locale).labels;
  if (/^\p{sc=Latin}+$/u.test(total)) {
    for (const shown of pages.filter((each) => isIn(each, new RegExp(`^${total}$`)))) {
      assert.ok(isIn(shown, /^row\d+x/), `${which}: a total alone`);
    }
  }
}

test('pages of a PDF are filled, and nothing stands alone on one, whatever the report', {
  skip: withoutPoppler,
}, async () => {
  const reports = [
    ...seeds(usually(220, 4)).map((seed) => randomReport(seed)),
    ...seeds(usually(100, 2)).map((seed) => randomReport(seed, true)),
  ];
  for (const [seed, report] of reports.entries()) {
    const which = `report ${seed} in ${report.locale}`;
    const { bytes, warnings } = await renderDocument(report, 'pdf');
    assert.deepEqual(warnings, [], which);
    const pages = shownPages(bytes, pdfMargins);
    assertFilled(pages, 0.6, which);
    assertNothingAlone(pages, which);
    assertRowsTogether(pages, report, which);
  }
});

test('pages of a PDF are as full with a brand', { skip: withoutPoppler }, async () => {
  for (const seed of seeds(usually(40, 1))) {
    const { bytes } = await renderDocument(branded(randomReport(seed), seed), 'pdf');
    assertFilled(shownPages(bytes, pdfMargins), 0.6, `report ${seed} with a brand`);
  }
});

test('pages of a Word file are filled, and nothing stands alone on one', {
  skip: withoutPoppler || withoutOffice,
  timeout: 150_000,
}, async () => {
  const reports = [false, true].flatMap((commented) =>
    seeds(usually(commented ? 15 : 40, 3)).map((seed) => randomReport(seed, commented)),
  );
  const files = [];
  for (const report of reports) files.push((await renderDocument(report, 'doc')).bytes);
  for (const [seed, pdf] of convertedToPdf(files).entries()) {
    const pages = shownPages(pdf, page);
    // The heights that pages are broken by are upper estimates, in letters wider than these.
    assertFilled(pages, 0.5, `report ${seed}`);
    assertNothingAlone(pages, `report ${seed}`);
    assertRowsTogether(pages, reports[seed] as ReportDocument, `report ${seed}`);
  }
});

test("the demo's report ends on a page that is at least half full", { skip: withoutPoppler }, async () => {
  const last = shownPages((await renderDocument(await buildSample('flights'), 'pdf')).bytes, pdfMargins).at(-1);
  assert.ok((last?.filled ?? 0) >= 0.5, `${last?.filled}`);
});
