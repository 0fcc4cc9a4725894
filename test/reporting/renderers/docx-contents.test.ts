import assert from 'node:assert/strict';
import type { Section } from '../../../src/reporting/documents/model.ts';
import { renderDocx } from '../../../src/reporting/renderers/docx/render-docx.ts';
import { benchmarkReport, breakdown, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { pdfOutlinePages, pdfText, withoutPoppler, withoutQpdf } from '../../support/files.ts';
import { convertedToPdf, withoutOffice } from '../../support/office.ts';
import { buildSample, sampleNames } from '../../support/samples.ts';
import { test, usually } from '../../support/suite.ts';
import { fileOf, WordFile } from '../../support/word-file.ts';
import { elements } from '../../support/xml.ts';

/** While this is sampled, of each matrix a part. */
const part = <Item>(items: readonly Item[], least: number) => items.slice(0, usually(items.length, least));

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
    ...(await Promise.all(part(sampleNames, 0).map(buildSample))),
    benchmarkReport(),
    ...part([41, 30, 70, 120], 0).map((rows) => reportDocument({ sections: long(rows) })),
    reportDocument({ sections: [text, ...long(20)] }),
  ];
  const files = await Promise.all(documents.map(async (document) => (await renderDocx(document)).bytes));
  for (const [index, pdf] of convertedToPdf(files).entries()) {
    const expected = contentsPages(new WordFile(files[index] ?? assert.fail()));
    const found = pdfOutlinePages(pdf).slice(-expected.length);
    assert.deepEqual(expected, found, documents[index]?.title ?? '');
  }
});

test('after a paragraph longer than a page the contents give no page number rather than a wrong one', async () => {
  const sections: Section[] = [
    { type: 'text', title: 'Long', markdown: 'lorem ipsum '.repeat(2_000) },
    { type: 'text', title: 'Behind', markdown: 'short' },
  ];
  const document = reportDocument({ sections, sources: [], warnings: [] });
  assert.deepEqual(contentsPages(await fileOf(document)), [2, null]);
});

test('a text longer than a page starts below its heading, wherever that is', {
  skip: withoutOffice || withoutPoppler,
  timeout: 150_000,
}, async () => {
  const paragraphs = (count: number) => Array.from({ length: count }, () => 'filler').join('\n\n');
  const long = ['lorem ipsum '.repeat(600), `\`\`\`\n${'lorem ipsum\n'.repeat(100)}\`\`\``];
  const documents = long.flatMap((markdown) =>
    part([24, 1, 22, 26, 28], 2).map((count) =>
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
