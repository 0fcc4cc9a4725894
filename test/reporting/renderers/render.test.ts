import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ReportDocument, Section } from '../../../src/reporting/documents/model.ts';
import type { ExportFormat } from '../../../src/reporting/renderers/formats.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { RenderPool } from '../../../src/reporting/renderers/process/render-pool.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { benchmarkReport, breakdown, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { eventually } from '../../support/eventually.ts';
import {
  docxParts,
  docxText,
  pdfComplaints,
  pdfFaults,
  pdfInfo,
  pdfText,
  withoutPoppler,
  withoutQpdf,
} from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';

async function bytesOf(document: ReportDocument, format: ExportFormat): Promise<Uint8Array> {
  const { bytes, warnings } = await renderDocument(document, format);
  assert.deepEqual(warnings, []);
  return bytes;
}

const flat = (text: string) => text.replace(/\s+/g, '');

test('a report named after its project shows the name once in its page header', {
  skip: withoutPoppler,
}, async () => {
  for (const [project_name, times] of [
    ['Harvest', 1],
    ['Northwind', 2],
  ] as const) {
    const document = reportDocument({ title: 'Harvest', project_name, client_name: null });
    const [, page = ''] = pdfText(await bytesOf(document, 'pdf')).split('\f');
    const header = docxParts(await bytesOf(document, 'doc')).get('word/header.xml') ?? '';
    for (const text of [page, header]) assert.equal(text.match(/Harvest|Northwind/g)?.length, times, text);
  }
});

test('the size of a title depends on its visible characters, in Word and on the web page', async () => {
  for (const [title, points, name] of [
    ['🇩🇪'.repeat(16), 38, 'short'],
    ['Letters and more '.repeat(3), 28, 'medium'],
    ['Letters and more '.repeat(6), 20, 'long'],
  ] as const) {
    const document = reportDocument({ title });
    const xml = docxParts(await bytesOf(document, 'doc')).get('word/document.xml') ?? '';
    const paragraph = /<w:pStyle w:val="Title"\/>.*?<\/w:p>/.exec(xml)?.[0] ?? '';
    assert.match(paragraph, new RegExp(`<w:sz w:val="${points * 2}"/>`), title);
    assert.match(renderHtml(document, { downloads: [], assets: '', nonce: '' }), new RegExp(`<h1 class="${name}">`));
  }
});

test('both formats show the same figures, labels and dates', { skip: withoutPoppler }, async () => {
  const document = benchmarkReport();
  const view = reportView(document);
  const expected = view.sections.flatMap((section) => {
    const heading = section.title === null ? [] : [section.title];
    if (section.type === 'kpis') {
      const texts = section.items.flatMap((item) => [item.label, item.value, item.before, item.change?.text]);
      return [...heading, ...texts.filter((text) => typeof text === 'string')];
    }
    if (section.type === 'timeseries') return [...heading, section.total.value, section.total.change?.text ?? ''];
    if (section.type !== 'tables') return heading;
    const rows = section.tables.flatMap(({ rows, rest, total }) => [...rows, ...(rest ? [rest] : []), total ?? []]);
    return [...heading, ...rows.map((cells) => cells.map(({ text }) => text).join(''))];
  });
  assert.ok(expected.length > 140);
  const pdf = flat(pdfText(await bytesOf(document, 'pdf')));
  const word = flat(docxText(await bytesOf(document, 'doc'))).replace(/[▲▼]/g, '');
  for (const text of [...expected, ...view.facts.map(({ value }) => value), ...view.warnings]) {
    assert.ok(pdf.includes(flat(text)), `the PDF lacks ${text}`);
    assert.ok(word.includes(flat(text)), `the Word file lacks ${text}`);
  }
});

const hostile = [
  '#sys.inputs',
  '*bold*',
  '<b>bold</b>',
  '$x$',
  '#read("/etc/passwd")',
  '@ref <label> // c /* d */ -- ---',
  '{page} {pages}',
  '& &amp; ]]> <!-- -->',
];
const scripts = ['中文报告', '日本語レポート', '한국어 보고서', 'Ελληνικά', 'Отчёт', 'x'.repeat(300)];
const rightToLeft = ['مرحبا بالعالم', 'שלום עולם'];

function reportOf(texts: readonly string[]): ReportDocument {
  const sections: Section[] = [
    {
      type: 'highlights',
      title: null,
      items: texts.map((text) => ({ rule: 'extremes', sentiment: 'good', text, section: null })),
    },
    breakdown('City', (index) => texts[index] ?? '', texts.length),
    ...texts.map((text): Section => ({ type: 'text', title: text, markdown: `\`${text}\`` })),
  ];
  return reportDocument({ title: texts[0] ?? '', client_name: texts[1] ?? '', sections });
}

test('strings that look like markup and strings of every script appear as written', {
  skip: withoutPoppler,
}, async () => {
  const texts = [...hostile, ...scripts];
  const document = reportOf(texts);
  const pdf = flat(pdfText(await bytesOf(document, 'pdf')));
  const word = flat(docxText(await bytesOf(document, 'doc')));
  for (const text of texts) {
    for (const [format, shown] of Object.entries({ pdf, word })) {
      assert.ok(shown.split(flat(text)).length > 3, `${format} lacks ${text.slice(0, 40)}`);
    }
  }
  assert.ok(!pdf.includes('root:'));
});

test('text in right-to-left scripts is set and tagged as PDF/UA', async () => {
  await bytesOf(reportOf(rightToLeft), 'pdf');
});

test('emoji are drawn without giving up PDF/UA-1', async () => {
  await bytesOf(reportOf(['😀', '👩‍👩‍👧', '🇩🇪']), 'pdf');
});

test('lone surrogates, control characters and bidi overrides are left out', { skip: withoutPoppler }, async () => {
  const document = reportOf(['be\ud800fo\u0000re', 'mid\u202edle', 'aft\u2066er\uffff\u001b']);
  const pdf = pdfText(await bytesOf(document, 'pdf'));
  const word = docxText(await bytesOf(document, 'doc'));
  for (const shown of [pdf, word]) for (const text of ['before', 'middle', 'after']) assert.ok(shown.includes(text));
});

test('a character without a glyph costs the PDF/UA claim, not the report', async () => {
  const { bytes, warnings } = await renderDocument(reportDocument({ title: 'ภาษาไทย' }), 'pdf');
  assert.match(warnings.join(), /not PDF\/UA-1/);
  assert.ok(bytes.length > 10_000);
  assert.equal(pdfComplaints(bytes), '');
});

test('the PDF is tagged PDF/UA-1 with title, author, language, page numbers and no empty page', {
  skip: withoutPoppler,
}, async () => {
  const pdf = await bytesOf(benchmarkReport(), 'pdf');
  const info = pdfInfo(pdf);
  assert.equal(info.get('Title'), 'Quarterly web report');
  assert.equal(info.get('Author'), benchmarkReport().client_name);
  assert.equal(info.get('Tagged'), 'yes');
  assert.equal(info.get('Pages'), '6');
  const raw = Buffer.from(pdf).toString('latin1');
  assert.match(raw, /\/Lang ?\(en-US\)/);
  assert.match(raw, /pdfuaid:part>1</);
  const pages = pdfText(pdf).split('\f').slice(0, 6);
  for (const [index, page] of pages.entries()) {
    assert.ok(page.length > 80, `page ${index + 1} is empty`);
    if (index > 0) assert.ok(page.includes(`Page ${index + 1} of 6`));
  }
});

test('the structure of the PDF is valid, for every kind of brand colour and script', {
  skip: withoutQpdf,
}, async () => {
  const brand = { accent_color: '#ffee00', logo: null };
  for (const document of [benchmarkReport({ brand }), reportOf([...hostile, ...rightToLeft, ...scripts])]) {
    assert.equal(pdfFaults(await bytesOf(document, 'pdf')), '');
  }
});

test('a table longer than a page repeats its head, and no row is split', {
  skip: withoutPoppler,
}, async () => {
  const sections = [breakdown('City', (index) => `Row ${index + 1}`, 100)];
  const pages = pdfText(await bytesOf(reportDocument({ sections }), 'pdf')).split('\f');
  const pagesOfTable = pages.filter((page) => /^Row \d+ /m.test(page));
  assert.ok(pagesOfTable.length > 1);
  for (const page of pagesOfTable) assert.match(page, /City\s+Sessions\s+Share/);
  const rows = pages.flatMap((page) => [...page.matchAll(/^Row (\d+) /gm)].map(([, row]) => Number(row)));
  assert.deepEqual(
    rows,
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
});

test('a row of several lines is not split over pages', { skip: withoutPoppler }, async () => {
  const label = (index: number) => `Row${index} ${'and some more words '.repeat(6)} end${index}`;
  const document = reportDocument({ sections: [breakdown('City', label, 60)] });
  const pages = pdfText(await bytesOf(document, 'pdf')).split('\f');
  for (let index = 0; index < 60; index += 1) {
    const [from, to] = ['Row', 'end'].map((word) =>
      pages.findIndex((page) => RegExp(`\\b${word}${index}\\b`).test(page)),
    );
    assert.ok(from !== undefined && from > 0 && from === to, `row ${index} is on pages ${from} and ${to}`);
  }
});

test('a short table stays on one page, also where a label takes two lines', { skip: withoutPoppler }, async () => {
  const label = (index: number) => `Row${index} ${index === 3 ? 'Display and video advertising on partner sites' : ''}`;
  const table = { ...breakdown('City', label, 7), rest: null };
  // The content above moves the start of the table ever lower on the page.
  for (let rows = 22; rows < 34; rows += 1) {
    const above = breakdown('Page', (index) => `Page ${index}`, rows);
    const text = pdfText(await bytesOf(reportDocument({ sections: [above, table] }), 'pdf'));
    const pages = text.split('\f').filter((page) => /^Row\d/m.test(page));
    assert.equal(pages.length, 1, `below a table of ${rows} rows`);
    assert.equal(pages[0]?.match(/^Row\d/gm)?.length, 7);
  }
});

test('a row longer than a page is shown whole', { skip: withoutPoppler }, async () => {
  const label = (index: number) => (index === 1 ? `begin${'\nand'.repeat(70)}\nfinish` : 'short');
  const shown = pdfText(await bytesOf(reportDocument({ sections: [breakdown('City', label, 3)] }), 'pdf'));
  assert.match(shown, /begin/);
  assert.match(shown, /finish/);
});

test('a highlight links to the section where its numbers can be checked, and names its page', {
  skip: withoutPoppler,
}, async () => {
  const series = timeseries(metrics.sessions, 1_800, 11);
  const item = { rule: 'trend', sentiment: 'good', text: 'Sessions rose.' } as const;
  const made = (section: number | null) => {
    const highlights: Section = { type: 'highlights', title: null, items: [{ ...item, section }] };
    return reportDocument({ sections: [highlights, series, series, series, series] });
  };
  const links = (pdf: Uint8Array) =>
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Subtype ?\/Link/g)?.length ?? 0;
  const linked = await bytesOf(made(4), 'pdf');
  assert.equal(links(linked), links(await bytesOf(made(null), 'pdf')) + 1);
  assert.match(pdfText(linked), /Sessions rose\.\s+3/);
  await bytesOf(made(99), 'pdf');
});

test('every chart has an alternative text in both formats', async () => {
  const document = benchmarkReport();
  const raw = Buffer.from(await bytesOf(document, 'pdf')).toString('latin1');
  assert.equal(raw.match(/\/Alt ?[(<]/g)?.length, 12);
  const xml = docxParts(await bytesOf(document, 'doc')).get('word/document.xml') ?? '';
  assert.equal(xml.match(/<wp:docPr [^>]*descr="[^"]{20,}"/g)?.length, 12);
});

test('the same document gives the same bytes, twice in one process and in another', async () => {
  const document = benchmarkReport();
  await using pool = new RenderPool({ size: 1 });
  for (const format of ['pdf', 'doc'] as const) {
    const first = await bytesOf(document, format);
    await renderDocument(reportOf(scripts), format);
    assert.ok(Buffer.from(first).equals(await bytesOf(document, format)), `${format} differs within a process`);
    const other = await pool.render(document, format, { deadlineMs: 60_000 });
    assert.ok(Buffer.from(first).equals(other.bytes), `${format} differs between processes`);
  }
});

test('a warmed-up process gives the same bytes', {
  skip: existsSync('/proc/self/schedstat') ? false : 'this system tells no processor times',
}, async () => {
  const document = benchmarkReport();
  const pids: number[] = [];
  await using pool = new RenderPool({ size: 1, onStart: (pid) => pids.push(pid) });
  pool.warm();
  let time = '';
  let same = 0;
  await eventually(() => {
    const last = time;
    time = readFileSync(`/proc/${pids[0]}/schedstat`, 'utf8');
    same = time === last ? same + 1 : 0;
    return same === 10;
  });
  const { bytes } = await pool.render(document, 'pdf', { deadlineMs: 60_000 });
  assert.ok(Buffer.from(await bytesOf(document, 'pdf')).equals(bytes));
});
