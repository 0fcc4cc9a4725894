import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, daysBetween } from '../../../src/domains/watches/days.ts';
import { checkOffered } from '../../../src/domains/watches/describe-watched.ts';
import type { Finding, Verdict } from '../../../src/domains/watches/findings.ts';
import { judgeGoal } from '../../../src/domains/watches/judge-goal.ts';
import { adSignals, type GoalRule } from '../../../src/domains/watches/rules.ts';
import { WatchedFigures } from '../../../src/domains/watches/watched-figures.ts';
import type { ServiceError } from '../../../src/platform/errors.ts';
import type { GoalSettings } from '../../../src/reporting/documents/goal-settings.ts';
import type { MetricDescription } from '../../../src/reporting/documents/model.ts';

type Values = number | null | ((day: string) => number | null | undefined);

const cost: MetricDescription = {
  ...{ key: 'cost', label: 'Cost', unit: 'currency', decimals: null, better: 'none', additive: true },
};
const orders: MetricDescription = { ...cost, key: 'orders', label: 'Orders', unit: 'count', better: 'up' };
const conversions: MetricDescription = { ...orders, key: 'conversions', label: 'Conversions' };
const costPerOrder: MetricDescription = {
  ...cost,
  key: 'cpo',
  label: 'Cost per order',
  better: 'down',
  additive: false,
};
const rate: MetricDescription = { ...costPerOrder, key: 'rate', label: 'Rate', unit: 'percent', better: 'up' };
const users: MetricDescription = { ...rate, key: 'users', label: 'Users', unit: 'count' };

interface Case {
  readonly metric?: MetricDescription;
  readonly other?: MetricDescription;
  readonly values: Values;
  readonly others?: Values;
  /** The days that were asked for, and of those the ones that may have rows. */
  readonly from?: string;
  readonly day: string;
  readonly goal?: Partial<GoalSettings> | null;
  readonly rule?: Partial<GoalRule>;
  /** Of a metric that does not add up: its value from the first day of the period on. */
  readonly total?: number | null;
  readonly now?: string;
  readonly timeZone?: string;
  readonly freshAt?: string | null;
}

const valueOn = (values: Values, day: string) => (typeof values === 'function' ? values(day) : values);

/** Judges a day by figures of fixed days; a day whose value is undefined has no row. */
function judged(given: Case): Verdict {
  const { metric = cost, other = conversions, values, others = 0, day, goal = {}, total, timeZone = 'UTC' } = given;
  const from = given.from ?? addDays(day, -120);
  const rows = daysBetween(from, day).flatMap((key) => {
    const value = valueOn(values, key);
    return value === undefined ? [] : [{ key, values: [value, valueOn(others, key) ?? null] }];
  });
  const answer = { freshAt: given.freshAt ?? null, hasData: true, groupCount: rows.length };
  const figures = new WatchedFigures({
    ...{ metrics: [metric, other], keys: [metric.key, other.key], from, to: addDays(day, 1) },
    series: { ...answer, rows } as never,
  });
  figures.settle(day);
  const goals: GoalSettings[] =
    goal === null
      ? []
      : [{ id: 'goal', connection_id: 'con', metric: metric.key, amount: 3_000, per: 'month', ...goal }];
  if (total !== undefined) {
    const period = { metrics: [metric.key], dimension: null, from: `${day.slice(0, 7)}-01`, to: day };
    figures.addPeriod(period, { ...answer, rows: [{ key: null, values: [total] }] } as never);
  }
  const rule: GoalRule = { measure: 'pace', ratio: 0.1, signals: [], conversions: null, ...given.rule };
  const now = Temporal.Instant.from(given.now ?? `${addDays(day, 1)}T06:00:00Z`);
  return judgeGoal({ rule, metric, figures, day, goals, metricsWatched: 1, now, timeZone });
}

const outcome = (given: Case) => judged(given).outcome;

function findingOf(given: Case): Finding {
  const verdict = judged(given);
  assert.equal(verdict.outcome, 'alerting');
  const [finding, ...others] = verdict.outcome === 'alerting' ? verdict.findings : [];
  assert.ok(finding && others.length === 0);
  return finding;
}

/** Each day so much from a day on, and before it something else. */
const since = (first: string, value: number | null, before: number | null) => (day: string) =>
  day >= first ? value : before;

describe('pace', () => {
  const pace = { metric: orders, day: '2026-04-15', goal: { amount: 3_000 } };

  test('is what was reached against what falls on the days gone', () => {
    const { finding, direction, value, expected, ratio, since } = findingOf({ ...pace, values: 80 });
    assert.deepEqual(
      { finding, direction, value, expected, ratio, since },
      { finding: 'pace', direction: 'below', value: 1_200, expected: 1_500, ratio: -0.2, since: '2026-04-15' },
    );
  });

  test('is told beyond the ratio alone, and only on the bad side', () => {
    assert.equal(outcome({ ...pace, values: 90 }), 'near', 'exactly a tenth behind');
    assert.equal(outcome({ ...pace, values: 89.9 }), 'alerting');
    assert.equal(outcome({ ...pace, values: 92 }), 'calm', 'from four fifths of the ratio on');
    assert.equal(outcome({ ...pace, values: 500 }), 'calm', 'ahead');
    const neither = { ...pace, metric: { ...orders, better: 'none' as const } };
    assert.equal(findingOf({ ...neither, values: 120 }).direction, 'above');
    assert.equal(findingOf({ ...neither, values: 80 }).direction, 'below');
  });

  test('of costs, where lower is better, is told above the goal', () => {
    const costs = { ...pace, metric: { ...cost, better: 'down' as const } };
    assert.deepEqual(
      [findingOf({ ...costs, values: 120 }).direction, outcome({ ...costs, values: 20 })],
      ['above', 'calm'],
    );
  });

  test('is judged from the seventh day that is over to the last but one, and not without figures', () => {
    const values = 10;
    assert.equal(outcome({ ...pace, values, day: '2026-04-01' }), 'not_judged');
    assert.equal(outcome({ ...pace, values, day: '2026-04-06' }), 'not_judged');
    assert.equal(outcome({ ...pace, values, day: '2026-04-07' }), 'alerting');
    assert.equal(outcome({ ...pace, values, day: '2026-04-29' }), 'alerting');
    assert.equal(outcome({ ...pace, values, day: '2026-04-30' }), 'not_judged');
    assert.equal(outcome({ ...pace, values: null }), 'not_judged');
    const gap = (day: string) => (day === '2026-04-03' ? undefined : 10);
    assert.equal(outcome({ ...pace, values: gap }), 'not_judged', 'a day is lacking');
  });

  test('knows the days of February, of a leap year and of months with a clock change', () => {
    for (const [day, due] of [
      ['2026-02-14', 1_500],
      ['2028-02-14', (3_000 * 14) / 29],
      ['2026-03-30', (3_000 * 30) / 31],
      ['2026-10-26', (3_000 * 26) / 31],
    ] as const) {
      const { expected } = findingOf({ ...pace, values: 1, day, timeZone: 'Europe/Berlin' });
      assert.ok(Math.abs((expected ?? 0) - due) < 1e-9, day);
    }
  });

  test('holds on the days of its goal, of which it is a part', () => {
    const goal = { amount: 3_000, from: '2026-04-11' };
    const part = findingOf({ ...pace, day: '2026-04-20', goal, values: 10 });
    assert.deepEqual([part.value, part.expected], [100, 1_000]);
    assert.equal(outcome({ ...pace, day: '2026-04-10', goal, values: 10 }), 'not_judged', 'not yet');
    const none = judged({ ...pace, goal: null, values: 10 });
    assert.equal(none.outcome === 'problem' && none.problem.code, 'goal_missing');
  });

  test('of a quarter and of a year counts from the first day of those', () => {
    const quarter = findingOf({ ...pace, day: '2026-05-15', goal: { amount: 9_100, per: 'quarter' }, values: 50 });
    assert.deepEqual([quarter.value, quarter.expected], [2_250, 4_500]);
    const year = { day: '2026-12-30', goal: { amount: 36_500, per: 'year' as const }, from: '2025-12-01' };
    assert.equal(findingOf({ ...pace, ...year, values: 50 }).value, 50 * 364);
  });

  test('is not judged where the beginning of the period was not asked for', () => {
    const year = { ...pace, day: '2026-12-30', goal: { amount: 36_500, per: 'year' as const } };
    assert.equal(outcome({ ...year, values: 100, from: '2026-10-20' }), 'not_judged');
    // A source that begins in the period has nothing before, which is known where it was asked.
    const begun = findingOf({ ...year, values: (day) => (day < '2026-10-20' ? undefined : 100), from: '2025-12-25' });
    assert.equal(begun.value, 7_200);
  });

  test('of a percentage is held against the goal itself', () => {
    const percent = { ...pace, metric: rate, goal: { amount: 0.3 }, values: 0.5 };
    const { value, expected, ratio } = findingOf({ ...percent, total: 0.24 });
    assert.deepEqual([value, expected, ratio], [0.24, 0.3, -0.2]);
    assert.equal(outcome({ ...percent, total: 0.27 }), 'near', 'exactly a tenth behind');
    assert.equal(outcome({ ...percent, total: null }), 'not_judged');
    assert.equal(outcome(percent), 'not_judged', 'was not asked for');
  });

  test('of a mean cost with lower better is told above it, and not for the last digit of doubles', () => {
    const mean = { ...pace, metric: costPerOrder, goal: { amount: 0.3 }, values: 1 };
    assert.equal(outcome({ ...mean, total: 0.33 }), 'near', 'exactly a tenth above');
    assert.deepEqual(
      [findingOf({ ...mean, total: 0.34 }).direction, outcome({ ...mean, total: 0.1 })],
      ['above', 'calm'],
    );
  });

  test('of users, who do not add up, is not told before the end for what may still come', () => {
    const month = { ...pace, metric: users, goal: { amount: 1_000 }, values: 50 };
    assert.equal(outcome({ ...month, total: 400 }), 'not_judged');
    assert.equal(outcome({ ...month, total: 1_200 }), 'calm');
    const limit = { ...month, metric: { ...users, better: 'down' as const } };
    assert.equal(findingOf({ ...limit, total: 1_200 }).direction, 'above', 'a limit that is passed stays so');
    const level = { ...month, metric: { ...users, at: 'end' as const } };
    assert.equal(outcome({ ...level, total: 10 }), 'not_judged', 'of a level the end decides');
    assert.equal(outcome({ ...level, metric: { ...level.metric, better: 'down' }, total: 1_200 }), 'not_judged');
  });

  test('against a goal of zero tells all that is on the bad side', () => {
    const zero = { ...pace, metric: { ...orders, better: 'down' as const }, goal: { amount: 0 } };
    const { value, expected, ratio, direction } = findingOf({ ...zero, values: 2 });
    assert.deepEqual([value, expected, ratio, direction], [30, 0, null, 'above']);
    assert.equal(outcome({ ...zero, values: 0 }), 'calm');
    assert.equal(outcome({ ...zero, metric: orders, values: 2 }), 'calm');
  });

  test('of a negative goal, such as a loss, knows which side is which', () => {
    const loss = { ...pace, metric: { ...orders, unit: 'currency' as const }, goal: { amount: -3_000 } };
    assert.equal(findingOf({ ...loss, values: -120 }).ratio, -0.2);
    assert.equal(outcome({ ...loss, values: -80 }), 'calm');
  });
});

describe('forecast', () => {
  const forecast = { metric: orders, day: '2026-04-15', rule: { measure: 'forecast' as const } };

  test('is what the period ends with when the days to come are like those gone', () => {
    const { finding, value, expected, ratio } = findingOf({ ...forecast, values: 80 });
    assert.deepEqual([finding, value, expected, ratio], ['forecast', 2_400, 3_000, -0.2]);
    assert.equal(outcome({ ...forecast, values: 90 }), 'near', 'exactly a tenth behind');
    assert.equal(outcome({ ...forecast, values: 130 }), 'calm');
  });

  test('is exact to the last digit', () => {
    // 0.1 on each of seven days, of 28: doubles would add up to a little less.
    const { value } = findingOf({ ...forecast, day: '2026-02-07', metric: cost, goal: { amount: 10 }, values: 0.1 });
    assert.equal(value, 2.8);
  });

  test('needs seven days that are over, some that are not, figures of all, and a metric that adds up', () => {
    const values = 10;
    assert.equal(outcome({ ...forecast, values, day: '2026-04-06' }), 'not_judged');
    assert.equal(outcome({ ...forecast, values, day: '2026-04-07' }), 'alerting');
    assert.equal(outcome({ ...forecast, values, day: '2026-04-30' }), 'not_judged');
    assert.equal(outcome({ ...forecast, values: null }), 'not_judged');
    assert.equal(outcome({ ...forecast, metric: rate, goal: { amount: 0.3 }, values: 0.1, total: 0.1 }), 'not_judged');
  });

  test('of costs is told above the goal, also above one of zero', () => {
    const costs = { ...forecast, metric: { ...cost, better: 'down' as const }, values: 120 };
    assert.deepEqual([findingOf(costs).direction, findingOf(costs).value], ['above', 3_600]);
    assert.equal(findingOf({ ...costs, goal: { amount: 0 } }).ratio, null);
  });
});

describe('budget', () => {
  const budget = { day: '2026-04-10', rule: { measure: 'budget' as const } };

  test('that is not spent says what is, and the amount a day that would use all of it', () => {
    const { finding, direction, value, expected, daily, spentOn } = findingOf({ ...budget, values: 80 });
    assert.deepEqual(
      { finding, direction, value, expected, daily, spentOn },
      { finding: 'budget', direction: 'below', value: 2_400, expected: 3_000, daily: 110, spentOn: null },
    );
  });

  test('that ends too soon says the day, and the amount a day that would last to the end', () => {
    const { direction, value, daily, spentOn } = findingOf({ ...budget, values: 150 });
    assert.deepEqual([direction, value, daily, spentOn], ['above', 4_500, 75, '2026-04-20']);
  });

  test('is spent on the day on which the last of it goes, whatever doubles make of the mean', () => {
    // 0.5 of 0.8 are left after three days: five more days.
    const goal = { amount: 0.8 };
    const cents = findingOf({ ...budget, goal, day: '2026-04-03', values: 0.1 });
    assert.deepEqual([cents.spentOn, cents.value], ['2026-04-08', 3]);
    // A mean of 100 / 7 a day, and three weeks of it left.
    const thirds = (day: string) => (day < '2026-04-08' ? 0 : day === '2026-04-08' ? 100 : 0);
    const week = findingOf({ ...budget, goal: { amount: 200 }, day: '2026-04-08', values: thirds });
    assert.deepEqual([week.spentOn, week.daily], ['2026-04-15', 100 / 22]);
  });

  test('that is spent says so, and to the last cent on the day itself', () => {
    const spent = findingOf({ ...budget, values: 400 });
    assert.deepEqual([spent.value, spent.ratio, spent.daily, spent.spentOn], [4_000, 1 / 3, 0, null]);
    const exact = findingOf({ ...budget, values: 300 });
    assert.deepEqual([exact.value, exact.daily, exact.spentOn], [9_000, 0, '2026-04-10']);
  });

  test('is told beyond the ratio alone', () => {
    assert.equal(outcome({ ...budget, values: 110 }), 'near', 'exactly a tenth more');
    assert.equal(outcome({ ...budget, values: 90 }), 'near');
    assert.equal(outcome({ ...budget, values: 100 }), 'calm');
    assert.equal(outcome({ ...budget, values: 110.1 }), 'alerting');
  });

  test('takes the mean of the last week for the days to come, also from before the period', () => {
    const doubled = findingOf({ ...budget, values: since('2026-04-04', 200, 100) });
    assert.equal(doubled.value, 300 + 7 * 200 + 20 * 200);
    const young = findingOf({ ...budget, day: '2026-04-03', values: since('2026-04-01', 200, 100) });
    assert.equal(young.value, 600 + (27 * (3 * 200 + 4 * 100)) / 7);
  });

  test('has a mean of the days that have values, of which there are three', () => {
    // The day before the period is lacking: six days of 150 make 150 a day, not six sevenths of that.
    const gap = (day: string) => (day === '2026-03-31' ? undefined : 150);
    assert.equal(findingOf({ ...budget, day: '2026-04-06', values: gap }).value, 4_500);
    const begun = (first: string) => (day: string) => (day < first ? undefined : 150);
    assert.equal(findingOf({ ...budget, values: begun('2026-04-08') }).value, 450 + 20 * 150);
    assert.equal(outcome({ ...budget, values: begun('2026-04-09') }), 'not_judged');
  });

  test('is judged from the third day to the last but one, of what adds up, with figures of all days', () => {
    const values = 10;
    assert.equal(outcome({ ...budget, values, day: '2026-04-01' }), 'not_judged');
    assert.equal(outcome({ ...budget, values, day: '2026-04-02' }), 'not_judged');
    assert.equal(outcome({ ...budget, values, day: '2026-04-03' }), 'alerting');
    const last = findingOf({ ...budget, values, day: '2026-04-29' });
    assert.equal(last.daily, 2_710, 'all that is left is for the one day');
    assert.equal(outcome({ ...budget, values, day: '2026-04-30' }), 'not_judged');
    assert.equal(outcome({ ...budget, values: null }), 'not_judged');
    assert.equal(outcome({ ...budget, values: (day) => (day === '2026-04-05' ? undefined : 10) }), 'not_judged');
    assert.equal(outcome({ ...budget, metric: costPerOrder, values: 1, total: 1 }), 'not_judged');
  });

  test('of zero is told with the first cent, and not for what was spent before it', () => {
    const goal = { amount: 0 };
    const { value, expected, ratio, daily, direction } = findingOf({ ...budget, goal, values: 5 });
    assert.deepEqual([value, expected, ratio, daily, direction], [50, 0, null, 0, 'above']);
    assert.equal(outcome({ ...budget, goal, day: '2026-04-03', values: since('2026-04-01', 0, 50) }), 'calm');
    assert.equal(outcome({ ...budget, goal: { amount: -1 }, values: 5 }), 'not_judged');
  });

  test('knows the days of a month with a clock change', () => {
    const march = { ...budget, day: '2026-03-28', goal: { amount: 6_200 }, timeZone: 'Europe/Berlin' };
    const { value, daily } = findingOf({ ...march, values: 100 });
    assert.deepEqual([value, daily], [3_100, (6_200 - 2_800) / 3]);
  });

  test('of a year, around its turn', () => {
    const goal = { amount: 36_500, per: 'year' as const };
    const year = { ...budget, goal, values: 50, from: '2025-10-01' };
    assert.equal(outcome({ ...year, day: '2025-12-31', from: '2024-12-01' }), 'not_judged');
    assert.equal(outcome({ ...year, day: '2026-01-01' }), 'not_judged');
    const { value, daily } = findingOf({ ...year, day: '2026-01-03' });
    assert.deepEqual([value, daily], [50 * 365, (36_500 - 150) / 362]);
    assert.equal(outcome({ ...year, day: '2025-12-30' }), 'not_judged', 'its beginning was not asked for');
  });
});

describe('signals of ads', () => {
  const ads = (signals: GoalRule['signals'], more: Partial<GoalRule> = {}) => ({
    day: '2026-04-10',
    rule: { measure: 'ads' as const, signals, ...more },
  });

  test('underspend and overspend are the budget, each on its side', () => {
    const under = ads(['underspend']);
    const finding = findingOf({ ...under, values: 80 });
    assert.deepEqual([finding.finding, finding.direction, finding.daily], ['underspend', 'below', 110]);
    assert.equal(outcome({ ...under, values: 90 }), 'calm');
    assert.equal(outcome({ ...under, values: 150 }), 'calm');
    const over = ads(['overspend']);
    const soon = findingOf({ ...over, values: 150 });
    assert.deepEqual([soon.finding, soon.spentOn, soon.daily], ['overspend', '2026-04-20', 75]);
    assert.equal(outcome({ ...over, values: 110 }), 'calm');
    assert.equal(outcome({ ...over, values: 80 }), 'calm');
  });

  test('they need a goal, three days, some days left, figures, and a metric that adds up', () => {
    const both = ads(['underspend', 'overspend']);
    assert.equal(outcome({ ...both, values: 10, goal: null }), 'calm');
    assert.equal(outcome({ ...both, values: 10, day: '2026-04-02' }), 'calm');
    assert.equal(outcome({ ...both, values: 10, day: '2026-04-03' }), 'alerting');
    assert.equal(outcome({ ...both, values: 10, day: '2026-04-30' }), 'calm');
    assert.equal(outcome({ ...both, values: null }), 'not_judged');
    assert.equal(outcome({ ...both, metric: costPerOrder, values: 4, total: 4, goal: { amount: 1 } }), 'calm');
  });

  test('stopped: nothing on a day after five of seven with something', () => {
    const stopped = ads(['stopped']);
    const running = (days: number) => (day: string) => {
      if (day === '2026-04-10') return 0;
      return day < addDays('2026-04-03', days) ? 5 : 0;
    };
    const { finding, value, since: first } = findingOf({ ...stopped, goal: null, values: running(5) });
    assert.deepEqual([finding, value, first], ['stopped', 0, '2026-04-10']);
    assert.equal(outcome({ ...stopped, values: running(4) }), 'calm');
    assert.equal(outcome({ ...stopped, values: 5 }), 'calm');
    assert.equal(outcome({ ...stopped, values: since('2026-04-10', null, 5) }), 'not_judged', 'no figure is not zero');
    const onWeekdays = (day: string) => (Temporal.PlainDate.from(day).dayOfWeek <= 5 ? 5 : 0);
    assert.equal(outcome({ ...stopped, day: '2026-04-11', values: onWeekdays }), 'calm', 'each Saturday is like that');
    const begun = (day: string) => (day < '2026-04-06' ? undefined : day === '2026-04-10' ? 0 : 5);
    assert.equal(outcome({ ...stopped, values: begun }), 'calm', 'four days are all there are');
  });

  test('paused: nothing for three days of the period, with more than a tenth of the budget left', () => {
    const paused = ads(['paused']);
    const {
      finding,
      value,
      expected,
      ratio,
      since: first,
    } = findingOf({ ...paused, values: since('2026-04-08', 0, 100) });
    assert.deepEqual([finding, value, expected, ratio, first], ['paused', 2_300, 3_000, null, '2026-04-08']);
    assert.equal(outcome({ ...paused, values: since('2026-04-09', 0, 100) }), 'calm', 'two days');
    assert.equal(
      findingOf({ ...paused, values: since('2026-04-03', 0, 100) }).since,
      '2026-04-03',
      'the first of the days',
    );
    const left = (amount: number) => ({ ...paused, goal: { amount }, values: since('2026-04-08', 0, 100) });
    assert.equal(outcome(left(777)), 'calm');
    assert.equal(outcome({ ...left(1_000), values: since('2026-04-07', 0, 150) }), 'calm', 'exactly a tenth is left');
    assert.equal(outcome(left(780)), 'alerting');
  });

  test('paused: not for days before the period, whose budget was another one', () => {
    const paused = { ...ads(['paused']), values: since('2026-03-29', 0, 100) };
    assert.equal(outcome({ ...paused, day: '2026-04-01' }), 'calm');
    assert.equal(outcome({ ...paused, day: '2026-04-02' }), 'calm');
    assert.equal(findingOf({ ...paused, day: '2026-04-03' }).since, '2026-04-01');
    assert.equal(outcome({ ...paused, day: '2026-04-30' }), 'calm');
  });

  test('paused: not without figures, without a goal, with a goal of zero, nor of what does not add up', () => {
    const paused = ads(['paused']);
    assert.equal(outcome({ ...paused, values: since('2026-04-09', null, 0) }), 'not_judged');
    assert.equal(outcome({ ...paused, values: 0, goal: null }), 'calm');
    assert.equal(outcome({ ...paused, values: 0, goal: { amount: 0 } }), 'calm');
    assert.equal(outcome({ ...paused, metric: costPerOrder, values: 0, total: 0 }), 'calm');
  });

  test('stale: nothing new for 36 hours, in the zone of the source', () => {
    const stale = { ...ads(['stale']), goal: null, values: 5 };
    const { finding, value, since: first } = findingOf({ ...stale, now: '2026-04-12T12:00:00Z' });
    assert.deepEqual([finding, value, first], ['stale', null, '2026-04-11']);
    assert.equal(outcome({ ...stale, now: '2026-04-12T11:59:00Z' }), 'calm');
    const newYork = { ...stale, timeZone: 'America/New_York' };
    assert.equal(outcome({ ...newYork, now: '2026-04-12T15:59:00Z' }), 'calm');
    assert.equal(outcome({ ...newYork, now: '2026-04-12T16:00:00Z' }), 'alerting');
  });

  test('stale: by hours and not by days where the clocks change', () => {
    const berlin = { ...ads(['stale']), goal: null, values: 5, timeZone: 'Europe/Berlin', day: '2026-03-28' };
    // The 29th begins at 23:00 UTC of the 28th and is an hour shorter.
    assert.equal(outcome({ ...berlin, now: '2026-03-30T10:59:00Z' }), 'calm');
    assert.equal(outcome({ ...berlin, now: '2026-03-30T11:00:00Z' }), 'alerting');
  });

  test('stale: also where the source says that it has not changed since', () => {
    const stale = { ...ads(['stale']), values: 5, now: '2026-04-11T06:00:00Z' };
    assert.equal(findingOf({ ...stale, freshAt: '2026-04-09T18:00:00Z' }).since, '2026-04-09');
    assert.equal(outcome({ ...stale, freshAt: '2026-04-09T18:01:00Z' }), 'calm');
    assert.equal(outcome({ ...stale, values: () => undefined }), 'alerting', 'no row at all');
  });

  test('no conversions: three days without any, where five would have been expected', () => {
    const without = ads(['no_conversions'], { conversions: 'conversions' });
    const last = '2026-04-08';
    // One conversion for 60 of costs: 300 in three days are five.
    const one = (day: string) => (day >= last ? 100 : 60);
    const { finding, value, since: first, other } = findingOf({ ...without, values: one, others: since(last, 0, 1) });
    assert.deepEqual([finding, value, first, other?.key], ['no_conversions', 300, last, 'conversions']);
    const less = (day: string) => (day >= last ? 99 : 60);
    assert.equal(outcome({ ...without, values: less, others: since(last, 0, 1) }), 'calm', 'fewer than five');
    assert.equal(outcome({ ...without, values: one, others: 1 }), 'calm');
    const single = (day: string) => (day < last || day === '2026-04-09' ? 1 : 0);
    assert.equal(outcome({ ...without, values: one, others: single }), 'calm', 'one is some');
  });

  test('no conversions: not where they are not known, nor where none were counted before', () => {
    const without = { ...ads(['no_conversions'], { conversions: 'conversions' }), values: 600 };
    assert.equal(outcome({ ...without, others: since('2026-04-08', 0, 10) }), 'alerting');
    assert.equal(outcome({ ...without, others: since('2026-04-08', null, 10) }), 'calm', 'no figure is not zero');
    assert.equal(outcome({ ...without, others: since('2026-04-10', null, 0) }), 'calm');
    const late = (day: string) => (day < '2026-04-08' ? 10 : day === '2026-04-10' ? null : 0);
    assert.equal(outcome({ ...without, others: late }), 'calm', 'one of the days is lacking');
    assert.equal(outcome({ ...without, others: 0 }), 'calm');
    const rule = { measure: 'ads' as const, signals: ['no_conversions'] as const, conversions: null };
    assert.equal(outcome({ ...without, rule, others: since('2026-04-08', 0, 10) }), 'calm');
    assert.equal(
      outcome({ ...without, other: { ...rate, key: 'conversions' }, others: since('2026-04-08', 0, 10) }),
      'calm',
    );
  });

  test('no conversions: costs of days whose conversions are not known make none expected', () => {
    const without = ads(['no_conversions'], { conversions: 'conversions' });
    // Counted for the last two weeks alone: one for 60, so that five are expected of 300.
    const counted = (day: string) => (day >= '2026-04-08' ? 0 : day >= '2026-03-25' ? 1 : null);
    assert.equal(
      outcome({ ...without, values: (day) => (day >= '2026-04-08' ? 100 : 60), others: counted }),
      'alerting',
    );
  });

  test('all are told together, and only those that are asked for', () => {
    const values = since('2026-04-08', 0, 100);
    const now = '2026-04-13T00:00:00Z';
    const verdict = judged({ ...ads(adSignals), values, now });
    const found = verdict.outcome === 'alerting' ? verdict.findings.map(({ finding }) => finding) : [];
    assert.deepEqual(found, ['underspend', 'stopped', 'paused', 'stale']);
    assert.equal(findingOf({ ...ads(['stale']), values, now }).finding, 'stale');
  });
});

test('a measure that a metric cannot be judged by is refused at its field, with what to do', () => {
  const level = { ...users, key: 'followers', at: 'end' as const };
  const description = { metrics: [cost, costPerOrder, users, level], dimensions: [] };
  const check = (metric: string, measure: GoalRule['measure']) => {
    const rules = { goal: { measure, ratio: 0.1, signals: [], conversions: null } };
    const watched = { kind: 'goal' as const, metric, dimension: null, rules };
    return () => checkOffered(watched, { name: 'Shop' } as never, description as never);
  };
  for (const measure of ['forecast', 'budget'] as const) {
    for (const key of ['cpo', 'users', 'followers']) {
      assert.throws(check(key, measure), (error: ServiceError) => {
        assert.equal(error.details?.[0]?.field, 'goal.measure');
        assert.match(error.message, /does not add up over days; choose/);
        return true;
      });
    }
    assert.doesNotThrow(check('cost', measure));
  }
  for (const key of ['cost', 'cpo', 'users']) assert.doesNotThrow(check(key, 'pace'));
  assert.throws(check('followers', 'pace'), (error: ServiceError) => error.details?.[0]?.field === 'goal.measure');
  assert.doesNotThrow(check('cpo', 'ads'));
});
