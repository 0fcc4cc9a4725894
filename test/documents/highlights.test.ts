import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Highlight } from '../../src/documents/model.ts';
import type { SectionsSettings } from '../../src/documents/section-settings.ts';
import { dailySales, february, type Row, reportOn, sectionOf, shop } from './rows-source.ts';

type SectionOf<Type> = Extract<SectionsSettings[number], { type: Type }>;
const highlights: SectionOf<'highlights'> = { type: 'highlights' };
const kpis: SectionOf<'kpis'> = { type: 'kpis', connection_id: shop.id, metrics: ['sales'] };
const places: SectionOf<'breakdown'> = {
  type: 'breakdown',
  connection_id: shop.id,
  dimension: 'place',
  metrics: ['sales'],
};
const now = february.current.from;
const before = '2026-01-04';

function highlightsOf(rows: readonly Row[], options: Parameters<typeof reportOn>[1] = {}): readonly Highlight[] {
  const sections = [highlights, kpis, places];
  return sectionOf(reportOn(rows, { sections, ...options }), 'highlights').items;
}

function textsOf(rows: readonly Row[], options: Parameters<typeof reportOn>[1] = {}): string[] {
  return highlightsOf(rows, options).map(({ text }) => text);
}

/** Sales of a place on the first day of either period. */
function sold(place: string, current: number, compared: number): Row[] {
  return [...dailySales(now, [current], place), ...dailySales(before, [compared], place)];
}

test('a fall names the place that most of it came from', () => {
  // 1000 to 900 is -10 %; North lost 80 of the 100, and had 400 of 1000.
  const rows = [...sold('North', 320, 400), ...sold('South', 300, 310), ...sold('East', 280, 290)];
  assert.deepEqual(highlightsOf(rows), [
    {
      rule: 'contributor',
      sentiment: 'bad',
      text: 'Sales fell 10.0% to 900; 80.0% of the fall came from Place North.',
    },
  ]);
});

test('a place that outweighs the whole change is told as such', () => {
  const rows = [...sold('North', 600, 400), ...sold('South', 500, 600)];
  assert.deepEqual(textsOf(rows), ['Sales rose 10.0% to 1,100; more than the whole rise came from Place North.']);
});

test('a place that moves with the others explains nothing', () => {
  // Both fall by a tenth: North has 60 % of the fall because it has 60 % of the sales.
  const rows = [...sold('North', 540, 600), ...sold('South', 360, 400)];
  assert.deepEqual(highlightsOf(rows), [{ rule: 'change', sentiment: 'bad', text: 'Sales fell 10.0% to 900.' }]);
});

test('the only place explains nothing', () => {
  assert.deepEqual(textsOf(sold('North', 540, 700)), ['Sales fell 22.9% to 540.']);
});

test('changes under one per cent, or within chance, are not told', () => {
  assert.deepEqual(textsOf(sold('North', 100_900, 100_000)), [
    'No change, record or outlier stands out in this period.',
  ]);
  // The bound of 110 against 100 is 2 √210 = 29.0; 130 against 100 has 2 √230 = 30.3.
  assert.deepEqual(textsOf(sold('North', 130, 100)), ['No change, record or outlier stands out in this period.']);
  assert.deepEqual(textsOf(sold('North', 131, 100)), ['Sales rose 31.0% to 131.']);
});

test('a change from zero, of money below zero, or of tenfold is told by its two figures', () => {
  const money = { sections: [highlights, { ...kpis, metrics: ['revenue'] }] };
  const amounts = (current: number, compared: number): Row[] => [
    { day: now, place: 'North', amount: current },
    { day: before, place: 'North', amount: compared },
  ];
  assert.deepEqual(textsOf(amounts(50, -100), money), ['Revenue rose from -$100.00 to $50.00.']);
  assert.deepEqual(textsOf(amounts(50, 0), money), ['Revenue rose from $0.00 to $50.00.']);
  assert.deepEqual(textsOf(amounts(500, 50), money), ['Revenue rose 900.0% to $500.00.']);
  assert.deepEqual(textsOf(amounts(550, 50), money), ['Revenue rose from $50.00 to $550.00.']);
});

test('periods of other lengths are compared by daily averages', () => {
  const compare = { from: '2026-01-04', to: '2026-01-10' };
  const rows = [...dailySales(now, Array(28).fill(50)), ...dailySales(before, Array(7).fill(50))];
  const periods = { ...february, compare };
  assert.deepEqual(textsOf(rows, { periods }), ['No change, record or outlier stands out in this period.']);
  const more = [...dailySales(now, Array(28).fill(75)), ...dailySales(before, Array(7).fill(50))];
  assert.deepEqual(textsOf(more, { periods }), ['Sales per day rose 50.0% to 75.']);
});

const calm = [20, 21, 19, 22, 18, 20, 21, 19];
const alone = { periods: { ...february, compare: null } };

test('the highest and the lowest day are told when they are unique', () => {
  assert.deepEqual(highlightsOf(dailySales(now, [20, 21, 19, 23, 17]), alone), [
    {
      rule: 'record',
      sentiment: 'neutral',
      text: 'Sales peaked at 23 on Feb 4, 2026 and hit a low of 17 on Feb 5, 2026.',
    },
  ]);
  assert.deepEqual(textsOf(dailySales(now, [20, 21, 21, 20, 17]), alone), ['Sales hit a low of 17 on Feb 5, 2026.']);
  const nothing = ['No change, record or outlier stands out in this period.'];
  assert.deepEqual(textsOf(dailySales(now, [20, 21, 21, 20, 20]), alone), nothing);
  assert.deepEqual(textsOf(dailySales(now, [20, 21, 23, 17]), alone), nothing);
});

test('the day that is not over is no record', () => {
  const options = { ...alone, createdAt: '2026-02-06T12:00:00Z' };
  const texts = textsOf(dailySales(now, [20, 21, 19, 23, 17, 1]), options);
  assert.deepEqual(texts, ['Sales peaked at 23 on Feb 4, 2026 and hit a low of 17 on Feb 5, 2026.']);
});

test('an outlier is farther than 3.5 scaled median deviations from the median, and no record beside', () => {
  // Sorted 18 19 19 20 20 21 21 22 x: median 20, deviations 0 0 1 1 1 1 2 2 |x-20|: MAD 1, so the bound is 25.19.
  assert.deepEqual(highlightsOf(dailySales(now, [...calm, 26]), alone), [
    {
      rule: 'outlier',
      sentiment: 'good',
      text: 'Sales stood out on Feb 9, 2026 with 26, against 20 on a usual day.',
    },
  ]);
  const within = highlightsOf(dailySales(now, [...calm, 25]), alone);
  assert.deepEqual(
    within.map(({ rule }) => rule),
    ['record'],
  );
});

test('there are no outliers of too few days, of equal days, or of a pattern', () => {
  const rules = (counts: readonly number[]): string[] => {
    return highlightsOf(dailySales(now, counts), alone).map(({ rule }) => rule);
  };
  assert.deepEqual(rules([20, 21, 19, 22, 18, 20, 60]), ['record']);
  assert.deepEqual(rules([20, 20, 20, 20, 20, 20, 20, 20, 60]), ['record']);
  const week = [100, 101, 99, 102, 98, 40, 42];
  assert.deepEqual(rules([...week, ...week, ...week, ...week]), ['empty']);
});

test('new and vanished places among the top are told with their share', () => {
  const rows = [...sold('North', 500, 500), ...sold('South', 450, 440), ...sold('New', 50, 0), ...sold('Old', 0, 60)];
  assert.deepEqual(highlightsOf(rows), [
    {
      rule: 'contributor',
      sentiment: 'bad',
      text: 'Place Old is gone; in the compared period it had Sales of 60 (6.0% of the total).',
    },
    { rule: 'contributor', sentiment: 'good', text: 'Place New is new, with Sales of 50 (5.0% of the total).' },
  ]);
});

test('places that come and go by the dozen, or hardly matter, are not told', () => {
  const nothing = ['No change, record or outlier stands out in this period.'];
  const churn = [...sold('A', 300, 0), ...sold('B', 300, 0), ...sold('C', 400, 400), ...sold('D', 0, 600)];
  assert.ok(!textsOf(churn).some((text) => text.includes('new')));
  assert.deepEqual(textsOf([...sold('North', 1000, 1000), ...sold('Tiny', 9, 0)]), nothing);
});

test('metrics of one label are told apart by their connections, and one without data is said to have none', () => {
  const sections = [highlights, kpis, { ...kpis, connection_id: 'con_online' }];
  const connections = [shop, { ...shop, id: 'con_online', name: 'Online' }];
  assert.deepEqual(textsOf(sold('North', 540, 700), { sections, connections }), [
    'Online has no data in the current period.',
    'Sales (Shop) fell 22.9% to 540.',
  ]);
});

test('at most eight sentences, changes by size before outliers and records', () => {
  const rows = [...dailySales(now, [...calm, 60]), ...dailySales(before, [5, 5, 5], null)].map((row, index) => ({
    ...row,
    amount: 1 + (index % 7),
  }));
  const items = highlightsOf(rows, { sections: [highlights] });
  assert.ok(items.length <= 8);
  const order = ['empty', 'change', 'contributor', 'outlier', 'record'];
  const ranks = items.map(({ rule, text }) => (/ (new|gone)/.test(text) ? 3 : order.indexOf(rule)));
  assert.deepEqual(ranks, ranks.toSorted());
  assert.ok(items.some(({ rule }) => rule === 'outlier'));
});

test('a long value is cut in a sentence', () => {
  const rows = [...sold('x'.repeat(500), 500, 100), ...sold('South', 500, 500)];
  const expected = `Sales rose 66.7% to 1,000; the whole rise came from Place ${'x'.repeat(59)}….`;
  assert.deepEqual(textsOf(rows), [expected]);
});
