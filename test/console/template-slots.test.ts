import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toDraft, toSettings } from '../../console/src/screens/layout/draft/draft.ts';
import {
  freeName,
  keyFor,
  namesOf,
  renameSlot,
  sourcesOfSlots,
  withName,
  withSystems,
} from '../../console/src/screens/layout/slots/slots.ts';
import type { OfferedMetric } from '../../console/src/screens/layout/types.ts';

const metric = (key: string): OfferedMetric => ({ key, label: key, unit: 'count', better: 'up', additive: true });
const offer = (...keys: string[]) => ({
  metrics: keys.map(metric),
  dimensions: [{ key: 'campaign', label: 'Campaign', pairs_with: [] }],
});
const ads = { slot: 'ads', systems: ['google-ads', 'meta-ads'], names: { cost: { 'meta-ads': 'spend' } } };
const settings = {
  slots: [ads, { slot: 'ads-2', systems: ['google-ads'] }],
  goals: [{ id: 'a', connection_id: 'slot:ads', metric: 'clicks', amount: 1, per: 'month' as const }],
  sections: [
    { type: 'kpis' as const, connection_id: 'slot:ads', metrics: ['cost'] },
    { type: 'breakdown' as const, connection_id: 'slot:ads-2', dimension: 'campaign' },
    { type: 'text' as const, markdown: '{{slot:ads.reach.change}} {{ slot:ads-2.cost.current }}' },
    {
      type: 'channels' as const,
      rows: [{ connection_id: 'slot:ads' }, { connection_id: 'slot:ads-2' }],
      metrics: [
        {
          ...{ key: 'c', label: 'Cost', unit: 'currency' as const, better: 'down' as const },
          of: { 'slot:ads': 'cost', 'slot:ads-2': 'cost' },
        },
      ],
    },
  ],
};

suite('the slots of a template in its editor', () => {
  test('a slot offers what any of its systems has, by the names of the template', () => {
    const offers = new Map([
      ['google-ads', offer('cost', 'clicks')],
      ['meta-ads', offer('spend', 'reach')],
    ]);
    const [source] = sourcesOfSlots([ads], offers);
    assert.deepEqual(
      [source?.id, source?.metrics.map(({ key }) => key), source?.isOpen],
      ['slot:ads', ['cost', 'clicks', 'reach'], false],
    );
    assert.equal(sourcesOfSlots([{ slot: 'db', systems: ['postgres'] }], offers)[0]?.isOpen, true);
    assert.deepEqual(
      ['cost', 'clicks', 'reach'].map((name) => keyFor(ads, 'meta-ads', name, offers.get('meta-ads'))),
      ['spend', undefined, 'reach'],
    );
    assert.equal(keyFor(ads, 'postgres', 'anything', undefined), 'anything');
  });

  test('names are those of sections, goals and texts, and stay within their slot', () => {
    const draft = toDraft(settings);
    assert.deepEqual(namesOf(draft, 'slot:ads'), ['cost', 'reach', 'clicks']);
    assert.deepEqual(namesOf(draft, 'slot:ads-2'), ['campaign', 'cost']);
  });

  test('another name of a slot goes wherever it stands, and nowhere else', () => {
    const renamed = toSettings(renameSlot(toDraft(settings), 'ads', 'paid'));
    const text = JSON.stringify(renamed);
    assert.ok(!/slot:ads[^-]/.test(text) && !text.includes('"slot":"ads"'), text);
    assert.equal(
      text.replaceAll('slot:paid', 'slot:ads').replace('"slot":"paid"', '"slot":"ads"'),
      JSON.stringify(toSettings(toDraft(settings))),
    );
  });

  test('a name that is the key needs no entry, and systems that go take theirs along', () => {
    assert.deepEqual(withName(ads, 'cost', 'meta-ads', 'cost').names, {});
    assert.deepEqual(withName(ads, 'reach', 'google-ads', 'impressions').names, {
      ...ads.names,
      reach: { 'google-ads': 'impressions' },
    });
    assert.deepEqual(withSystems(ads, ['google-ads']).names, {});
    assert.equal(freeName([ads, { slot: 'shopify', systems: [] }], 'shopify'), 'shopify-2');
  });
});
