import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Catalog, describeCatalog, describeChoice } from '../../../src/reporting/connectors/hosted/choice.ts';
import { catalogOf, hostedSystems } from '../../support/catalogs.ts';
import { isError } from '../../support/connector-conformance.ts';

const count = { unit: 'count', decimals: null, better: 'up', additive: true } as const;
const catalog: Catalog = {
  leading: ['clicks', 'cost'],
  metrics: [
    { key: 'cost', label: 'Cost', ...count },
    { key: 'clicks', label: 'Clicks', ...count },
    { key: 'rare', label: 'Rare', ...count, extra: true },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign' },
    { key: 'page', label: 'Page', columns: ['clicks'] },
    { key: 'city', label: 'City', extra: true },
  ],
};
const keys = (offered: readonly { readonly key: string }[]) => offered.map(({ key }) => key);

test('without a choice a connection offers what is not extra, with what leads', () => {
  const description = describeChoice(catalog, {});
  assert.deepEqual(keys(description.metrics), ['cost', 'clicks']);
  assert.deepEqual(description.leading, ['clicks', 'cost']);
  assert.deepEqual(description.dimensions, [
    { key: 'campaign', label: 'Campaign' },
    { key: 'page', label: 'Page', columns: ['clicks'] },
  ]);
});

test('metrics that a configuration chooses lead in its order', () => {
  const description = describeChoice(catalog, { metrics: ['rare', 'cost'], dimensions: ['city'] });
  assert.deepEqual([keys(description.metrics), keys(description.dimensions)], [['rare', 'cost'], ['city']]);
  assert.equal(description.leading, undefined);
});

test('the catalogue has all, and nothing about layouts', () => {
  const description = describeCatalog(catalog);
  assert.deepEqual(keys(description.metrics), ['cost', 'clicks', 'rare']);
  assert.deepEqual(description.dimensions[1], { key: 'page', label: 'Page' });
});

test('a key that is unknown or named twice is refused', () => {
  assert.throws(() => describeChoice(catalog, { metrics: ['gone'] }), isError('invalid_config', /no metric "gone"/));
  assert.throws(() => describeChoice(catalog, { dimensions: ['city', 'city'] }), isError('invalid_config', /twice/));
});

for (const system of hostedSystems) {
  test(`${system}: what leads, and what tables by a dimension show, is among what is offered`, async () => {
    const catalog = await catalogOf(system);
    const offered = new Set(keys(describeChoice(catalog, {}).metrics));
    const { cost, conversions } = catalog.advertising ?? {};
    const named = [
      ...(catalog.leading ?? []),
      ...[cost ?? [], conversions ?? []].flat(),
      ...catalog.dimensions.flatMap(({ columns = [] }) => columns),
    ];
    assert.deepEqual(
      named.filter((key) => !offered.has(key)),
      [],
    );
  });
}
