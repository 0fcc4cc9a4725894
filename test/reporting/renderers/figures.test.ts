import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textWidth } from '../../../src/reporting/renderers/text/text-width.ts';
import { lineCount } from '../../../src/reporting/renderers/text/wrapped-text.ts';
import { layoutCards } from '../../../src/reporting/renderers/view/card-layout.ts';
import { cardFigure, changeView, comparisonView } from '../../../src/reporting/renderers/view/figure-views.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { columnWidths, paperFrames, tableHeads } from '../../../src/reporting/renderers/view/table-columns.ts';
import type { CellView, TableView } from '../../../src/reporting/renderers/view/table-view.ts';
import { benchmarkReport, breakdown, comparison, metrics, reportDocument } from '../../support/documents.ts';

const locales = ['ar-EG', 'de-DE', 'en-US', 'es-ES', 'fr-FR', 'ja-JP', 'pl-PL', 'pt-BR', 'ru-RU', 'uk-UA'];
const german = { locale: 'de-DE', currency: 'EUR' };
const english = { locale: 'en-US', currency: 'EUR' };

test('durations on cards are words in every language, never powers of ten', () => {
  for (const locale of locales) {
    for (const seconds of [5, 185, 3599, 3725, 86_399, 1_000_000, 100_000_000]) {
      const text = cardFigure(seconds, metrics.duration, { locale, currency: 'EUR' });
      assert.ok(text.length <= 18 && !/e\+/.test(text), `${locale}: ${text}`);
    }
  }
  assert.match(cardFigure(185, metrics.duration, german), /^3\sMin\., 5\sSek\.$/);
});

test('figures below zero and amounts of millions are words on a card too', () => {
  for (const locale of locales) {
    for (const amount of [6_265.92, 1_234_567.8, 98_765_432.1, 4.56e12]) {
      for (const currency of ['EGP', 'EUR', 'USD']) {
        const amounts = [amount, -amount].map((value) => cardFigure(value, metrics.revenue, { locale, currency }));
        assert.doesNotMatch(amounts.join(), /e\+/, `${locale}: ${amounts}`);
      }
    }
    const late = cardFigure(-3599, metrics.duration, { locale, currency: 'EUR' });
    assert.doesNotMatch(late, /e\+/, `${locale}: ${late}`);
  }
});

test('a long duration on a card leaves out what its length makes unimportant', () => {
  assert.match(cardFigure(6_371_460, metrics.duration, german), /^73\sTg\., 18\sStd\.$/);
  assert.match(cardFigure(100_000_000, metrics.duration, german), /^1\.157\sTg\.$/);
});

test('an extremely large figure has an exponent on a card', () => {
  assert.equal(cardFigure(1.5e300, metrics.sessions, english), '1.500e+300');
});

test('a change that reads as zero has no direction and is neither good nor bad', () => {
  const change = changeView(comparison(17_131, 17_135), metrics.sessions, english, true);
  assert.deepEqual(change, { text: '0.0%', direction: 'flat', sentiment: 'neutral' });
  assert.equal(changeView(comparison(1_001, 1_000), metrics.sessions, english, true)?.direction, 'up');
});

test('where neither period has a figure the earlier one is not mentioned', () => {
  const empty = comparisonView(comparison(null, null), metrics.sessions, english, true);
  assert.deepEqual(empty, { value: '–', before: null, change: null });
  const gone = comparisonView(comparison(null, 3), metrics.sessions, english, true);
  assert.deepEqual(gone, { value: '–', before: '3', change: null });
});

test('figures of cards are as large as the widest of them allows', () => {
  const cards = (values: readonly string[]) =>
    layoutCards(
      values.map((value) => ({ label: '', value, before: null, change: null, goal: null, spark: [], alternative: '' })),
      480,
      10,
    );
  const [small, large, huge] = [
    ['1', '2', '3', '4'],
    ['379,770,183', '2', '3', '4'],
    ['59 Min. 59 Sek.', '2', '3', '4'],
  ].map(cards);
  assert.ok(small && large && huge);
  assert.ok(small.valueSize > large.valueSize && large.valueSize > huge.valueSize);
  assert.ok(textWidth('379,770,183', large.valueSize, 'bold') <= large.width - 20);
});

const frame = { besideText: 10, mark: 8, bar: 58 };

function table(label: string, head: string, figures: readonly string[]): TableView {
  const cells: CellView[] = [{ text: label }, ...figures.map((text) => ({ text }))];
  const columns = [
    { header: 'Name', kind: 'label' } as const,
    ...figures.map(() => ({ header: head, kind: 'figure' }) as const),
  ];
  return { columns, rows: [cells], rest: null, total: cells };
}

test('the columns of a table add up to its width', () => {
  for (const each of [
    table('Berlin', 'Sessions', ['1', '2', '3']),
    table('x'.repeat(500), 'A head of many words that is long', ['90 184 453,75 $US', '1', '2']),
    table(
      'a',
      'x'.repeat(500),
      Array.from({ length: 9 }, () => '1,234,567,890.12'),
    ),
  ]) {
    const sum = columnWidths(each, 480, frame).reduce((all, width) => all + width, 0);
    assert.ok(Math.abs(sum - 480) < 0.01);
  }
});

test('heads and labels break before a figure does', () => {
  const figures = ['90,184,453.75', '379,770,183', '+2,775.5%', '1,769h 51min', '12,345,678'];
  const widths = columnWidths(
    table('The station at the airport', 'Average delay of all flights (min)', figures),
    482,
    frame,
  );
  for (const [index, text] of figures.entries()) {
    assert.ok((widths[index + 1] ?? 0) >= textWidth(text, 8.5, 'bold') + frame.besideText, text);
  }
});

test('where there is room no head of a table breaks', () => {
  for (const head of ['Average delay', 'Revenue in Q2', 'Top 10']) {
    const [, width = 0] = columnWidths(table('Berlin', head, ['3.1']), 482, frame);
    assert.ok(width >= textWidth(head, 8.5, 'bold') + frame.besideText, head);
  }
});

test('no usual word of a head is broken, not next to an endless label and not in Russian', () => {
  const heads = (label: string, share: string, change: string, points: string) => {
    const headers = ['Landing page', 'Sessions', share, '', change, 'Conversions', change, 'Conversion rate', change];
    const texts = [label, '27 567', '41,2 %', '', '+66,6 %', '2 018', '+73,5 %', '3,04 %', `+0,12 ${points}`];
    const kinds = ['label', 'figure', 'figure', 'bar', 'change', 'figure', 'change', 'figure', 'change'] as const;
    const columns = headers.map((header, index) => ({ header, kind: kinds[index] ?? 'figure' }));
    const up = { direction: 'up', sentiment: 'good' } as const;
    const cells = texts.map((text, index): CellView => {
      return kinds[index] === 'change' ? { text, change: { text, ...up } } : { text };
    });
    const shown: TableView = { columns, rows: [cells], rest: null, total: cells };
    return tableHeads(shown, columnWidths(shown, 491.8, paperFrames.pdf), paperFrames.pdf).join(' ');
  };
  assert.doesNotMatch(heads('/landing/'.repeat(9), 'Share', 'Change', 'pp'), /\u200b/);
  assert.doesNotMatch(heads('Organic Search', 'Доля', 'Изменение', 'п. п.'), /\u200b/);
});

test('a head never reaches into the next column: wide words are broken, and more than four lines shortened', () => {
  const heads = [
    'W'.repeat(120),
    '#read("/etc/passwd") $x^2$',
    'Donaudampfschifffahrtsgesellschaft',
    'x '.repeat(90),
    '漢'.repeat(90),
  ];
  for (const head of heads) {
    const shown = table('Berlin', head, ['1', '2', '3', '4', '5', '6', '7', '8']);
    const widths = columnWidths(shown, 482, frame);
    for (const [index, text] of tableHeads(shown, widths, frame).entries()) {
      const room = (widths[index] ?? 0) - frame.besideText;
      for (const piece of text.split(/[ \u200b]/)) assert.ok(textWidth(piece, 8.5, 'bold') <= room, piece);
      assert.ok(lineCount(text, 8.5, room, 'bold') <= 4);
      if (index > 0 && head.length > 40) assert.match(text, /…$/);
    }
  }
});

test('a spark line of a year has sixty points at most: means of days in a row, with the gaps that whole stretches are', () => {
  const kpis = benchmarkReport().sections.find((section) => section.type === 'kpis');
  assert.ok(kpis?.type === 'kpis');
  const shown = (spark: readonly (number | null)[]) => {
    const items = kpis.items.slice(0, 1).map((item) => ({ ...item, spark }));
    const [section] = reportView(reportDocument({ sections: [{ ...kpis, items }] })).sections;
    return section?.type === 'kpis' ? section.items[0]?.spark : undefined;
  };
  const year = Array.from({ length: 365 }, (_, day) => (day < 14 ? null : day));
  const points = shown(year) ?? [];
  assert.equal(points.length, 53);
  assert.deepEqual(points.slice(0, 4), [null, null, 17, 24]);
  assert.deepEqual(shown([1, 2, null]), [1, 2, null]);
  assert.deepEqual(shown([1, null]), []);
});

test('a column of changes has one form: differences where a compared figure is below zero, else parts of it', () => {
  const changes = (rows: readonly (readonly [number, number])[]) => {
    const section = breakdown('City', (index) => `Row ${index}`, rows.length);
    const cells = (current: number, compare: number) => [{ ...comparison(current, compare), share: null }];
    const table = {
      ...section,
      metrics: section.metrics.slice(0, 1),
      rows: rows.map(([current, compare], index) => ({ label: `Row ${index}`, cells: cells(current, compare) })),
      rest: null,
      total: { label: null, cells: cells(100, 50) },
    };
    const [view] = reportView(reportDocument({ sections: [table] })).sections;
    const [first] = view?.type === 'tables' ? view.tables : [];
    return first?.rows.map((row) => row.find(({ change }) => change)?.text ?? '');
  };
  assert.deepEqual(
    changes([
      [30, 20],
      [5, 0],
      [0, 10],
      [0, 0],
    ]),
    ['+50.0%', '–', '−100.0%', '0.0%'],
  );
  assert.deepEqual(
    changes([
      [30, 20],
      [5, -10],
      [0, 0],
    ]),
    ['+10', '+15', '0'],
  );
});

test('columns of the sources that no source fills are left out', () => {
  const [source] = benchmarkReport().sources;
  assert.ok(source);
  const heads = (changes: Partial<typeof source>) =>
    reportView(reportDocument({ sources: [{ ...source, ...changes }] })).sources?.columns.map(({ header }) => header);
  assert.deepEqual(heads({}), ['Connection', 'System', 'Rows', 'Rows before', 'Fetched', 'Last changed']);
  const hosted = { rows_current: null, rows_compare: null, fresh_at: null };
  assert.deepEqual(heads(hosted), ['Connection', 'System', 'Fetched']);
});
