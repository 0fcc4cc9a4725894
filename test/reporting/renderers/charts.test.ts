import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricDescription, Point, Unit } from '../../../src/reporting/documents/model.ts';
import { dateTicks } from '../../../src/reporting/renderers/charts/axis.ts';
import { layoutLineChart, layoutSparkLine } from '../../../src/reporting/renderers/charts/line-chart.ts';
import { lineChartSvg, sparkLineSvg } from '../../../src/reporting/renderers/charts/svg.ts';
import { palette } from '../../../src/reporting/renderers/colors.ts';
import { chartStrokes } from '../../../src/reporting/renderers/design.ts';
import { drawPngs } from '../../../src/reporting/renderers/docx/chart-png.ts';
import { textWidth } from '../../../src/reporting/renderers/text/text-width.ts';
import { days, metric, metrics } from '../../support/documents.ts';

const context = { locale: 'en-US', currency: 'EUR' };
const size = { width: 480, height: 150 };

function chart(
  current: readonly Point[],
  compare: readonly Point[] | null = null,
  of: MetricDescription = metrics.sessions,
) {
  return layoutLineChart({ current, compare, metric: of, by: 'day' }, context, size);
}

function numbersIn(path: string): number[] {
  return (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}

test('1, 7, 31, 90 and 366 points have date labels that do not touch', () => {
  const expected = new Map([
    [1, 1],
    [7, 7],
    [31, 11],
    [90, 13],
    [366, 13],
  ]);
  for (const [count, most] of expected) {
    const { dateTicks } = chart(days('2024-01-01', count, 100));
    assert.ok(dateTicks.length >= Math.min(count, 5) && dateTicks.length <= most, `${count}: ${dateTicks.length}`);
    const gaps = dateTicks.slice(1).map(({ at }, index) => at - (dateTicks[index]?.at ?? 0));
    assert.ok(
      gaps.every((gap) => gap > 30),
      `${count}: ${gaps}`,
    );
  }
});

test('a goal is a line of levels across the plot, with steps and gaps, and within the axis', () => {
  const current = days('2026-04-01', 4, 100);
  const drawn = (goal: readonly (number | null)[], points = current) => {
    return layoutLineChart(
      { current: points, compare: null, metric: metrics.sessions, by: 'day', goal },
      context,
      size,
    );
  };
  const level = drawn([500, 500, 500, 500]);
  const [x1, y1, x2, y2] = numbersIn(level.targets[0] ?? '');
  assert.deepEqual([x1, x2, y1], [Math.round(level.plot.left * 100) / 100, level.plot.right, y2]);
  assert.ok((y1 ?? 0) >= level.plot.top && (y1 ?? 0) < Math.min(...level.current.places.map((place) => place?.y ?? 0)));
  assert.equal(drawn([100, 100, 120, 120]).targets[0]?.match(/[ML]/g)?.join(''), 'MLLL');
  assert.equal(drawn([100, null, 100, 100]).targets[0]?.match(/[ML]/g)?.join(''), 'MLML');
  assert.equal(drawn([null, null, null, null]).targets[0], null);
  assert.equal(chart(current).targets[0], null);
  const single = drawn([120], current.slice(0, 1)).targets[0] ?? '';
  assert.equal(numbersIn(single).length, 4);
  assert.ok(lineChartSvg(level, palette(null)).includes(`stroke-dasharray="${chartStrokes.targetDash.join(' ')}"`));
});

test('a year is labelled by months, with the year where it begins', () => {
  const labels = chart(days('2025-11-01', 365, 100)).dateTicks.map(({ label }) => label);
  assert.equal(labels[0], 'Nov 2025');
  assert.ok(
    labels.every((label) => /^[A-Z][a-z]{2}( 20\d\d)?$/.test(label)),
    labels.join(),
  );
});

test('however many months there are, each has its year where that changes, and none touches the next', () => {
  const fontSize = 7.5;
  for (const locale of ['en-US', 'ja-JP', 'pt-PT', 'ar-EG']) {
    for (const count of [2, 13, 24, 30, 60, 120, 144, 300]) {
      const months = Array.from({ length: count }, (_, index) => new Date(Date.UTC(2020, 1 + index)));
      const points = months.map((date) => ({ date: date.toISOString().slice(0, 10), value: 1 }));
      const gap = 460 / count;
      const ticks = dateTicks(points, 'month', locale, (index) => index * gap, fontSize);
      let before = '';
      for (const [index, { at, label }] of ticks.entries()) {
        const year = new Intl.NumberFormat(locale, { useGrouping: false }).format(
          months[Math.round(at / gap)]?.getUTCFullYear() ?? 0,
        );
        assert.equal(label.includes(year), year !== before, `${locale}, ${count}: "${label}" after ${before}`);
        before = year;
        const next = ticks[index + 1];
        const room = next && next.at - at - (textWidth(label, fontSize) + textWidth(next.label, fontSize)) / 2;
        assert.ok(room === undefined || room > 0, `${locale}, ${count}: "${label}" touches "${next?.label}"`);
      }
    }
  }
  const labels = chart(days('2025-02-01', 366, 100)).dateTicks.map(({ label }) => label);
  assert.deepEqual([labels[0], labels.at(-1)], ['Feb 2025', 'Feb 2026']);
});

test('a last month moved in from the edge does not touch the one before', () => {
  for (let count = 2; count < 120; count += 1) {
    const months = Array.from({ length: count }, (_, index) => new Date(Date.UTC(2020, 1 + index)).toISOString());
    const current = months.map((date) => ({ date: date.slice(0, 10), value: 1 }));
    const section = { current, compare: null, metric: metrics.sessions, by: 'month' } as const;
    for (const width of [230, 480, 520]) {
      const drawn = layoutLineChart(section, { locale: 'ru-RU', currency: 'EUR' }, { width, height: 150 });
      const edges = drawn.dateTicks.map(({ at, label }) => [at, textWidth(label, drawn.fontSize) / 2] as const);
      for (const [index, [at, half]] of edges.entries()) {
        const [nextAt, nextHalf] = edges[index + 1] ?? [Number.POSITIVE_INFINITY, 0];
        assert.ok(nextAt - at > half + nextHalf, `${count} months in ${width}: ${drawn.dateTicks[index]?.label}`);
      }
    }
  }
});

test('missing values leave a gap in line and area, and a value between two gaps is a dot', () => {
  const values = [1, 2, null, 3, null, 4, 5];
  const { current } = chart(values.map((value, index) => ({ date: `2026-01-0${index + 1}`, value })));
  assert.equal(current.line.match(/M/g)?.length, 2);
  assert.equal(current.area.match(/Z/g)?.length, 2);
  assert.equal(current.dots.length, 1);
});

test('a single day is a bar for each period, side by side, negative ones below the baseline', () => {
  const { current, compare, baseline } = chart(
    [{ date: '2026-01-01', value: 10 }],
    [{ date: '2025-01-01', value: -5 }],
  );
  assert.deepEqual([current.line, current.dots.length], ['', 0]);
  const [left = 0, base, width = 0, top = 0] = numbersIn(current.bar);
  const [otherLeft = 0, , otherWidth = 0, bottom = 0] = numbersIn(compare?.bar ?? '');
  assert.ok(base === baseline && top < baseline && bottom > baseline);
  assert.ok(otherLeft + otherWidth <= left && width > 0);
  assert.equal(chart([{ date: '2026-01-01', value: null }]).current.bar, '');
});

test('a point that does not cover its whole unit is hollow', () => {
  const points = days('2026-01-01', 4, 100).map((point, index) =>
    index === 3 ? { ...point, partial: true as const } : point,
  );
  const drawn = chart(points);
  assert.equal(drawn.current.partial.length, 1);
  const { background, accent } = palette(null);
  assert.match(lineChartSvg(drawn, palette(null)), new RegExp(`<circle[^>]* fill="${background}" stroke="${accent}"`));
});

test('lines of dense points are thinner, so that neither period hides the other', () => {
  const colors = palette(null);
  const widths = (svg: string) =>
    [...svg.matchAll(/stroke-width="([\d.]+)"[^>]*stroke-linejoin/g)].map(([, width]) => Number(width));
  const drawn = (count: number) => chart(days('2025-01-01', count, 100), days('2024-01-01', count, 90));
  const { compare, current, spark } = chartStrokes;
  assert.deepEqual(widths(lineChartSvg(drawn(92), colors)), [compare, current]);
  const year = drawn(366);
  const [before = 0, now = 0] = widths(lineChartSvg(year, colors));
  const step = (year.positions[1] ?? 0) - (year.positions[0] ?? 0);
  assert.ok(now < step && before < now && before >= compare / 2, `${before} and ${now} of ${step}`);
  const sparkOf = (count: number) =>
    sparkLineSvg(
      layoutSparkLine(
        days('2025-01-01', count, 100).map(({ value }) => value),
        100,
        24,
      ),
      colors,
    );
  assert.deepEqual(widths(sparkOf(31)), [spark]);
  assert.deepEqual(widths(sparkOf(366)), [spark / 2]);
});

test('the labels of a chart in Word are as quiet as those of the PDF and of the web page', () => {
  const svg = lineChartSvg(chart(days('2026-01-01', 7, 100)), palette(null));
  const fills = new Set([...svg.matchAll(/<text[^>]* fill="([^"]+)"/g)].map(([, fill]) => fill));
  assert.deepEqual([...fills], [palette(null).muted]);
});

test('both series share one axis and line up by position', () => {
  const current = days('2026-02-01', 28, 100);
  const { current: first, compare } = chart(current, days('2026-01-01', 31, 500));
  const [start] = numbersIn(first.line);
  assert.equal(start, numbersIn(compare?.line ?? '')[0]);
  assert.ok(Math.max(...numbersIn(first.line)) < Math.max(...numbersIn(compare?.line ?? '')));
});

test('negative values hang below a baseline inside the plot', () => {
  const points = days('2026-01-01', 10, 10).map((point, index) => ({ ...point, value: (index - 5) * 10 }));
  const { baseline, plot } = chart(points);
  assert.ok(baseline > plot.top && baseline < plot.bottom);
});

test('no values, zeros and values at the edge of a double are laid out within the picture', () => {
  for (const value of [null, 0, -0, 5e-324, 1.7e308, -1.7e308]) {
    const points = days('2026-01-01', 5, 1).map((point, index) => ({ ...point, value: index % 2 ? value : 0 }));
    const { current, valueTicks } = chart(points, null, metric('m', 'M', { unit: 'currency' }));
    const numbers = numbersIn(current.line + current.area);
    assert.ok(
      numbers.every((number) => number >= 0 && number <= 480),
      `${value}: ${current.line}`,
    );
    assert.ok(!/NaN|Infinity/.test(current.line + current.area));
    assert.ok(valueTicks.every(({ label }) => label.length <= 12));
  }
});

test('the ticks of an axis share one unit and one number of decimals, in the words of the locale', () => {
  const labels = (value: number, unit: Unit, locale = 'en-US') =>
    layoutLineChart(
      { current: [{ date: '2026-01-01', value }], compare: null, metric: metric('m', 'M', { unit }), by: 'day' },
      { locale, currency: 'EUR' },
      size,
    ).valueTicks.map(({ label }) => label.replace(/\s/g, ' '));
  assert.deepEqual(labels(2_300, 'count'), ['0', '0.5K', '1.0K', '1.5K', '2.0K', '2.5K']);
  assert.deepEqual(labels(1.2e9, 'currency').slice(0, 3), ['€0', '€0.2B', '€0.4B']);
  assert.deepEqual(labels(3.4e6, 'currency', 'de-DE').slice(0, 2), ['0 €', '1 Mio. €']);
  assert.deepEqual(labels(84_000, 'count', 'ja-JP').slice(0, 2), ['0', '2万']);
  assert.deepEqual(labels(0.08, 'percent').slice(0, 2), ['0%', '2%']);
  assert.deepEqual(labels(0.3, 'currency').slice(0, 2), ['€0', '€0.10']);
  assert.deepEqual(labels(1e-12, 'number').slice(1, 2), ['2.0e-13']);
  assert.deepEqual(labels(1e20, 'number').slice(1, 2), ['2.0e+19']);
});

test('counts have whole ticks and durations round minutes', () => {
  const one = days('2026-01-01', 5, 1).map((point) => ({ ...point, value: 1 }));
  assert.deepEqual(
    chart(one).valueTicks.map(({ label }) => label),
    ['0', '1'],
  );
  const visits = days('2026-01-01', 5, 1).map((point) => ({ ...point, value: 290 }));
  const labels = chart(visits, null, metrics.duration).valueTicks.map(({ label }) => label);
  assert.deepEqual(labels, ['0s', '1m', '2m', '3m', '4m', '5m']);
});

test('counts with decimals have ticks between whole numbers', () => {
  const points = days('2026-01-01', 5, 1).map((point, index) => ({ ...point, value: 0.1 + index * 0.045 }));
  const counted = (decimals: number) => chart(points, null, metric('m', 'M', { decimals })).valueTicks;
  assert.deepEqual(
    counted(2).map(({ label }) => label),
    ['0', '0.1', '0.2', '0.3'],
  );
  assert.deepEqual(
    counted(0).map(({ label }) => label),
    ['0'],
  );
});

test('a spark line of no, one or equal values stays inside its box', () => {
  for (const values of [[], [null], [3], [2, 2, 2], [1, null, 3]]) {
    const spark = layoutSparkLine(values, 100, 24);
    const places = spark.dots.flatMap(({ x, y }) => [x, y]);
    assert.ok([...numbersIn(spark.line), ...places].every((number) => number >= 0 && number <= 100));
  }
});

test('labels cannot inject SVG', () => {
  const hostile = [{ at: 0, label: '"/><script>&' }];
  const drawn = {
    ...chart(days('2026-01-01', 3, 100)),
    valueTicks: hostile,
    dateTicks: hostile.map((tick) => ({ ...tick, mark: 0 })),
  };
  const svg = lineChartSvg(drawn, palette(null));
  assert.ok(!svg.includes('<script') && svg.split('</text>').length === 3);
});

test('every fallback picture is a PNG of its own chart, at twice the pixels of a screen', async () => {
  const drawn = chart(days('2026-01-01', 90, 100));
  const spark = layoutSparkLine([1, 2], 100, 24);
  const colors = palette(null);
  const background = colors.background;
  const pngs = await drawPngs(
    [
      { svg: lineChartSvg(drawn, colors), ...size, background },
      { ...spark, svg: sparkLineSvg(spark, colors), background },
    ],
    'en-US',
  );
  assert.deepEqual(
    pngs.map((png) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]),
    [
      ['PNG', 960, 300],
      ['PNG', 200, 48],
    ],
  );
});

test('no date is cut off at the edge of a chart, and a chart without figures has no value axis', () => {
  for (const count of [28, 30, 31]) {
    const { dateTicks, positions, width, fontSize } = chart(days('2026-01-01', count, 100));
    for (const { at, label, mark } of dateTicks) {
      assert.ok(at + textWidth(label, fontSize) / 2 <= width + 0.01, label);
      assert.ok(
        positions.some((position) => Math.abs(position - mark) < 0.01),
        `the mark of ${label} lies at its day`,
      );
    }
  }
  assert.deepEqual(
    chart([
      { date: '2026-01-01', value: null },
      { date: '2026-01-02', value: null },
    ]).valueTicks,
    [],
  );
});
