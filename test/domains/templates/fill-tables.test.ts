import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSection } from '../../../src/domains/templates/fill-sections.ts';
import type { FilledSlots } from '../../../src/domains/templates/slots.ts';
import type { SectionSettings } from '../../../src/reporting/documents/section-settings.ts';

const keys = new Map([
  ['cost', 'spend'],
  ['conversions', 'results'],
]);
const ads = {
  connectionId: 'con_1',
  metric: (name: string) => keys.get(name),
  dimension: (name: string) => name,
};
const slots = new Map([['slot:ads', ads]]) as unknown as FilledSlots;
const own = { key: 'cpa', label: 'CPA', expression: 'cost / conversions', unit: 'currency' } as const;
const table = { type: 'breakdown', connection_id: 'slot:ads', dimension: 'campaign', metrics: ['cost'] } as const;
const filled = (more: object) => fillSection({ ...table, ...more } as unknown as SectionSettings, slots, new Set());
const bare = { type: 'breakdown', connection_id: 'con_1', dimension: 'campaign', metrics: ['spend'] };

test('own columns and the order of a template take the keys of the system that fills its slot', () => {
  const sort = { by: 'cpa', order: 'ascending' };
  assert.deepEqual(filled({ own_columns: [own], sort }), {
    ...bare,
    ...{ own_columns: [{ ...own, expression: 'spend / results' }], sort },
  });
  assert.deepEqual(filled({ sort: { by: 'cost' } }), { ...bare, sort: { by: 'spend' } });
  assert.deepEqual(filled({ sort: { by: null } }), { ...bare, sort: { by: null } });
});

test('what the system does not have is left out, and an order by it, too', () => {
  const reach = { ...own, key: 'cpr', expression: 'cost / reach' };
  assert.deepEqual(filled({ own_columns: [reach], sort: { by: 'cpr' } }), bare);
  assert.deepEqual(filled({ own_columns: [reach, own], sort: { by: 'reach' } }), {
    ...bare,
    own_columns: [{ ...own, expression: 'spend / results' }],
  });
});

test('a table by two dimensions is one by the first alone where the system lacks the second', () => {
  const known = { ...ads, dimension: (name: string) => ({ campaign: 'campaign_name', device: 'platform' })[name] };
  const fill = (more: object) =>
    fillSection(
      { ...table, layout: 'cross', secondary_limit: 4, ...more } as unknown as SectionSettings,
      new Map([['slot:ads', known]]) as unknown as FilledSlots,
      new Set(),
    );
  const single = { ...bare, dimension: 'campaign_name' };
  assert.deepEqual(fill({ secondary_dimension: 'device' }), {
    ...single,
    ...{ secondary_dimension: 'platform', layout: 'cross', secondary_limit: 4 },
  });
  assert.deepEqual(fill({ secondary_dimension: 'age' }), single);
});
