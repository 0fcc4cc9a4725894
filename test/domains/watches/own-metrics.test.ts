import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unfitMeasure } from '../../../src/domains/watches/describe-watched.ts';
import { describeChoice } from '../../../src/reporting/connectors/hosted/choice.ts';
import { instagramCatalog } from '../../../src/reporting/connectors/instagram/catalog.ts';

test('nothing is watched by a dimension with metrics of its own, which are of no days', () => {
  const description = describeChoice(instagramCatalog, {});
  const watched = (key: string) =>
    ({ metric: 'views', dimension: { key, values: null }, rules: {} }) as unknown as Parameters<typeof unfitMeasure>[0];
  assert.equal(unfitMeasure(watched('content_type'), description), undefined);
  const unfit = unfitMeasure(watched('post'), description);
  assert.equal(unfit?.field, 'metric');
  assert.match(unfit?.message ?? '', /nobody knows by "post"/);
});
