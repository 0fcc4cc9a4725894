import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Matchable, matchResources } from '../../../src/domains/project-imports/match-resources.ts';
import { similarity, tellingWords } from '../../../src/domains/project-imports/names.ts';

const seen = (system: string, id: string, names: string[], domain: string | null = null): Matchable => ({
  ...{ system, grant_id: 'gra_1', id, label: names.join(', '), names, domain },
});
const shown = (resources: readonly Matchable[]) =>
  matchResources(resources).map(({ certainty, reason, resources: joined }) => [
    certainty,
    reason,
    joined.map(({ system, id }) => `${system}:${id}`).join(' '),
  ]);

test('the same domain is certain, whatever the names are', () => {
  const found = shown([
    seen('google-analytics', '1', ['GA4 web', 'Agency'], 'northwind.example'),
    seen('search-console', 'sc-domain:northwind.example', ['northwind.example'], 'northwind.example'),
  ]);
  assert.deepEqual(found, [
    ['certain', 'same_domain', 'google-analytics:1 search-console:sc-domain:northwind.example'],
  ]);
});

test('the same name is certain in any case and without accents, but only one that tells a client', () => {
  const named = (name: string, other: string) =>
    shown([seen('google-ads', '1', [name]), seen('meta-ads', '2', [other])]).map(([certainty, reason]) => [
      certainty,
      reason,
    ]);
  assert.deepEqual(named('Café Zoë', 'CAFE ZOE'), [['certain', 'same_name']]);
  assert.deepEqual(named('Main account', 'Main account'), [
    ['unsure', 'alone'],
    ['unsure', 'alone'],
  ]);
});

test('telling words and the name of a domain are likely, a similar name is unsure with its score', () => {
  const likely = shown([
    seen('google-ads', '1', ['Northwind Traders GmbH']),
    seen('meta-ads', '2', ['Northwind Traders – Ads']),
  ]);
  assert.deepEqual(likely, [['likely', 'same_words', 'google-ads:1 meta-ads:2']]);
  const domain = shown([seen('search-console', 's', ['s'], 'north-wind.co.uk'), seen('meta-ads', '2', ['Northwind'])]);
  assert.deepEqual(domain, [['likely', 'name_of_domain', 'meta-ads:2 search-console:s']]);
  const [similar] = matchResources([
    seen('google-ads', '1', ['Northwind Traders']),
    seen('meta-ads', '2', ['Northwind Trader']),
  ]);
  assert.deepEqual([similar?.certainty, similar?.reason, similar?.resources.length], ['unsure', 'similar_name', 2]);
  assert.ok(similar?.score !== null && Number(similar?.score) >= 0.8 && Number(similar?.score) < 1);
});

test('what fits in two ways is not joined, and says what else fits', () => {
  const matches = matchResources([
    seen('google-analytics', '1', ['Northwind']),
    seen('google-ads', '2', ['Northwind']),
    seen('google-ads', '3', ['Northwind']),
  ]);
  assert.deepEqual(
    matches.map(({ certainty, reason, rivals }) => [certainty, reason, rivals.length]),
    [
      ['unsure', 'ambiguous', 2],
      ['unsure', 'ambiguous', 2],
      ['unsure', 'ambiguous', 2],
    ],
  );
});

test('one name with two domains is two clients', () => {
  const found = matchResources([
    seen('google-analytics', '1', ['Northwind'], 'northwind.example'),
    seen('search-console', '2', ['Northwind'], 'northwind.test'),
  ]);
  assert.ok(found.every(({ resources, certainty }) => resources.length === 1 && certainty === 'unsure'));
});

test("what all properties belong to, as the agency's account, joins nothing", () => {
  const found = shown([
    seen('google-analytics', '1', ['Alpine', 'The Agency']),
    seen('google-analytics', '2', ['Bluebird', 'The Agency']),
    seen('google-ads', '3', ['The Agency']),
  ]);
  assert.deepEqual(
    found.map(([, reason]) => reason),
    ['alone', 'alone', 'alone'],
  );
});

test('an address of a site that is there as a whole domain stands back', () => {
  const found = shown([
    seen('search-console', 'https://northwind.example/', ['https://northwind.example/'], 'northwind.example'),
    seen('search-console', 'sc-domain:northwind.example', ['northwind.example'], 'northwind.example'),
    seen('google-analytics', '1', ['northwind.example'], 'northwind.example'),
  ]);
  assert.deepEqual(found, [
    ['certain', 'same_domain', 'google-analytics:1 search-console:sc-domain:northwind.example'],
    ['unsure', 'covered', 'search-console:https://northwind.example/'],
  ]);
});

test('what two sign-ins see is there once; with one system there is nothing to be wrong about', () => {
  const one = seen('meta-ads', '1', ['Northwind']);
  const found = matchResources([{ ...one, grant_id: 'gra_2' }, one]);
  assert.deepEqual(
    found.map(({ certainty, reason, resources }) => [certainty, reason, resources[0]?.grant_id]),
    [['certain', 'only_system', 'gra_1']],
  );
});

const resource = fc.record({
  system: fc.constantFrom('google-analytics', 'search-console', 'google-ads', 'meta-ads'),
  grant_id: fc.constantFrom('gra_1', 'gra_2'),
  id: fc.integer({ min: 1, max: 30 }).map(String),
  label: fc.constantFrom('Northwind', 'Alpine'),
  names: fc.array(fc.constantFrom('Northwind', 'northwind gmbh', 'North wind', 'Alpine', 'Alpines', 'Main', 'Ärzte'), {
    minLength: 1,
    maxLength: 2,
  }),
  domain: fc.constantFrom(null, 'northwind.example', 'alpine.test', 'northwind.test'),
});

test('in whatever order resources come: each is in one match, and no match has two of a system or two domains', () => {
  fc.assert(
    fc.property(fc.array(resource, { maxLength: 24 }), fc.infiniteStream(fc.nat()), (resources, random) => {
      const matches = matchResources(resources);
      const keys = matches.flatMap((match) => match.resources.map(({ system, id }) => `${system}:${id}`));
      assert.deepEqual(keys.toSorted(), [...new Set(resources.map(({ system, id }) => `${system}:${id}`))].sort());
      for (const { resources: joined, certainty, rivals } of matches) {
        assert.equal(new Set(joined.map(({ system }) => system)).size, joined.length);
        assert.ok(new Set(joined.flatMap(({ domain }) => domain ?? [])).size <= 1);
        if (rivals.length > 0 && joined.length === 1) assert.equal(certainty, 'unsure');
      }
      const order = new Map(resources.map((each) => [each, Number(random.next().value)]));
      const shuffled = resources.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
      assert.deepEqual(matchResources(shuffled), matches);
    }),
    { numRuns: 300 },
  );
});

test('thousands of names are matched in a moment', () => {
  const resources = Array.from({ length: 5_000 }, (_, index) =>
    seen(['google-ads', 'meta-ads', 'google-analytics'][index % 3] ?? '', `${index}`, [
      `Client ${Math.floor(index / 3).toString(36)} ltd`,
    ]),
  );
  const begun = performance.now();
  assert.ok(matchResources(resources).length > 1_000);
  assert.ok(performance.now() - begun < 3_000);
});

test('similarity is one for the same, none for nothing in common, and the same both ways', () => {
  assert.equal(similarity('northwind', 'northwind'), 1);
  assert.equal(similarity('abc', 'xyz'), 0);
  fc.assert(fc.property(fc.string(), fc.string(), (one, other) => similarity(one, other) === similarity(other, one)));
  assert.deepEqual(tellingWords('Google Ads – Account 123'), []);
});
