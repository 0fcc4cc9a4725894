import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlannedQuery, planReport, type ReportPlan } from '../../../src/reporting/documents/report-plan.ts';
import { SectionError } from '../../../src/reporting/documents/section-names.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { february, shop } from './rows-source.ts';

function planOf(sections: SectionsSettings | null, periods = february): ReportPlan {
  return planReport({ sections, connections: [shop], periods, timeZone: 'Europe/Berlin' });
}

function questions(plan: ReportPlan): string[] {
  const told = ({ period, by, metrics }: PlannedQuery): string => {
    return `${period} ${typeof by === 'object' ? by.dimension : by} ${metrics.join()}`;
  };
  return plan.connections.flatMap(({ queries }) => queries.map(told));
}

const kpis = { type: 'kpis', connection_id: shop.id } as const;
const series = { type: 'timeseries', connection_id: shop.id } as const;
const breakdown = { type: 'breakdown', connection_id: shop.id, dimension: 'place' } as const;

test('the automatic layout shows highlights, key figures, the leading series, and a breakdown for each dimension', () => {
  const { sections, automatic } = planOf(null);
  const shown = sections.map((section) => {
    if (section.type === 'timeseries') return `timeseries ${section.metrics.map(({ key }) => key)} by ${section.by}`;
    if (!('metrics' in section)) return section.type;
    return `${section.type} ${section.metrics.map(({ key }) => key)}`;
  });
  assert.equal(automatic, true);
  assert.deepEqual(shown, [
    'highlights',
    'kpis average,sales,revenue',
    'timeseries sales by day',
    'timeseries revenue by day',
    'breakdown sales,revenue,average',
  ]);
});

test('the automatic layout queries each period and grouping once', () => {
  assert.deepEqual(questions(planOf(null)), [
    'current none average,sales,revenue',
    'compare none average,sales,revenue',
    'current day average,sales,revenue',
    'compare day average,sales,revenue',
    'current place sales,revenue,average',
    'compare place sales,revenue,average',
  ]);
});

test('without a compared period nothing is queried for one', () => {
  const alone = questions(planOf(null, { ...february, compare: null }));
  assert.ok(alone.length === 3 && alone.every((question) => question.startsWith('current')));
});

test('a period of one day has no series', () => {
  const day = { from: '2026-02-01', to: '2026-02-01' };
  const { sections } = planOf(null, { current: day, compare: null });
  assert.ok(!sections.some(({ type }) => type === 'timeseries'));
});

test('weeks and months of additive metrics are summed from days, others are queried by unit', () => {
  const additive = planOf([{ ...series, metric: 'sales', by: 'month' }]);
  assert.deepEqual(questions(additive).slice(2), ['current day sales', 'compare day sales']);
  const other = planOf([{ ...series, metric: 'average', by: 'month' }]);
  assert.deepEqual(questions(other).slice(2), ['current month average', 'compare month average']);
});

test('breakdowns of one dimension share a query when they have the same first metric', () => {
  const shared = planOf([
    { ...breakdown, metrics: ['sales'] },
    { ...breakdown, metrics: ['sales', 'revenue'] },
  ]);
  assert.deepEqual(questions(shared).slice(2), ['current place sales,revenue', 'compare place sales,revenue']);
  const apart = planOf([
    { ...breakdown, metrics: ['sales'] },
    { ...breakdown, metrics: ['revenue'] },
  ]);
  assert.equal(questions(apart).length, 6);
});

test('a query has the days, the zone and a limit', () => {
  const [whole, , day, , group] = planOf(null).connections[0]?.queries ?? [];
  const expected = { period: 'current', from: '2026-02-01', to: '2026-02-28', timeZone: 'Europe/Berlin' };
  assert.deepEqual(whole, { ...expected, by: 'none', metrics: ['average', 'sales', 'revenue'], limit: 1 });
  assert.equal(day?.limit, 28);
  assert.equal(group?.limit, 10_000);
});

test('a connection that no section shows is not queried', () => {
  assert.deepEqual(planOf([{ type: 'text', markdown: 'x' }]).connections, []);
});

test('highlights alone use the figures of the automatic layout', () => {
  const plan = planOf([{ type: 'highlights' }]);
  assert.deepEqual(questions(plan), questions(planOf(null)));
  assert.equal(plan.sections.length, 1);
});

test('an unknown name is reported with its position', () => {
  const text = { type: 'text', markdown: '' } as const;
  const cases = [
    [{ ...kpis, connection_id: 'con_gone' }, 'connection_id', 'con_gone'],
    [{ ...kpis, metrics: ['sales', 'visits'] }, 'metrics', 'visits'],
    [{ ...series, metric: 'visits' }, 'metric', 'visits'],
    [{ ...breakdown, dimension: 'city' }, 'dimension', 'city'],
  ] as const;
  for (const [section, field, value] of cases) {
    const plan = (): ReportPlan => planOf([text, section] as unknown as SectionsSettings);
    assert.throws(plan, (error) => {
      assert.ok(error instanceof SectionError && error.message.includes(value));
      assert.deepEqual([error.index, error.field, error.value], [1, field, value]);
      return true;
    });
  }
});

test('every section at fault is told, not only the first', () => {
  const gone = { ...kpis, connection_id: 'con_gone' };
  const plan = () => planOf([gone, kpis, { ...kpis, metrics: ['visits'] }, gone] as unknown as SectionsSettings);
  assert.throws(plan, (error) => {
    assert.ok(error instanceof SectionError);
    assert.deepEqual(
      [error, ...error.others].map(({ index, field }) => [index, field]),
      [
        [0, 'connection_id'],
        [2, 'metrics'],
        [3, 'connection_id'],
      ],
    );
    return true;
  });
});

test('a connection without metrics is left out of the automatic layout and refused by name', () => {
  const bare = { ...shop, description: { metrics: [], dimensions: shop.description.dimensions } };
  const input = { connections: [bare], periods: february, timeZone: 'UTC' };
  assert.deepEqual(planReport({ ...input, sections: null }).connections, []);
  assert.throws(() => planReport({ ...input, sections: [kpis] }), SectionError);
});
