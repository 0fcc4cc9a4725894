import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  BreakdownSection,
  MetricSeries,
  Point,
  TimeseriesSection,
} from '../../../src/reporting/documents/model.ts';
import { layoutColumnChart } from '../../../src/reporting/renderers/charts/column-chart.ts';
import { layoutDonut } from '../../../src/reporting/renderers/charts/donut.ts';
import { layoutLineChart } from '../../../src/reporting/renderers/charts/line-chart.ts';
import { lineChartGeometry } from '../../../src/reporting/renderers/charts/svg.ts';
import { contrast, darkPalette, palette } from '../../../src/reporting/renderers/colors.ts';
import { textWidth } from '../../../src/reporting/renderers/text/text-width.ts';
import { linesOf } from '../../../src/reporting/renderers/text/wrapped-text.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { breakdown, comparison, days, metric, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { renderDocument } from '../../support/render.ts';

const context = { locale: 'en-US', currency: 'EUR' };
const size = { width: 480, height: 150 };
const sessions = metrics.sessions;

const numbersIn = (path: string) => (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
/** The left edges and widths of columns. */
const columnsIn = (path: string) =>
  [...path.matchAll(/M([\d.]+),[\d.]+h([\d.]+)/g)].map(([, at, wide]) => [Number(at), Number(wide)]);

function other(label: string, current: readonly Point[]): MetricSeries {
  return { metric: metric(label, label), current, compare: null, total: comparison(1, 2) };
}

function several(points: number, display: TimeseriesSection['display'] = 'line'): TimeseriesSection {
  const at = (level: number, seed: number) => days('2026-01-01', points, level, seed);
  const others = [other('Users', at(80, 2)), other('Visits', at(60, 3)), other('Orders', at(40, 4))];
  return { ...timeseries(sessions, 100, 1), current: at(100, 1), display, others };
}

function partsOf(display: 'bars' | 'columns' | 'donut', figures: readonly (number | null)[]): BreakdownSection {
  const sum = figures.reduce<number>((whole, value) => whole + (value ?? 0), 0);
  const total = Number.isFinite(sum) ? sum : null;
  const row = (label: string | null, value: number | null) => ({
    label,
    cells: [{ ...comparison(value, 1), share: null }],
  });
  return {
    ...breakdown('City', String, 1),
    ...{ display, metrics: [sessions], rest: null, total: row(null, total), group_count: figures.length },
    rows: figures.map((value, index) => row(`City ${index}`, value)),
  };
}

function chartOf(section: BreakdownSection) {
  const [view] = reportView(reportDocument({ sections: [section] })).sections;
  assert.ok(view?.type === 'tables');
  return view;
}

test('columns of several metrics stand side by side in their order, within their day', () => {
  for (const count of [1, 2, 31, 92]) {
    const { current, compare, ...section } = several(count, 'columns');
    const chart = layoutLineChart({ ...section, current, compare: null }, context, size);
    const rows = [chart.current, ...chart.others].map(({ bar }) => columnsIn(bar));
    for (let day = 0; day < count; day += 1) {
      const edges = rows.map((columns) => columns[day] ?? [0, 0]);
      for (const [index, [at = 0, wide = 0]] of edges.entries()) {
        const next = edges[index + 1]?.[0] ?? rows[0]?.[day + 1]?.[0] ?? chart.plot.right;
        assert.ok(wide > 0.5 && at + wide <= next + 0.02, `${count} days, day ${day}, metric ${index}`);
      }
    }
  }
});

test('columns have the compared period as a mark over each and no line through them, and 366 of them fit', () => {
  const section = {
    ...timeseries(sessions, 100, 1),
    display: 'columns',
    current: days('2026-01-01', 366, 100),
  } as const;
  const chart = layoutLineChart(section, context, size);
  assert.equal(chart.current.line, '');
  assert.deepEqual([chart.compare?.line, columnsIn(chart.current.bar).length], ['', 366]);
  assert.equal(columnsIn(chart.compare?.marks ?? '').length, section.compare?.length);
  const last = columnsIn(chart.current.bar).at(-1) ?? [];
  assert.ok((last[0] ?? 0) + (last[1] ?? 0) <= chart.plot.right);
});

test('metrics of a chart differ in dashes as lines and in what is filled as columns', () => {
  const colors = palette(null);
  const drawn = (display: 'line' | 'columns') => {
    return lineChartGeometry(layoutLineChart({ ...several(7, display), compare: null }, context, size), colors);
  };
  const dashes = [...drawn('line').matchAll(/<path d="M[^"]*" fill="none" stroke="#[^>]*stroke-linejoin/g)].map(
    ([pen]) => /dasharray="([^"]*)"/.exec(pen)?.[1] ?? 'solid',
  );
  assert.equal(new Set(dashes).size, 4);
  const fills = [...drawn('columns').matchAll(/<path d="M[^"]*Z" fill="([^"]+)"/g)].map(([, fill]) => fill);
  assert.equal(new Set(fills).size, 4);
});

test('all colours of charts are readable on light and dark pages, whatever the brand', () => {
  for (const brand of [null, '#b45309', '#0f766e', '#1d4ed8', '#9d2f8f', '#ffffff', '#000000', '#ffff00']) {
    for (const { accent, second, third, fourth, background } of [palette(brand), darkPalette(brand)]) {
      const colors = [accent, second, third, fourth];
      assert.equal(new Set(colors).size, 4, `${brand}`);
      for (const color of colors) assert.ok(contrast(color, background) >= 4.5, `${brand}: ${color}`);
    }
  }
});

test('several metrics leave the compared period to their totals, and too many columns become lines', () => {
  const viewOf = (section: TimeseriesSection) => {
    const [view] = reportView(reportDocument({ sections: [section] })).sections;
    assert.ok(view?.type === 'timeseries');
    return view;
  };
  const view = viewOf(several(31, 'columns'));
  assert.deepEqual([view.compare, view.comparePeriod, view.charts[0]?.data.display], [null, null, 'columns']);
  assert.deepEqual(
    view.metrics.map(({ label }) => label),
    ['Sessions', 'Users', 'Visits', 'Orders'],
  );
  assert.equal(view.title, 'Sessions, Users, Visits, and Orders by day');
  assert.match(
    view.charts[0]?.alternative ?? '',
    /^Column chart of Sessions, Users, Visits, and Orders, .*\. Sessions: [\d,]+; Users: 1;/,
  );
  assert.equal(viewOf(several(200, 'columns')).charts[0]?.data.display, 'line');
  const none = days('2026-01-01', 3, 1).map((point) => ({ ...point, value: null }));
  const empty = viewOf({ ...several(3), current: none, others: [other('Users', none)] });
  assert.ok(empty.empty && empty.charts[0]?.alternative.includes('no figures'));
});

test('a ring shows shares of the total; negative parts and parts of nothing leave the table alone', () => {
  const { chart } = chartOf(partsOf('donut', [50, 30, 20]));
  assert.ok(chart?.kind === 'donut');
  assert.deepEqual(
    chart.slices.map(({ text }) => text),
    ['50.0%', '30.0%', '20.0%'],
  );
  assert.match(
    chart.alternative,
    /^Donut chart of Sessions by City, .*\. City 0: 50\.0%; City 1: 30\.0%; City 2: 20\.0%\.$/,
  );
  for (const figures of [[50, -30], [0, 0], [null, null], [], [1.7e308, 1.7e308, -1]]) {
    assert.equal(chartOf(partsOf('donut', figures)).chart, null, `${figures}`);
  }
  const huge = chartOf(partsOf('donut', [1.7e308, 1.7e308])).chart;
  assert.deepEqual(huge?.kind === 'donut' && huge.slices.map(({ share }) => share), [0.5, 0.5]);
});

test('the slices of a ring follow each other within it, and one part is the whole ring', () => {
  const slice = (share: number) => ({ share, text: `${share}`, isRest: false });
  for (const shares of [[1], [0.5, 0.5], [0.9, 0.05, 0.05], [0.4, 0], [0.99999, 0.00001]]) {
    const { slices, size: span, labels } = layoutDonut(shares.map(slice), 132);
    assert.ok(slices.every((path) => !/NaN|Infinity/.test(path)));
    assert.ok(
      slices.flatMap(numbersIn).every((number) => Math.abs(number) <= span / 2),
      slices.join(),
    );
    assert.ok(labels.every(({ x, y }) => x > 0 && x < span && y > 0 && y < span));
  }
});

test('columns of parts run with the texts of the report, negative ones below the baseline, none for a missing figure', () => {
  const parts = [10, null, -5].map((current, index) => ({
    label: `City ${index}`,
    current,
    compare: 4,
    isRest: false,
  }));
  const chart = layoutColumnChart({ parts, metric: sessions }, context, size, false);
  const [first = [], second = []] = columnsIn(chart.current);
  assert.equal(columnsIn(chart.current).length, 2);
  assert.ok((first[0] ?? 0) < (second[0] ?? 0));
  const heights = [...chart.current.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y));
  assert.ok((heights[0] ?? 0) < chart.baseline && (heights[1] ?? 0) > chart.baseline);
  const [mirrored = []] = columnsIn(layoutColumnChart({ parts, metric: sessions }, context, size, true).current);
  assert.ok((mirrored[0] ?? 0) > size.width / 2);
});

test('names below columns keep to their room in two lines', () => {
  for (const text of [
    'Stuttgart-Bad Cannstatt',
    'W'.repeat(200),
    'Donaudampfschifffahrt'.repeat(9),
    '東京都千代田区丸の内一丁目',
    '',
    ' \u200b ',
  ]) {
    const lines = linesOf(text, 2, 7.5, 40);
    assert.ok(lines.length <= 2 && lines.every((line) => textWidth(line, 7.5) <= 40.1), lines.join('|'));
  }
  assert.deepEqual(linesOf('Stuttgart-Bad Cannstatt', 3, 7.5, 40), ['Stuttgart-', 'Bad', 'Cannstatt']);
});

test('bars start at a common zero, negative ones before it', () => {
  const { tables } = chartOf(partsOf('bars', [6, -2, 0, null]));
  const bars = tables[0]?.rows.map((row) => row.find(({ bar }) => bar !== undefined));
  assert.deepEqual(
    bars?.map((cell) => [cell?.from, cell?.bar]),
    [
      [0.25, 0.75],
      [0, 0.25],
      [0.25, 0],
      [0.25, 0],
    ],
  );
  assert.deepEqual(
    chartOf(partsOf('bars', [null, null])).tables[0]?.rows[0]?.find(({ bar }) => bar !== undefined)?.bar,
    0,
  );
});

test('every display survives extreme figures and names in PDF and Word', async () => {
  const name = '<script>#read("/etc/passwd")\u202e'.repeat(40);
  const wild = (section: BreakdownSection): BreakdownSection => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, label: name })),
  });
  const points = days('2026-01-01', 3, 1).map((point, index) => ({
    ...point,
    value: [1.7e308, -1.7e308, null][index] ?? null,
  }));
  const series = (display: TimeseriesSection['display']): TimeseriesSection => {
    return { ...several(3, display), current: points, others: [other(name, points), other(name, [])] };
  };
  const sections = [
    ...(['line', 'area', 'columns'] as const).map(series),
    ...(['bars', 'columns', 'donut'] as const).flatMap((display) => [
      wild(partsOf(display, [1.7e308, 3, null])),
      partsOf(display, []),
      partsOf(display, [null]),
      partsOf(display, [-3, 5]),
    ]),
  ];
  for (const locale of ['en-US', 'ar-EG']) {
    const document = reportDocument({ sections, locale });
    const pdf = await renderDocument(document, 'pdf');
    assert.deepEqual(pdf.warnings, []);
    assert.ok((await renderDocument(document, 'doc')).bytes.length > 10_000);
  }
});
