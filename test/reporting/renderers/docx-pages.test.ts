import assert from 'node:assert/strict';
import { renderDocx } from '../../../src/reporting/renderers/docx/render-docx.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { benchmarkReport, logo } from '../../support/documents.ts';
import { pdfInfo, pdfText, withoutPoppler } from '../../support/files.ts';
import { convertedToPdf, withoutOffice } from '../../support/office.ts';
import { test } from '../../support/suite.ts';
import { fileOf } from '../../support/word-file.ts';
import { elements } from '../../support/xml.ts';

test('every page except the cover has a header and a footer with the number of the page', async () => {
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
  const tables = file.all('w:tbl').filter((table) => elements(table, 'w:tblStyle').length > 0);
  assert.ok(tables.length > 3);
  for (const table of tables) assert.equal(elements(table, 'w:tblHeader').length, 1);
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
