import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvFigures } from '../../../src/reporting/renderers/figures/csv.ts';
import { jsonFigures } from '../../../src/reporting/renderers/figures/json.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { pdfText, withoutPoppler } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';
import { SlideFile } from '../../support/slide-file.ts';
import { fileOf } from '../../support/word-file.ts';
import { reportByPairs, type Spent } from '../documents/pairs-source.ts';

const devices = ['mobile', 'desktop', 'tablet', null, 'tv', 'watch', 'car', 'console'];

/** Campaigns with one to eight devices, by turns. */
function spent(campaigns: number, scale = 1): Spent[] {
  return Array.from({ length: campaigns }, (_, at) =>
    devices.slice(0, 1 + (at % devices.length)).map((device, nth) => ({
      ...{ day: '2026-02-10', campaign: `Campaign ${at + 1}`, device },
      ...{ cost: (1000 - at) * (nth + 1) * scale, clicks: at + nth },
    })),
  ).flat();
}

const grouped = reportByPairs(spent(30), { metrics: ['cost', 'cpc'], limit: 30, secondary_limit: 3 });
const cross = { layout: 'cross', metrics: ['cost'], limit: 5, secondary_limit: 8 };
const page = (document: Parameters<typeof renderHtml>[0]) =>
  renderHtml(document, { downloads: [], assets: '/assets', nonce: 'x' }).toString();

test('on the web each group is a body of its own, whose subtotal heads the rows of its parts', () => {
  const html = page(reportByPairs(spent(8), { metrics: ['cost'], secondary_limit: 3 }));
  assert.equal(html.match(/<tbody>/g)?.length, 8 + 1, 'a body a group, and that of the sources');
  assert.equal(html.match(/<tr class="group"><th scope="rowgroup">/g)?.length, 8);
  const [, last = ''] =
    /<tbody>(<tr class="group"><th scope="rowgroup"><bdi>Campaign 8<.*?)<\/tbody>/s.exec(html) ?? [];
  assert.deepEqual(
    [...last.matchAll(/<tr class="(\w+)"><th scope="(\w+)"><bdi>(.*?)<\/bdi>/g)].map(([, ...found]) => found),
    [
      ['group', 'rowgroup', 'Campaign 8'],
      ['part', 'row', 'console'],
      ['part', 'row', 'car'],
      ['part', 'row', 'watch'],
      ['others', 'row', 'All others (5)'],
    ],
  );
});

test('side by side the columns have heads, and a pair that does not occur has a dash', () => {
  const html = page(reportByPairs(spent(3), cross));
  for (const head of ['mobile', 'desktop', 'tablet', 'Total']) {
    assert.match(html, new RegExp(`<th scope="col" class="figure"><bdi>${head}</bdi></th>`));
  }
  const [, row = ''] = /<th scope="row"><bdi>Campaign 1<\/bdi><\/th>(.*?)<\/tr>/s.exec(html) ?? [];
  assert.deepEqual(
    [...row.matchAll(/<td class="figure">(.*?)<\/td>/g)].map(([, text]) => text),
    ['–', '$1,000.00', '–', '$1,000.00'],
  );
});

test('paper has as many columns as fit, and those that do not are in all others, which add up', () => {
  const document = reportByPairs(spent(9, 1_234_567_890), cross);
  const tablesOf = (medium: 'web' | 'paper') => {
    const [section] = reportView(document, medium).sections;
    assert.ok(section?.type === 'tables');
    const [table] = section.tables;
    assert.ok(table);
    return table;
  };
  assert.equal(tablesOf('web').columns.length, 1 + 8 + 1);
  const paper = tablesOf('paper');
  const heads = paper.columns.map(({ header }) => header);
  assert.ok(heads.length >= 4 && heads.length < 8, heads.join());
  assert.match(heads.at(-2) ?? '', new RegExp(`^All others \\(${8 - (heads.length - 3)}\\)$`));
  const amount = (text = '') => Number(text.replaceAll(/[$,]/g, '').replace('–', '0'));
  for (const row of [...paper.rows, ...(paper.rest ? [paper.rest] : []), ...(paper.total ? [paper.total] : [])]) {
    const [, ...figures] = row.map(({ text }) => amount(text));
    const total = figures.pop() ?? Number.NaN;
    assert.ok(
      Math.abs(figures.reduce((sum, each) => sum + each, 0) - total) < 0.05,
      row.map(({ text }) => text).join(),
    );
  }
});

test('no page of a PDF ends with a subtotal, and each has the head', { skip: withoutPoppler }, async () => {
  for (const limit of [27, 28, 29, 30]) {
    const document = reportByPairs(spent(30), { metrics: ['cost', 'cpc'], limit, secondary_limit: 5 });
    const { bytes, warnings } = await renderDocument(document, 'pdf');
    assert.deepEqual(warnings, []);
    const pages = pdfText(bytes)
      .split('\f')
      .filter((text) => /^(?:mobile|desktop) \$/m.test(text));
    assert.ok(pages.length > 2);
    for (const text of pages) {
      assert.match(text, /Campaign \/ Device\s+Cost/);
      const rows = text.split('\n').filter((line) => /\$/.test(line));
      assert.doesNotMatch(rows.at(-1) ?? '', /^Campaign \d/);
    }
  }
});

test('in Word a subtotal is bold and stays with its first part, which is indented', async () => {
  const word = Buffer.from((await fileOf(grouped)).parts.get('word/document.xml') ?? []).toString();
  const rows = word.split('<w:tr>').filter((row) => /Campaign \d/.test(row.replace(/<[^>]+>/g, '')));
  assert.equal(rows.length, 30);
  for (const row of rows) assert.match(row, /<w:keepNext\/>.*<w:b\/>/s);
  assert.match(word, /<w:ind w:left="240"\/>/);
});

test('slides have the same rows, their parts indented', async () => {
  const { bytes } = await renderDocument(grouped, 'pptx');
  const slides = [...new SlideFile(bytes).parts].filter(([path]) => /slides\/slide\d+\.xml$/.test(path));
  const text = slides.map(([, part]) => Buffer.from(part).toString()).join('');
  for (const at of [1, 15, 30]) assert.ok(text.includes(`Campaign ${at}<`), `${at}`);
  assert.match(text, /marL="152400"/);
});

test('files of figures tell a part from its subtotal', () => {
  const document = reportByPairs(spent(2), { metrics: ['clicks'], secondary_limit: 1 }, { compare: false });
  const figures = reportFigures(document);
  const lines = [...csvFigures(figures)]
    .join('')
    .split('\r\n')
    .map((line) => line.split(','));
  const clicks = lines.filter((line) => line[3] === 'Clicks').map((line) => [line[2], line[8], line[6]]);
  assert.deepEqual(clicks, [
    ['Campaign 2', '', '3'],
    ['Campaign 2', 'desktop', '2'],
    ['Campaign 2', 'All others (1)', '1'],
    ['Campaign 1', '', '0'],
    ['Campaign 1', 'mobile', '0'],
    ['Total', '', '3'],
  ]);
  const json = JSON.parse([...jsonFigures(figures)].join(''));
  const parts = json.sections[0].figures.filter(({ measure }: { measure: string }) => measure === 'value');
  assert.deepEqual(
    parts.map(({ part }: { part?: string }) => part ?? null),
    [null, 'desktop', 'All others (1)', null, 'mobile', null],
  );
  assert.equal(figures.tables[0]?.partHead, 'Device');
});

test('files of figures have every column of a table side by side', () => {
  const figures = reportFigures(reportByPairs(spent(2), { ...cross, metrics: ['clicks'] }));
  const [table] = figures.tables;
  assert.deepEqual(table?.columns, ['desktop', 'mobile', 'Total']);
  assert.deepEqual(
    table?.rows.map(({ name, figures }) => [name, ...figures.map((each) => [each?.part ?? null, each?.value])]),
    [
      ['Campaign 2', ['desktop', 2], ['mobile', 1], [null, 3]],
      ['Campaign 1', ['desktop', null], ['mobile', 0], [null, 0]],
      ['Total', ['desktop', 2], ['mobile', 1], [null, 3]],
    ],
  );
});
