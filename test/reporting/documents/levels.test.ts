import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { answer, average, dailySales, type Row, reportOn, sales, sectionOf, shop, stock } from './rows-source.ts';

const connection_id = shop.id;
const connections = [{ ...shop, description: { ...shop.description, metrics: [stock, sales, average] } }];
const february = { from: '2026-02-01', to: '2026-02-28' };
const january = { from: '2026-01-01', to: '2026-01-31' };
const highlights = { type: 'highlights' } as const;
type SectionOf<Type> = Extract<SectionsSettings[number], { type: Type }>;
const kpis: SectionOf<'kpis'> = { type: 'kpis', connection_id, metrics: ['stock'] };
const breakdown: SectionOf<'breakdown'> = { type: 'breakdown', connection_id, dimension: 'place', metrics: ['stock'] };

/** What two places have in stock, day by day from the first of January on; the last days decide. */
function rowsOf(north: (day: number) => number, south: (day: number) => number | null): Row[] {
  return Array.from({ length: 59 }, (_, index) => index).flatMap((index): Row[] => {
    const day = Temporal.PlainDate.from('2026-01-01').add({ days: index }).toString();
    const other = south(index);
    const rows = [{ day, place: 'North', amount: north(index) }];
    return other === null ? rows : [...rows, { day, place: 'South', amount: other }];
  });
}

const growing = rowsOf(
  (day) => 100 + day,
  (day) => 300 - day,
);

function report(rows: readonly Row[], sections: SectionsSettings, options: Parameters<typeof reportOn>[1] = {}) {
  return reportOn(rows, { connections, sections, periods: { current: february, compare: january }, ...options });
}

test('a key figure of a level is its value at the end beside that at the end of the period before', () => {
  const { items, notes } = sectionOf(
    report(
      rowsOf(
        (day) => day,
        () => 1000,
      ),
      [kpis],
    ),
    'kpis',
  );
  assert.deepEqual([items[0]?.current, items[0]?.compare], [1058, 1030]);
  assert.equal(items[0]?.change?.absolute, 28);
  assert.deepEqual(items[0]?.spark.slice(-2), [1057, 1058]);
  assert.deepEqual(
    notes.filter(({ code }) => code === 'at_end'),
    [
      {
        code: 'at_end',
        message: 'At the end of the period, not added up over its days: Stock.',
        metrics: ['stock'],
      },
    ],
  );
});

test("periods of other lengths compare the levels at their ends, never a day's average", () => {
  const { notes } = sectionOf(report(growing, [{ ...kpis, metrics: ['stock', 'sales'] }]), 'kpis');
  const [lengths] = notes.filter((note) => note.code === 'period_lengths_differ');
  assert.deepEqual(lengths?.code === 'period_lengths_differ' && lengths.per_day.map(({ metric }) => metric), ['sales']);
});

test('the groups of a level have shares, a rest and a total that they add up to', () => {
  const places = [...growing, ...growing.map((row) => ({ ...row, place: `${row.place} B` }))];
  const { rows, rest, total } = sectionOf(report(places, [{ ...breakdown, limit: 2 }]), 'breakdown');
  assert.deepEqual(
    rows.map(({ label, cells }) => [label, cells[0]?.current, cells[0]?.compare]),
    [
      ['South', 242, 270],
      ['South B', 242, 270],
    ],
  );
  assert.deepEqual([rest?.cells[0]?.current, total.cells[0]?.current], [316, 800]);
  assert.equal(rows[0]?.cells[0]?.share, 242 / 800);
  assert.equal(rest?.cells[0]?.share, 316 / 800);
});

test('a group without rows on the last day has no figure, in either period, and the total is that of the others', () => {
  const ended = rowsOf(
    (day) => 100 + day,
    (day) => (day < 40 ? 50 : null),
  );
  const { rows, total, rest } = sectionOf(report(ended, [breakdown]), 'breakdown');
  assert.deepEqual(
    rows.map(({ label, cells }) => [label, cells[0]?.current, cells[0]?.compare, cells[0]?.change === null]),
    [
      ['North', 158, 130, false],
      ['South', null, 50, true],
    ],
  );
  assert.deepEqual([total.cells[0]?.current, rest], [158, null]);
  const begun = rowsOf(
    (day) => 100 + day,
    (day) => (day < 40 ? null : 50),
  );
  const [, south] = sectionOf(report(begun, [breakdown]), 'breakdown').rows;
  assert.deepEqual([south?.label, south?.cells[0]?.current, south?.cells[0]?.compare], ['South', 50, null]);
});

test('a series by week has the value at the end of each, and only a week that is not over is partial', () => {
  const section = { type: 'timeseries', connection_id, metric: 'stock', by: 'week' } as const;
  const periods = { current: { from: '2026-02-04', to: '2026-02-20' }, compare: null };
  const { current } = sectionOf(
    report(
      rowsOf(
        (day) => day,
        () => 0,
      ),
      [section],
      { periods },
    ),
    'timeseries',
  );
  assert.deepEqual(current, [
    { date: '2026-02-04', value: 38 },
    { date: '2026-02-09', value: 45 },
    { date: '2026-02-16', value: 50, partial: true },
  ]);
});

test('a donut draws a level, and one that is no sum has neither shares nor a donut', () => {
  const donut = { ...breakdown, display: 'donut' } as const;
  assert.equal(sectionOf(report(growing, [donut]), 'breakdown').rows[0]?.cells[0]?.share, 242 / 400);
  const price = { ...stock, not_additive_by: ['place'] };
  const options = { connections: [{ ...shop, description: { ...shop.description, metrics: [price] } }] };
  assert.throws(() => report(growing, [donut], options), /needs a metric whose parts add up/);
  assert.equal(sectionOf(report(growing, [breakdown], options), 'breakdown').rows[0]?.cells[0]?.share, null);
});

test('the goal of a level is its amount, without parts of it for days, pace or forecast, and missed at its end alone', () => {
  const goal = { id: 'g', connection_id, metric: 'stock', amount: 450, per: 'month' } as const;
  const itemOf = (day: string, to: string, amount = 450) => {
    const periods = { current: { from: '2026-02-01', to }, compare: null };
    const options = { goals: [{ ...goal, amount }], periods, createdAt: `${day}T06:00:00Z` };
    const rows = rowsOf(
      (day) => 100 + day,
      () => 280,
    );
    const document = report(rows, [{ type: 'goals' }, kpis], options);
    const [item] = sectionOf(document, 'goals').items;
    const [kpi] = sectionOf(document, 'kpis').items;
    const prorated = sectionOf(document, 'kpis').notes.some(({ code }) => code === 'goals_prorated');
    assert.ok(item && kpi);
    return { item, kpi, prorated };
  };
  const half = itemOf('2026-02-15', '2026-02-14');
  assert.deepEqual([half.item.target, half.item.reached, half.item.pace, half.item.lead], [450, 424, null, null]);
  assert.deepEqual([half.item.forecast, half.item.sentiment], [null, 'neutral']);
  assert.deepEqual([half.kpi.goal?.target, half.kpi.goal?.sentiment, half.prorated], [450, 'neutral', false]);
  assert.equal(itemOf('2026-02-15', '2026-02-14', 424).item.sentiment, 'good');
  const over = itemOf('2026-03-02', '2026-02-28');
  assert.deepEqual([over.item.reached, over.item.lead, over.item.sentiment], [438, -12, 'bad']);
  assert.deepEqual([over.kpi.goal?.target, over.kpi.goal?.sentiment], [450, 'bad']);
});

test('levels of several systems add up at the end, but not mean prices or what is a sum in one and a level in another', () => {
  const other = { ...shop, id: 'con_other', name: 'Other' };
  const totalOf = (mine: typeof stock, theirs: typeof stock) => {
    const systems = [
      { ...shop, description: { ...shop.description, metrics: [mine] } },
      { ...other, description: { ...other.description, metrics: [theirs] } },
    ];
    const of = { [shop.id]: mine.key, [other.id]: theirs.key };
    const section: SectionOf<'channels'> = {
      type: 'channels',
      rows: [{ connection_id: shop.id }, { connection_id: other.id }],
      metrics: [{ key: 'all', label: 'All', unit: 'count', of }],
    };
    const answerWith = (query: Parameters<typeof answer>[0]) => answer(query, growing);
    const channels = sectionOf(report(growing, [section], { connections: systems, answerWith }), 'channels');
    return [channels.total?.cells[0]?.current, channels.notes.map(({ code }) => code)];
  };
  assert.deepEqual(totalOf(stock, stock), [800, ['at_end']]);
  assert.deepEqual(totalOf(stock, { ...stock, not_additive_by: [] }), [null, ['at_end']]);
  assert.deepEqual(totalOf(stock, sales), [null, []]);
});

test('highlights tell the move of a level between the ends and the group that made it, no runs and no daily averages', () => {
  const rows = rowsOf(
    (day) => 100 + day * 10,
    () => 2000,
  );
  const options = { createdAt: '2026-03-02T06:00:00Z' };
  const { items } = sectionOf(report(rows, [highlights, kpis, breakdown], options), 'highlights');
  const texts = items.map(({ text }) => text);
  assert.ok(texts.includes('Stock rose 11.7% to 2,680; the whole rise came from Place North.'), JSON.stringify(texts));
  assert.ok(!items.some(({ rule }) => rule === 'run'), JSON.stringify(texts));
  assert.ok(!texts.some((text) => text.includes('per day')), JSON.stringify(texts));
});

test('a metric that seems to count a column as what it is not is told once, with what would be right, where it is shown', () => {
  const right = 'sum("Stock"), "additive": false, "at": "end"';
  const misread = [
    { metric: 'sales', kind: 'level' as const, right },
    { metric: 'revenue', kind: 'ratio' as const, right: 'sum(a) / nullif(sum(b), 0)' },
  ];
  const connections = [{ ...shop, description: { ...shop.description, misread } }];
  const sections = [{ type: 'kpis' as const, connection_id: shop.id, metrics: ['sales'] }];
  const document = reportOn(dailySales('2026-01-01', Array(59).fill(2)), { connections, sections });
  assert.deepEqual(document.warnings, [
    {
      code: 'looks_like_level',
      message: `Sales of Shop adds up a column that looks like levels, such as balances or prices, so its figures may be wrong. This would be right: ${right}.`,
      connection_id: shop.id,
    },
  ]);
});
