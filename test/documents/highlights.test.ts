import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unitsOf } from '../../src/documents/calendar.ts';
import type { Answer } from '../../src/documents/figures.ts';
import type { Highlight } from '../../src/documents/model.ts';
import type { SectionsSettings } from '../../src/documents/section-settings.ts';
import { average, dailySales, february, type Row, reportOn, sectionOf, shop } from './rows-source.ts';

type SectionOf<Type> = Extract<SectionsSettings[number], { type: Type }>;
const highlights: SectionOf<'highlights'> = { type: 'highlights' };
const kpis: SectionOf<'kpis'> = { type: 'kpis', connection_id: shop.id, metrics: ['sales'] };
const places: SectionOf<'breakdown'> = {
  type: 'breakdown',
  connection_id: shop.id,
  dimension: 'place',
  metrics: ['sales'],
};
const money: SectionsSettings = [highlights, { ...kpis, metrics: ['revenue'] }];
const nothing = ['No change, record or outlier stands out in this period.'];
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

test('a fall names the place that most of it came from, and the breakdown that shows it', () => {
  // 1000 to 900 is -10 %; North lost 80 of the 100, and had 400 of 1000.
  const rows = [...sold('North', 320, 400), ...sold('South', 300, 310), ...sold('East', 280, 290)];
  const text = 'Sales fell 10.0% to 900; 80.0% of the fall came from Place North.';
  assert.deepEqual(highlightsOf(rows), [{ rule: 'change', sentiment: 'bad', text, section: 2 }]);
});

test('two places that explain a change are both named, the greater part first', () => {
  // 60 and 30 of the 100 lost, with 20 % and 10 % of the sales before; East lost 10.
  const rows = [...sold('South', 70, 100), ...sold('North', 140, 200), ...sold('East', 690, 700)];
  const texts = textsOf(rows).filter((text) => text.startsWith('Sales'));
  assert.deepEqual(texts, [
    'Sales fell 10.0% to 900; 60.0% of the fall came from Place North and 30.0% from Place South.',
  ]);
});

test('a place that outweighs the whole change is told as such', () => {
  const rows = [...sold('North', 600, 400), ...sold('South', 500, 600)];
  assert.deepEqual(textsOf(rows), ['Sales rose 10.0% to 1,100; more than the whole rise came from Place North.']);
  const [first] = textsOf([...sold('North', 900, 600), ...sold('South', 9000, 9001), ...sold('East', 1001, 1000)]);
  assert.equal(first, 'Sales rose 2.8% to 10,901; the whole rise came from Place North.');
  const [more] = textsOf([...sold('North', 1000, 600), ...sold('South', 9000, 9100)]);
  assert.equal(more, 'Sales rose 3.1% to 10,000; more than the whole rise came from Place North.');
});

test('a place that moves with the others explains nothing', () => {
  // Both fall by a tenth: North has 60 % of the fall because it has 60 % of the sales.
  const rows = [...sold('North', 540, 600), ...sold('South', 360, 400)];
  const text = 'Sales fell 10.0% to 900.';
  assert.deepEqual(highlightsOf(rows), [{ rule: 'change', sentiment: 'bad', text, section: 1 }]);
});

test('the only place explains nothing, and no part adds up to an average', () => {
  assert.deepEqual(textsOf(sold('North', 540, 700)), ['Sales fell 22.9% to 540.']);
  const sections: SectionsSettings = [highlights, { ...places, metrics: ['average'] }];
  const amounts = [
    { day: now, place: 'North', amount: 30 },
    { day: now, place: 'South', amount: 10 },
    { day: before, place: 'North', amount: 10 },
    { day: before, place: 'South', amount: 10 },
  ];
  assert.deepEqual(textsOf(amounts, { sections }), ['Average sale rose from $10.00 to $20.00.']);
});

test('changes under one per cent, or within chance, are not told', () => {
  assert.deepEqual(textsOf(sold('North', 100_900, 100_000)), nothing);
  // Two standard deviations of 130 less 100 are 2 √230 = 30.3, those of 131 less 100 are 2 √231 = 30.4.
  assert.deepEqual(textsOf(sold('North', 130, 100)), nothing);
  assert.deepEqual(textsOf(sold('North', 131, 100)), ['Sales rose 31.0% to 131.']);
});

/** Revenue of one sale a day from `from` on. */
function dailyRevenue(from: string, amounts: readonly number[]): Row[] {
  const days = unitsOf({ from, to: '2026-12-31' }, 'day');
  return amounts.map((amount, index) => ({ day: days[index] ?? '', place: 'North', amount }));
}

test('a change within the scatter of ordinary days is not told', () => {
  // Days are 80 or 120, their medians 80 or 120 by turns or 100: the spread is 1.4826 * 20 or 40 a day, so that of the
  // difference of two averages of 28 days is at least 29.7 √(2/28) = 7.9; the averages are 100 and 96.
  const swing = Array.from({ length: 28 }, (_, day) => (Math.floor((day * 7) / 3) % 2 === 0 ? 80 : 120));
  const steady = Array(28).fill(100);
  const told = (current: readonly number[], compared: readonly number[]) => {
    const rows = [...dailyRevenue(now, current), ...dailyRevenue(before, compared)];
    return highlightsOf(rows, { sections: money }).some(({ rule }) => rule === 'change');
  };
  assert.equal(told(swing, Array(28).fill(96)), false);
  assert.equal(told(steady, Array(28).fill(96)), true);
});

test('a percentage that moved by less than half a point is not told', () => {
  const share = { ...average, key: 'average', label: 'Margin', unit: 'percent' as const };
  const connections = [{ ...shop, description: { ...shop.description, metrics: [share] } }];
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['average'] }];
  const told = (current: number) => {
    return textsOf([...dailyRevenue(now, [current]), ...dailyRevenue(before, [0.2])], { sections, connections });
  };
  assert.deepEqual(told(0.204), nothing);
  assert.deepEqual(told(0.206), ['Margin rose from 20.0% to 20.6%.']);
});

test('a change from zero, of money below zero, or of double is told by its two figures', () => {
  const amounts = (current: number, compared: number) => [
    ...dailyRevenue(now, [current]),
    ...dailyRevenue(before, [compared]),
  ];
  const told = (current: number, compared: number) => textsOf(amounts(current, compared), { sections: money });
  assert.deepEqual(told(50, -100), ['Revenue rose from -$100.00 to $50.00.']);
  assert.deepEqual(told(50, 0), ['Revenue rose from $0.00 to $50.00.']);
  assert.deepEqual(told(99, 50), ['Revenue rose 98.0% to $99.00.']);
  assert.deepEqual(told(100, 50), ['Revenue rose from $50.00 to $100.00.']);
});

test('periods of other lengths are compared by daily averages, also their contributors', () => {
  const compare = { from: '2026-01-04', to: '2026-01-10' };
  const rows = [...dailySales(now, Array(28).fill(50)), ...dailySales(before, Array(7).fill(50))];
  const periods = { ...february, compare };
  assert.deepEqual(textsOf(rows, { periods }), nothing);
  const more = [...dailySales(now, Array(28).fill(75)), ...dailySales(before, Array(7).fill(50))];
  const south = [...dailySales(now, Array(28).fill(100), 'South'), ...dailySales(before, Array(7).fill(100), 'South')];
  const texts = textsOf([...more, ...south], { periods });
  assert.deepEqual(texts, ['Sales per day rose 16.7% to 175; the whole rise came from Place North.']);
});

test('a day that was not over is no part of a change', () => {
  const options = { createdAt: '2026-02-28T12:00:00Z' };
  const rows = (lastDay: number) => [
    ...dailySales(now, [...Array(27).fill(100), lastDay]),
    ...dailySales(before, Array(28).fill(100)),
  ];
  assert.deepEqual(textsOf(rows(2), options), nothing);
  const rise = [...dailySales(now, [...Array(27).fill(120), 2]), ...dailySales(before, Array(28).fill(100))];
  assert.deepEqual(textsOf(rise, options), ['Sales per day rose 20.0% to 120.']);
});

const alone = { periods: { ...february, compare: null } };

test('the best and the worst day are told when they are unique and far enough from the others', () => {
  const text = 'The best day of Sales was 30 on Feb 4, 2026; the worst was 10 on Feb 5, 2026.';
  assert.deepEqual(highlightsOf(dailySales(now, [20, 21, 19, 30, 10]), alone), [
    { rule: 'extremes', sentiment: 'neutral', text, section: 1 },
  ]);
  const worst = ['The worst day of Sales was 10 on Feb 5, 2026.'];
  assert.deepEqual(textsOf(dailySales(now, [20, 30, 30, 20, 10]), alone), worst);
  assert.deepEqual(textsOf(dailySales(now, [20, 20, 20, 21, 10]), alone), worst, '21 is 5 % from the median');
  assert.deepEqual(textsOf(dailySales(now, [20, 20, 20, 20, 20]), alone), nothing);
  assert.deepEqual(textsOf(dailySales(now, [20, 21, 30, 10]), alone), nothing, 'too few days');
});

test('a day beyond every day of the compared period is a record', () => {
  const rows = [...dailySales(now, [20, 21, 19, 30, 10]), ...dailySales(before, [20, 29, 19, 20, 10])];
  assert.ok(
    textsOf(rows).includes(
      'The best day of Sales was 30 on Feb 4, 2026, beyond every day of the compared period; the worst was 10 on Feb 5, 2026.',
    ),
  );
});

test('the day that is not over is neither best nor worst, nor an outlier', () => {
  const options = { ...alone, createdAt: '2026-02-06T12:00:00Z' };
  const texts = textsOf(dailySales(now, [20, 21, 19, 30, 12, 1]), options);
  assert.deepEqual(texts, ['The best day of Sales was 30 on Feb 4, 2026; the worst was 12 on Feb 5, 2026.']);
  const later = { ...alone, createdAt: '2026-02-16T12:00:00Z' };
  assert.deepEqual(textsOf(dailySales(now, [...Array(15).fill(1000), 1]), later), nothing);
});

/** Sales by weekday, Sunday first as February 2026 does, for four weeks. */
const week = [40, 100, 101, 99, 102, 98, 42];
const month = [...week, ...week, ...week, ...week];

test('a weekly rhythm is no outlier, and a day that breaks it is one, against its own weekday', () => {
  const rules = (counts: readonly number[]) => highlightsOf(dailySales(now, counts), alone).map(({ rule }) => rule);
  assert.deepEqual(rules(month).includes('outlier'), false);
  // 40 is ordinary on a Sunday, but not on Tuesday, the 10th. Without scatter √101 = 10.05 stands in: (101 - 40) / 10.05 = 6.07.
  const texts = textsOf(dailySales(now, month.with(9, 40)), alone);
  assert.deepEqual(texts, ['Sales dropped to 40 on Feb 10, 2026, against 101 on a usual Tuesday.']);
});

test('an outlier is farther than 3.5 scaled deviations from the usual level', () => {
  // Without scatter the chance of counts is the measure: √100 = 10, so 135 is not beyond 3.5 of it and 136 is.
  const rules = (count: number) => {
    return highlightsOf(dailySales(now, [...Array(13).fill(100), count]), alone).map(({ rule }) => rule);
  };
  assert.deepEqual(rules(135), ['extremes']);
  assert.deepEqual(rules(136), ['outlier']);
});

test('outliers need 14 days, and days that often stand out are a pattern', () => {
  const rules = (counts: readonly number[]) => highlightsOf(dailySales(now, counts), alone).map(({ rule }) => rule);
  assert.deepEqual(rules([...Array(12).fill(100), 300]), ['extremes']);
  const some = Array.from({ length: 20 }, (_, day) => (day % 7 === 3 ? 300 : 100));
  assert.ok(!rules(some).includes('outlier'));
  const step = Array.from({ length: 28 }, (_, day) => (day < 18 ? 100 : 300));
  assert.ok(!rules(step).includes('outlier'), 'a new level');
});

test('of many outliers of a metric the two farthest are told', () => {
  const counts = Array(40).fill(100).with(17, 300).with(24, 250).with(32, 200);
  const periods = { current: { from: '2026-01-18', to: '2026-02-26' }, compare: null };
  const texts = textsOf(dailySales('2026-01-18', counts), { periods });
  assert.deepEqual(texts, [
    'Sales jumped to 300 on Feb 4, 2026, against 100 on a usual day.',
    'Sales jumped to 250 on Feb 11, 2026, against 100 on a usual day.',
  ]);
});

test('a slow rise over a year has no outliers', () => {
  const year = { current: { from: '2025-01-01', to: '2025-12-31' }, compare: null };
  const rising = dailyRevenue(
    '2025-01-01',
    Array.from({ length: 365 }, (_, day) => 100 + day + (day % 3)),
  );
  const found = highlightsOf(rising, { sections: money, periods: year });
  assert.ok(!found.some(({ rule }) => rule === 'outlier'));
});

test('outliers on days in a row are one sentence, and metrics that share the day are told with it', () => {
  const counts = month.with(9, 10).with(10, 5).with(11, 12);
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['sales', 'revenue'] }];
  const texts = textsOf(dailySales(now, counts), { ...alone, sections });
  const expected =
    'Sales stayed far below the usual for 3 days, Feb 10 – 12, 2026, with a low of 5 on Feb 11, 2026, against 99 on a usual Wednesday; likewise Revenue.';
  // Intl sets thin spaces around the dash.
  assert.equal(texts[0]?.replaceAll('\u2009', ' '), expected);
  assert.equal(texts.filter((text) => text.includes('Feb 11')).length, 1);
});

test('days in a row above the compared period are told when the total does not say it', () => {
  // Of 28 days 9 in a row are no chance, (28 - 9 + 2) / 2^9 = 0.041; of 8 they are, 22 / 2^8 = 0.086.
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

test('whole weeks that rose at least four times in a row are told, from the first to the last', () => {
  const periods = { current: { from: '2026-01-18', to: '2026-02-24' }, compare: null };
  const weekly = (levels: readonly number[]) => {
    // Sunday, January 18, and the days from February 23 on are of weeks that the period cuts.
    return dailyRevenue('2026-01-18', [500, ...levels.flatMap((level) => Array(7).fill(level)), 500, 500]);
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

test('a share that moved by two percentage points, and beyond chance, is told without a change of the total', () => {
  const rows = (moved: number, scale: number) => [
    ...sold('North', (50 + moved) * scale, 50 * scale),
    ...sold('South', (50 - moved) * scale, 50 * scale),
  ];
  const text = 'Place North made up 53.0% of Sales, 3.0 percentage points more than before.';
  assert.deepEqual(highlightsOf(rows(3, 100)), [{ rule: 'share', sentiment: 'neutral', text, section: 2 }]);
  assert.deepEqual(textsOf(rows(1, 100)), nothing);
  // Two standard errors of shares of 500 are 2 √(2 * 0.25 / 500) = 6.3 points.
  assert.deepEqual(textsOf(rows(3, 5)), nothing);
});

test('new and vanished places among the top are told with their share, and not as shifts', () => {
  const rows = [...sold('North', 500, 500), ...sold('South', 400, 390), ...sold('New', 100, 0), ...sold('Old', 0, 110)];
  assert.deepEqual(highlightsOf(rows), [
    {
      rule: 'departure',
      sentiment: 'bad',
      text: 'Place Old is gone; in the compared period it made up 11.0% of Sales (110).',
      section: 2,
    },
    {
      rule: 'arrival',
      sentiment: 'good',
      text: 'Place New is new and made up 10.0% of Sales (100).',
      section: 2,
    },
  ]);
});

test('places that come and go by the dozen, or hardly matter, are not told', () => {
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

test('highlights alone draw on the automatic layout and have no section to link', () => {
  const found = highlightsOf(sold('North', 540, 700), { sections: [highlights] });
  assert.ok(found.some(({ text }) => text === 'Sales fell 22.9% to 540.'));
  assert.ok(found.every(({ section }) => section === null));
});

test('a long value is cut in a sentence', () => {
  const rows = [...sold('x'.repeat(500), 700, 100), ...sold('South', 9000, 9000)];
  const expected = `Sales rose 6.6% to 9,700; the whole rise came from Place ${'x'.repeat(59)}….`;
  assert.equal(textsOf(rows)[0], expected);
});

const anyFigure = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -50, max: 2000 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, -0, Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, Number.NaN) },
);

test('whatever the figures, there are one to eight readable highlights, the same each time, on sections that exist', () => {
  const days = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 56, maxLength: 56 });
  const input = fc.record({
    days,
    figures: fc.array(anyFigure, { minLength: 40, maxLength: 40 }),
    today: fc.constantFrom('2026-02-14', '2026-02-28', '2026-03-02'),
    compare: fc.constantFrom(february.compare, null, { from: '2026-01-01', to: '2026-01-20' }),
  });
  const check = ({ days, figures, today, compare }: typeof input extends fc.Arbitrary<infer Value> ? Value : never) => {
    const rows = dailySales('2026-01-04', days).map((row, index) => ({
      ...row,
      place: ['N', 'S', null][index % 3] ?? null,
    }));
    let next = 0;
    const alter = (given: Answer): Answer => ({
      ...given,
      rows: given.rows.map(({ key, values }) => ({
        key,
        values: values.map(() => figures[next++ % figures.length] ?? null),
      })),
    });
    const build = () => {
      next = 0;
      return reportOn(rows, { alter, createdAt: `${today}T12:00:00Z`, periods: { ...february, compare } });
    };
    const document = build();
    const { items } = sectionOf(document, 'highlights');
    assert.ok(items.length >= 1 && items.length <= 8);
    assert.equal(new Set(items.map(({ text }) => text)).size, items.length);
    for (const { text, section } of items) {
      assert.doesNotMatch(text, /NaN|Infinity|∞|undefined|null|\[object/);
      assert.match(text, /^\S.*\.$/);
      assert.ok(
        section === null || ['kpis', 'timeseries', 'breakdown'].includes(document.sections[section]?.type ?? ''),
      );
    }
    assert.deepEqual(build(), document);
  };
  fc.assert(fc.property(input, check), { numRuns: 100 });
});
