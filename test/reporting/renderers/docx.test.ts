import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReportDocument, Section } from '../../../src/reporting/documents/model.ts';
import { renderDocx, wordFile } from '../../../src/reporting/renderers/docx/render-docx.ts';
import { run } from '../../../src/reporting/renderers/docx/text.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import {
  benchmarkReport,
  breakdown,
  days,
  logo,
  longTables,
  metrics,
  reportDocument,
  timeseries,
} from '../../support/documents.ts';
import { docxText } from '../../support/files.ts';
import { test } from '../../support/suite.ts';
import { fileOf, WordFile } from '../../support/word-file.ts';
import { elements, parseXml, type XmlElement } from '../../support/xml.ts';

const hostile = [
  ']]> <!-- --> <?xml ?> </w:t>',
  '<w:p>&amp;&#0;',
  'be\ud800fo\u0000re\uffff',
  'mid\u202edle',
  'x'.repeat(600),
  'שלום abc',
  '😀👩‍👩‍👧',
  'a\tb\r\nc',
];

function hostileReport(): ReportDocument {
  const sections: Section[] = [
    {
      type: 'highlights',
      title: null,
      items: hostile.map((text) => ({ rule: 'outlier', sentiment: 'bad', text, section: null })),
    },
    breakdown('<w:tbl>', (index) => hostile[index] ?? '', hostile.length),
    ...hostile.map(
      (text): Section => ({ type: 'text', title: text, markdown: `${text}\n\n\`${text}\`\n\n&#12;&#x1;` }),
    ),
  ];
  return reportDocument({ title: hostile.join(' '), client_name: hostile[1] ?? '', sections });
}

const everyBlock = `# One\n\n#### Two\n\ntext **bold** *italic* \`code\`\nnext  \nbroken\n\n> quote\n>\n> - in it\n\n---\n
1. first\n   1. inner\n\n      deeper\n2. second\n\n7) seven\n\n- a\n  - b\n    - c\n      - d\n        - e\n          - f\n            - g\n
\tcode\twith tab\n\n[web](https://example.com/a%zz|b?q="<é>) [mail](mailto:a%20b@example.com) [again](https://example.com/a%zz|b?q="<é>)
[long](https://example.com/${'x'.repeat(3_000)}) [script](javascript:alert(1))`;

function singleDay(): ReportDocument {
  const day = { ...timeseries(metrics.sessions, 100, 1), current: days('2026-06-01', 1, 100), compare: null };
  const periods = { current: { from: '2026-06-01', to: '2026-06-01' }, compare: null };
  return reportDocument({ periods, sections: [day] });
}

function wholeYear(): ReportDocument {
  const year = { ...timeseries(metrics.revenue, 900, 2), current: days('2028-01-01', 366, 900) };
  return reportDocument({ sections: [year, breakdown('City', (index) => `City ${index}`, 120)] });
}

const reports: Readonly<Record<string, () => ReportDocument>> = {
  'six pages': () => benchmarkReport({ brand: { accent_color: '#f2a900', logo } }),
  'hostile texts': hostileReport,
  'every Markdown block': () =>
    reportDocument({ sections: [{ type: 'text', title: null, markdown: everyBlock }], sources: [], warnings: [] }),
  'nothing in it': () => reportDocument({ client_name: null, sections: [], sources: [], warnings: [] }),
  'one day': singleDay,
  '366 days': wholeYear,
  Japanese: () => benchmarkReport({ locale: 'ja-JP', title: '四半期レポート' }),
};

for (const [name, report] of Object.entries(reports)) {
  for (const direction of ['ltr', 'rtl'] as const) {
    test(`a Word file of ${name}, ${direction}, is valid: well-formed, in the schema's order, every reference resolved`, async () => {
      assert.deepEqual(new WordFile(await wordFile({ ...reportView(report()), direction })).faults(), []);
    });
  }
}

test('the check of Word files finds what Word reports as damaged', async () => {
  const { parts } = new WordFile(await wordFile(reportView(benchmarkReport())));
  const changed = (path: string, from: string | RegExp, to: string) => {
    const text = new TextDecoder().decode(parts.get(path)).replace(from, to);
    return new WordFile(new Map([...parts, [path, new TextEncoder().encode(text)]]));
  };
  const body = 'word/document.xml';
  const damaged: readonly [fault: RegExp, path: string, from: string | RegExp, to: string][] = [
    [/order in w:pPr/, body, '<w:pStyle w:val="Source"/><w:keepNext/>', '<w:keepNext/><w:pStyle w:val="Source"/>'],
    [/w:foo in w:rPr/, body, '<w:b/>', '<w:foo/>'],
    [/no style Heading9/, body, 'w:val="Heading1"', 'w:val="Heading9"'],
    [/no list 99/, body, /<w:numId w:val="\d+"/, '<w:numId w:val="99"'],
    [/uses no rId99/, body, /r:embed="rId\d+"/, 'r:embed="rId99"'],
    [/drawing ids/, body, /(<wp:docPr id=")(\d+)(".*?<wp:docPr id=")\d+/s, '$1$2$3$2'],
    [/no bookmark nowhere/, body, 'w:anchor="section1"', 'w:anchor="nowhere"'],
    [/cells for/, body, '<w:tblGrid>', '<w:tblGrid><w:gridCol w:w="1"/>'],
    [/refers to no/, 'word/_rels/document.xml.rels', 'styles.xml', 'style.xml'],
    [/no content type/, '[Content_Types].xml', 'Extension="svg"', 'Extension="gif"'],
    [/nothing refers to/, '_rels/.rels', /<Relationship [^>]*core.xml"\/>/, ''],
  ];
  for (const [fault, path, from, to] of damaged) assert.match(changed(path, from, to).faults().join('\n'), fault);
  assert.throws(() => changed(body, '</w:p>', ''), /belongs/);
  assert.throws(() => changed(body, /<w:t [^>]*>/, '$&\u0001'), /cannot hold/);
  assert.throws(() => changed(body, /<w:t [^>]*>/, '$&&nbsp;'), /no entity/);
});

test('headings are real, with their levels in the outline, and the contents link to those of the first', async () => {
  const file = await fileOf(benchmarkReport());
  const view = reportView(benchmarkReport());
  const titles = [...view.sections.flatMap(({ title }) => title ?? []), 'Data sources', 'Notes on the data'];
  const paragraphs = file.all('w:p');
  const styled = (style: string) =>
    paragraphs
      .filter((each) => elements(each, 'w:pStyle')[0]?.attributes.get('w:val') === style)
      .map(({ text }) => text);
  assert.deepEqual(styled('Heading1'), titles);
  assert.deepEqual(styled('Heading2'), ['What we did']);
  const links = file.all('w:hyperlink').filter(({ attributes }) => attributes.has('w:anchor'));
  assert.deepEqual(
    links.map((link) => elements(link, 'w:t')[0]?.text),
    titles,
  );
  const levels = elements(file.part('word/styles.xml'), 'w:outlineLvl').map(({ attributes }) =>
    attributes.get('w:val'),
  );
  assert.deepEqual(levels, ['0', '1', '2', '3']);
});

test('opening the file prompts nothing: no field waits for an update', async () => {
  const file = await fileOf(benchmarkReport());
  assert.equal(elements(file.part('word/settings.xml'), 'w:updateFields').length, 0);
  const fields = [...file.all('w:fldChar'), ...file.all('w:fldSimple')];
  assert.ok(fields.length > 0 && fields.every(({ attributes }) => !attributes.has('w:dirty')));
});

test('the bar of a share is proportional to the longest one', async () => {
  const file = await fileOf(reportDocument({ sections: [breakdown('City', (index) => `City ${index}`, 6)] }));
  const bars = elements(file.all('w:tbl').find(({ text }) => text.includes('City 0')) ?? assert.fail(), 'w:p')
    .filter((each) => elements(each, 'w:pStyle')[0]?.attributes.get('w:val') === 'Bar')
    .map((each) => Number(elements(each, 'w:ind')[0]?.attributes.get('w:right')));
  const [longest, second] = bars;
  assert.equal(longest, 0);
  assert.ok(second && bars.every((room, index) => index === 0 || room > (bars[index - 1] ?? 0)));
});

test('every picture says what it shows or that it is decoration, as SVG and as PNG', async () => {
  const file = await fileOf(benchmarkReport({ brand: { accent_color: null, logo } }));
  const described = file.all('wp:docPr').map((picture) => ({
    text: picture.attributes.get('descr') ?? '',
    decorative: elements(picture, 'adec:decorative').length > 0,
  }));
  assert.ok(described.every(({ text, decorative }) => decorative === (text === '')));
  assert.equal(described.filter(({ text }) => text.startsWith('Line chart of')).length, 4);
  assert.equal(described.filter(({ text }) => /by day, between/.test(text)).length, 8);
  assert.equal(described.filter(({ text }) => text === 'Logo of Northwind Traders').length, 1);
  assert.equal(described.filter(({ decorative }) => decorative).length, 2);
  assert.equal(file.all('asvg:svgBlip').length, 14);
});

test('the file states its title, language and the time of the report', async () => {
  const file = await fileOf(benchmarkReport({ locale: 'de-DE' }));
  const { text } = file.part('docProps/core.xml');
  for (const stated of ['Quarterly web report', 'de-DE', '2026-07-01T08:30:00Z']) assert.ok(text.includes(stated));
  const [language] = elements(file.part('word/styles.xml'), 'w:lang');
  assert.deepEqual([...(language?.attributes.values() ?? [])], ['de-DE', 'de-DE', 'de-DE']);
});

test('East Asian text gets the font of its language', async () => {
  const fonts: readonly [locale: string, title: string, font: string][] = [
    ['ja-JP', '報告', 'Yu Gothic'],
    ['zh-TW', '報告', 'Microsoft JhengHei'],
    ['zh-CN', '报告', 'Microsoft YaHei'],
    ['en-US', 'レポート', 'Yu Gothic'],
    ['en-US', '보고서', 'Malgun Gothic'],
  ];
  for (const [locale, title, font] of fonts) {
    const [found] = elements((await fileOf(reportDocument({ locale, title }))).part('word/styles.xml'), 'w:rFonts');
    assert.equal(found?.attributes.get('w:eastAsia'), font);
  }
});

test('a document that runs from right to left is mirrored: pages, tables, paragraphs and runs', async () => {
  const file = new WordFile(await wordFile({ ...reportView(benchmarkReport({ title: 'تقرير' })), direction: 'rtl' }));
  assert.ok(file.all('w:sectPr').every((section) => elements(section, 'w:bidi').length === 1));
  assert.ok(file.all('w:tbl').every((table) => elements(table, 'w:bidiVisual').length === 1));
  const figure = file.all('w:p').find(({ text }) => text === '182,340');
  assert.equal(elements(figure ?? assert.fail(), 'w:bidi').length, 1);
  assert.equal(elements(file.all('w:p').find(({ text }) => text === 'تقرير') ?? assert.fail(), 'w:rtl').length, 1);
});

test('a text of the other direction keeps its own, and its column its side', async () => {
  const cities = ['שלום עולם', 'Berlin'];
  const file = await fileOf(reportDocument({ sections: [breakdown('City', (index) => cities[index] ?? '', 2)] }));
  const paragraph = (text: string) => file.all('w:p').find((each) => each.text === text) ?? assert.fail(text);
  const properties = (text: string) => elements(paragraph(text), 'w:pPr')[0]?.children.map(({ name }) => name);
  assert.deepEqual(properties('Berlin'), ['w:pStyle', 'w:keepNext']);
  assert.deepEqual(properties('שלום עולם'), ['w:pStyle', 'w:keepNext', 'w:bidi', 'w:jc']);
});

test('a heading of the other direction stands over its figures, on the side of the page', async () => {
  const named = (title: string): Section => ({ ...breakdown('City', () => 'Berlin', 2), title });
  const headings = [named('TikTok Ads'), named('المدن')];
  const file = new WordFile(await wordFile(reportView(reportDocument({ sections: headings, locale: 'ar-EG' }))));
  const isHeading = (each: XmlElement) =>
    elements(each, 'w:pStyle').some(({ attributes }) => attributes.get('w:val') === 'Heading1');
  const marksOf = (text: string) => {
    const heading = file.all('w:p').find((each) => each.text === text && isHeading(each)) ?? assert.fail(text);
    return ['w:bidi', 'w:jc'].map((name) => elements(heading, name).length);
  };
  assert.deepEqual(
    [marksOf('TikTok Ads'), marksOf('المدن')],
    [
      [0, 1],
      [1, 0],
    ],
  );
});

test('a name in isolates becomes a run of its own direction, without the isolates', () => {
  const read = (text: string) => parseXml(`<w:p xmlns:w="w" xmlns:xml="xml">${run(text, 'ltr').text}</w:p>`);
  const runs = elements(read('In \u2068شركة\u2069 sales rose.'), 'w:r');
  assert.deepEqual(
    runs.map((each) => [each.text, elements(each, 'w:rtl').length]),
    [
      ['In ', 0],
      ['شركة', 1],
      [' sales rose.', 0],
    ],
  );
});

test('a list of several levels counts from its own start, and links lead to the web alone', async () => {
  const file = await fileOf(reportDocument({ sections: [{ type: 'text', title: null, markdown: everyBlock }] }));
  const starts = elements(file.part('word/numbering.xml'), 'w:startOverride').map(({ attributes }) =>
    attributes.get('w:val'),
  );
  assert.deepEqual(starts, ['1', '1', '7']);
  const targets = elements(file.part('word/_rels/document.xml.rels'), 'Relationship')
    .filter(({ attributes }) => attributes.get('TargetMode') === 'External')
    .map(({ attributes }) => attributes.get('Target'));
  assert.deepEqual(targets, ['https://example.com/a%25zz%7Cb?q=%22%3C%C3%A9%3E', 'mailto:a%20b@example.com']);
});

const nested = `- بند أول
- Westerly

> اقتباس
>
> - منقول

> Quoted
>
> - Listed

\`\`\`
first
\`\`\`

- item

  \`\`\`
  inner
  \`\`\``;

test('lists and quotes of a Word file are on the side of their own text, with all their content', async () => {
  const file = await fileOf(
    reportDocument({ locale: 'ar-EG', sections: [{ type: 'text', title: null, markdown: nested }] }),
  );
  const shape = (text: string) => {
    const found = file.all('w:p').find((each) => each.text === text) ?? assert.fail(text);
    const [style] = elements(found, 'w:pStyle').map(({ attributes }) => attributes.get('w:val'));
    const [indent] = elements(found, 'w:ind').map(({ attributes }) => Number(attributes.get('w:left')));
    return [style, elements(found, 'w:bidi').length, indent];
  };
  assert.deepEqual(shape('Westerly'), ['ListParagraph', 1, undefined]);
  assert.deepEqual(shape('اقتباس'), ['QuoteFromRight', 1, 300]);
  assert.deepEqual(shape('منقول'), ['QuoteFromRight', 1, 660]);
  assert.deepEqual(shape('Quoted'), ['Quote', 0, 300]);
  assert.deepEqual(shape('Listed'), ['Quote', 0, 660]);
  assert.deepEqual(shape('first'), ['Code', 0, undefined]);
  assert.deepEqual(shape('inner'), ['Code', 0, 360]);
  const [left, right] = elements(
    elements(file.part('word/styles.xml'), 'w:style').find(
      ({ attributes }) => attributes.get('w:styleId') === 'QuoteFromRight',
    ) ?? assert.fail(),
    'w:pBdr',
  ).flatMap(({ children }) => children.map(({ attributes }) => attributes.get('w:val')));
  assert.deepEqual([left, right], ['nil', 'single']);
});

test('the same report gives the same bytes in every time zone', async () => {
  const module = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
  const program = `
    const { renderDocx } = await import(${module('../../../src/reporting/renderers/docx/render-docx.ts')});
    const { benchmarkReport } = await import(${module('../../support/documents.ts')});
    process.stdout.write((await renderDocx(benchmarkReport())).bytes);`;
  const { bytes } = await renderDocx(benchmarkReport());
  for (const TZ of ['Pacific/Apia', 'America/St_Johns', 'Africa/Monrovia']) {
    const env = { ...process.env, TZ };
    const other = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, maxBuffer: 2 ** 26 });
    assert.ok(other.equals(bytes), `other bytes in ${TZ}`);
  }
});

test('5,000 rows and a million characters take seconds and bounded memory', async () => {
  const rows = longTables(5_000, (row) => `Row ${row}`);
  const text: Section = { type: 'text', title: 'Long', markdown: 'lorem ipsum '.repeat(90_000) };
  const [started, before] = [process.cpuUsage(), process.memoryUsage.rss()];
  const { bytes } = await renderDocx(reportDocument({ sections: [...rows, text] }));
  const { user, system } = process.cpuUsage(started);
  assert.ok((user + system) / 1e6 < 20);
  // Other tests have used memory of this process before.
  const grown = process.memoryUsage.rss() - before;
  assert.ok(grown < 2 ** 29, `${grown / 2 ** 20} MiB more`);
  const shown = docxText(bytes);
  assert.ok(shown.includes('Row 5000') && shown.includes('the rest is left out'));
});
