import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Connector } from '../../../src/reporting/connectors/contract.ts';
import type { Catalog } from '../../../src/reporting/connectors/hosted/choice.ts';
import { inLanguage, translated } from '../../../src/reporting/connectors/labels/in-language.ts';
import { labels } from '../../../src/reporting/connectors/labels/labels.ts';
import { listConnectors } from '../../../src/reporting/connectors/registry.ts';
import { languages } from '../../../src/reporting/documents/messages/messages.ts';
import { catalogOf, hostedSystems } from '../../support/catalogs.ts';
import { openTestContext } from '../../support/connector-context.ts';

const described = (texts: readonly string[]) => ({
  metrics: [],
  dimensions: texts.map((label, index) => ({ key: `label_${index}`, label })),
});

const catalogs = await Promise.all(hostedSystems.map(catalogOf));
const labelsOf = (catalogs: readonly Catalog[]) => [
  ...new Set(
    catalogs
      .flatMap(({ metrics, dimensions }) => [
        ...metrics,
        ...dimensions,
        ...dimensions.flatMap((each) => each.metrics ?? []),
      ])
      .map(({ label }) => label),
  ),
];

test('every label of every catalogue has translations', () => {
  assert.ok(hostedSystems.length >= 4);
  const known = new Set<string>(labels);
  assert.deepEqual(
    labelsOf(catalogs).filter((label) => !known.has(label)),
    [],
  );
});

test('systems whose metrics are the customer’s have no catalogue', () => {
  const own = [
    'file',
    'postgres',
    'mysql',
    'clickhouse',
    'sql-server',
    'bigquery',
    'snowflake',
    'databricks',
    'trino',
    'redshift',
    'http-json',
    'prometheus',
    'google-sheets',
  ];
  const wrong = listConnectors().filter(({ system, catalog }) => own.includes(system) && catalog);
  assert.deepEqual(wrong, []);
});

/** Abbreviations are the same in most languages. */
const words = labels.filter((label) => !/^[A-Z]+$/.test(label));
/** Words that a language shares with English. */
const shared: Readonly<Record<string, readonly string[]>> = {
  de: ['Browser', 'Conversions', 'Desktop', 'Keyword', 'Laptop', 'Leads', 'Region', 'Smartphone', 'Tablet'],
  es: ['Smartphone', 'Tablet'],
  fr: [
    'Actions',
    'Conversions',
    'Impressions',
    'Mobile',
    'Page',
    'Referrer',
    'Sessions',
    'Smartphone',
    'Source',
    'Taxes',
  ],
  pl: ['Laptop', 'Region', 'Tablet', 'Post'],
  pt: ['Leads', 'Smartphone', 'Tablet'],
};

for (const language of languages.filter((each) => each !== 'en')) {
  const inWords = (texts: readonly string[]) =>
    translated(described(texts), language).dimensions.map(({ label }) => label);

  test(`no label is left in English: ${language}`, () => {
    const texts = inWords(words);
    assert.deepEqual(
      words.filter((label, index) => texts[index] === label),
      shared[language] ?? [],
    );
  });

  test(`labels of a system differ from each other: ${language}`, () => {
    for (const [index, catalog] of catalogs.entries()) {
      const texts = inWords(labelsOf([catalog]));
      const twice = texts.filter((text, at) => texts.indexOf(text) !== at);
      assert.deepEqual(twice, [], `${hostedSystems[index]}`);
    }
  });
}

test('in English, and in a language without texts, labels stay as they are', () => {
  const description = described(labels);
  for (const language of ['en', 'nl']) assert.deepEqual(translated(description, language), description);
});

test('labels of other origin stay as they are, and what a description says besides too', () => {
  const description = {
    ...described(['Newsletter', 'constructor', 'Visits']),
    timeZone: 'Asia/Tokyo',
    currency: 'JPY',
  };
  const expected = { ...described(['Newsletter', 'constructor', 'Besuche']), timeZone: 'Asia/Tokyo', currency: 'JPY' };
  assert.deepEqual(translated(description, 'de'), expected);
});

/** A hosted system that answers with these values, by one query and by several. */
function systemOf(values: readonly (string | null)[]): Connector {
  const rows = values.map((key) => ({ key, values: [1] }));
  const answer = { rows, groupCount: rows.length, hasData: true, rowsRead: null, freshAt: null };
  const offered = async () => described(['Visits']);
  const schema = Type.Object({});
  return {
    ...{ system: 'hosted', reach: 'network', config: schema, secret: null },
    ...{ verify: async () => [], describe: offered, catalog: offered },
    query: async () => answer,
    queryAll: async (_config, _secret, queries) => queries.map(() => answer),
  };
}

async function valuesIn(locale: string, dimension: string, values: readonly (string | null)[]) {
  const connector = inLanguage(systemOf(values), locale);
  await using context = openTestContext();
  const day = '2026-03-01';
  const query = { from: day, to: day, timeZone: 'UTC', metrics: ['visits'], by: { dimension }, limit: 10 };
  const alone = await connector.query({}, null, query, context);
  const [together] = (await connector.queryAll?.({}, null, [query], context)) ?? [];
  assert.deepEqual(together, alone);
  return alone.rows.map(({ key }) => key);
}

test('countries have their names in the language, from codes and from English names', async () => {
  const given = ['DE', 'United States', 'Hong Kong', 'Türkiye', 'Atlantis', null];
  const german = ['Deutschland', 'Vereinigte Staaten', 'Sonderverwaltungsregion Hongkong', 'Türkei', 'Atlantis', null];
  assert.deepEqual(await valuesIn('de-AT', 'country', given), german);
  assert.deepEqual(await valuesIn('nl', 'country', ['DE', 'France']), ['Germany', 'France']);
  assert.deepEqual(await valuesIn('ar', 'country', ['Egypt']), ['مصر']);
});

test('devices have their names in the language, other values stay as they are', async () => {
  assert.deepEqual(await valuesIn('fr', 'device', ['mobile', 'Desktop', 'Fridge']), ['Mobile', 'Ordinateur', 'Fridge']);
  assert.deepEqual(await valuesIn('de', 'campaign', ['DE', 'Mobile']), ['DE', 'Mobile']);
});

test('values that would become one stay as they are', async () => {
  assert.deepEqual(await valuesIn('de', 'country', ['DE', 'Germany']), ['DE', 'Germany']);
});

test('a system without a catalogue stays as it is', () => {
  const { catalog: _, ...own } = systemOf(['DE']);
  assert.equal(inLanguage(own, 'de'), own);
});
