import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import type { Periods } from '../../../src/reporting/documents/model.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { SectionError } from '../../../src/reporting/documents/section-names.ts';
import { type SectionsSettings, sectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { metric } from '../../support/documents.ts';

const connection = {
  id: 'con_1',
  name: 'Shop',
  system: 'file',
  description: {
    metrics: [
      metric('average', 'Average', { additive: false }),
      metric('sales', 'Sales'),
      metric('returns', 'Returns'),
      metric('revenue', 'Revenue', { unit: 'currency' }),
      metric('visits', 'Visits', { not_additive_by: ['place'] }),
    ],
    dimensions: [
      { key: 'place', label: 'Place' },
      { key: 'page', label: 'Page' },
    ],
  },
};
const series = { type: 'timeseries', connection_id: 'con_1' } as const;
const parts = { type: 'breakdown', connection_id: 'con_1', dimension: 'place' } as const;

const accepts = (section: object) => Check(sectionsSettings, [section]);

function planned(section: SectionsSettings[number], current = { from: '2026-01-01', to: '2026-01-31' }) {
  const periods: Periods = { current, compare: null };
  return planReport({ sections: [section], connections: [connection], periods, timeZone: 'UTC' });
}

const fault = (field: string, value: string, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof SectionError);
  assert.deepEqual([error.index, error.field, error.value], [0, field, value]);
  assert.match(error.message, words);
  return true;
};

test('a series names either one metric or two to four [C-SETTINGS-5]', () => {
  assert.ok(accepts({ ...series, metric: 'sales' }) && accepts({ ...series, metrics: ['sales', 'returns'] }));
  assert.ok(!accepts(series) && !accepts({ ...series, metric: 'sales', metrics: ['sales', 'returns'] }));
  assert.ok(!accepts({ ...series, metrics: ['sales'] }) && !accepts({ ...series, metrics: ['a', 'b', 'c', 'd', 'e'] }));
  assert.ok(!accepts({ ...series, metric: 'sales', display: 'donut' }));
});

test('columns and a donut have one metric and few parts; bars and tables have not that limit [C-SETTINGS-5]', () => {
  for (const [display, most] of [
    ['columns', 12],
    ['donut', 6],
  ] as const) {
    assert.ok(accepts({ ...parts, display }) && accepts({ ...parts, display, limit: most }));
    assert.ok(!accepts({ ...parts, display, limit: most + 1 }) && !accepts({ ...parts, display, metrics: ['a', 'b'] }));
  }
  assert.ok(accepts({ ...parts, display: 'bars', limit: 100, metrics: ['a', 'b'] }));
  assert.ok(!accepts({ ...parts, display: 'pie' }));
});

test('auto takes days up to 62, weeks up to 366, else months; absent stays day', () => {
  const unitOf = (days: number, by?: 'auto') => {
    const to = Temporal.PlainDate.from('2026-01-01')
      .add({ days: days - 1 })
      .toString();
    const [section] = planned({ ...series, metric: 'sales', ...(by && { by }) }, { from: '2026-01-01', to }).sections;
    return section?.type === 'timeseries' ? section.by : undefined;
  };
  const units = [1, 62, 63, 366, 367].map((days) => unitOf(days, 'auto'));
  assert.deepEqual(units, ['day', 'day', 'week', 'week', 'month']);
  assert.equal(unitOf(400), 'day');
});

test('the metrics of one chart are asked for together, in their order', () => {
  const { sections, connections } = planned({ ...series, metrics: ['returns', 'sales'], by: 'week' });
  const [section] = sections;
  assert.deepEqual(section?.type === 'timeseries' && section.metrics.map(({ key }) => key), ['returns', 'sales']);
  const asked = connections[0]?.queries.map(({ by, metrics }) => [by, ...metrics]);
  assert.deepEqual(asked, [
    ['none', 'returns', 'sales'],
    ['day', 'returns', 'sales'],
  ]);
});

test('an unknown metric and metrics of two units are faults that name them', () => {
  const unknown = () => planned({ ...series, metrics: ['sales', 'clicks'] });
  assert.throws(unknown, fault('metrics', 'clicks', /the metric "clicks", which the connection "Shop" does not have/));
  const mixed = () => planned({ ...series, metrics: ['sales', 'revenue'] });
  assert.throws(mixed, fault('metrics', 'revenue', /"sales" \(count\) and "revenue" \(currency\)/));
});

test('a donut takes the first metric whose parts add up, and is a fault without one', () => {
  const [section] = planned({ ...parts, display: 'donut' }).sections;
  assert.ok(section?.type === 'breakdown');
  assert.deepEqual([section.metrics.map(({ key }) => key), section.limit], [['sales'], 6]);
  for (const key of ['average', 'visits']) {
    const donut = () => planned({ ...parts, display: 'donut', metrics: [key] });
    assert.throws(donut, fault('metrics', key, /a metric whose parts add up/));
  }
  assert.doesNotThrow(() => planned({ ...parts, dimension: 'page', display: 'donut', metrics: ['visits'] }));
});
