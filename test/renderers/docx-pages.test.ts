import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Section } from '../../src/documents/model.ts';
import { renderDocx } from '../../src/renderers/docx/render-docx.ts';
import { reportView } from '../../src/renderers/report-view.ts';
import { benchmarkReport, breakdown, logo, metrics, reportDocument, timeseries } from '../support/documents.ts';
import { pdfInfo, pdfOutlinePages, pdfText, withoutPoppler, withoutQpdf } from '../support/files.ts';
import { convertedToPdf, withoutOffice } from '../support/office.ts';
import { buildSample, sampleNames } from '../support/samples.ts';
import { fileOf, WordFile } from '../support/word-file.ts';
import { elements } from '../support/xml.ts';

/** The pages that the contents name, field by field. */
function contentsPages(file: WordFile): (number | null)[] {
  return file
    .all('w:hyperlink')
    .filter(({ attributes }) => attributes.has('w:anchor'))
    .map((link) => {
      const [instruction] = elements(link, 'w:instrText');
      if (!instruction) return null;
      assert.equal(instruction.text.trim(), `PAGEREF ${link.attributes.get('w:anchor')} \\h`);
      return Number(elements(link, 'w:t').at(-1)?.text);
    });
}

test('every page but the cover has a header and a footer with the number of the page', async () => {
  const file = await fileOf(benchmarkReport());
  const references = file
    .all('w:sectPr')
    .map((section) => section.children.filter(({ name }) => /Reference/.test(name)).length);
  assert.deepEqual(references, [0, 2]);
  const fields = elements(file.part('word/footer.xml'), 'w:fldSimple').map(({ attributes }) =>
    attributes.get('w:instr'),
  );
  assert.deepEqual(fields, [' PAGE ', ' NUMPAGES ']);
  assert.match(file.part('word/header.xml').text, /Quarterly web report/);
});

test('the head of a table repeats on every page and no row breaks over two', async () => {
  const file = await fileOf(benchmarkReport());
  const rows = file.all('w:tr');
  assert.ok(rows.length > 100 && rows.every((row) => elements(row, 'w:cantSplit').length === 1));
  assert.equal(rows.filter((row) => elements(row, 'w:tblHeader').length > 0).length, 3);
});

test('LibreOffice shows every text on numbered pages', {
  skip: withoutOffice || withoutPoppler,
  timeout: 150_000,
}, async () => {
  const document = benchmarkReport({ brand: { accent_color: null, logo } });
  const view = reportView(document);
  const [pdf = assert.fail()] = convertedToPdf([(await renderDocx(document)).bytes]);
  const flat = (text: string) => text.replace(/\s+/g, '');
  const shown = flat(pdfText(pdf));
  const expected = view.sections.flatMap((section) => {
    if (section.type === 'kpis') return section.items.flatMap(({ label, value }) => [label, value]);
    if (section.type === 'highlights') return section.items.map(({ text }) => text);
    return section.type === 'tables'
      ? section.tables.flatMap(({ rows }) => rows.map(([label]) => label?.text ?? ''))
      : [];
  });
  const pages = Number(pdfInfo(pdf).get('Pages'));
  const numbers = Array.from({ length: pages - 1 }, (_, index) => `Page ${index + 2} of ${pages}`);
  for (const text of [...expected, ...view.facts.map(({ value }) => value), ...view.warnings, ...numbers]) {
    assert.ok(shown.includes(flat(text)), `it lacks ${text}`);
  }
});

test('the contents name the pages on which LibreOffice sets the headings', {
  skip: withoutOffice || withoutQpdf,
  timeout: 150_000,
}, async () => {
  const long = (rows: number) => [
    breakdown('City', (index) => `City ${index} ${'and around '.repeat(index % 9)}`, rows),
    timeseries(metrics.orders, 50, 30),
  ];
  const items = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} ${'of some words '.repeat(index % 17)}`);
  const text: Section = { type: 'text', title: 'In words', markdown: items.join('\n\n') };
  const documents = [
    ...(await Promise.all(sampleNames.map(buildSample))),
    benchmarkReport(),
    ...[30, 41, 70, 120].map((rows) => reportDocument({ sections: long(rows) })),
    reportDocument({ sections: [text, ...long(20)] }),
  ];
  const files = await Promise.all(documents.map(async (document) => (await renderDocx(document)).bytes));
  for (const [index, pdf] of convertedToPdf(files).entries()) {
    const expected = contentsPages(new WordFile(files[index] ?? assert.fail()));
    const found = pdfOutlinePages(pdf).slice(-expected.length);
    assert.deepEqual(expected, found, documents[index]?.title ?? '');
  }
});

test('behind a paragraph longer than a page the contents name no page rather than a wrong one', async () => {
  const sections: Section[] = [
    { type: 'text', title: 'Long', markdown: 'lorem ipsum '.repeat(2_000) },
    { type: 'text', title: 'Behind', markdown: 'short' },
  ];
  const document = reportDocument({ sections, sources: [], warnings: [] });
  assert.deepEqual(contentsPages(await fileOf(document)), [2, null]);
});

test('a text longer than a page begins below its heading, wherever that stands', {
  skip: withoutOffice || withoutPoppler,
  timeout: 150_000,
}, async () => {
  const paragraphs = (count: number) => Array.from({ length: count }, () => 'filler').join('\n\n');
  const long = ['lorem ipsum '.repeat(600), `\`\`\`\n${'lorem ipsum\n'.repeat(100)}\`\`\``];
  const documents = long.flatMap((markdown) =>
    [1, 22, 24, 26, 28].map((count) =>
      reportDocument({
        sections: [
          { type: 'text', title: 'Before', markdown: paragraphs(count) },
          { type: 'text', title: 'Heading', markdown },
        ],
      }),
    ),
  );
  const files = await Promise.all(documents.map(async (document) => (await renderDocx(document)).bytes));
  for (const [index, pdf] of convertedToPdf(files).entries()) {
    const pages = pdfText(pdf).split('\f').slice(1);
    const at = pages.findIndex((shown) => /\nHeading\nlorem ipsum/.test(shown));
    assert.ok(at >= 0, `${index}: it stands alone`);
    const [, named] = contentsPages(new WordFile(files[index] ?? assert.fail()));
    assert.equal(named, at + 2);
  }
});
