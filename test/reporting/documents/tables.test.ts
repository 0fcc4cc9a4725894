import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import type { GoalsSettings } from '../../../src/reporting/documents/goal-settings.ts';
import type { BreakdownRow, BreakdownSection, MetricDescription } from '../../../src/reporting/documents/model.ts';
import type { ReportConnection } from '../../../src/reporting/documents/report-connection.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { SectionError } from '../../../src/reporting/documents/section-names.ts';
import { type SectionSettings, sectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { average, february, type Row, reportOn, sectionOf, shop } from './rows-source.ts';

type Settings = Extract<SectionSettings, { readonly type: 'breakdown' }>;
type OwnColumn = NonNullable<Settings['own_columns']>[number];

const now = '2026-02-10';
const before = '2026-01-10';
const places = { type: 'breakdown', connection_id: shop.id, dimension: 'place' } as const;
const perSale: OwnColumn = { key: 'per_sale', label: 'Per sale', expression: 'revenue / sales', unit: 'currency' };

function rowsOf(day: string, amounts: Record<string, readonly number[]>): Row[] {
  return Object.entries(amounts).flatMap(([place, each]) => each.map((amount) => ({ day, place, amount })));
}

interface Given {
  readonly rows: readonly Row[];
  readonly goals?: GoalsSettings;
  readonly alter?: NonNullable<Parameters<typeof reportOn>[1]>['alter'];
}

function tableOf(settings: Partial<Settings>, { rows, goals, alter }: Given): BreakdownSection {
  const sections = [{ ...places, ...settings }];
  return sectionOf(reportOn(rows, { sections, ...(goals && { goals }), ...(alter && { alter }) }), 'breakdown');
}

const told = ({ label, cells }: BreakdownRow) => [label, ...cells.map(({ current, compare }) => [current, compare])];
const labelsOf = ({ rows }: BreakdownSection) => rows.map(({ label }) => label);

const sold = [
  ...rowsOf(now, { North: [50, 10], South: [20], East: [15], West: [5] }),
  ...rowsOf(before, { North: [40], South: [30], Gone: [30] }),
];

test('an own column is worked out from the metrics of each row, the rest and the total, never as a mean of rows', () => {
  const { rows, rest, total, metrics } = tableOf(
    { metrics: ['revenue'], own_columns: [perSale], limit: 2 },
    { rows: sold },
  );
  assert.deepEqual(rows.map(told), [
    ['North', [60, 40], [30, 40]],
    ['South', [20, 30], [20, 30]],
  ]);
  assert.deepEqual(rest && told(rest), [null, [20, 30], [10, 30]]);
  assert.deepEqual(told(total), [null, [100, 100], [20, 100 / 3]]);
  assert.deepEqual(metrics[1], {
    ...{ key: 'per_sale', label: 'Per sale', unit: 'currency', decimals: null, better: 'none', additive: false },
  });
  assert.equal(rows[0]?.cells[1]?.share, null);
});

test('a division by zero and a missing figure are no figure, and its change is none', () => {
  const rows = [...rowsOf(now, { Free: [0], New: [4] }), ...rowsOf(before, { Free: [3] })];
  const back = { ...perSale, key: 'back', expression: 'sales / revenue' };
  const table = tableOf({ metrics: ['revenue'], own_columns: [perSale, { ...back, unit: 'number' }] }, { rows });
  assert.deepEqual(table.rows.map(told), [
    ['New', [4, 0], [4, null], [0.25, null]],
    ['Free', [0, 3], [0, 3], [null, 1 / 3]],
  ]);
  assert.equal(table.rows[0]?.cells[1]?.change, null);
});

test('a mean in an own column has no rest, as it does not add up', () => {
  const own = { ...perSale, expression: 'average * 2' };
  const { rest } = tableOf({ metrics: ['revenue'], own_columns: [own], limit: 1 }, { rows: sold });
  assert.deepEqual(rest && told(rest), [null, [40, 60], [null, null]]);
});

test('the operands of an own column are asked for behind what ranks the rows', () => {
  const asked = (settings: Partial<Settings>) => {
    const plan = planReport({
      sections: [{ ...places, ...settings }],
      ...{ connections: [shop], periods: february, timeZone: 'UTC' },
    });
    return plan.connections[0]?.queries.find(({ by }) => typeof by === 'object')?.metrics;
  };
  assert.deepEqual(asked({ metrics: ['average'], own_columns: [perSale] }), ['average', 'revenue', 'sales']);
  assert.deepEqual(asked({ metrics: ['average', 'sales'], sort: { by: 'sales' } }), ['sales', 'average']);
  assert.deepEqual(asked({ metrics: ['average', 'sales'], sort: { by: 'sales', order: 'ascending' } }), [
    'average',
    'sales',
  ]);
});

test('rows are sorted by any column or by name, missing figures and names last, and the first of them are shown', () => {
  const rows = [
    ...rowsOf(now, { 'Shop 10': [9], 'Shop 9': [3, 4], Ärmel: [1], Zoo: [0] }),
    { day: now, place: null, amount: 2 },
  ];
  const sorted = (sort: Settings['sort'], more: Partial<Settings> = {}) =>
    labelsOf(tableOf({ metrics: ['revenue', 'sales'], ...(sort && { sort }), ...more }, { rows }));
  assert.deepEqual(sorted(undefined), ['Shop 10', 'Shop 9', null, 'Ärmel', 'Zoo']);
  assert.deepEqual(sorted({ by: 'revenue', order: 'ascending' }), ['Zoo', 'Ärmel', null, 'Shop 9', 'Shop 10']);
  assert.deepEqual(sorted({ by: 'sales' }, { limit: 2 }), ['Shop 9', 'Shop 10']);
  assert.deepEqual(sorted({}), ['Ärmel', 'Shop 9', 'Shop 10', 'Zoo', null]);
  assert.deepEqual(sorted({ by: null, order: 'descending' }), ['Zoo', 'Shop 10', 'Shop 9', 'Ärmel', null]);
  const inverse = { ...perSale, expression: 'sales / revenue', unit: 'number' as const };
  const byOwn = { own_columns: [inverse] };
  assert.deepEqual(sorted({ by: 'per_sale' }, byOwn), ['Ärmel', null, 'Shop 9', 'Shop 10', 'Zoo']);
  assert.deepEqual(sorted({ by: 'per_sale', order: 'ascending' }, byOwn), ['Shop 10', 'Shop 9', null, 'Ärmel', 'Zoo']);
});

test('where not all values were fetched, an order that the system does not rank by says among which it was made', () => {
  const alter: Given['alter'] = (given) =>
    given.groupCount === 4 ? { ...given, rows: given.rows.slice(0, 3) } : given;
  const codes = (settings: Partial<Settings>) =>
    tableOf({ metrics: ['revenue', 'sales'], ...settings }, { rows: sold, alter }).notes.map(({ code }) => code);
  const whole = ['rows_truncated'];
  assert.deepEqual(codes({}), whole);
  assert.deepEqual(codes({ sort: { by: 'sales' } }), whole);
  for (const sort of [{ by: 'sales', order: 'ascending' }, { by: null }, { by: 'per_sale' }] as const) {
    assert.deepEqual(codes({ sort, own_columns: [perSale] }), [...whole, 'sorted_among']);
  }
});

const goalOf = (metric: string, amount: number): GoalsSettings => [
  { id: metric, connection_id: shop.id, metric, amount, per: 'month' },
];
const marksOf = (table: BreakdownSection, column: number) =>
  [...table.rows, table.total].map(({ cells }) => cells[column]?.mark);

test('the goal of a mean marks each row and the total; that of a sum, of which rows are parts, the total alone', () => {
  const better = (given: MetricDescription): MetricDescription => ({ ...given, better: 'up' });
  const cheered: ReportConnection = {
    ...shop,
    description: {
      ...shop.description,
      metrics: shop.description.metrics.map((metric) => (metric.key === average.key ? better(metric) : metric)),
    },
  };
  const marked = (goals: GoalsSettings, metrics: string[]) =>
    sectionOf(
      reportOn(sold, {
        ...{ sections: [{ ...places, metrics, marks: 'goal' }], goals, connections: [cheered] },
      }),
      'breakdown',
    );
  const ofMean = marked(goalOf('average', 20), ['average']);
  assert.deepEqual(marksOf(ofMean, 0), ['good', 'good', 'bad', 'bad', 'good']);
  assert.deepEqual(ofMean.marks, { than: 'goal', goals: [{ target: 20 }] });
  const ofSum = marked(goalOf('revenue', 90), ['revenue']);
  assert.deepEqual(marksOf(ofSum, 0), [undefined, undefined, undefined, undefined, 'good']);
  assert.deepEqual(marksOf(marked(goalOf('revenue', 900), ['revenue']), 0).at(-1), 'bad');
});

test('an own column is marked by its own goal, whichever way is better', () => {
  const marked = (better: 'up' | 'down' | 'none') =>
    marksOf(
      tableOf({ metrics: ['revenue'], own_columns: [{ ...perSale, better, goal: 20 }], marks: 'goal' }, { rows: sold }),
      1,
    );
  assert.deepEqual(marked('down'), ['bad', 'good', 'good', 'good', 'good']);
  assert.deepEqual(marked('up'), ['good', 'good', 'bad', 'bad', 'good']);
  assert.deepEqual(marked('none'), Array(5).fill(undefined));
});

test('marks against the comparison are those of changes; without one, and without a direction, there are none', () => {
  const table = tableOf({ metrics: ['revenue', 'average'], marks: 'compare' }, { rows: sold });
  assert.deepEqual(marksOf(table, 0), ['good', 'bad', 'good', 'good', undefined]);
  assert.deepEqual(marksOf(table, 1), Array(5).fill(undefined));
});

test('a long table has a last row for paper, and further rows whose rest adds up', () => {
  const many = rowsOf(now, Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`p${at}`, [at + 1]] as const)));
  const table = tableOf({ metrics: ['revenue'], own_columns: [perSale], limit: 120 }, { rows: many });
  const whole = (700 * 701) / 2;
  const sumOf = (count: number) => Array.from({ length: count }, (_, at) => 700 - at).reduce((one, next) => one + next);
  assert.equal(table.rows.length, 120);
  assert.equal(table.rest?.cells[0]?.current, whole - sumOf(120));
  assert.equal(table.rest_on_paper?.cells[0]?.current, whole - sumOf(100));
  assert.equal(table.rest_on_paper?.cells[1]?.current, (whole - sumOf(100)) / 600);
  assert.equal(table.further?.rows.length, 480);
  assert.deepEqual(table.further?.rows[0], { label: 'p579', current: [580, 580], compare: [null, null] });
  assert.equal(table.further?.rest?.cells[0]?.current, whole - sumOf(600));
  const short = tableOf({ metrics: ['revenue'], limit: 100 }, { rows: many });
  assert.ok(!('rest_on_paper' in short) && !('further' in short));
});

const accepts = (...sections: object[]) => Check(sectionsSettings, sections);

test('settings of tables have bounds, and pictures have no room for them [C-SETTINGS-5]', () => {
  assert.ok(accepts({ ...places, own_columns: [perSale], sort: { by: 'per_sale' }, marks: 'goal', limit: 500 }));
  assert.ok(!accepts({ ...places, limit: 501 }));
  assert.ok(accepts(...Array(10).fill({ ...places, limit: 500 })));
  assert.ok(!accepts(...Array(10).fill({ ...places, limit: 500 }), { ...places, limit: 1 }), 'too many together');
  assert.ok(!accepts({ ...places, own_columns: [] }) && !accepts({ ...places, own_columns: [perSale, perSale] }));
  assert.ok(!accepts({ ...places, own_columns: [{ ...perSale, expression: 'revenue /' }] }));
  assert.ok(!accepts({ ...places, own_columns: [{ ...perSale, expression: `revenue${' '.repeat(200)}` }] }));
  assert.ok(!accepts({ ...places, sort: { by: 'sales', order: 'up' } }) && !accepts({ ...places, marks: 'colour' }));
  for (const display of ['columns', 'donut']) {
    assert.ok(
      !accepts({ ...places, display, own_columns: [perSale] }) && !accepts({ ...places, display, marks: 'goal' }),
    );
    assert.equal(accepts({ ...places, display, sort: {} }), display === 'columns');
  }
});

test('what a table cannot show is refused at its field', () => {
  const mixed: ReportConnection = {
    ...shop,
    description: {
      ...shop.description,
      metrics: [...shop.description.metrics, { ...average, key: 'dollars', additive: true, currency: 'USD' }],
    },
  };
  const refused = (settings: Partial<Settings>, field: string, words: RegExp) =>
    assert.throws(
      () =>
        planReport({
          sections: [{ ...places, metrics: ['revenue'], ...settings }],
          ...{ connections: [mixed], periods: february, timeZone: 'UTC' },
        }),
      (error) => error instanceof SectionError && error.field === field && words.test(error.message),
    );
  const own = (column: Partial<OwnColumn>) => ({ own_columns: [{ ...perSale, ...column }] });
  refused(own({ expression: 'revenue / orders' }), 'own_columns.0.expression', /metric "orders"/);
  refused(own({ expression: 'revenue + dollars' }), 'own_columns.0.expression', /different currencies.*USD/);
  refused(own({ expression: 'revenue / dollars', unit: 'number' }), 'own_columns.0.expression', /different currencies/);
  refused(own({ unit: 'percent' }), 'own_columns.0.unit', /amount of money/);
  refused(own({ expression: 'revenue / average' }), 'own_columns.0.unit', /no amount of money/);
  refused(own({ expression: 'revenue + sales', unit: 'number' }), 'own_columns.0.unit', /adds amounts of money/);
  refused(own({ expression: 'revenue * 0.9', goal: 5 }), 'own_columns.0.goal', /no ratio/);
  refused(own({ key: 'revenue' }), 'own_columns.0.key', /another key/);
  refused({ sort: { by: 'sales' } }, 'sort.by', /does not show.*"revenue"/);
});
