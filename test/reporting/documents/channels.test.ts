import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDocument } from '../../../src/reporting/documents/build-document.ts';
import { formatPeriod } from '../../../src/reporting/documents/format.ts';
import { messagesFor } from '../../../src/reporting/documents/messages/messages.ts';
import type {
  ChannelsSection,
  FunnelSection,
  MetricDescription,
  ReportDocument,
  TextSection,
} from '../../../src/reporting/documents/model.ts';
import type { ReportConnection } from '../../../src/reporting/documents/report-connection.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { SectionError } from '../../../src/reporting/documents/section-names.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { metric } from '../../support/documents.ts';

type Figures = Readonly<Record<string, readonly [current: number | null, compare: number | null]>>;

interface System {
  readonly metrics: readonly MetricDescription[];
  readonly currency?: string;
  readonly figures: Figures;
}

const money = (key: string) => metric(key, key, { unit: 'currency' });
const systems: Readonly<Record<string, System>> = {
  con_ads: {
    metrics: [money('cost'), metric('clicks', 'Clicks')],
    figures: { cost: [0.1, 10], clicks: [3, 5] },
  },
  con_social: {
    metrics: [money('spend'), metric('clicks', 'Clicks'), metric('reach', 'Reach', { additive: false })],
    figures: { spend: [0.2, 20], clicks: [1, 5], reach: [100, 90] },
  },
  con_shop: {
    metrics: [metric('visits', 'Visits'), metric('orders', 'Orders')],
    figures: { visits: [200, 0], orders: [50, 10] },
  },
};

const periods = {
  current: { from: '2026-05-01', to: '2026-05-31' },
  compare: { from: '2026-04-01', to: '2026-04-30' },
};

function build(
  sections: SectionsSettings,
  {
    of = systems,
    omitted = [],
    compared = true,
    locale = 'en-US',
  }: {
    of?: typeof systems;
    omitted?: readonly string[];
    compared?: boolean;
    locale?: string;
  } = {},
): ReportDocument {
  const connections = Object.entries(of).flatMap(([id, { metrics, currency }]): ReportConnection[] => {
    const description = { metrics, dimensions: [], ...(currency !== undefined && { currency }) };
    return omitted.includes(id) ? [] : [{ id, name: id, system: 'file', description }];
  });
  const asked = compared ? periods : { ...periods, compare: null };
  const plan = planReport({ sections, connections, omitted: new Set(omitted), periods: asked, timeZone: 'UTC' });
  const createdAt = '2026-06-02T08:00:00Z';
  const fetched = plan.connections.map(({ connection, queries }) => ({
    connectionId: connection.id,
    fetchedAt: createdAt,
    answers: queries.map(({ period, metrics }) => {
      const values = metrics.map((key) => of[connection.id]?.figures[key]?.[period === 'current' ? 0 : 1] ?? null);
      return { rows: [{ key: null, values }], groupCount: 1, hasData: true, rowsRead: 1, freshAt: null };
    }),
  }));
  return buildDocument({
    ...{ reportId: 'rep_1', title: null, projectName: 'P', clientName: null, locale, currency: 'EUR' },
    ...{ brand: { accent_color: null, logo: null }, createdAt, plan, fetched },
  });
}

const cost = { key: 'cost', label: 'Cost', unit: 'currency', of: { con_ads: 'cost', con_social: 'spend' } } as const;
const clicks = {
  key: 'clicks',
  label: 'Clicks',
  unit: 'count',
  of: { con_ads: 'clicks', con_social: 'clicks' },
} as const;
const perClick = { key: 'cpc', label: 'Cost per click', unit: 'currency', better: 'down', ratio: ['cost', 'clicks'] };
const rows = [
  { connection_id: 'con_ads', label: 'Search' },
  { connection_id: 'con_social' },
  { connection_id: 'con_shop' },
];
const channels = { type: 'channels', rows, metrics: [cost, clicks, perClick] } as SectionsSettings[number];

const channelsOf = (...[settings, options]: Parameters<typeof build>) =>
  build(settings, options).sections[0] as ChannelsSection;

test('systems stand side by side; totals are exact, and a ratio is that of totals, in both periods', () => {
  const { rows, total, notes, metrics } = channelsOf([channels]);
  assert.deepEqual(
    rows.map(({ label, cells }) => [label, ...cells.map(({ current, compare }) => [current, compare])]),
    [
      ['Search', [0.1, 10], [3, 5], [0.1 / 3, 2]],
      ['con_social', [0.2, 20], [1, 5], [0.2, 4]],
      ['con_shop', [null, null], [null, null], [null, null]],
    ],
  );
  assert.deepEqual(
    total?.cells.map(({ current, compare }) => [current, compare]),
    [
      [0.3, 30],
      [4, 10],
      [0.075, 3],
    ],
  );
  assert.deepEqual(notes, []);
  assert.deepEqual(
    metrics.map(({ key, unit, better, additive }) => [key, unit, better, additive]),
    [
      ['cost', 'currency', 'none', true],
      ['clicks', 'count', 'none', true],
      ['cpc', 'currency', 'down', false],
    ],
  );
  assert.equal(total?.cells[2]?.change?.sentiment, 'good');
});

test('figures that do not add up have no total, nor has a ratio of them; a ratio by zero has none', () => {
  const reach = {
    key: 'reach',
    label: 'Reach',
    unit: 'count',
    of: { con_social: 'reach', con_ads: 'clicks' },
  } as const;
  const rate = { key: 'rate', label: 'Rate', unit: 'percent', ratio: ['clicks', 'reach'] } as const;
  const { rows, total } = channelsOf([{ ...channels, metrics: [clicks, reach, rate] } as SectionsSettings[number]]);
  assert.deepEqual(
    total?.cells.map(({ current }) => current),
    [4, null, null],
  );
  assert.equal(rows[1]?.cells[2]?.current, 0.01);
  const figures: Figures = { cost: [5, 5], clicks: [0, 0] };
  const none = { ...systems, con_ads: { ...(systems.con_ads as System), figures } };
  assert.equal(channelsOf([channels], { of: none }).rows[0]?.cells[2]?.current, null);
});

test('amounts in different currencies are told and not added up; counts are', () => {
  const abroad = { ...systems, con_ads: { ...(systems.con_ads as System), currency: 'USD' } };
  const { total, notes } = channelsOf([channels], { of: abroad });
  assert.deepEqual(
    total?.cells.map(({ current }) => current),
    [null, 4, null],
  );
  const [note] = notes;
  assert.ok(note?.code === 'currencies_differ');
  assert.deepEqual(note.currencies, ['USD', 'EUR']);
  assert.equal(note.message, messagesFor('en').channels.currenciesDiffer(['USD', 'EUR']));
  assert.deepEqual(
    channelsOf([{ ...channels, metrics: [clicks] } as SectionsSettings[number]], { of: abroad }).notes,
    [],
  );
});

test('a system that is left out has no row; a single one no total; none at all no section', () => {
  const left = channelsOf([channels], { omitted: ['con_ads', 'con_shop'] });
  assert.deepEqual([left.rows.map(({ label }) => label), left.total], [['con_social'], null]);
  assert.deepEqual(build([channels], { omitted: Object.keys(systems) }).sections, []);
});

/** The field of a section, and the name, that the plan refuses. */
function refusal(section: unknown): readonly unknown[] {
  try {
    build([{ type: 'page_break' }, section as SectionsSettings[number]]);
  } catch (error) {
    assert.ok(error instanceof SectionError, String(error));
    return [error.index, error.field, error.value];
  }
  return [];
}

test('what a section names has to be there, in its unit', () => {
  const of = (names: Readonly<Record<string, string>>) => ({ ...channels, metrics: [{ ...cost, of: names }] });
  assert.deepEqual(
    refusal({ ...channels, rows: [{ connection_id: 'con_x' }], metrics: [{ ...cost, of: { con_x: 'a' } }] }),
    [1, 'rows.0.connection_id', 'con_x'],
  );
  assert.deepEqual(refusal(of({ con_ads: 'nope' })), [1, 'metrics.0.of.con_ads', 'nope']);
  assert.deepEqual(refusal(of({ con_ads: 'clicks' })), [1, 'metrics.0.of.con_ads', 'clicks']);
  assert.deepEqual(refusal(of({ con_other: 'cost' })), [1, 'metrics.0.of.con_other', 'con_other']);
  assert.deepEqual(refusal({ type: 'funnel', connection_id: 'con_shop', metrics: ['visits', 'x'] }), [
    1,
    'metrics',
    'x',
  ]);
  const text = (name: string) => refusal({ type: 'text', markdown: `Hello {{${name}}}` });
  for (const name of ['con_shop.orders', 'con_shop.orders.total', 'period.next', '', 'x', 'con_shop.a.b.current']) {
    assert.deepEqual(text(name), [1, 'markdown', name], name);
  }
  assert.deepEqual(text('con_shop.nope.current'), [1, 'markdown', 'nope']);
  assert.deepEqual(text('con_nope.orders.current'), [1, 'markdown', 'con_nope']);
});

test('each step of a funnel has its parts of the first and of the one before, in both periods', () => {
  const [section] = build([{ type: 'funnel', connection_id: 'con_shop', metrics: ['visits', 'orders'] }]).sections;
  const { steps, connection_name } = section as FunnelSection;
  assert.equal(connection_name, 'con_shop');
  assert.deepEqual(
    steps.map(({ metric: { key }, current, of_first, of_previous }) => [
      key,
      current,
      of_first.current,
      of_previous?.current,
    ]),
    [
      ['visits', 200, 1, undefined],
      ['orders', 50, 0.25, 0.25],
    ],
  );
  // Before, nobody came.
  assert.deepEqual(
    steps.map(({ of_first }) => of_first.compare),
    [null, null],
  );
});

const placeholders =
  '{{con_shop.orders.current}} ({{ con_shop.orders.change }}) of {{con_shop.orders.compare}}, {{con_ads.cost.current}}; {{period.current}} / {{period.compare}}';

test('placeholders become figures with their units in the language of the report', () => {
  const [may, april] = [formatPeriod(periods.current, 'en-US'), formatPeriod(periods.compare, 'en-US')];
  const texts = (options: Parameters<typeof build>[1]) => {
    const [section] = build([{ type: 'text', markdown: placeholders }], options).sections;
    return Object.values((section as TextSection).values ?? {});
  };
  assert.deepEqual(texts({}), ['50', '+400.0%', '10', '€0.10', may, april]);
  assert.deepEqual(texts({ locale: 'de-DE' }).slice(1, 4), ['+400,0\u00a0%', '10', '0,10\u00a0€']);
  assert.deepEqual(texts({ compared: false }), ['50', '–', '–', '€0.10', may, '–']);
  assert.deepEqual(texts({ omitted: ['con_shop'] }).slice(0, 3), ['–', '–', '–']);
});

test('a text without placeholders is as in older reports, and asks for nothing', () => {
  const document = build([{ type: 'text', markdown: 'A \\{\\{brace}}' }]);
  assert.deepEqual(document.sections, [{ type: 'text', title: null, markdown: 'A \\{\\{brace}}' }]);
  assert.deepEqual(document.sources, []);
});

test('pictures and page breaks are frozen as they are', () => {
  const image = {
    type: 'image',
    title: null,
    picture: 'data:image/png;base64,AA==',
    alternative: 'A',
    caption: null,
  } as const;
  const { title: _, ...pageBreak } = { type: 'page_break', title: null } as const;
  assert.deepEqual(build([image, pageBreak]).sections, [image, { ...pageBreak, title: null }]);
});
