import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basisOf, type Choosing, chooseFigures } from '../../../src/domains/portfolio/choose-figures.ts';
import { measureFigures, questionsFor } from '../../../src/domains/portfolio/measure-figures.ts';
import { firstDayOfPeriod, periodsOn, todayOf } from '../../../src/domains/portfolio/portfolio-periods.ts';
import { type Summand, sortKeysOf } from '../../../src/domains/portfolio/sort-keys.ts';
import { convertTotals, totalsOf } from '../../../src/domains/portfolio/totals.ts';
import { nextNight } from '../../../src/domains/portfolio/turns.ts';
import type { GoalsSettings } from '../../../src/reporting/documents/goal-settings.ts';
import type { MetricDescription, Period } from '../../../src/reporting/documents/model.ts';

const days = (from: string, to: string) => ({ from, to });

test('a part of a month is compared with as many days of the month before, a whole one with a whole one', () => {
  const { month, last_month, days: last, wholeMonth } = periodsOn('2026-11-26');
  assert.deepEqual(month, { current: days('2026-11-01', '2026-11-25'), compare: days('2026-10-01', '2026-10-25') });
  assert.deepEqual(last_month, {
    current: days('2026-10-01', '2026-10-31'),
    compare: days('2026-09-01', '2026-09-30'),
  });
  assert.deepEqual(last, { current: days('2026-10-27', '2026-11-25'), compare: days('2026-09-27', '2026-10-26') });
  assert.deepEqual(wholeMonth, days('2026-11-01', '2026-11-30'));
});

test('where the month before is shorter, as many days are compared, and never a whole month with a part', () => {
  const { month } = periodsOn('2026-03-31');
  assert.deepEqual(month, { current: days('2026-03-01', '2026-03-30'), compare: days('2026-01-30', '2026-02-28') });
  assert.deepEqual(periodsOn('2026-03-29').month?.compare, days('2026-02-01', '2026-02-28'));
});

test('on the first of a month no day of it is over, so there is no month so far', () => {
  assert.equal(periodsOn('2026-12-01').month, null);
  assert.deepEqual(periodsOn('2026-12-01').last_month.current, days('2026-11-01', '2026-11-30'));
});

test('a day is over when it is over for the project and for the system', () => {
  const now = '2026-11-26T04:00:00.000Z';
  assert.equal(todayOf(['Europe/Berlin'], now), '2026-11-26');
  assert.equal(todayOf(['Europe/Berlin', 'America/Los_Angeles'], now), '2026-11-25');
});

test('figures are called this month only in their month, and last month only in the one behind', () => {
  assert.equal(firstDayOfPeriod('month', '2026-12-01'), '2026-12-01');
  assert.equal(firstDayOfPeriod('last_month', '2027-01-15'), '2026-12-01');
  assert.equal(firstDayOfPeriod('days', '2027-01-15'), null);
});

test('the night is five of the clock of the project, once, when clocks go forward and back', () => {
  const after = (text: string, zone = 'Europe/Berlin') => nextNight(zone, Temporal.Instant.from(text));
  assert.equal(after('2026-03-28T12:00:00Z'), '2026-03-29T03:00:00.000Z');
  assert.equal(after('2026-03-29T03:00:00Z'), '2026-03-30T03:00:00.000Z');
  assert.equal(after('2026-10-24T12:00:00Z'), '2026-10-25T04:00:00.000Z');
  assert.equal(after('2026-10-25T04:00:00Z'), '2026-10-26T04:00:00.000Z');
  // Lord Howe goes by half an hour at two, Apia once skipped a day.
  assert.equal(after('2026-10-03T12:00:00Z', 'Australia/Lord_Howe'), '2026-10-03T18:00:00.000Z');
  assert.equal(after('2011-12-29T20:00:00Z', 'Pacific/Apia'), '2011-12-30T15:00:00.000Z');
});

const revenue: MetricDescription = {
  ...{ key: 'revenue', label: 'Revenue', unit: 'currency', decimals: null, better: 'up', additive: true },
};
const cost: MetricDescription = { ...revenue, key: 'cost', label: 'Cost', better: 'none' };
const rate: MetricDescription = {
  ...{ key: 'rate', label: 'Rate', unit: 'percent', decimals: null, better: 'up', additive: false },
};

interface Given {
  readonly today: string;
  readonly metrics?: readonly MetricDescription[];
  readonly goals?: GoalsSettings;
  /** The amount of a day. */
  readonly perDay?: (day: string) => number | null;
  readonly whole?: (period: Period) => number;
}

/** What a source answers that has an amount for each day. */
function measure({ today, metrics = [revenue], goals = [], perDay = () => 10, whole }: Given) {
  const queries = questionsFor(metrics, today, 'UTC');
  const connection = { id: 'con_1', name: 'Shop', system: 'file', description: { metrics, dimensions: [] } };
  const answers = queries.map((query) => {
    const all: string[] = [];
    for (let day = Temporal.PlainDate.from(query.from); day.toString() <= query.to; day = day.add({ days: 1 })) {
      all.push(day.toString());
    }
    const known = all.filter((day) => perDay(day) !== null);
    const total = whole?.(query) ?? known.reduce((sum, day) => sum + (perDay(day) ?? 0), 0);
    const values = (value: number) => metrics.map(() => value);
    const rows =
      query.by === 'day'
        ? known.map((key) => ({ key, values: values(perDay(key) ?? 0) }))
        : [{ key: null, values: values(total) }];
    return { rows, groupCount: rows.length, hasData: known.length > 0, rowsRead: known.length, freshAt: null };
  });
  const fetchedAt = `${today}T05:00:00.000Z`;
  return measureFigures({ connection, metrics, goals, currency: 'EUR', today, fetchedAt, queries, answers });
}

const goalOf = (metric: string, amount: number) => [
  { id: 'g', connection_id: 'con_1', metric, amount, per: 'month' as const },
];

test('one question asks for each period as a whole, and once for all days', () => {
  const queries = questionsFor([revenue, rate], '2026-11-26', 'UTC');
  assert.equal(queries.length, 7);
  assert.deepEqual(queries.at(-1), {
    ...{ period: 'current', timeZone: 'UTC', metrics: ['revenue', 'rate'], by: 'day' },
    ...{ from: '2026-10-01', to: '2026-11-25', limit: 56 },
  });
  // On the 31st the month so far is the last 30 days, and what both are compared with the last month.
  assert.equal(questionsFor([revenue], '2026-10-31', 'UTC').length, 4);
});

test('the goal of a month that is not over is the whole month’s, with pace, forecast and what is left of a budget', () => {
  const { month, last_month } = measure({ today: '2026-11-16', metrics: [cost], goals: goalOf('cost', 400) });
  const [figure] = month;
  assert.deepEqual([figure?.value, figure?.compared, figure?.change?.absolute], [150, 150, 0]);
  assert.equal(figure?.goal?.target, 400);
  assert.equal(figure?.goal?.pace, 0.75);
  assert.equal(figure?.goal?.time_gone, 0.5);
  assert.equal(figure?.forecast, 300);
  assert.equal(figure?.budget_left, 250);
  assert.equal(figure?.off_course, 0.25, 'too little spent is off a budget as well');
  assert.deepEqual(
    [last_month[0]?.value, last_month[0]?.goal?.target, last_month[0]?.goal?.pace, last_month[0]?.forecast],
    [310, 400, 0.775, null],
  );
});

test('what is the better the more there is has no budget, and is off its goal only behind it', () => {
  const behind = measure({ today: '2026-11-16', goals: goalOf('revenue', 400) }).month[0];
  const ahead = measure({ today: '2026-11-16', goals: goalOf('revenue', 150) }).month[0];
  assert.deepEqual([behind?.budget_left, behind?.off_course], [null, 0.25]);
  assert.deepEqual([ahead?.off_course, ahead?.goal?.sentiment], [-1, 'good']);
});

test('in the first week of a month there is no forecast, and nothing is off course yet', () => {
  const [figure] = measure({ today: '2026-11-04', goals: goalOf('revenue', 3_000) }).month;
  assert.deepEqual([figure?.value, figure?.forecast, figure?.off_course], [30, null, null]);
});

test('ratios are those that the source says of the whole period, never a mean of days', () => {
  const whole = ({ from }: Period) => (from === '2026-11-01' ? 0.42 : 0.4);
  const { month } = measure({ today: '2026-11-26', metrics: [rate], perDay: () => 0.1, whole });
  assert.deepEqual([month[0]?.value, month[0]?.compared, month[0]?.forecast], [0.42, 0.4, null]);
  assert.deepEqual(month[0]?.spark, Array(30).fill(0.1));
});

test('amounts are in the currency of the metric, else of the project, and other figures in none', () => {
  const own = measure({ today: '2026-11-26', metrics: [{ ...cost, currency: 'USD' }, revenue, rate] }).days;
  assert.deepEqual(
    own.map(({ currency }) => currency),
    ['USD', 'EUR', null],
  );
});

test('days without rows are told, so that nobody takes them for nothing', () => {
  const { month } = measure({ today: '2026-11-26', perDay: (day) => (day > '2026-11-23' ? null : 10) });
  assert.deepEqual(month[0]?.notes, [{ code: 'missing_days', date: null, count: 2 }]);
  assert.deepEqual(month[0]?.spark.slice(-3), [10, null, null]);
});

test('on the first of a month its figures are empty, and no sum takes them', () => {
  const { month } = measure({ today: '2026-12-01', goals: goalOf('revenue', 100) });
  assert.deepEqual([month[0]?.value, month[0]?.period, month[0]?.goal], [null, null, null]);
  const from = '2026-12-01';
  assert.deepEqual(sortKeysOf(month, from), { off_course: null, adverse: 0, change: null, from, sums: [] });
});

test('what a system has of the month before, where its days are others, is neither sorted by nor added up', () => {
  const { month } = measure({ today: '2026-11-16', goals: goalOf('revenue', 400) });
  const keys = sortKeysOf(month, '2026-12-01');
  assert.deepEqual([keys.off_course, keys.sums], [null, []]);
  assert.deepEqual(
    [sortKeysOf(month, '2026-11-01').off_course, sortKeysOf(month, '2026-11-01').sums.length],
    [0.25, 1],
  );
});

const connections = [
  { id: 'con_1', system: 'file', config: JSON.stringify({ metrics: [{ key: 'revenue' }] }) },
  { id: 'con_2', system: 'google-ads', config: '{}' },
];
const kpis = { type: 'kpis' as const, title: null, connection_id: 'con_2', metrics: ['clicks', 'cost'] };
const choosing = (more: Partial<Choosing>): Choosing => ({ settings: {}, connections, figures: null, ...more });

test('a template’s figures go before the account’s, and those before the first key figures of the layout', () => {
  const figures = [{ system: null, metric: 'revenue' }];
  const portfolio = [{ connection_id: 'con_2', metric: 'cost' }];
  const asked = (given: Partial<Choosing>) =>
    chooseFigures(choosing(given)).map((choice) =>
      choice.map(({ connectionId, metrics }) => [connectionId, metrics?.map(({ key }) => key) ?? null]),
    );
  assert.deepEqual(asked({ settings: { portfolio, sections: [kpis] }, figures }), [[['con_2', ['cost']]]]);
  assert.deepEqual(asked({ settings: { sections: [kpis] }, figures }), [
    [
      ['con_1', ['revenue']],
      ['con_2', ['revenue']],
    ],
    [['con_2', ['clicks', 'cost']]],
  ]);
  assert.deepEqual(asked({ settings: { sections: [kpis] } }), [[['con_2', ['clicks', 'cost']]]]);
  assert.deepEqual(asked({}), [[['con_1', null]], [['con_2', null]]]);
});

test('a connection that is known to lack a metric is not asked for it', () => {
  const figures = [{ system: null, metric: 'clicks' }];
  const [first] = chooseFigures(choosing({ figures }));
  assert.deepEqual(
    first?.map(({ connectionId }) => connectionId),
    ['con_2'],
  );
  assert.deepEqual(chooseFigures(choosing({ figures: [{ system: 'shopify', metric: 'clicks' }] }))[0], []);
});

test('another layout, goal, connection, currency or zone is another basis; another title is not', () => {
  const project = { time_zone: 'UTC', currency: 'EUR' };
  const basis = (more: Partial<Choosing>, at = project) => basisOf(choosing(more), at);
  const same = basis({ settings: { sections: [kpis] } });
  assert.equal(basis({ settings: { sections: [kpis], title: 'New' } }), same);
  const others = [
    basis({ settings: { sections: [{ ...kpis, metrics: ['cost'] }] } }),
    basis({ settings: { sections: [kpis], goals: goalOf('cost', 1) } }),
    basis({ settings: { sections: [kpis] }, connections: connections.slice(1) }),
    basis({
      settings: { sections: [kpis] },
      connections: connections.map((each) => ({ ...each, config: '{"path":"b"}' })),
    }),
    basis({ settings: { sections: [kpis] }, figures: [{ system: null, metric: 'cost' }] }),
    basis({ settings: { sections: [kpis] } }, { ...project, currency: 'USD' }),
    basis({ settings: { sections: [kpis] } }, { ...project, time_zone: 'Europe/Berlin' }),
    basis({}),
  ];
  assert.equal(new Set([same, ...others]).size, others.length + 1);
});

const summand = (more: Partial<Summand>): Summand => ({
  ...{ system: 'shopify', metric: 'revenue', label: 'Revenue', unit: 'currency', currency: 'EUR', decimals: null },
  ...{ value: 0.1, from: '2026-11-01', to: '2026-11-25' },
  ...more,
});

test('only the same metric of the same system in the same currency is added up, to the cent', () => {
  const totals = totalsOf([
    summand({}),
    summand({ value: 0.2 }),
    summand({ value: 5, currency: 'USD' }),
    summand({ value: 7, system: 'woocommerce' }),
    summand({ value: 0.3, to: '2026-11-24' }),
  ]);
  assert.deepEqual(
    totals.map(({ system, currency, value, projects, other_days }) => [system, currency, value, projects, other_days]),
    [
      ['shopify', 'EUR', 0.6, 3, 1],
      ['shopify', 'USD', 5, 1, 0],
      ['woocommerce', 'EUR', 7, 1, 0],
    ],
  );
});

test('with a reporting currency and rates, sums of currencies become one, which says the day of its rates', () => {
  const totals = totalsOf([summand({ value: 100 }), summand({ value: 50, currency: 'USD' })]);
  const source = { connection_id: 'con_9', dimension: 'currency', metric: 'rate' };
  const rates = { date: '2026-11-24', values: { USD: 0.5 }, of: '', tried_at: '', fault: null };
  const [price] = convertTotals(totals, { currency: 'EUR', source: { ...source, means: 'price' }, rates });
  const [units] = convertTotals(totals, { currency: 'EUR', source: { ...source, means: 'units' }, rates });
  assert.deepEqual([price?.value, price?.rate_date, price?.projects, price?.missing], [125, '2026-11-24', 2, []]);
  assert.equal(units?.value, 200);
});

test('without a rate for one of the currencies there is no sum, and it says which; without rates none at all', () => {
  const totals = totalsOf([summand({ value: 100 }), summand({ value: 50, currency: 'PLN' })]);
  const source = { connection_id: 'con_9', dimension: 'currency', metric: 'rate', means: 'price' as const };
  const [none] = convertTotals(totals, { currency: 'EUR', source, rates: undefined });
  assert.deepEqual([none?.value, none?.missing], [null, ['PLN']]);
  assert.deepEqual(convertTotals(totals, undefined), []);
});
