import assert from 'node:assert/strict';
import { unzipSync } from 'fflate';
import type { CommentedDocument } from '../../../src/reporting/documents/comments.ts';
import { messagesFor } from '../../../src/reporting/documents/messages/messages.ts';
import type { Note, ReportDocument, Section, TableMarks } from '../../../src/reporting/documents/model.ts';
import { textHeight } from '../../../src/reporting/renderers/pptx/frame.ts';
import { presentationFile, renderPptx } from '../../../src/reporting/renderers/pptx/render-pptx.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import {
  benchmarkReport,
  breakdown,
  days,
  logo,
  metrics,
  reportDocument,
  timeseries,
} from '../../support/documents.ts';
import { pdfText, withoutPoppler } from '../../support/files.ts';
import { slidesToPdf, withoutImpress } from '../../support/office.ts';
import { buildSample, type SampleName, sampleNames } from '../../support/samples.ts';
import { SlideFile, textOf } from '../../support/slide-file.ts';
import { test, usually } from '../../support/suite.ts';
import { fileOf } from '../../support/word-file.ts';
import { elements, parseXml, type XmlElement } from '../../support/xml.ts';

const slidesOf = (document: CommentedDocument) => new SlideFile(presentationFile(reportView(document)));

const everyBlock = `# One\n\n#### Two\n\ntext **bold** *italic* \`code\`\nnext  \nbroken\n\n> quote\n>\n> - in it\n\n---\n
1. first\n   1. inner\n2. second\n\n7) seven\n\n- a\n  - b\n    - c\n
\tcode\twith tab\n\n[web](https://example.com/a%zz|b?q="<é>) [again](https://example.com/a%zz|b?q="<é>)\n\n| a | b |\n|---|--:|\n| [x](https://example.com/x) | 2 |`;

const hostile = [']]> <!-- --> <?xml ?> </a:t>', '&amp;&#0;', 'be\ud800fo\u0000re\uffff', 'x'.repeat(600), 'שלום abc'];

const reports: Readonly<Record<string, () => ReportDocument>> = {
  'six pages': () => benchmarkReport({ brand: { accent_color: '#f2a900', logo } }),
  'hostile texts': () =>
    reportDocument({
      title: hostile.join(' '),
      client_name: hostile[1] ?? '',
      sections: [
        breakdown('<a:tbl>', (index) => hostile[index] ?? '', hostile.length),
        ...hostile.map((text): Section => ({ type: 'text', title: text, markdown: `${text}\n\n\`${text}\`` })),
      ],
    }),
  'every Markdown block': () =>
    reportDocument({ sections: [{ type: 'text', title: null, markdown: everyBlock }], sources: [], warnings: [] }),
  'nothing in it': () => reportDocument({ client_name: null, sections: [], sources: [], warnings: [] }),
  'one day': () => {
    const day = { ...timeseries(metrics.sessions, 100, 1), current: days('2026-06-01', 1, 100), compare: null };
    const periods = { current: { from: '2026-06-01', to: '2026-06-01' }, compare: null };
    return reportDocument({ periods, sections: [day] });
  },
  Japanese: () => benchmarkReport({ locale: 'ja-JP', title: '四半期レポート' }),
};

for (const [name, report] of Object.entries(reports)) {
  for (const direction of ['ltr', 'rtl'] as const) {
    test(`a presentation of ${name}, ${direction}, is valid: well-formed, in the schema's order, every reference resolved, nothing beside a slide`, () => {
      const file = new SlideFile(presentationFile({ ...reportView(report()), direction }));
      assert.deepEqual(file.faults(), []);
    });
  }
}

for (const name of usually<readonly SampleName[]>(sampleNames, ['weather'])) {
  test(`a presentation of the report "${name}" has the figures of its Word file, cell by cell, and is valid`, async () => {
    const document = await buildSample(name);
    const file = slidesOf(document);
    assert.deepEqual(file.faults(), []);
    const word = await fileOf(document);
    const inWord = word.all('w:tr').map((row) => elements(row, 'w:tc').map(({ text }) => plain(text)));
    const told = new Set(inWord.map((cells) => JSON.stringify(cells.filter((text) => text !== ''))));
    const [, ...slides] = file.slides;
    const view = reportView(document);
    const heatmaps = new Set(
      view.sections.flatMap((each) => (each.type === 'tables' && each.chart?.kind === 'heatmap' ? [each.title] : [])),
    );
    const rows = slides
      .filter((_, index) => !heatmaps.has(file.titles[index + 1] ?? ''))
      .flatMap((slide) => file.rowsOf(slide))
      .map((cells) => JSON.stringify(cells.map(plain).filter((text) => text !== '')));
    // Heads that are longer than four lines of their column are shortened in any format, each to its own room.
    for (const row of rows) assert.ok(told.has(row) || row.includes('…"'), `${row} is not in the Word file`);
    assert.ok(rows.length > 0);
    const said = plain(file.slides.map(textOf).join(' '));
    for (const section of view.sections) {
      if (section.type !== 'kpis') continue;
      for (const { value, before, change } of section.items) {
        assert.ok(
          said.includes(plain(value)) && said.includes(plain(before ?? '')) && said.includes(plain(change?.text ?? '')),
        );
      }
    }
  });
}

/** Without the marks that only keep words apart or together. */
function plain(text: string): string {
  return text
    .replace(/[\u200b\u2060]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

/** The values of each series by its name; undefined where a point has none. */
function valuesIn(chart: XmlElement): Map<string, (number | undefined)[]> {
  const series = elements(chart, 'c:ser').map((each): [string, (number | undefined)[]] => {
    const [source] = elements(each, 'c:val');
    const length = Number(elements(source as XmlElement, 'c:ptCount')[0]?.attributes.get('val'));
    const values: (number | undefined)[] = Array.from({ length }, () => undefined);
    for (const point of elements(source as XmlElement, 'c:pt'))
      values[Number(point.attributes.get('idx'))] = Number(point.text);
    const [name] = elements(each, 'c:tx');
    return [elements(name as XmlElement, 'c:v')[0]?.text ?? '', values];
  });
  return new Map(series);
}

test('a chart draws the figures of the report, names both periods, and its workbook has the same', () => {
  const section = timeseries(metrics.sessions, 1_800, 11);
  const file = slidesOf(reportDocument({ sections: [section] }));
  const [chart] = file.charts;
  const values = valuesIn(chart as XmlElement);
  assert.deepEqual(Array.from(values.keys(), plain), ['Apr 1 – Jun 29, 2026', 'Jan 1 – Mar 31, 2026']);
  assert.deepEqual(
    [...values.values()],
    [section.current.map(({ value }) => value ?? undefined), section.compare?.map(({ value }) => value ?? undefined)],
  );
  const book = unzipSync(file.parts.get('ppt/embeddings/figures1.xlsx') ?? new Uint8Array());
  const sheet = parseXml(new TextDecoder().decode(book['xl/worksheets/sheet1.xml']));
  const rows = elements(sheet, 'row').map((row) => elements(row, 'c').map(({ text }) => text));
  assert.deepEqual(rows[0], ['', ...values.keys()]);
  assert.deepEqual(rows[1], ['Apr 1', ...[...values.values()].map(([first]) => `${first}`)]);
  assert.equal(rows.length, section.current.length + 1);
  const formulas = elements(chart as XmlElement, 'c:f').map(({ text }) => text);
  assert.ok(formulas.includes(`Sheet1!$B$2:$B$${section.current.length + 1}`));
});

test('a missing figure is a gap and not zero, whatever the display; the axis begins at zero and tells the currency', () => {
  for (const display of ['line', 'area', 'columns'] as const) {
    const whole = timeseries(metrics.revenue, 5_200, 12);
    const current = whole.current.map((point, index) => (index === 4 ? { ...point, value: null } : point));
    const file = slidesOf(reportDocument({ sections: [{ ...whole, current, display }] }));
    const chart = file.charts[0] as XmlElement;
    assert.equal([...valuesIn(chart).values()][0]?.[4], undefined, display);
    const only = (name: string) => elements(chart, name)[0]?.attributes.get('val');
    assert.equal(only('c:dispBlanksAs'), 'gap');
    assert.equal(only('c:min'), '0');
    assert.match(
      elements(chart, 'c:valAx')
        .flatMap((axis) => elements(axis, 'c:numFmt'))[0]
        ?.attributes.get('formatCode') ?? '',
      /EUR/,
    );
    // An area would fall to zero there.
    assert.equal(elements(chart, 'c:areaChart').length, 0, display);
  }
});

test('a figure that covers part of its days is drawn otherwise, and durations keep their length', () => {
  const whole = timeseries(metrics.duration, 185, 6);
  const current = whole.current.map((point, index) => (index === 7 ? { ...point, partial: true as const } : point));
  const chart = slidesOf(reportDocument({ sections: [{ ...whole, current }] })).charts[0] as XmlElement;
  assert.ok(elements(chart, 'c:dPt').some((point) => elements(point, 'c:idx')[0]?.attributes.get('val') === '7'));
  const [drawn = []] = valuesIn(chart).values();
  for (const [index, { value }] of current.entries())
    assert.ok(Math.abs((drawn[index] ?? 0) * 86_400 - (value ?? 0)) < 1e-6);
  assert.match(elements(chart, 'c:formatCode')[0]?.text ?? '', /^\[m\]/);
});

test('every slide has one title of its own in a placeholder, and what does not fit goes on, row by row', () => {
  const file = slidesOf(reportDocument({ sections: [breakdown('City', (index) => `Row ${index + 1}`, 100)] }));
  const titles = file.titles;
  assert.equal(new Set(titles).size, titles.length);
  assert.match(titles[1] ?? '', / \(1\/\d+\)$/);
  const names = file.slides.flatMap((slide) => file.rowsOf(slide)).map(([first]) => first);
  const rows = names.filter((name) => name?.startsWith('Row '));
  assert.deepEqual(
    rows,
    Array.from({ length: 100 }, (_, index) => `Row ${index + 1}`),
  );
});

test('what is said below a table stands on the slide of its last rows, whether or not a slide has just room for them', () => {
  const notes: Note[] = [{ code: 'rows_truncated', limit: 10_000, message: 'Only the greatest 10,000 were fetched.' }];
  for (let count = 12; count <= 34; count += 1) {
    const table = { ...breakdown('City', (index) => `Row ${index + 1}`, count), notes };
    const file = slidesOf(reportDocument({ sections: [table], sources: [], warnings: [] }));
    const last = file.slides.at(-1) as XmlElement;
    assert.ok(textOf(last).includes('10,000'), `the note of ${count} rows`);
    assert.equal(file.rowsOf(last).at(-1)?.[0], 'Total', `the end of ${count} rows`);
    assert.ok(file.rowsOf(last).length > 2, `only the head and the total of ${count} rows`);
  }
});

const marked = (locale: string) => {
  const mark = (at: number) => (at === 0 ? { mark: 'good' as const } : at === 1 ? { mark: 'bad' as const } : {});
  const table = breakdown('City', (index) => `City ${index + 1}`, 4);
  const rows = table.rows.map(({ label, cells }, at) => ({
    label,
    cells: cells.map((cell, metric) => ({ ...cell, ...(metric === 1 && mark(at)) })),
  }));
  const marks: TableMarks = { than: 'goal', goals: [null, { target: 30_000 }] };
  return reportDocument({ sections: [{ ...table, rows, marks }], locale });
};

for (const locale of ['de-DE', 'ja-JP', 'ar-EG']) {
  test(`a slide has a tick or a cross before figures that are marked, in their colours, and says what they mean, ${locale}`, () => {
    const document = marked(locale);
    const view = reportView(document);
    const file = slidesOf(document);
    assert.deepEqual(file.faults(), []);
    const [, slide] = file.slides as [XmlElement, XmlElement];
    const column = file.rowsOf(slide).map((cells) => cells[4] ?? '');
    assert.deepEqual(
      column.slice(1).map((text) => text.match(/[✓✗]/)?.[0]),
      ['✓', '✗', undefined, undefined, undefined, undefined],
    );
    const section = view.sections[0];
    assert.ok(section?.type === 'tables' && section.tables[0]);
    for (const [at, cells] of section.tables[0].rows.entries()) {
      const figure = cells.find(({ mark }) => mark)?.text;
      if (figure) assert.equal(column[at + 1]?.replace(/^[✓✗]\u00a0/, ''), figure);
    }
    const inks = elements(slide, 'a:r').flatMap((each) => {
      const sign = each.text.match(/^[✓✗]/)?.[0];
      return sign ? [[sign, elements(each, 'a:schemeClr')[0]?.attributes.get('val')]] : [];
    });
    assert.deepEqual(inks, [
      ['✓', 'accent5'],
      ['✗', 'accent6'],
    ]);
    const note = section.note ?? '';
    const bare = (text: string) => plain(text).replace(/\p{Bidi_Control}/gu, '');
    assert.ok(note !== '' && bare(textOf(slide)).includes(bare(note)));
  });
}

test('a text longer than a slide goes on, word by word', () => {
  const markdown = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
  const file = slidesOf(
    reportDocument({ sections: [{ type: 'text', title: 'Long', markdown }], sources: [], warnings: [] }),
  );
  assert.ok(file.slides.length > 4);
  const bodies = file.slides.slice(1).map((slide) => {
    const [body] = elements(slide, 'p:sp').filter(
      (shape) => elements(shape, 'p:ph')[0]?.attributes.get('type') === 'body',
    );
    return textOf(body);
  });
  assert.equal(bodies.join(''), markdown);
});

test('the logo leaves room for who made the report, whatever its shape and however long the contact', async () => {
  const square = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><path d="M0 0h90v90H0z"/></svg>')}`;
  const short = ['12 Quay Street', 'Bristol', '+44 117 496 0123', 'hello@example.com', 'example.com'];
  const long = short.map((line) => `${line}, ${'on the other side of the river '.repeat(2)}`.slice(0, 58));
  for (const contact of [short, long]) {
    const brand = { accent_color: null, logo: square, name: 'Harbour & Finch', contact: contact.join('\n') };
    const { bytes } = await renderPptx(reportDocument({ brand }));
    const [cover] = new SlideFile(bytes).slides as [XmlElement];
    const shapes = [...elements(cover, 'p:sp'), ...elements(cover, 'p:pic')];
    const named = (name: string) =>
      shapes.find((shape) => elements(shape, 'p:cNvPr')[0]?.attributes.get('name')?.startsWith(name)) as XmlElement;
    const placeOf = (shape: XmlElement) => {
      const at = (element: string, attribute: string) =>
        Number(elements(shape, element)[0]?.attributes.get(attribute)) / 12_700;
      return { top: at('a:off', 'y'), height: at('a:ext', 'cy'), width: at('a:ext', 'cx') };
    };
    const [logo, maker] = [placeOf(named('Logo')), placeOf(named('Maker'))];
    const paragraphs = elements(named('Maker'), 'a:p');
    const heights = paragraphs.map((each) => {
      const size = Number(elements(each, 'a:rPr')[0]?.attributes.get('sz')) / 100;
      return textHeight(each.text, size, maker.width);
    });
    assert.ok(logo.height >= 24 && logo.top + logo.height <= maker.top);
    assert.ok(heights.reduce((sum, height) => sum + height, 0) <= maker.height, `${heights} in ${maker.height}`);
    assert.ok(maker.top + maker.height <= 540 - 12);
    const shown = paragraphs.map((each) => plain(each.text));
    if (contact === short) assert.deepEqual(shown.slice(-5), short);
  }
});

test('the highlights are said on their slide, and each to the figures that it is about', () => {
  const document = benchmarkReport();
  const file = slidesOf(document);
  const sentences = document.sections.flatMap((each) => (each.type === 'highlights' ? each.items : []));
  const said = new Map(file.titles.map((title, index) => [title, file.notes[index] ?? []]));
  assert.deepEqual(
    said.get('Highlights'),
    sentences.map(({ text }) => text),
  );
  assert.deepEqual(said.get('Key figures'), [sentences[0]?.text]);
  assert.deepEqual(said.get('Sessions by day'), [sentences[2]?.text]);
  assert.deepEqual(said.get('Orders by day'), []);
});

test('a comment stands below the figures that it is about, with who wrote it and when', () => {
  const comments = [
    { section: 1, markdown: 'We moved **the budget**.', author_name: 'Ann', written_at: '2026-07-02T08:00:00Z' },
  ];
  const file = slidesOf({ ...reportDocument(), comments });
  const slide = textOf(file.slides[1]);
  assert.match(slide, /We moved the budget\./);
  assert.match(slide, /Ann · Jul 2, 2026/);
});

test('a section below its system names it, since a slide is seen alone', () => {
  const section = { ...timeseries(metrics.sessions, 1_800, 11), level: 2 as const };
  assert.match(textOf(slidesOf(reportDocument({ sections: [section] })).slides[1]), /Source: Web shop analytics/);
});

test('a section without figures says so and has no chart', () => {
  const whole = timeseries(metrics.sessions, 1_800, 11);
  const empty = (points: typeof whole.current) => points.map((point) => ({ ...point, value: null }));
  const section = { ...whole, current: empty(whole.current), compare: whole.compare && empty(whole.compare) };
  const file = slidesOf(reportDocument({ sections: [section] }));
  assert.ok(textOf(file.slides[1]).includes(messagesFor('en-US').labels.noFigures));
  assert.equal(file.charts.length, 0);
});

test('the same report gives the same bytes', async () => {
  const [one, other] = [await renderPptx(benchmarkReport()), await renderPptx(benchmarkReport())];
  assert.ok(Buffer.from(one.bytes).equals(Buffer.from(other.bytes)));
});

test('language, direction, colours and fonts are the report\u2019s and its brand\u2019s', () => {
  const brand = { accent_color: '#7a1f5c', logo: null, font: 'Lato' as const };
  const file = slidesOf(reportDocument({ locale: 'ar-EG', brand }));
  assert.equal(file.part('ppt/presentation.xml').attributes.get('rtl'), '1');
  const theme = file.part('ppt/theme/theme1.xml');
  assert.equal(elements(theme, 'a:latin')[0]?.attributes.get('typeface'), 'Lato');
  assert.equal(
    elements(elements(theme, 'a:accent1')[0] as XmlElement, 'a:srgbClr')[0]?.attributes.get('val'),
    '7A1F5C',
  );
  const languages = new Set(
    file.slides.flatMap((slide) => elements(slide, 'a:rPr')).map(({ attributes }) => attributes.get('lang')),
  );
  assert.deepEqual([...languages], ['ar-EG']);
  assert.equal(elements(file.part('docProps/core.xml'), 'dc:language')[0]?.text, 'ar-EG');
});

test('LibreOffice opens presentations: a page for each slide, with its title, figures and names of the chart\u2019s series', {
  skip: withoutImpress || withoutPoppler,
}, () => {
  const sections = [timeseries(metrics.sessions, 1_800, 11), breakdown('City', (index) => `City ${index}`, 8)];
  const brand = { accent_color: '#7a1f5c', logo, footer: 'Vertraulich' };
  const documents = [reportDocument({ sections, locale: 'de-DE', brand })];
  const files = documents.map(slidesOf);
  const pdfs = slidesToPdf(documents.map((document) => presentationFile(reportView(document))));
  for (const [index, file] of files.entries()) {
    const pages = pdfText(pdfs[index] ?? new Uint8Array())
      .split('\f')
      .slice(0, -1)
      .map(plain);
    assert.equal(pages.length, file.slides.length);
    const bare = (text: string) => plain(text).replaceAll(' ', '');
    for (const [at, title] of file.titles.entries()) assert.ok(bare(pages[at] ?? '').includes(bare(title)), title);
    const view = reportView(documents[index] as ReportDocument);
    const series = view.sections.find((section) => section.type === 'timeseries');
    assert.ok(series?.type === 'timeseries');
    const page = bare(pages[file.titles.indexOf(series.title ?? '')] ?? '');
    for (const text of [series.total.value, series.currentPeriod, series.comparePeriod ?? '']) {
      assert.ok(page.includes(bare(text)), text);
    }
  }
});
