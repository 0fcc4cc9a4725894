import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { type FoundIncident, incidentsAsked } from '../../../src/reporting/documents/incidents.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { type SectionsSettings, sectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { dailySales, february, reportOn, sectionOf, shop } from './rows-source.ts';

const marked = { type: 'timeseries', connection_id: shop.id, metric: 'sales', show_incidents: true } as const;
const sold = dailySales('2026-01-01', Array(59).fill(2));

function found(metric: string | null, from: string, to: string | null, text = `${metric} on ${from}`): FoundIncident {
  return { connectionId: shop.id, parts: [{ metric, from, to, text }] };
}

function incidentsOf(incidents: readonly FoundIncident[], section: object = marked, rest: object = {}) {
  const sections = [section] as SectionsSettings;
  return sectionOf(reportOn(sold, { sections, incidents, ...rest }), 'timeseries').incidents;
}
const daysOf = (given: ReturnType<typeof incidentsOf>) => given?.items.map(({ from, to }) => [from, to]);

test('a series says by a boolean whether it shows incidents, and others cannot [C-SETTINGS-5]', () => {
  for (const show_incidents of [true, false]) assert.ok(Check(sectionsSettings, [{ ...marked, show_incidents }]));
  for (const show_incidents of [null, 'true', 1])
    assert.ok(!Check(sectionsSettings, [{ ...marked, show_incidents }]), `${show_incidents}`);
  assert.ok(!Check(sectionsSettings, [{ type: 'kpis', connection_id: shop.id, show_incidents: true }]));
});

test('a layout that does not ask for incidents has none, and its document is the same byte for byte', () => {
  const { show_incidents: _, ...plain } = marked;
  const incidents = [found('sales', '2026-02-03', '2026-02-04')];
  for (const section of [plain, { ...marked, show_incidents: false }] as const) {
    const document = reportOn(sold, { sections: [section], incidents });
    assert.deepEqual(JSON.stringify(document), JSON.stringify(reportOn(sold, { sections: [plain] })));
  }
  assert.equal('incidents' in sectionOf(reportOn(sold, { sections: [marked] }), 'timeseries'), false);
});

test('all that is about the metrics of the section, or the connection as a whole, on its days is there by its days', () => {
  const incidents = [
    found('sales', '2026-02-20', null),
    found('sales', '2026-02-03', '2026-02-04'),
    found('revenue', '2026-02-05', '2026-02-06'),
    found(null, '2026-02-10', '2026-02-11', 'No figures.'),
    found('sales', '2026-01-02', '2026-01-31'),
    found('sales', '2026-01-30', '2026-02-01'),
    found('sales', '2026-03-01', null),
    { ...found('sales', '2026-02-09', '2026-02-09'), connectionId: 'con_other' },
  ];
  const shown = incidentsOf(incidents);
  assert.deepEqual(daysOf(shown), [
    ['2026-01-30', '2026-02-01'],
    ['2026-02-03', '2026-02-04'],
    ['2026-02-10', '2026-02-11'],
    ['2026-02-20', '2026-02-28'],
  ]);
  assert.deepEqual(
    shown?.items.map(({ is_over }) => is_over),
    [true, true, true, false],
  );
  assert.deepEqual(shown?.items[2], {
    ...{ from: '2026-02-10', to: '2026-02-11', is_over: true, metrics: ['sales'], text: 'No figures.' },
  });
  const two = incidentsOf(
    incidents,
    { ...marked, metric: undefined, metrics: ['sales', 'sales2'] },
    {
      connections: [
        {
          ...shop,
          description: {
            ...shop.description,
            metrics: [...shop.description.metrics, { ...shop.description.metrics[1], key: 'sales2' }],
          },
        },
      ],
    },
  );
  assert.deepEqual(
    two?.items.map(({ metrics }) => metrics),
    [['sales'], ['sales'], ['sales', 'sales2'], ['sales']],
  );
});

test('what is open lasts until the report is made, not longer, and what lies behind the section is left out', () => {
  const early = { createdAt: '2026-02-10T06:00:00Z' };
  const fetched = planReport({ sections: [marked], connections: [shop], periods: february, timeZone: 'UTC' });
  assert.ok(fetched.connections.length > 0);
  assert.deepEqual(daysOf(incidentsOf([found('sales', '2026-02-03', null)], marked, early)), [
    ['2026-02-03', '2026-02-10'],
  ]);
});

test('parts of one incident are one mark, over the days of all of them, with what each of them says', () => {
  const parts = [
    { metric: 'sales', from: '2026-02-04', to: '2026-02-05', text: 'Sales fell.' },
    { metric: 'sales', from: '2026-02-03', to: '2026-02-03', text: 'Sales below 5.' },
    { metric: 'sales', from: '2026-02-03', to: '2026-02-03', text: 'Sales fell.' },
    { metric: 'revenue', from: '2026-02-01', to: null, text: 'Revenue fell.' },
  ];
  assert.deepEqual(incidentsOf([{ connectionId: shop.id, parts }]), {
    items: [
      {
        ...{ from: '2026-02-03', to: '2026-02-05', is_over: true, metrics: ['sales'] },
        text: 'Sales fell. Sales below 5.',
      },
    ],
    others: 0,
  });
});

test('the twelve latest are marked, and the others counted', () => {
  const days = Array.from({ length: 20 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`);
  const shown = incidentsOf(days.map((day) => found('sales', day, day)));
  assert.deepEqual([shown?.items.length, shown?.others, shown?.items[0]?.from], [12, 8, '2026-02-09']);
});

test('connections are asked once for all days of the sections that show what was found, also for days of their own', () => {
  const plan = (sections: SectionsSettings) =>
    incidentsAsked(planReport({ sections, connections: [shop], periods: february, timeZone: 'UTC' }));
  assert.deepEqual(plan([marked]), [{ connectionId: shop.id, ...february.current }]);
  assert.deepEqual(plan([marked, { ...marked, span: '13_months' }]), [
    { connectionId: shop.id, from: '2025-02-01', to: '2026-02-28' },
  ]);
  assert.deepEqual(plan([{ ...marked, show_incidents: false }]), []);
  const spanned = incidentsOf([found('sales', '2025-03-03', '2025-03-04')], { ...marked, span: '13_months' });
  assert.deepEqual(daysOf(spanned), [['2025-03-03', '2025-03-04']]);
});
