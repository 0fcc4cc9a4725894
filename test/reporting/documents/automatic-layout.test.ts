import assert from 'node:assert/strict';
import { test } from 'node:test';
import { automaticSections } from '../../../src/reporting/documents/automatic-layout.ts';
import { subjectsOf } from '../../../src/reporting/documents/highlights/subjects.ts';
import type { MetricDescription } from '../../../src/reporting/documents/model.ts';
import type { PlannedSection } from '../../../src/reporting/documents/planned-sections.ts';
import type { ReportConnection } from '../../../src/reporting/documents/report-connection.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { february, reportOn, sectionOf, shop } from './rows-source.ts';

function metricOf(key: string, additive = true): MetricDescription {
  return { key, label: key, unit: 'count', decimals: null, better: 'up', additive };
}

type Offered = Partial<ReportConnection['description']>;

function connectionOf(name: string, description: Offered = {}): ReportConnection {
  const metrics = ['users', 'sessions', 'views'].map((key) => metricOf(key, key !== 'users'));
  const dimensions = ['channel', 'page', 'device', 'country'].map((key) => ({ key, label: key }));
  return { id: `con_${name}`, name, system: 'web', description: { metrics, dimensions, ...description } };
}

/** A section in short: what it shows of which connection, under which heading. */
function told(section: PlannedSection): string {
  if (!('connection' in section) || section.type === 'funnel' || section.type === 'heatmap') return section.type;
  const { connection, title, level } = section;
  const shown =
    section.type === 'kpis'
      ? section.metrics.map(({ key }) => key).join()
      : section.type === 'timeseries'
        ? `${section.metrics[0]?.key} by ${section.by}`
        : `${section.metrics.map(({ key }) => key)} by ${section.dimension.key}, ${section.limit}`;
  return `${level === 2 ? '  ' : ''}${title ?? '-'}: ${connection.name} ${section.type} ${shown}`;
}

const layout = (...connections: ReportConnection[]) => automaticSections(connections, february).map(told);

test('one system is shown whole', () => {
  assert.deepEqual(layout(connectionOf('Web')), [
    'highlights',
    '-: Web kpis users,sessions,views',
    '-: Web timeseries sessions by day',
    '-: Web timeseries views by day',
    ...['channel', 'page', 'device', 'country'].map((key) => `-: Web breakdown sessions,views,users by ${key}, 10`),
  ]);
});

test('of several systems each has a chapter under its name, with what it leads with', () => {
  const metrics = Array.from({ length: 12 }, (_, index) => metricOf(`m${index}`));
  const ads = connectionOf('Ads', { metrics, dimensions: [{ key: 'campaign', label: 'Campaign' }] });
  assert.deepEqual(layout(connectionOf('Web'), ads), [
    'highlights',
    'Web: Web kpis users,sessions,views',
    '  -: Web timeseries sessions by day',
    '  -: Web breakdown sessions,views,users by channel, 8',
    '  -: Web breakdown sessions,views,users by page, 8',
    '  -: Web breakdown sessions,views,users by device, 8',
    'Ads: Ads kpis m0,m1,m2,m3,m4,m5,m6,m7',
    '  -: Ads timeseries m0 by day',
    '  -: Ads breakdown m0,m1,m2 by campaign, 8',
  ]);
});

test('a system beside one without metrics is alone', () => {
  assert.deepEqual(layout(connectionOf('Empty', { metrics: [] }), connectionOf('Web')), layout(connectionOf('Web')));
});

test('series and tables begin with the metrics that the system says lead, tables with their own columns', () => {
  const dimensions = [
    { key: 'channel', label: 'Channel' },
    { key: 'page', label: 'Page', columns: ['views', 'users'] },
    { key: 'product', label: 'Product', columns: ['not_chosen'] },
  ];
  const web = connectionOf('Web', { dimensions, leading: ['users', 'not_chosen'] });
  assert.deepEqual(layout(web).slice(2), [
    '-: Web timeseries users by day',
    '-: Web timeseries sessions by day',
    '-: Web breakdown users,sessions,views by channel, 10',
    '-: Web breakdown views,users by page, 10',
    '-: Web breakdown users,sessions,views by product, 10',
  ]);
});

test('several systems with advertisements stand side by side first, with what a conversion costs in all', () => {
  const paid = (name: string, conversions: MetricDescription) => {
    const metrics = [{ ...metricOf('cost'), unit: 'currency' as const, label: `Cost of ${name}` }, conversions];
    const advertising = { cost: 'cost', conversions: conversions.key, costPerConversion: { label: `Each ${name}` } };
    return connectionOf(name, { metrics, advertising });
  };
  const [one, two] = [paid('A', metricOf('sales')), paid('B', { ...metricOf('leads'), unit: 'number', decimals: 2 })];
  const channelsOf = (...connections: readonly ReportConnection[]) =>
    automaticSections(connections, february).flatMap((section) => (section.type === 'channels' ? section : []));
  assert.deepEqual(channelsOf(one, connectionOf('Web')), []);
  const [channels, ...more] = channelsOf(one, connectionOf('Web'), two);
  assert.equal(more.length, 0);
  assert.equal(layout(one, connectionOf('Web'), two)[1], 'channels');
  assert.deepEqual(
    channels?.metrics.map(({ label, unit, decimals, ratio }) => ({ label, unit, decimals, ratio })),
    [
      { label: 'Cost of A', unit: 'currency', decimals: null, ratio: null },
      { label: 'sales', unit: 'number', decimals: 2, ratio: null },
      { label: 'Each A', unit: 'currency', decimals: null, ratio: [0, 1] },
    ],
  );
  assert.deepEqual(
    channels?.rows.map(({ label, metrics }) => [label, ...metrics.map((metric) => metric?.key)]),
    [
      ['A', 'cost', 'sales', undefined],
      ['B', 'cost', 'leads', undefined],
    ],
  );
});

test('series are by day up to two months, by week up to a year, then by month', () => {
  const unit = (from: string, to: string) => {
    const sections = automaticSections([connectionOf('Web')], { current: { from, to }, compare: null });
    return sections.flatMap((section) => (section.type === 'timeseries' ? section.by : [])).at(0);
  };
  assert.equal(unit('2026-07-01', '2026-08-31'), 'day');
  assert.equal(unit('2026-07-01', '2026-09-01'), 'week');
  assert.equal(unit('2024-01-01', '2024-12-31'), 'week');
  assert.equal(unit('2024-01-01', '2025-01-01'), 'month');
  assert.equal(unit('2026-07-01', '2026-07-01'), undefined);
});

const online = { ...shop, id: 'con_online', name: 'Online' };

test('the document says which sections are below the name of their system, and nothing of columns', () => {
  const dimension = { key: 'place', label: 'Place', columns: ['revenue'] };
  const columned = { ...shop, description: { ...shop.description, dimensions: [dimension] } };
  const rows = [{ day: '2026-02-03', place: 'North', amount: 2 }];
  const document = reportOn(rows, { connections: [columned, online] });
  const levels = document.sections.map((section) => ('level' in section ? section.level : 1));
  assert.deepEqual(levels, [1, 1, 2, 2]);
  assert.equal(sectionOf(document, 'kpis').title, 'Shop');
  const { dimension: shown, metrics } = sectionOf(document, 'breakdown');
  assert.deepEqual([shown, metrics.map(({ key }) => key)], [{ key: 'place', label: 'Place' }, ['revenue']]);
});

test('the first metric of every system weighs the same in the highlights', () => {
  const connections = [connectionOf('Web'), connectionOf('Ads')];
  const plan = planReport({ sections: null, connections, periods: february, timeZone: 'UTC' });
  const figures = plan.connections.map((planned) => ({ ...planned, periods: february, answers: [], fetchedAt: '' }));
  const positions = subjectsOf(plan.asked, [], figures, '2026-03-01').map(({ position }) => position);
  assert.deepEqual(positions, [0, 1, 2, 0, 1, 2]);
});
