import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastDayOf, unitsOf } from '../../../src/reporting/documents/calendar.ts';
import type { BreakdownSection, Period, TimeseriesSection } from '../../../src/reporting/documents/model.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { breakdown, comparison, days, metric, metrics, reportDocument, timeseries } from '../../support/documents.ts';

const may = { from: '2001-05-01', to: '2001-05-31' };
const april = { from: '2001-04-01', to: '2001-04-30' };

/** A series with one for each day of its points, as a report froze it. */
function seriesOf(by: TimeseriesSection['by'], current: Period, compare: Period): TimeseriesSection {
  const points = (period: Period) =>
    unitsOf(period, by).map((date) => {
      const [until = date] = [lastDayOf(date, by), period.to].sort();
      return { date, value: Temporal.PlainDate.from(date).until(until).days + 1 };
    });
  return { ...timeseries(metrics.sessions, 1, 1), by, current: points(current), compare: points(compare) };
}

function shown(section: TimeseriesSection, current = may, compare: Period | null = april, locale = 'en-US') {
  const [view] = reportView(reportDocument({ locale, sections: [section], periods: { current, compare } })).sections;
  assert.ok(view?.type === 'timeseries');
  return view;
}

const pairs = (view: ReturnType<typeof shown>) =>
  view.current.map(({ date, until }, index) => [date, until, view.compare?.[index]?.date ?? null]);

test('weeks are compared as whole weeks from Monday on, though the periods begin on different weekdays', () => {
  const view = shown(seriesOf('week', may, april));
  assert.deepEqual(pairs(view), [
    ['2001-05-01', '2001-05-06', null],
    ['2001-05-07', undefined, '2001-04-02'],
    ['2001-05-14', undefined, '2001-04-09'],
    ['2001-05-21', undefined, '2001-04-16'],
    ['2001-05-28', '2001-05-31', null],
  ]);
  assert.deepEqual(
    view.current.map(({ partial }) => partial === true),
    [true, false, false, false, true],
  );
  const told =
    'Compared weeks that no week of this period matches, so not drawn: Apr 1, 2001: 1; Apr 23, 2001: 7; Apr 30, 2001: 1.';
  assert.ok(view.note?.includes(told), view.note ?? '');
});

test('parts of weeks stand beside parts of the same weekdays, and every point of the compared period is somewhere', () => {
  const compare = { from: '2001-04-03', to: '2001-04-30' };
  const current = { from: '2001-05-01', to: '2001-05-28' };
  const view = shown(seriesOf('week', current, compare), current, compare);
  assert.deepEqual(
    view.compare?.map((point) => point?.date),
    view.current.map((_, index) => unitsOf(compare, 'week')[index]),
  );
  assert.deepEqual([view.unmatched, view.note], [[], null]);
  for (let shift = 1; shift < 40; shift += 1) {
    for (const by of ['week', 'month'] as const) {
      const earlier = { from: `2001-01-${String(1 + (shift % 28)).padStart(2, '0')}`, to: '2001-03-20' };
      const all = shown(seriesOf(by, current, earlier), current, earlier);
      const places = [...(all.compare ?? []).filter((point) => point !== null), ...all.unmatched];
      assert.deepEqual(places.map(({ date }) => date).sort(), unitsOf(earlier, by));
      for (const [index, point] of (all.compare ?? []).entries()) {
        assert.equal(point?.until === undefined, point === null || all.current[index]?.until === undefined);
      }
    }
  }
});

test('months are compared as whole months, and one that is cut with one of the same days', () => {
  const current = { from: '2001-02-10', to: '2001-06-20' };
  const compare = { from: '2001-01-10', to: '2001-05-20' };
  const view = shown(seriesOf('month', current, compare), current, compare);
  assert.deepEqual(pairs(view), [
    ['2001-02-10', '2001-02-28', '2001-01-10'],
    ['2001-03-01', undefined, '2001-02-01'],
    ['2001-04-01', undefined, '2001-03-01'],
    ['2001-05-01', undefined, '2001-04-01'],
    ['2001-06-01', '2001-06-20', '2001-05-01'],
  ]);
  const later = { from: '2001-01-05', to: '2001-05-20' };
  assert.equal(shown(seriesOf('month', current, later), current, later).compare?.[0], null);
});

test('days are compared in their order, and what one period has more goes on behind the other', () => {
  const view = shown(seriesOf('day', { from: '2001-02-01', to: '2001-02-03' }, april));
  assert.deepEqual([view.current.length, view.compare?.length, view.unmatched.length], [3, 30, 0]);
});

test('the table beside a chart has the days of a part, and what the chart has no place for', () => {
  const document = reportDocument({
    sections: [seriesOf('week', may, april)],
    periods: { current: may, compare: april },
  });
  const page = renderHtml(document, { downloads: [], assets: '/assets', nonce: 'x' });
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.replace(/<[^>]*>/g, '|'));
  const squeezed = rows.map((row) => row.split('|').filter(Boolean).join(' ').replaceAll('\u2009', ' '));
  assert.ok(squeezed.includes('May 1 – 6, 2001 6'), squeezed.join('\n'));
  assert.ok(squeezed.includes('May 7, 2001 7 Apr 2, 2001 7'));
  assert.ok(squeezed.includes('Apr 23, 2001 7'));
});

const other = (label: string, level: number) => {
  const { metric: _, ...series } = timeseries(metric(label, label), level, 3);
  return { metric: metric(label, label), current: days('2001-05-01', 31, level), compare: null, total: series.total };
};

test('metrics of one size share a chart; those that differ more than tenfold have one each, which the report says', () => {
  const flights = { ...timeseries(metrics.sessions, 1, 1), current: days('2001-05-01', 31, 17_000) };
  const together = shown({ ...flights, others: [other('Late', 3_000)] });
  assert.deepEqual([together.charts.length, together.told], [1, []]);
  const apart = shown({ ...flights, display: 'columns', others: [other('Miles', 12_000_000), other('Late', 3_000)] });
  assert.deepEqual(
    apart.charts.map(({ metrics: [first], data }) => [first?.label, data.display, data.current.length]),
    [
      ['Sessions', 'columns', 31],
      ['Miles', 'columns', 31],
      ['Late', 'columns', 31],
    ],
  );
  assert.match(apart.note ?? '', /^Each metric has a scale of its own/);
  assert.match(apart.charts[1]?.alternative ?? '', /^Column chart of Miles, .*Miles: [\d,]+\.$/);
  const zeros = other('None', 0);
  assert.equal(shown({ ...flights, others: [zeros] }).charts.length, 1);
});

test('every metric of a chart has its goal, and one far beyond the values is told instead', () => {
  const goal = Array(31).fill(20_000);
  const flights = { ...timeseries(metrics.sessions, 1, 1), current: days('2001-05-01', 31, 17_000), goal };
  const view = shown({ ...flights, others: [{ ...other('Late', 9_000), goal: Array(31).fill(900_000) }] });
  assert.deepEqual(
    view.metrics.map((each) => each.goal),
    ['Goal', null],
  );
  assert.deepEqual(view.told, ['Beyond the scale of the chart, so not drawn: Late: Goal: 900,000.']);
  assert.match(view.charts[0]?.alternative ?? '', /Sessions: Goal: 20,000; Late: [\d,]+; Late: Goal: 900,000\.$/);
  const alone = shown({ ...flights, goal: Array(31).fill(900_000) });
  assert.deepEqual([alone.goal, alone.told.length], [null, 1]);
  assert.equal(shown(flights).goal, 'Goal');
});

test('all others are told beneath the columns where they are more than twice the largest, in either period', () => {
  const row = (label: string | null, current: number | null, compare: number | null) => {
    return { label, cells: [{ ...comparison(current, compare), share: null }] };
  };
  const drawn = (rest: readonly [number | null, number | null], largest = 29_202) => {
    const section: BreakdownSection = {
      ...breakdown('Destination', String, 1),
      ...{ display: 'columns', metrics: [metrics.sessions], group_count: 212, total: row(null, 518_831, 501_030) },
      rows: [row('ORD', largest, 27_000), row('DFW', 26_822, null)],
      rest: row(null, ...rest),
    };
    const [view] = reportView(reportDocument({ sections: [section] })).sections;
    assert.ok(view?.type === 'tables' && view.chart?.kind === 'columns');
    return { ...view, chart: view.chart };
  };
  const beyond = drawn([343_276, 332_950]);
  assert.deepEqual(
    beyond.chart.parts.map(({ label }) => label),
    ['ORD', 'DFW'],
  );
  assert.equal(beyond.note, 'Beyond the scale of the chart, so not drawn: All others (210): 343,276, before: 332,950.');
  assert.match(beyond.chart.alternative, /All others \(210\): 343,276\.$/);
  assert.ok(beyond.tables[0]?.rest);
  for (const rest of [
    [58_404, 1],
    [-58_404, 1],
    [1, null],
  ] as const) {
    assert.equal(drawn(rest).chart.parts.length, 3, `${rest}`);
    assert.equal(drawn(rest).note, null);
  }
  for (const rest of [
    [58_405, 1],
    [-58_405, 1],
    [1, 58_405],
    [null, -58_405],
  ] as const) {
    assert.equal(drawn(rest).chart.parts.length, 2, `${rest}`);
  }
  assert.equal(drawn([50_000, 1], -29_202).chart.parts.length, 3);
});
