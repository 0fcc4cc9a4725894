import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Periods } from '../../../src/reporting/documents/model.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { dailySales, february, type Row, reportOn, revenue, sectionOf, shop } from './rows-source.ts';

const connection_id = shop.id;
const sections: SectionsSettings = [
  { type: 'kpis', connection_id, metrics: ['sales', 'average'] },
  { type: 'timeseries', connection_id, metric: 'sales', by: 'week' },
  { type: 'breakdown', connection_id, dimension: 'place', metrics: ['sales'] },
];

function notesOn(rows: readonly Row[], options: Parameters<typeof reportOn>[1] = {}) {
  const document = reportOn(rows, { sections, ...options });
  const types = ['kpis', 'timeseries', 'breakdown'] as const;
  return types.map((type) => sectionOf(document, type).notes);
}

/** Four whole weeks, Monday to Sunday. */
const weeks: Periods = { current: { from: '2026-02-02', to: '2026-03-01' }, compare: null };
const full = dailySales('2026-02-02', Array(28).fill(2));

test('sections on complete figures have no notes', () => {
  assert.deepEqual(notesOn(full, { periods: weeks }), [[], [], []]);
});

test('an unfinished day is noted at each section, and its point is partial', () => {
  const options = { periods: weeks, createdAt: '2026-03-01T12:00:00Z' };
  const note = {
    code: 'partial_day',
    message: 'The figures include Mar 1, 2026, which was not over when they were fetched.',
    date: '2026-03-01',
  };
  const units = {
    code: 'partial_units',
    message: '1 week is not covered in full (starting on Feb 23, 2026).',
    unit: 'week',
    dates: ['2026-02-23'],
  };
  assert.deepEqual(notesOn(full, options), [[note], [note, units], [note]]);
  const daily: SectionsSettings = [{ type: 'timeseries', connection_id, metric: 'average', by: 'day' }];
  const points = sectionOf(reportOn(full, { ...options, sections: daily }), 'timeseries').current;
  assert.deepEqual(points.slice(-2), [
    { date: '2026-02-28', value: 1 },
    { date: '2026-03-01', value: 1, partial: true },
  ]);
});

test('days without rows are noted where days are shown, and only cut weeks are partial', () => {
  const gaps = full.filter(({ day }) => day !== '2026-02-03' && day !== '2026-02-12');
  const missing = {
    code: 'missing_days',
    message: 'No data on 2 days of the current period: Feb 3, 2026; Feb 12, 2026.',
    period: 'current',
    days: ['2026-02-03', '2026-02-12'],
  };
  const units = {
    code: 'partial_units',
    message: '2 weeks are not covered in full (starting on Feb 2, 2026; Feb 9, 2026).',
    unit: 'week',
    dates: ['2026-02-02', '2026-02-09'],
  };
  assert.deepEqual(notesOn(gaps, { periods: weeks }), [[missing], [missing, units], []]);
  const cut = sectionOf(reportOn(full, { sections, periods: february }), 'timeseries').current;
  assert.deepEqual(
    cut.map(({ partial = false }) => partial),
    [false, false, false, false, true],
  );
});

test('a source that rests at weekends misses no data there, and its weeks are complete', () => {
  const workdays = full.filter(({ day }) => Temporal.PlainDate.from(day).dayOfWeek <= 5);
  assert.deepEqual(notesOn(workdays, { periods: weeks }), [[], [], []]);
  const gap = workdays.filter(({ day }) => day !== '2026-02-12');
  const [kpis = []] = notesOn(gap, { periods: weeks });
  assert.deepEqual(
    kpis.map((note) => note.code === 'missing_days' && note.days),
    [['2026-02-12']],
  );
});

test('totals of a period whose data end early are noted with daily averages', () => {
  const compare = { from: '2026-01-05', to: '2026-02-01' };
  const rows = [...dailySales('2026-02-02', Array(14).fill(3)), ...dailySales(compare.from, Array(28).fill(2))];
  const [kpis = []] = notesOn(rows, { periods: { ...weeks, compare } });
  const told = 'Totals of 14 days stand beside totals of 28 days. Per day: Sales +50.0%.';
  assert.deepEqual(kpis.map(({ message }) => message).slice(1), [told]);
  const [running = []] = notesOn(rows, { periods: { ...weeks, compare }, createdAt: '2026-03-01T12:00:00Z' });
  assert.equal(running.at(-1)?.message, told, 'the day that is not over has no rows either');
});

test('totals of different lengths are noted with the change of daily averages, of additive metrics only', () => {
  const compare = { from: '2026-01-26', to: '2026-02-01' };
  const rows = [...full, ...dailySales(compare.from, Array(7).fill(1))];
  const [kpis = [], series = [], breakdown = []] = notesOn(rows, { periods: { ...weeks, compare } });
  // 56 sales in 28 days are 2 a day, 7 in 7 days 1 a day.
  const change = { absolute: 1, ratio: 1, direction: 'up', sentiment: 'good' };
  const note = {
    code: 'period_lengths_differ',
    message: 'Totals of 28 days stand beside totals of 7 days. Per day: Sales +100.0%.',
    current_days: 28,
    compare_days: 7,
    per_day: [{ metric: 'sales', current: 2, compare: 1, change }],
  };
  assert.deepEqual([kpis, series], [[note], [note]]);
  assert.deepEqual(breakdown, [{ ...note, message: 'Totals of 28 days stand beside totals of 7 days.' }]);
});

test('daily averages leave out an unfinished day, as highlights do', () => {
  const compare = { from: '2026-01-26', to: '2026-02-01' };
  const rows = [...dailySales('2026-02-02', [...Array(27).fill(3), 1]), ...dailySales(compare.from, Array(7).fill(2))];
  const options = { periods: { ...weeks, compare }, createdAt: '2026-03-01T12:00:00Z' };
  const told = 'Totals of 28 days stand beside totals of 7 days. Per day: Sales +50.0%.';
  assert.equal(notesOn(rows, options)[0]?.at(-1)?.message, told);
});

test('a daily average that rose from nothing is noted by what it rose to, also below one', () => {
  const compare = { from: '2026-01-26', to: '2026-02-01' };
  const orders = { ...revenue, label: 'Orders', unit: 'count' as const };
  const connections = [{ ...shop, description: { ...shop.description, metrics: [orders] } }];
  const amounts = full.map((row, index) => ({ ...row, amount: index < 7 ? 1 : 0 }));
  const rows = [...amounts, ...dailySales(compare.from, Array(7).fill(1)).map((row) => ({ ...row, amount: 0 }))];
  const kpis: SectionsSettings = [{ type: 'kpis', connection_id }];
  const document = reportOn(rows, { sections: kpis, connections, periods: { ...weeks, compare } });
  const told = 'Totals of 28 days stand beside totals of 7 days. Per day: Orders +0.25.';
  assert.equal(sectionOf(document, 'kpis').notes[0]?.message, told);
});

test('a breakdown whose values were not all fetched says so', () => {
  const cut = notesOn(full, {
    periods: weeks,
    alter: (given) => (given.rows[0]?.key === 'North' ? { ...given, groupCount: 12_000 } : given),
  });
  const message = 'There are more than 10,000 values of Place; comparisons cover the greatest 10,000 only.';
  assert.deepEqual(cut, [[], [], [{ code: 'rows_truncated', message, limit: 10_000 }]]);
});

test('a period without rows has only the warning', () => {
  assert.deepEqual(notesOn([], { createdAt: '2026-02-28T12:00:00Z' }), [[], [], []]);
});
