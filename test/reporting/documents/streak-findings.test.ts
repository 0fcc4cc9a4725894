import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../src/reporting/documents/figures.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { before, dailyRevenue, highlights, kpis, money, now, ofUsers, textsOf } from './highlights-source.ts';
import { average, dailySales, type Row, shop } from './rows-source.ts';

test('consecutive days above the compared period are reported when the total does not show it', () => {
  // 9 in a row of 28 days are beyond chance, (28 - 9 + 2) / 2^9 = 0.041; 8 are not, 22 / 2^8 = 0.086.
  const run = (days: number, above: number) => {
    const current = Array.from({ length: 28 }, (_, day) => (day < days ? above : 100));
    const rows = [...dailyRevenue(now, current), ...dailyRevenue(before, Array(28).fill(100))];
    return textsOf(rows, { sections: money }).filter((text) => text.includes('in a row'));
  };
  assert.deepEqual(run(8, 103), []);
  assert.deepEqual(run(9, 102), [], 'less than 3 % away');
  const [told = ''] = run(9, 103);
  const expected =
    "Revenue stayed above the compared period's usual level of the weekday for 9 days in a row (Feb 1 – 9, 2026), by $3.00 on average.";
  assert.equal(told.replaceAll('\u2009', ' '), expected);
  assert.deepEqual(run(9, 150), [], 'the total rose 16 %');
});

test('a day without figures ends a run', () => {
  const rows = [
    ...dailyRevenue(
      now,
      Array.from({ length: 28 }, (_, day) => (day < 9 ? 103 : 100)),
    ),
    ...dailyRevenue(before, Array(28).fill(100)),
  ];
  const gap = rows.filter(({ day }) => day !== '2026-02-05');
  const runs = (given: readonly Row[]) => textsOf(given, { sections: money }).filter((text) => text.includes('row'));
  assert.equal(runs(rows).length, 1);
  assert.deepEqual(runs(gap), []);
});

test('a run is reported with a visible distance, in points for percentages', () => {
  const texts = (unit: 'percent' | 'number', factor: number) => {
    const rate = { ...average, key: 'average', label: 'Rate', unit, better: 'up' as const };
    const connections = [{ ...shop, description: { ...shop.description, metrics: [rate] } }];
    const days = Array.from({ length: 28 }, (_, day) => (day < 9 ? 1.05 : 1) * factor);
    const rows = [...dailyRevenue(now, days), ...dailyRevenue(before, Array(28).fill(factor))];
    const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['average'] }];
    return textsOf(rows, { sections, connections, alter: withoutTotals }).filter((text) => text.includes('in a row'));
  };
  assert.match(texts('percent', 0.2)[0] ?? '', /, by 1\.0 percentage point on average\.$/);
  assert.deepEqual(texts('percent', 0.002), []);
  assert.match(texts('number', 0.2)[0] ?? '', /, by 0\.01 on average\.$/);
});

/** The answers with totals of one, so that they do not change. */
function withoutTotals(given: Answer): Answer {
  const isTotal = given.rows.length === 1 && given.rows[0]?.key === null;
  return isTotal ? { ...given, rows: [{ key: null, values: [1] }] } : given;
}

test('weeks that rose by no more than chance are no trend', () => {
  const periods = { current: { from: '2026-01-19', to: '2026-02-22' }, compare: null };
  const weekly = [100, 102, 104, 106, 108].flatMap((count) => [...Array(6).fill(14), count - 84]);
  const texts = textsOf(dailySales('2026-01-19', weekly), { periods });
  assert.ok(!texts.some((text) => text.includes('weeks in a row')), texts.join());
});

test('weeks with few users, which are not additive, are no trend within chance', () => {
  const periods = { current: { from: '2026-01-19', to: '2026-02-22' }, compare: null };
  const sections: SectionsSettings = [
    highlights,
    { type: 'timeseries', connection_id: shop.id, metric: 'average', by: 'week' },
    { ...kpis, metrics: ['average'] },
  ];
  const trends = (levels: readonly number[]) => {
    const daily = levels.flatMap((level) => Array(7).fill(level));
    const texts = textsOf(dailyRevenue('2026-01-19', daily), { ...ofUsers, sections, periods });
    return texts.filter((text) => text.includes('weeks in a row'));
  };
  assert.deepEqual(trends([20, 22, 24, 26, 28]), [], '2 times the root of 20 + 28 is 13.9');
  assert.equal(trends([20, 24, 28, 32, 36]).length, 1);
});

test('weeks are reported when the formatted figures of the first and the last differ', () => {
  const trends = (decimals: number) => {
    const rating = { ...average, unit: 'number' as const, decimals };
    const connections = [{ ...shop, description: { ...shop.description, metrics: [rating] } }];
    const sections: SectionsSettings = [
      highlights,
      { type: 'timeseries', connection_id: shop.id, metric: 'average', by: 'week' },
    ];
    const periods = { current: { from: '2026-01-19', to: '2026-02-22' }, compare: null };
    const daily = [3.6, 3.8, 4, 4.2, 4.4].flatMap((level) => Array(7).fill(level));
    const texts = textsOf(dailyRevenue('2026-01-19', daily), { connections, sections, periods });
    return texts.filter((text) => text.includes('weeks in a row'));
  };
  assert.deepEqual(trends(0), [], 'from 4 to 4');
  assert.equal(trends(1).length, 1);
});

test('whole weeks that rose at least four times in a row are reported, from the first to the last', () => {
  const periods = { current: { from: '2026-01-18', to: '2026-02-24' }, compare: null };
  const weekly = (levels: readonly number[]) => {
    // Sunday, January 18, and the days from February 23 on belong to weeks cut by the period.
    return dailyRevenue('2026-01-18', [30, ...levels.flatMap((level) => Array(7).fill(level)), 30, 30]);
  };
  const options = { periods, sections: money };
  const trends = (levels: readonly number[]) => {
    return textsOf(weekly(levels), options).filter((text) => text.includes('in a row'));
  };
  assert.deepEqual(trends([10, 11, 12, 13, 14]), [
    'Revenue rose 4 weeks in a row, from $70.00 in the week of Jan 19, 2026 to $98.00 in the week of Feb 16, 2026.',
  ]);
  assert.deepEqual(trends([14, 13, 12, 11, 10]), [
    'Revenue fell 4 weeks in a row, from $98.00 in the week of Jan 19, 2026 to $70.00 in the week of Feb 16, 2026.',
  ]);
  assert.deepEqual(trends([10, 11, 12, 12, 14]), []);
  assert.deepEqual(trends([100, 101, 102, 103, 104]), [], 'less than 5 % together');
  const gap = weekly([10, 11, 12, 13, 14]).filter(({ day }) => day !== '2026-02-04');
  assert.ok(!textsOf(gap, options).some((text) => text.includes('in a row')));
});
