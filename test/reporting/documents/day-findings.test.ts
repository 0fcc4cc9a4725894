import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import {
  alone,
  before,
  dailyRevenue,
  highlights,
  highlightsOf,
  kpis,
  money,
  month,
  nothing,
  now,
  ofUsers,
  textsOf,
} from './highlights-source.ts';
import { dailySales } from './rows-source.ts';

test('the best and the worst day are reported when they are unique and far enough from the others', () => {
  const text = 'The best day for Sales was Feb 4, 2026, with 30; the worst was Feb 5, 2026, with 10.';
  assert.deepEqual(highlightsOf(dailySales(now, [20, 21, 19, 30, 10]), alone), [
    { rule: 'extremes', sentiment: 'neutral', text, section: 1 },
  ]);
  const worst = ['The worst day for Sales was Feb 5, 2026, with 10.'];
  assert.deepEqual(textsOf(dailySales(now, [20, 30, 30, 20, 10]), alone), worst);
  assert.deepEqual(textsOf(dailySales(now, [20, 20, 20, 21, 10]), alone), worst, '21 is 5 % from the median');
  assert.deepEqual(textsOf(dailySales(now, [20, 20, 20, 20, 20]), alone), nothing);
  assert.deepEqual(textsOf(dailySales(now, [20, 21, 30, 10]), alone), nothing, 'too few days');
});

test('a day beyond every day of the compared period is a record', () => {
  const rows = [...dailySales(now, [20, 21, 19, 30, 10]), ...dailySales(before, [20, 29, 19, 20, 10])];
  assert.ok(
    textsOf(rows).includes(
      'The best day for Sales was Feb 4, 2026, with 30, beyond every day of the compared period; the worst was Feb 5, 2026, with 10.',
    ),
  );
});

test('the day that is not over is neither best nor worst, nor an outlier', () => {
  const options = { ...alone, createdAt: '2026-02-06T12:00:00Z' };
  const texts = textsOf(dailySales(now, [20, 21, 19, 30, 12, 1]), options);
  assert.deepEqual(texts, ['The best day for Sales was Feb 4, 2026, with 30; the worst was Feb 5, 2026, with 12.']);
  const later = { ...alone, createdAt: '2026-02-16T12:00:00Z' };
  assert.deepEqual(textsOf(dailySales(now, [...Array(15).fill(1000), 1]), later), nothing);
});

test('a weekly rhythm has no outliers, and a day that breaks it is one compared with its own weekday', () => {
  const rules = (counts: readonly number[]) => highlightsOf(dailySales(now, counts), alone).map(({ rule }) => rule);
  assert.deepEqual(rules(month).includes('outlier'), false);
  // 40 is ordinary on a Sunday, but not on Tuesday, the 10th. Without scatter √70.5 = 8.4 stands in: (101 - 40) / 8.4 = 7.3.
  const texts = textsOf(dailySales(now, month.with(9, 40)), alone);
  assert.deepEqual(texts, ['Sales dropped to 40 on Feb 10, 2026, against 101 on a usual Tuesday.']);
});

test('an outlier is farther than 3.5 scaled deviations from the usual level', () => {
  // Without scatter the chance of counts is the measure: 38 / √119 = 3.48 is not beyond 3.5 and 39 / √119.5 = 3.57 is.
  const rules = (count: number) => {
    return highlightsOf(dailySales(now, [...Array(13).fill(100), count]), alone).map(({ rule }) => rule);
  };
  assert.deepEqual(rules(138), ['extremes']);
  assert.deepEqual(rules(139), ['outlier']);
});

test('a handful of sales is no outlier within chance', () => {
  const counts = Array(28).fill(1).with(9, 5);
  assert.ok(!highlightsOf(dailySales(now, counts), alone).some(({ rule }) => rule === 'outlier'));
});

test('a handful of users, which are not additive, is no outlier within chance', () => {
  const outliers = (farthest: number) => {
    const counts = Array.from({ length: 28 }, (_, day) => 4 + (day % 3)).with(9, farthest);
    return textsOf(dailyRevenue(now, counts), { ...alone, ...ofUsers }).filter((text) => text.includes('jumped'));
  };
  assert.deepEqual(outliers(14), [], '9 / √9.5 = 2.9 is not beyond 3.5');
  assert.deepEqual(outliers(24), ['Users jumped to 24 on Feb 10, 2026, against 5 on a usual day.']);
});

test('in a weekly rhythm the quietest day is reported when it is quiet for its weekday', () => {
  const extremes = (counts: readonly number[]) => {
    return highlightsOf(dailySales(now, counts), alone).flatMap(({ rule, text }) =>
      rule === 'extremes' ? [text] : [],
    );
  };
  assert.deepEqual(extremes(month.with(7, 37)), []);
  assert.deepEqual(extremes(month.with(7, 30)), ['The worst day for Sales was Feb 8, 2026, with 30.']);
});

test('outliers need 14 days, and days that often stand out are a pattern', () => {
  const rules = (counts: readonly number[]) => highlightsOf(dailySales(now, counts), alone).map(({ rule }) => rule);
  assert.deepEqual(rules([...Array(12).fill(100), 300]), ['extremes']);
  const some = Array.from({ length: 20 }, (_, day) => (day % 7 === 3 ? 300 : 100));
  assert.ok(!rules(some).includes('outlier'));
  const step = Array.from({ length: 28 }, (_, day) => (day < 18 ? 100 : 300));
  assert.ok(!rules(step).includes('outlier'), 'a new level');
});

test('of many outliers of a metric the two farthest are reported', () => {
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

test('outliers on consecutive days are one sentence, which also names other metrics that share the day', () => {
  const counts = month.with(9, 10).with(10, 5).with(11, 12);
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['sales', 'revenue'] }];
  const texts = textsOf(dailySales(now, counts), { ...alone, sections });
  const expected =
    'Sales stayed far below the usual for 3 days, Feb 10 – 12, 2026, with a low of 5 on Feb 11, 2026, against 99 on a usual Wednesday; likewise Revenue.';
  // Intl sets thin spaces around the dash.
  assert.equal(texts[0]?.replaceAll('\u2009', ' '), expected);
  assert.equal(texts.filter((text) => text.includes('Feb 11')).length, 1);
});

test('metrics that stood out on the same days are one sentence, also where another of the days was the farthest', () => {
  const counts = month.with(9, 10).with(10, 5).with(11, 12);
  const amounts = dailySales(now, counts).map((row) => ({ ...row, amount: row.day === '2026-02-12' ? 0.1 : 1 }));
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['sales', 'revenue'] }];
  const texts = textsOf(amounts, { ...alone, sections });
  assert.match(
    texts[0] ?? '',
    /^Sales stayed far below the usual for 3 days.* on Feb 11, 2026, .*; likewise Revenue\.$/,
  );
  assert.equal(texts.filter((text) => /Feb 1[0-2]/.test(text)).length, 1, texts.join('\n'));
});

test('a metric that stood out on only one of several days is not named with them', () => {
  const counts = month.with(9, 10).with(10, 5).with(11, 12);
  const amounts = dailySales(now, counts).map((row) => {
    const amount = { '2026-02-10': 10, '2026-02-11': 2, '2026-02-12': 8.2 }[row.day] ?? 1;
    return { ...row, amount };
  });
  const sections: SectionsSettings = [highlights, { ...kpis, metrics: ['sales', 'revenue'] }];
  const texts = textsOf(amounts, { ...alone, sections });
  assert.equal(texts.filter((text) => text.includes('likewise')).length, 0, texts.join('\n'));
  assert.equal(texts.filter((text) => /Feb 1[0-2]/.test(text)).length, 1, texts.join('\n'));
});
