import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import type { GoalSettings, GoalsSettings } from '../../../src/reporting/documents/goal-settings.ts';
import { goalFaults, goalsSettings } from '../../../src/reporting/documents/goal-settings.ts';
import type { MetricDescription } from '../../../src/reporting/documents/model.ts';
import { GoalError } from '../../../src/reporting/documents/planned-goals.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { average, dailySales, reportOn, sales, sectionOf, shop } from './rows-source.ts';

const connection_id = shop.id;
const kpis: Extract<SectionsSettings[number], { type: 'kpis' }> = { type: 'kpis', connection_id, metrics: ['sales'] };
const highlights = { type: 'highlights' } as const;
const february = { from: '2026-02-01', to: '2026-02-28' };

function goal(changes: Partial<GoalSettings> = {}): GoalSettings {
  return { id: 'g', connection_id, metric: 'sales', amount: 280, per: 'month', ...changes };
}

/** A report of February, or of `current`, on daily sales from the first of January on. */
function report(
  counts: readonly number[],
  goals: GoalsSettings,
  { current = february, day = '2026-03-02', locale = 'en-US', sections, metric }: Options = {},
) {
  return reportOn(dailySales('2026-01-01', counts), {
    ...{
      goals,
      locale,
      sections: sections ?? [highlights, { type: 'goals' }, { ...kpis, metrics: [metric?.key ?? 'sales'] }],
    },
    periods: { current, compare: null },
    createdAt: `${day}T06:00:00Z`,
    ...(metric && { connections: [{ ...shop, description: { ...shop.description, metrics: [metric] } }] }),
  });
}

interface Options {
  readonly current?: { readonly from: string; readonly to: string };
  /** On which the figures are fetched. */
  readonly day?: string;
  readonly locale?: string;
  readonly sections?: SectionsSettings;
  readonly metric?: MetricDescription;
}

/** January has 31 days of 10 sales, each day of February as many as given. */
const days = (each: number, count = 28) => [...Array(31).fill(10), ...Array(count).fill(each)];

function itemOf(...given: Parameters<typeof report>) {
  const [item] = sectionOf(report(...given), 'goals').items;
  assert.ok(item);
  return item;
}

function goalSentences(...given: Parameters<typeof report>): string[] {
  const { items } = sectionOf(report(...given), 'highlights');
  return items.flatMap(({ rule, sentiment, text, section }) =>
    rule === 'goal' ? [`${sentiment} ${section}: ${text}`] : [],
  );
}

test('a goal whose month is over is reached or missed, and has no forecast', () => {
  const { target, reached, ratio, time_gone, pace, lead, forecast, sentiment, period } = itemOf(days(11), [goal()]);
  assert.deepEqual(period, february);
  assert.deepEqual([target, reached, ratio, pace, lead], [280, 308, 1.1, 1.1, 28]);
  assert.deepEqual([time_gone, forecast, sentiment], [1, null, 'good']);
  assert.equal(itemOf(days(10), [goal({ amount: 281 })]).sentiment, 'bad');
  assert.equal(itemOf(days(10), [goal()]).sentiment, 'good');
});

test('of a quarter that is not over the days gone count, from its own first day on', () => {
  const item = itemOf(days(11), [goal({ per: 'quarter', amount: 900 })]);
  assert.deepEqual(item.period, { from: '2026-01-01', to: '2026-03-31' });
  assert.equal(item.reached, 310 + 308);
  assert.equal(item.time_gone, 59 / 90);
  assert.equal(item.pace, 618 / 590);
  assert.equal(item.lead, 28);
  assert.equal(item.forecast, (618 * 90) / 59);
  assert.equal(item.sentiment, 'good');
});

test('a day that is not over counts as reached, not for pace and forecast', () => {
  const current = { from: '2026-02-01', to: '2026-02-15' };
  const item = itemOf([...days(10, 14), 3], [goal()], { current, day: '2026-02-15' });
  assert.deepEqual([item.reached, item.time_gone, item.pace, item.lead], [143, 0.5, 1, 0]);
  assert.deepEqual([item.forecast, item.sentiment], [280, 'good']);
  assert.equal(sectionOf(report(days(10), [goal()]), 'goals').as_of, '2026-02-28');
});

test('there is no forecast before a week is over, and no pace on the first day', () => {
  const until = (to: string, day = '2026-03-02') => {
    return itemOf(days(10), [goal()], { current: { from: '2026-02-01', to }, day });
  };
  assert.equal(until('2026-02-06').forecast, null);
  assert.equal(until('2026-02-07').forecast, 280);
  const first = until('2026-02-01', '2026-02-01');
  assert.deepEqual([first.reached, first.time_gone, first.pace, first.forecast], [10, 0, null, null]);
});

test('behind its pace by less than a twentieth is neither good nor bad', () => {
  const current = { from: '2026-02-01', to: '2026-02-20' };
  const sentiment = (amount: number) => itemOf(days(10), [goal({ amount })], { current }).sentiment;
  assert.deepEqual([280, 290, 300].map(sentiment), ['good', 'neutral', 'bad']);
});

test('less is better where it is: below the goal is good, above it is bad at once', () => {
  const metric = { ...sales, better: 'down' } as const;
  const sentiment = (amount: number, to = '2026-02-28') => {
    return itemOf(days(10), [goal({ amount })], { metric, current: { from: '2026-02-01', to } }).sentiment;
  };
  assert.deepEqual([sentiment(300), sentiment(280), sentiment(270)], ['good', 'good', 'bad']);
  // 27 of 28 days brought 270 of 268, less than a twentieth above the pace.
  assert.equal(sentiment(268, '2026-02-27'), 'bad');
  assert.equal(itemOf(days(10), [goal()], { metric: { ...sales, better: 'none' } }).sentiment, 'neutral');
});

test('a goal of zero or below has no ratio, but is reached or missed all the same', () => {
  for (const [amount, sentiment] of [
    [0, 'good'],
    [-5, 'good'],
  ] as const) {
    const item = itemOf(days(10), [goal({ amount })]);
    assert.deepEqual([item.target, item.ratio, item.pace, item.lead], [amount, null, null, 280 - amount]);
    assert.equal(item.sentiment, sentiment);
  }
  assert.equal(itemOf(days(10), [goal({ amount: 0 })], { metric: { ...sales, better: 'down' } }).sentiment, 'bad');
});

test('a rate is not prorated and has no forecast; a percentage has no ratio either', () => {
  const current = { from: '2026-02-01', to: '2026-02-14' };
  const rate = { ...average, better: 'up' } as const;
  const item = itemOf(days(10), [goal({ metric: 'average', amount: 0.8 })], { current, metric: rate });
  assert.deepEqual([item.target, item.reached, item.ratio, item.pace, item.forecast], [0.8, 1, 1.25, 1.25, null]);
  const percent = itemOf(days(10), [goal({ metric: 'average', amount: 0.8 })], {
    ...{ current, metric: { ...rate, unit: 'percent' } },
  });
  assert.deepEqual([percent.ratio, percent.pace, percent.lead, percent.sentiment], [null, null, 0.2, 'good']);
});

test('users of a month are not judged by a part of it, unless the goal is reached', () => {
  const users = { ...average, unit: 'count', better: 'up' } as const;
  const options = { metric: users, current: { from: '2026-02-01', to: '2026-02-14' } };
  const early = (amount: number) => itemOf(days(10), [goal({ metric: 'average', amount })], options);
  assert.deepEqual([early(2).lead, early(2).sentiment, early(0.5).sentiment], [null, 'neutral', 'good']);
  const kpi = { ...options, sections: [{ ...kpis, metrics: ['average'] }] };
  const document = report(days(10), [goal({ metric: 'average', amount: 2 })], kpi);
  assert.equal(sectionOf(document, 'kpis').items[0]?.goal, undefined);
});

test('without rows nothing is reached and nothing judged', () => {
  const { reached, ratio, pace, forecast, sentiment } = itemOf([], [goal()]);
  assert.deepEqual([reached, ratio, pace, forecast, sentiment], [null, null, null, null, 'neutral']);
  assert.deepEqual(goalSentences([], [goal()]), []);
});

test('the section shows the goals it names that hold on the last day, cut to the days on which they hold', () => {
  const goals = [
    goal({ id: 'past', to: '2026-01-31' }),
    goal({ id: 'cut', from: '2026-02-15' }),
    goal({ id: 'revenue', metric: 'revenue', per: 'year' }),
  ];
  const shown = (sections: SectionsSettings) =>
    sectionOf(report(days(10), goals, { sections }), 'goals').items.map(({ goal_id, period, target }) => {
      return [goal_id, period.from, target];
    });
  assert.deepEqual(shown([{ type: 'goals' }]), [
    ['cut', '2026-02-15', 140],
    ['revenue', '2026-01-01', 280],
  ]);
  assert.deepEqual(shown([{ type: 'goals', goals: ['revenue', 'past', 'cut'] }])[0], ['revenue', '2026-01-01', 280]);
  assert.deepEqual(shown([{ type: 'goals', goals: ['past'] }]), []);
});

test('key figures have the goal of the period, prorated by days, and a note that says so', () => {
  const week = { from: '2026-02-02', to: '2026-02-08' };
  const kpi = (current: typeof week, amount = 280) =>
    sectionOf(report(days(10), [goal({ amount })], { current }), 'kpis');
  assert.deepEqual(kpi(february).items[0]?.goal, { target: 280, ratio: 1, prorated: false, sentiment: 'good' });
  assert.ok(!kpi(february).notes.some(({ code }) => code === 'goals_prorated'));
  const prorated = kpi(week, 560);
  assert.deepEqual(prorated.items[0]?.goal, { target: 140, ratio: 0.5, prorated: true, sentiment: 'bad' });
  assert.equal(
    prorated.notes.find(({ code }) => code === 'goals_prorated')?.message,
    'Goals prorated by days, as the period covers only part of a month, quarter or year: Sales.',
  );
  // A part of a goal cannot be missed by itself.
  assert.equal(kpi(week, 284).items[0]?.goal?.sentiment, 'neutral');
});

test('a period that a goal covers only in part has no goal on its card', () => {
  const { items } = sectionOf(report(days(10), [goal({ from: '2026-02-02' })]), 'kpis');
  assert.equal(items[0]?.goal, undefined);
  assert.ok(items[0] && !('goal' in items[0]));
});

test('series have the goal at each point, days by month and weeks by their days within the period', () => {
  const series = { type: 'timeseries', connection_id, metric: 'sales' } as const;
  const current = { from: '2026-01-30', to: '2026-02-08' };
  const goalAt = (by: 'day' | 'week' | 'month', goals = [goal({ amount: 868 })]) =>
    sectionOf(report(days(10), goals, { current, sections: [{ ...series, by }] }), 'timeseries').goal;
  assert.deepEqual(goalAt('day'), [28, 28, ...Array(8).fill(31)]);
  assert.deepEqual(goalAt('week'), [28 + 28 + 31, 7 * 31]);
  assert.deepEqual(goalAt('month'), [56, 8 * 31]);
  assert.deepEqual(goalAt('day', [goal({ from: '2026-02-07' })])?.slice(-3), [null, 10, 10]);
  assert.equal(goalAt('day', [goal({ from: '2026-03-01' })]), undefined);
});

test('in a chart of several metrics each has its own goal', () => {
  const metrics = ['revenue', 'average'];
  const sections: SectionsSettings = [{ type: 'timeseries', connection_id, metrics, by: 'month' }];
  const goals = [goal({ metric: 'average', amount: 12 }), goal({ id: 'revenue', metric: 'revenue', amount: 868 })];
  const section = sectionOf(report(days(10), goals, { sections }), 'timeseries');
  assert.deepEqual([section.goal, section.others?.[0]?.goal], [[868], [12]]);
  const first = sectionOf(report(days(10), goals.slice(0, 1), { sections }), 'timeseries');
  assert.ok(!('goal' in first) && first.others?.[0]?.goal);
});

test('highlights say how much was reached, and of a goal under way after how much of the time', () => {
  assert.deepEqual(goalSentences(days(11), [goal()]), [
    'good 1: Sales reached 110.0% of the goal for February 2026: 308 against 280.',
  ]);
  assert.deepEqual(goalSentences(days(11), [goal({ per: 'quarter', amount: 1_800 })]), [
    'bad 1: Sales reached 34.3% of the goal for Jan 1\u2009–\u2009Mar 31, 2026 with 65.6% of the time gone: 618 against 1,800.',
  ]);
  const cost = { metric: { ...sales, label: 'Cost', better: 'down' } } as const;
  assert.deepEqual(goalSentences(days(11), [goal({ amount: 350 })], cost), [
    'good 1: Cost came to 88.0% of the goal for February 2026: 308 against 350.',
  ]);
  assert.deepEqual(goalSentences(days(11), [goal({ amount: 0 })], cost), [
    'bad 1: Cost came to 308, against a goal of 0 for February 2026.',
  ]);
});

test('without a section of goals, highlights are about the goal of the period that key figures show', () => {
  const sections = [highlights, kpis];
  assert.deepEqual(goalSentences(days(11), [goal({ per: 'quarter', amount: 900 })], { sections }), [
    'good 1: Sales reached 110.0% of the goal for February 2026: 308 against 280.',
  ]);
  const current = { from: '2026-02-01', to: '2026-02-06' };
  assert.deepEqual(goalSentences(days(11), [goal()], { current, day: '2026-02-06', sections }), []);
});

test('the automatic layout shows goals behind the highlights, where any holds', () => {
  const types = (goals: GoalsSettings) =>
    reportOn(dailySales('2026-02-01', Array(28).fill(2)), { goals }).sections.map(({ type }) => type);
  assert.deepEqual(types([goal()]).slice(0, 4), ['highlights', 'goals', 'kpis', 'timeseries']);
  assert.ok(!types([goal({ to: '2026-01-31' })]).includes('goals'));
  assert.ok(!types([]).includes('goals'));
});

const others = { connections: [shop], periods: { current: february, compare: null }, timeZone: 'UTC' };

test('goals of one period share a query, of 13 weeks where it goes on, and need none where it is that of the report', () => {
  const sections: SectionsSettings = [{ type: 'goals' }];
  const asked = (goals: GoalsSettings) =>
    planReport({ ...others, sections, goals }).connections.flatMap(({ queries }) =>
      queries.map(({ period, by, from, metrics, limit }) => `${period} ${by} ${from} ${metrics} ${limit}`),
    );
  assert.deepEqual(asked([goal()]), ['current none 2026-02-01 sales 1', 'current day 2026-02-01 sales 28']);
  const year = (metric: string) => goal({ id: metric, metric, per: 'year' });
  assert.deepEqual(asked([year('sales'), year('average'), year('revenue')]), [
    'current none 2026-02-01 sales,average,revenue 1',
    'goal day 2025-11-30 sales,revenue 91',
    'goal none 2026-01-01 average 1',
  ]);
  assert.deepEqual(asked([goal({ to: '2026-01-31' })]), []);
});

test('an unknown connection or metric is a fault that names it; goals of omitted connections are left out', () => {
  const plan = (changes: Partial<GoalSettings>, omitted: string[] = []) =>
    planReport({ ...others, sections: null, goals: [goal(), goal(changes)], omitted: new Set(omitted) });
  for (const [field, value] of [
    ['connection_id', 'con_x'],
    ['metric', 'profit'],
  ] as const) {
    assert.throws(
      () => plan({ [field]: value }),
      (error) => error instanceof GoalError && error.index === 1 && error.field === field && error.value === value,
    );
  }
  assert.equal(plan({ connection_id: 'con_x' }, ['con_x']).goals.length, 1);
});

test('doubled ids, turned periods, overlaps and unknown names are faults, each at its place', () => {
  const faults = (goals: GoalsSettings, sections: SectionsSettings = []) =>
    goalFaults(goals, sections).map(({ field, rule }) => `${field} ${rule}`);
  const may = { from: '2026-05-01', to: '2026-05-31' };
  const june = { from: '2026-06-01', to: null };
  assert.deepEqual(faults([goal({ id: 'a', ...may }), goal({ id: 'b', ...june })]), []);
  assert.deepEqual(faults([goal({ id: 'a' }), goal({ id: 'a', metric: 'revenue' })]), ['goals.1.id unique']);
  assert.deepEqual(faults([goal({ from: '2026-05-02', to: '2026-05-01' })]), ['goals.0.to order']);
  assert.deepEqual(faults([goal({ id: 'a', ...may }), goal({ id: 'b', from: '2026-05-31', per: 'year' })]), [
    'goals.1 overlap',
  ]);
  assert.deepEqual(faults([goal({ id: 'a' }), goal({ id: 'b', connection_id: 'other' })]), []);
  assert.deepEqual(faults([goal()], [highlights, { type: 'goals', goals: ['g', 'h'] }]), ['sections.1.goals.1 value']);
});

test('the shape of goals has bounds', () => {
  const accepts = (changes: object) => Check(goalsSettings, [{ ...goal(), ...changes }]);
  assert.ok(accepts({ from: null, to: '2026-02-28' }) && accepts({ amount: -0.5 }));
  assert.ok(!accepts({ amount: 2e15 }) && !accepts({ amount: '5' }) && !accepts({ per: 'week' }));
  assert.ok(!accepts({ from: '2026-02-30' }) && !accepts({ to: '0000-01-01' }) && !accepts({ id: ' ' }));
  assert.ok(!accepts({ id: 'x'.repeat(101) }) && !accepts({ unit: 'count' }));
  assert.ok(!Check(goalsSettings, Array(201).fill(goal())));
});
