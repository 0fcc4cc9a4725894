import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from '../../../src/reporting/documents/calendar.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import {
  before,
  dailyRevenue,
  highlights,
  highlightsOf,
  kpis,
  money,
  nothing,
  now,
  ofUsers,
  places,
  sold,
  textsOf,
} from './highlights-source.ts';
import { average, dailySales, february, reportOn, sectionOf, shop } from './rows-source.ts';

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

test('two places that together moved more than the whole are not both named', () => {
  const rows = [...sold('South', 30, 100), ...sold('North', 140, 200), ...sold('East', 730, 700)];
  const [text] = textsOf(rows);
  assert.equal(text, 'Sales fell 10.0% to 900; 70.0% of the fall came from Place South.');
});

test('places that replace others explain nothing', () => {
  const rows = [...sold('March', 250, 0), ...sold('February', 0, 350), ...sold('North', 650, 650)];
  assert.ok(textsOf(rows).includes('Sales fell 10.0% to 900.'));
});

test('a place that outweighs the whole change is reported as such', () => {
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

test('changes under one per cent, or within chance, are not reported', () => {
  assert.deepEqual(textsOf(sold('North', 100_900, 100_000)), nothing);
  // Two standard deviations of 130 less 100 are 2 √230 = 30.3, those of 131 less 100 are 2 √231 = 30.4.
  assert.deepEqual(textsOf(sold('North', 130, 100)), nothing);
  assert.deepEqual(textsOf(sold('North', 131, 100)), ['Sales rose 31.0% to 131.']);
});

/** Revenue of one sale a day from `from` on. */

test('a change within the scatter of ordinary days is not reported', () => {
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

test('an average is only as certain as the days with rows', () => {
  // Every other day has rows: the difference of two averages of 14 days scatters by at least 29.7 √(2/14) = 11.2.
  const swing = Array.from({ length: 14 }, (_, day) => (Math.floor((day * 7) / 3) % 2 === 0 ? 80 : 120));
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['average'] }];
  const told = (compared: number) => {
    const rows = [...dailyRevenue(now, swing), ...dailyRevenue(before, Array(14).fill(compared))];
    const spaced = rows.map((row) => {
      const from = Temporal.PlainDate.from(row.day >= now ? now : before);
      return { ...row, day: from.add({ days: 2 * from.until(row.day).days }).toString() };
    });
    return highlightsOf(spaced, { sections }).some(({ rule }) => rule === 'change');
  };
  assert.equal(told(90), false);
  assert.equal(told(80), true);
});

test('a change within the scatter of few days is not reported', () => {
  // The seven weekdays moved by 2, 22, -18, ...: 10 on average, with a standard error of √(457.1 / 7) = 7.6 or none.
  const compared = [100, 100, 100, 100, 100, 100, 100];
  const told = (current: readonly number[]) => {
    const rows = [...dailyRevenue('2026-02-08', current), ...dailyRevenue('2026-02-01', compared)];
    const periods = {
      current: { from: '2026-02-08', to: '2026-02-14' },
      compare: { from: '2026-02-01', to: '2026-02-07' },
    };
    return highlightsOf(rows, { sections: money, periods }).some(({ rule }) => rule === 'change');
  };
  assert.equal(told([102, 122, 82, 130, 90, 134, 110]), false);
  assert.equal(told([110, 110, 110, 110, 110, 110, 110]), true);
});

test('an average of few days moves when it does so beyond their scatter', () => {
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['average'] }];
  const told = (current: readonly number[]) => {
    return textsOf([...dailyRevenue(now, current), ...dailyRevenue(before, [100, 104, 96])], { sections });
  };
  assert.deepEqual(told([90, 130, 110]), nothing);
  assert.deepEqual(told([108, 112, 110]), ['Average sale rose 10.0% to $110.00.']);
});

test('if the data end within the period, only days with data are compared', () => {
  const compared = dailySales(before, Array(28).fill(100));
  assert.deepEqual(textsOf([...dailySales(now, Array(14).fill(100)), ...compared]), nothing);
  assert.deepEqual(textsOf([...dailySales(now, Array(14).fill(150)), ...compared]), [
    'Sales fell 25.0% to 2,100 (+50.0% per day).',
  ]);
  assert.deepEqual(textsOf([...dailySales(now, [150, 150]), ...compared]), nothing, 'two days are no average');
});

test('a day without rows counts where many days have none', () => {
  const some = (count: number) => Array.from({ length: 28 }, (_, day) => (day % 3 === 0 ? count : 0));
  const rare = Array.from({ length: 28 }, (_, day) => (day % 6 === 0 ? 30 : 0));
  const texts = textsOf([...dailySales(now, rare), ...dailySales(before, some(30))]);
  assert.deepEqual(texts, ['Sales fell 50.0% to 150.']);
});

test('a move caused by a different number of working days is not reported', () => {
  // 20 working days in November 2025 and 23 in October, with a tenth of the sales at weekends, or none.
  const periods = {
    current: { from: '2025-11-01', to: '2025-11-30' },
    compare: { from: '2025-10-01', to: '2025-10-31' },
  };
  const year = (level: number, weekend: number) => {
    const days = unitsOf({ from: '2025-10-01', to: '2025-11-30' }, 'day');
    const counts = days.map((day) => {
      const isWeekend = Temporal.PlainDate.from(day).dayOfWeek > 5;
      return (isWeekend ? weekend : 100) * (day < '2025-11-01' ? 1 : level);
    });
    return textsOf(dailySales('2025-10-01', counts), { periods });
  };
  assert.deepEqual(year(1, 10), nothing);
  assert.deepEqual(year(1, 0), nothing);
  assert.deepEqual(year(2, 0), ['Sales rose 73.9% to 4,000.']);
});

test('a non-additive count also has to move beyond chance', () => {
  const told = (current: number) => {
    const rows = [...dailyRevenue('2026-01-04', Array(28).fill(1095)), ...dailyRevenue(now, Array(28).fill(current))];
    return textsOf(rows, ofUsers).filter((text) => text.startsWith('Users fell'));
  };
  assert.deepEqual(told(1010), [], '2 times the root of 1,010 + 1,095 is 91.8');
  assert.deepEqual(told(1000), ['Users fell 8.7% to 1,000.']);
});

test('a non-additive count has to move beyond what more days explain', () => {
  const periods = { ...february, compare: { from: '2026-01-01', to: '2026-01-31' } };
  const told = (current: number) => {
    const rows = [...dailyRevenue('2026-01-01', Array(31).fill(1000)), ...dailyRevenue(now, Array(28).fill(current))];
    return textsOf(rows, { ...ofUsers, periods }).filter((text) => text.startsWith('Users fell'));
  };
  assert.deepEqual(told(910), [], '28 of 31 days are 903 of 1,000');
  assert.deepEqual(told(830), [], '2 times the root of 903 + 830 is 83.3');
  assert.deepEqual(told(815), ['Users fell 18.5% to 815.']);
});

test('a percentage that moved by less than half a point is not reported', () => {
  const share = { ...average, key: 'average', label: 'Margin', unit: 'percent' as const };
  const connections = [{ ...shop, description: { ...shop.description, metrics: [share] } }];
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['average'] }];
  const told = (current: number) => {
    return textsOf([...dailyRevenue(now, [current]), ...dailyRevenue(before, [0.2])], { sections, connections });
  };
  assert.deepEqual(told(0.204), nothing);
  assert.deepEqual(told(0.206), ['Margin rose from 20.0% to 20.6%.']);
  const small = (current: number) => {
    return textsOf([...dailyRevenue(now, [current]), ...dailyRevenue(before, [0.02])], { sections, connections });
  };
  assert.deepEqual(small(0.0219), nothing);
  assert.deepEqual(small(0.023), ['Margin rose from 2.0% to 2.3%.'], 'more than a tenth');
});

test('a change from zero, of money below zero, or by double is reported with both figures', () => {
  const amounts = (current: number, compared: number) => [
    ...dailyRevenue(now, [current]),
    ...dailyRevenue(before, [compared]),
  ];
  const told = (current: number, compared: number) => textsOf(amounts(current, compared), { sections: money });
  assert.deepEqual(told(50, -100), ['Revenue rose from −\u2060$100.00 to $50.00.']);
  assert.deepEqual(told(-50, -100), ['Revenue changed from −\u2060$100.00 to −\u2060$50.00.']);
  assert.deepEqual(told(50, 0), ['Revenue rose from $0.00 to $50.00.']);
  assert.deepEqual(told(99, 50), ['Revenue rose 98.0% to $99.00.']);
  assert.deepEqual(told(100, 50), ['Revenue rose from $50.00 to $100.00.']);
});

test('totals of periods of different lengths lead; their daily average stands beside where it tells another story', () => {
  const compare = { from: '2026-01-04', to: '2026-01-10' };
  const rows = [...dailySales(now, Array(28).fill(50)), ...dailySales(before, Array(7).fill(50))];
  const periods = { ...february, compare };
  assert.deepEqual(textsOf(rows, { periods }), nothing);
  const more = [...dailySales(now, Array(28).fill(75)), ...dailySales(before, Array(7).fill(50))];
  const south = [...dailySales(now, Array(28).fill(100), 'South'), ...dailySales(before, Array(7).fill(100), 'South')];
  const texts = textsOf([...more, ...south], { periods });
  assert.equal(texts[0], 'Sales rose from 1,050 to 4,900 (+16.7% per day).');
});

test('the headline of months of different lengths says what their card says', () => {
  const periods = { ...february, compare: { from: '2026-01-01', to: '2026-01-31' } };
  const told = (current: number) => {
    const rows = [...dailySales('2026-01-01', Array(31).fill(100)), ...dailySales(now, Array(28).fill(current))];
    const report = reportOn(rows, { periods, sections: [highlights, kpis] });
    return { ...sectionOf(report, 'highlights').items[0], card: sectionOf(report, 'kpis').items[0]?.change?.ratio };
  };
  const fell = told(33);
  assert.equal(fell.text, 'Sales fell 70.2% to 924.');
  assert.equal(fell.card?.toFixed(3), '-0.702');
  const opposite = told(108);
  assert.equal(opposite.text, 'Sales fell 2.5% to 3,024 (+8.0% per day).');
  assert.equal(opposite.sentiment, 'neutral');
  assert.equal(opposite.card?.toFixed(3), '-0.025');
});

test('a daily average of few sales does not read as none', () => {
  const periods = { ...february, compare: { from: '2026-01-01', to: '2026-01-31' } };
  const rare = Array.from({ length: 31 }, (_, day) => (day % 3 === 0 ? 1 : 0));
  const often = Array.from({ length: 28 }, (_, day) => (day % 6 === 5 ? 0 : 3));
  const options = { periods, createdAt: '2026-02-28T12:00:00Z' };
  const [text] = textsOf([...dailySales(now, often), ...dailySales('2026-01-01', rare)], options);
  assert.equal(text, 'Sales per day rose from 0.35 to 2.6.', '11 sales in 31 days, 69 in 27');
});

test('an unfinished day is not part of a change', () => {
  const options = { createdAt: '2026-02-28T12:00:00Z' };
  const rows = (lastDay: number) => [
    ...dailySales(now, [...Array(27).fill(100), lastDay]),
    ...dailySales(before, Array(28).fill(100)),
  ];
  assert.deepEqual(textsOf(rows(2), options), nothing);
  const rise = [...dailySales(now, [...Array(27).fill(120), 2]), ...dailySales(before, Array(28).fill(100))];
  assert.deepEqual(textsOf(rise, options), ['Sales per day rose 20.0% to 120.']);
  // Without it the periods have 27 days each, of which the key figures show no total.
  const periods = { ...february, compare: { from: '2026-01-04', to: '2026-01-30' } };
  assert.deepEqual(textsOf(rise, { ...options, periods }), ['Sales per day rose 20.0% to 120.']);
});
