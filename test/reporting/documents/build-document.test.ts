import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from '../../../src/reporting/documents/calendar.ts';
import type { Periods } from '../../../src/reporting/documents/model.ts';
import { answer, dailySales, february, measure, type Row, reportOn, sectionOf, shop, within } from './rows-source.ts';

/** Two months and more of uneven sales at four places, one of them without a name. */
const rows: Row[] = Array.from({ length: 900 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 1 + ((index * 7) % 59))).toISOString().slice(0, 10),
  place: ['North', 'South', 'East', null][(index * index) % 4] ?? null,
  amount: ((index * 37) % 101) - 10,
}));
const current = within(rows, february.current);
const compared = within(rows, { from: '2026-01-04', to: '2026-01-31' });

test('key figures equal plain sums over the rows of either period', () => {
  const { items } = sectionOf(reportOn(rows), 'kpis');
  assert.deepEqual(
    items.map(({ metric }) => metric.key),
    ['average', 'sales', 'revenue'],
  );
  for (const { metric, current: now, compare: before, change, spark } of items) {
    const [value, base] = [measure(metric.key, current) ?? 0, measure(metric.key, compared) ?? 0];
    assert.deepEqual([now, before], [value, base]);
    assert.ok(Math.abs((change?.absolute ?? 0) - (value - base)) < 1e-9);
    assert.ok(Math.abs((change?.ratio ?? 0) - (value - base) / base) < 1e-12);
    const days = unitsOf(february.current, 'day').map((day) => rows.filter((row) => row.day === day));
    assert.deepEqual(
      spark,
      days.map((members) => measure(metric.key, members)),
    );
  }
});

test('a series has one point for each unit of either period, for additive and other metrics', () => {
  for (const by of ['day', 'week', 'month'] as const) {
    for (const metric of ['sales', 'revenue', 'average']) {
      const document = reportOn(rows, { sections: [{ type: 'timeseries', connection_id: shop.id, metric, by }] });
      const series = sectionOf(document, 'timeseries');
      for (const name of ['current', 'compare'] as const) {
        const period = february[name] ?? february.current;
        const starts = unitsOf(period, by);
        const expected = starts.map((date, index) => {
          const members = within(rows, period).filter(
            ({ day }) => day >= date && day < (starts[index + 1] ?? '9999-12-31'),
          );
          return { date, value: measure(metric, members) };
        });
        assert.deepEqual(
          series[name]?.map(({ date, value }) => ({ date, value })),
          expected,
          `${metric} by ${by}`,
        );
      }
      assert.equal(series.total.current, measure(metric, current));
    }
  }
});

test('a day without rows is a gap and named in a warning, never zero', () => {
  const gaps = dailySales('2026-02-01', [3, 0, 4, 0, ...Array(24).fill(5)]);
  const document = reportOn(gaps, { periods: { ...february, compare: null } });
  const points = sectionOf(document, 'timeseries').current;
  assert.deepEqual(
    points.slice(0, 5).map(({ value }) => value),
    [3, null, 4, null, 5],
  );
  assert.deepEqual(document.warnings, [
    {
      code: 'missing_days',
      message: 'Shop has no data on 2 days of the current period: Feb 2, 2026; Feb 4, 2026.',
      connection_id: shop.id,
    },
  ]);
});

test('a week with a missing day sums the others and is partial, but not where most days have no rows', () => {
  const weeks = { from: '2026-02-02', to: '2026-03-01' };
  const sections = [{ type: 'timeseries', connection_id: shop.id, metric: 'sales', by: 'week' } as const];
  const told = (counts: readonly number[]) => {
    const periods = { current: weeks, compare: null };
    const series = sectionOf(reportOn(dailySales('2026-02-02', counts), { sections, periods }), 'timeseries');
    return [series.current.map(({ value, partial }) => [value, partial]), series.notes.map(({ code }) => code)];
  };
  const gap = [3, 0, 4, ...Array(25).fill(1)];
  assert.deepEqual(told(gap), [
    [11, 7, 7, 7].map((value, index) => [value, index === 0 ? true : undefined]),
    ['missing_days', 'partial_units'],
  ]);
  const sparse = Array.from({ length: 28 }, (_, day) => (day % 3 === 0 ? 2 : 0));
  assert.deepEqual(told(sparse), [[6, 4, 4, 6].map((value) => [value, undefined]), ['missing_days']]);
});

test('without a period to compare with every compared figure is null', () => {
  const document = reportOn(rows, { periods: { ...february, compare: null } });
  assert.ok(sectionOf(document, 'kpis').items.every((item) => item.compare === null && item.change === null));
  assert.equal(sectionOf(document, 'timeseries').compare, null);
  assert.ok(sectionOf(document, 'breakdown').rows.every(({ cells }) => cells.every((cell) => cell.compare === null)));
  assert.deepEqual(
    document.sources.map((source) => [source.queries, source.rows_current, source.rows_compare]),
    [[3, current.length, null]],
  );
});

test('a leap year by day, compared with a shorter period, keeps both lengths', () => {
  const year = { from: '2024-01-01', to: '2024-12-31' };
  const sold = dailySales('2023-12-01', Array(31 + 366).fill(2));
  const periods: Periods = { current: year, compare: { from: '2023-12-01', to: '2023-12-31' } };
  const sections = [{ type: 'timeseries', connection_id: shop.id, metric: 'sales', by: 'day' }] as const;
  const document = reportOn(sold, { periods, sections: [...sections] });
  const series = sectionOf(document, 'timeseries');
  assert.deepEqual([series.current.length, series.compare?.length], [366, 31]);
  assert.deepEqual([series.total.current, series.total.compare], [732, 62]);
  assert.deepEqual(
    document.warnings.map(({ code }) => code),
    ['period_lengths_differ'],
  );
});

test('a single day has its figures', () => {
  const day = { from: '2026-02-10', to: '2026-02-10' };
  const document = reportOn(rows, { periods: { current: day, compare: null } });
  const sold = sectionOf(document, 'kpis').items[1];
  assert.equal(sold?.current, within(rows, day).length);
  assert.deepEqual(sold?.spark, [within(rows, day).length]);
});

test('a system without rows is left out of the automatic layout, with a warning', () => {
  const document = reportOn([]);
  assert.deepEqual(document.sections, [
    {
      type: 'highlights',
      title: null,
      items: [
        { rule: 'no_data', sentiment: 'neutral', text: 'Shop has no data in the current period.', section: null },
      ],
    },
  ]);
  assert.deepEqual(document.warnings, [
    { code: 'no_data', message: 'Shop has no data in the current or the compared period.', connection_id: shop.id },
  ]);
  assert.equal(document.sources[0]?.rows_current, 0);
});

test('an explicit section of a system without rows stays, without figures', () => {
  const document = reportOn([], {
    sections: [
      { type: 'kpis', connection_id: shop.id },
      { type: 'timeseries', connection_id: shop.id, metric: 'sales' },
      { type: 'breakdown', connection_id: shop.id, dimension: 'place' },
    ],
  });
  const [sold] = sectionOf(document, 'kpis').items.slice(1);
  assert.deepEqual([sold?.current, sold?.compare, sold?.change], [null, null, null]);
  assert.ok(sectionOf(document, 'timeseries').current.every(({ value }) => value === null));
  const breakdown = sectionOf(document, 'breakdown');
  assert.deepEqual([breakdown.rows, breakdown.rest, breakdown.group_count], [[], null, 0]);
});

test('a period without rows has no figures next to one that has some', () => {
  const document = reportOn(current);
  const [sold] = sectionOf(document, 'kpis').items.slice(1);
  assert.deepEqual([sold?.current, sold?.compare, sold?.change], [current.length, null, null]);
  const told = document.warnings.find(({ code }) => code === 'no_data');
  assert.equal(told?.message, 'Shop has no data in the compared period.');
});

test('sums that overflow, and figures that are not numbers, become missing figures', () => {
  const huge = dailySales('2026-02-01', Array(28).fill(2)).map((row) => ({ ...row, amount: 1e308 }));
  const document = reportOn(huge, { sections: [{ type: 'kpis', connection_id: shop.id, metrics: ['revenue'] }] });
  assert.equal(sectionOf(document, 'kpis').items[0]?.current, null);
  const broken = reportOn(rows, {
    alter: (given) => ({ ...given, rows: given.rows.map(({ key }) => ({ key, values: [Number.NaN, -0, 1 / 0] })) }),
  });
  assert.deepEqual(JSON.parse(JSON.stringify(broken)), broken);
});

test('warnings about the periods: unfinished days in the zone, different lengths, shared days [C-PERIOD-8]', () => {
  const codes = (options: Parameters<typeof reportOn>[1]): string[] => {
    return reportOn(rows, options).warnings.map(({ code }) => code);
  };
  assert.deepEqual(codes({}), []);
  const createdAt = '2026-03-01T06:00:00Z';
  const late = { createdAt: '2026-03-02T07:00:00Z' };
  assert.deepEqual(codes({ createdAt, timeZone: 'America/Los_Angeles' }), ['partial_period']);
  assert.deepEqual(codes({ createdAt, timeZone: 'UTC' }), []);
  const compare = { from: '2026-01-20', to: '2026-02-03' };
  assert.deepEqual(codes({ ...late, periods: { ...february, compare } }), ['period_lengths_differ', 'periods_overlap']);
});

test('an unfinished day without rows is not a missing day', () => {
  const sold = dailySales('2026-02-01', Array(27).fill(2));
  const document = reportOn(sold, {
    periods: { ...february, compare: null },
    createdAt: '2026-02-28T12:00:00Z',
  });
  assert.deepEqual(
    document.warnings.map(({ code, message }) => [code, message]),
    [['partial_period', 'Feb 28, 2026 was not over when the figures were fetched; those of that day are incomplete.']],
  );
});

test('the title falls back to the project name and text passes through', () => {
  const document = reportOn(rows, { sections: [{ type: 'text', title: 'Done', markdown: '*much*' }] });
  assert.equal(document.title, 'Corner shop');
  assert.equal(reportOn(rows, { title: 'February' }).title, 'February');
  assert.deepEqual(document.sections, [{ type: 'text', title: 'Done', markdown: '*much*' }]);
});

test('sources state what was queried over which days in which zone, the rows and how fresh they are', () => {
  assert.deepEqual(reportOn(rows).sources, [
    {
      connection_id: shop.id,
      connection_name: 'Shop',
      system: 'rows',
      metrics: [
        { key: 'average', label: 'Average sale' },
        { key: 'sales', label: 'Sales' },
        { key: 'revenue', label: 'Revenue' },
      ],
      dimensions: [{ key: 'place', label: 'Place' }],
      periods: february,
      time_zone: 'UTC',
      queries: 6,
      rows_current: current.length,
      rows_compare: compared.length,
      fetched_at: '2026-03-02T05:59:00Z',
      fresh_at: '2026-02-28T04:00:00Z',
    },
  ]);
});

test('the same input gives the same bytes', () => {
  assert.equal(JSON.stringify(reportOn(rows)), JSON.stringify(reportOn(rows)));
  const shuffled = reportOn(rows, {
    alter: (given) => (given.groupCount === 4 ? { ...given, rows: given.rows.toReversed() } : given),
  });
  assert.equal(JSON.stringify(shuffled), JSON.stringify(reportOn(rows)));
});

test('answers that do not match the queries are refused', () => {
  const fetched = [{ connectionId: shop.id, fetchedAt: '2026-03-02T05:59:00Z', answers: [] }];
  assert.throws(() => reportOn(rows, { fetched }), TypeError);
});

test('the tests’ own source follows the contract: one row without grouping, Mondays for weeks', () => {
  const query = { period: 'current', from: '2026-02-04', to: '2026-02-04', timeZone: 'UTC', limit: 9 } as const;
  const weekly = answer({ ...query, metrics: ['sales'], by: 'week' }, dailySales('2026-02-04', [2]));
  assert.deepEqual(weekly.rows, [{ key: '2026-02-02', values: [2] }]);
  assert.deepEqual(answer({ ...query, metrics: ['sales'], by: 'none' }, []).rows, [{ key: null, values: [0] }]);
});
