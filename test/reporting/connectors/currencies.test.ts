import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickhouseConnector } from '../../../src/reporting/connectors/clickhouse.ts';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Connector, Proposal } from '../../../src/reporting/connectors/contract.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { googleSheetsConnector } from '../../../src/reporting/connectors/google-sheets.ts';
import { httpJsonConnector } from '../../../src/reporting/connectors/http-json.ts';
import { mysqlConnector } from '../../../src/reporting/connectors/mysql.ts';
import { postgresConnector } from '../../../src/reporting/connectors/postgres.ts';
import { getConnector, parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { stripeConnector } from '../../../src/reporting/connectors/stripe.ts';
import { buildDocument } from '../../../src/reporting/documents/build-document.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { type DoubleCell, sheetsSecret, spreadsheetId, startGoogleSheets } from '../../doubles/google-sheets.ts';
import { startStripe, stripeKey } from '../../doubles/stripe.ts';
import { clickhouseSkip, startClickhouse } from '../../support/clickhouse.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { makeFolder, writeText } from '../../support/file-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { createMariadbReader, mariadbFault } from '../../support/mariadb.ts';
import { postgresFault } from '../../support/postgres-databases.ts';
import { createPostgresReader } from '../../support/postgres-reader.ts';
import { downloads } from '../../support/viewer-server.ts';

const folder = await makeFolder();
const periods = { current: { from: '2026-03-01', to: '2026-03-31' }, compare: null };
const page = { downloads, assets: '/shared/assets', nonce: 'bm9uY2U=' };

/** A connector with what reaches its source. */
interface Source {
  readonly connector: Connector;
  readonly secret: unknown;
  readonly options?: Partial<ConnectorContextOptions>;
}

const open = ({ secret, options }: Source) => openTestContext({ dataRoots: [folder], secret, ...options });

async function propose(source: Source, naming: unknown, projectCurrency?: string): Promise<Proposal> {
  await using context = open({
    ...source,
    options: { ...source.options, ...(projectCurrency && { projectCurrency }) },
  });
  const proposal = await source.connector.propose?.(naming, source.secret, 'UTC', context);
  assert.ok(proposal);
  return proposal;
}

async function verify(source: Source, config: unknown, projectCurrency: string): Promise<string[]> {
  await using context = open({ ...source, options: { ...source.options, projectCurrency } });
  const parsed = parseConfig(source.connector, config);
  const warnings = await source.connector.verify(parsed, source.secret, context);
  const told = warnings.filter(({ code }) => code !== 'user_may_write');
  return told.map(({ code, message }) => `${code}: ${message}`);
}

/** The page of a report in US dollars, and the codes of its warnings. */
async function reportOn(source: Source, config: unknown): Promise<{ text: string; warnings: string[] }> {
  await using context = open(source);
  const { connector, secret } = source;
  const parsed = parseConfig(connector, config);
  const description = await connector.describe(parsed, secret, context);
  const connection = { id: 'con_it', name: 'Shop', system: connector.system, description };
  const plan = planReport({ sections: null, connections: [connection], periods, timeZone: 'UTC' });
  const answers = [];
  for (const query of plan.connections[0]?.queries ?? []) {
    answers.push(await connector.query(parsed, secret, query, context));
  }
  const moment = '2026-04-02T00:00:00.000Z';
  const document = buildDocument({
    ...{ reportId: 'rep_it', title: null, projectName: 'Shop', clientName: null, locale: 'en-US', currency: 'USD' },
    ...{ brand: { accent_color: null, logo: null }, createdAt: moment, plan },
    fetched: [{ connectionId: connection.id, fetchedAt: moment, answers }],
  });
  const text = renderHtml(document, page).replace(/<script.*?<\/script>|<style.*?<\/style>|<[^>]*>/gs, ' ');
  return { text, warnings: document.warnings.map(({ code }) => code) };
}

async function assertEuros(source: Source, config: unknown, amount: string): Promise<void> {
  const { text, warnings } = await reportOn(source, config);
  assert.ok(text.includes(amount), text);
  assert.doesNotMatch(text, /\$\d/);
  assert.ok(warnings.includes('currency_differs'), warnings.join());
}

const file: Source = { connector: fileConnector as Connector, secret: null };
let written = 0;
async function proposeFile(lines: readonly string[], projectCurrency?: string) {
  const path = `currency-${written++}.csv`;
  await writeText(folder, path, lines);
  return propose(file, { path }, projectCurrency);
}

/** The codes of doubts, but for those about what a column counts. */
const codesOf = ({ doubts }: Proposal) => doubts.flatMap(({ code }) => (code === 'counted_as' ? [] : code));
const german = ['Datum;Kanal;Umsatz', '01.03.2026;Web;3.465,79 €', '02.03.2026;Laden;1.000,00 €'];

test('file: amounts that read € are euros in a report in dollars, which says so', async () => {
  const proposal = await proposeFile(german, 'USD');
  assert.equal(proposal.config.currency, 'EUR');
  assert.deepEqual(codesOf(proposal), []);
  await assertEuros(file, proposal.config, '€4,465.79');
});

test('google-sheets, http-json and stripe: amounts are shown in the currency of the connection', async () => {
  const day = (text: string): DoubleCell => {
    const serial = Temporal.PlainDate.from('1899-12-30').until(text, { largestUnit: 'day' }).days;
    return { serial, shown: text };
  };
  const sheets = await startGoogleSheets({
    Orders: [
      ['Date', 'City', 'Cost (EUR)'],
      [day('2026-03-01'), 'Berlin', 10.5],
      [day('2026-03-02'), 'Kraków', 20.25],
    ],
  });
  const systemAddresses = { ...localNetwork.systemAddresses, 'google-sheets': sheets.url };
  const sheet = {
    connector: googleSheetsConnector as Connector,
    secret: sheetsSecret,
    options: { network: { ...localNetwork, systemAddresses } },
  };
  const ofSheet = await propose(sheet, { spreadsheet: spreadsheetId, range: 'Orders!A:C' });
  assert.equal(ofSheet.config.currency, 'EUR');
  await assertEuros(sheet, ofSheet.config, '€30.75');

  const { url } = await startJsonServer(() => [
    { at: '2026-03-01', total: 10.5, currency: 'eur' },
    { at: '2026-03-02', total: 20.25, currency: 'eur' },
  ]);
  const api = { connector: httpJsonConnector as Connector, secret: null };
  const ofApi = await propose(api, { url });
  assert.equal(ofApi.config.currency, 'EUR');
  await assertEuros(api, ofApi.config, '€30.75');
  assert.match(
    (await verify(api, { ...ofApi.config, currency: 'USD' }, 'USD')).join(),
    /^currency_contradicted: .*EUR/,
  );

  const stripe = await startStripe();
  const addresses = { ...localNetwork.systemAddresses, stripe: stripe.url };
  const shop = {
    connector: stripeConnector as Connector,
    secret: { key: stripeKey },
    options: { network: { ...localNetwork, systemAddresses: addresses } },
  };
  await assertEuros(shop, { currency: 'eur' }, '€170.51');
});

const orders = `(day date, city varchar(20), amount decimal(12,2), currency varchar(3))`;
const rows = `VALUES ('2026-03-01', 'Berlin', 10.5, 'EUR'), ('2026-03-02', 'Bonn', 20.25, 'EUR'),
  ('2026-03-03', 'Bonn', 1, 'EUR'), ('2026-03-04', 'Berlin', 2, 'EUR')`;
const money = { key: 'amount', label: 'Amount', sql: 'sum(amount)', unit: 'currency', better: 'up', additive: true };

/** What every database does with a column of codes. */
async function testDatabase(source: Source, place: object, run: (sql: string) => Promise<unknown>, types = orders) {
  await run(`CREATE TABLE orders ${types}`);
  await run(`INSERT INTO orders ${rows}`);
  const naming = { ...place, table: 'orders' };
  const proposal = await propose(source, naming, 'USD');
  assert.equal(proposal.config.currency, 'EUR');
  const config: Record<string, unknown> = { ...proposal.config, metrics: [money] };
  await assertEuros(source, config, '€33.75');
  assert.deepEqual(await verify(source, config, 'USD'), []);
  const { currency: _, ...unsaid } = config;
  assert.match(
    (await verify(source, unsaid, 'USD')).join(),
    /^currency_contradicted: .*EUR by "currency".*"currency": "EUR"/,
  );

  await run(`INSERT INTO orders VALUES ('2026-03-05', 'Berlin', 5, 'USD')`);
  const [told] = await verify(source, config, 'USD');
  assert.match(told ?? '', /^several_currencies: .*EUR, USD by "currency".*a query that keeps the rows WHERE/);
  const condition = / WHERE (.*?), and/.exec(told ?? '')?.[1];
  const { table: __, ...rest } = config;
  const advised = { ...rest, query: `SELECT * FROM orders WHERE ${condition}` };
  assert.deepEqual(await verify(source, advised, 'USD'), []);
  await assertEuros(source, advised, '€33.75');
}

if ((await postgresFault()) === null) {
  test('postgres: a column of codes gives the currency, and several codes a warning', async () => {
    await using reader = await createPostgresReader();
    const source = { connector: postgresConnector as Connector, secret: reader.secret };
    await testDatabase(source, reader.place, (sql) => reader.run(sql));
  });
}

if ((await mariadbFault()) === null) {
  test('mysql: a column of codes gives the currency, and several codes a warning', async () => {
    await using reader = await createMariadbReader();
    const source = { connector: mysqlConnector as Connector, secret: reader.secret };
    await testDatabase(source, reader.place, (sql) => reader.run(sql));
  });
}

test('clickhouse: a column of codes gives the currency, and several codes a warning', {
  skip: clickhouseSkip,
}, async () => {
  await using server = await startClickhouse();
  const source = { connector: clickhouseConnector as Connector, secret: server.secret };
  const types = '(day Date, city String, amount Decimal(12, 2), currency String) ENGINE = MergeTree ORDER BY day';
  await testDatabase(source, server.place, (sql) => server.run(sql), types);
});

test('every configuration of rows, and prometheus, takes a code of ISO 4217 in capitals and nothing else', () => {
  const rows = { date: 'day', metrics: [money], dimensions: [] };
  const place = { host: 'h', database: 'd', user: 'u', table: 't' };
  const requests: Record<string, object> = {
    file: { path: 'a.csv', ...rows },
    'google-sheets': { spreadsheet: spreadsheetId, range: 'A:B', ...rows },
    'http-json': { url: 'https://api.example.com', ...rows },
    ...{ postgres: { ...place, ...rows }, mysql: { ...place, ...rows }, clickhouse: { ...place, ...rows } },
    'sql-server': { ...place, ...rows },
    redshift: { ...place, ...rows },
    trino: { url: 'https://trino.example.com', user: 'u', catalog: 'c', table: 't', ...rows },
    prometheus: {
      ...{ url: 'https://p.example.com', dimensions: [] },
      metrics: [{ key: 'n', label: 'N', promql: 'n', kind: 'counter', unit: 'currency', better: 'up' }],
    },
  };
  for (const [system, config] of Object.entries(requests)) {
    const connector = getConnector(system);
    assert.doesNotThrow(() => parseConfig(connector, { ...config, currency: 'EUR' }), system);
    for (const currency of ['eur', 'XXQ', 'EURO', '€', '']) {
      const told = /currency must be an ISO 4217 currency code in capitals, such as EUR\.$/;
      assert.throws(() => parseConfig(connector, { ...config, currency }), isError('invalid_config', told), system);
    }
  }
});

const signs: Record<string, [name: string, amounts: [string, string], project: string | undefined, currency: unknown]> =
  {
    'pounds by their sign': ['Amount', ['£1.50', '£2.00'], 'USD', 'GBP'],
    'a code before the number': ['Amount', ['CHF 1.50', 'CHF 2.00'], 'USD', 'CHF'],
    'Polish złoty': ['Kwota', ['1.50 zł', '2.00 zł'], 'EUR', 'PLN'],
    'dollars that the project has': ['Amount', ['$1.50', '$2.00'], 'CAD', 'CAD'],
    'dollars of Canada': ['Amount', ['CA$1.50', 'CA$2.00'], 'USD', 'CAD'],
    'crowns that the project has': ['Beløb', ['1.50 kr', '2.00 kr'], 'NOK', 'NOK'],
    'Japanese yen': ['売上', ['150円', '200円'], 'USD', 'JPY'],
    'hryvnias in words': ['Сума', ['1,50 грн', '2,00 грн'], 'USD', 'UAH'],
    'a code in the name': ['Spend USD', ['1.50', '2.00'], 'EUR', 'USD'],
    'a sign in the name': ['Umsatz in €', ['1.50', '2.00'], 'USD', 'EUR'],
    'a small code in the name': ['cost_gbp', ['1.50', '2.00'], 'USD', 'GBP'],
    'a code in the name of a column that says nothing of money': ['Wert (EUR)', ['1.50', '2.25'], 'USD', 'EUR'],
    'a word that is a code too': ['Total sales ALL', ['1.50', '2.00'], 'USD', undefined],
    'three letters that are no currency': ['Weight', ['1.50 KGM', '2.00 KGM'], 'USD', undefined],
    'no mark': ['Revenue', ['1.50', '2.00'], 'USD', undefined],
  };
for (const [what, [name, [one, other], project, currency]] of Object.entries(signs)) {
  test(`a proposal knows the currency: ${what}`, async () => {
    const proposal = await proposeFile([`Date,${name}`, `2026-03-01,"${one}"`, `2026-03-02,"${other}"`], project);
    assert.equal(proposal.config.currency, currency);
    assert.deepEqual(codesOf(proposal), []);
  });
}

test('a sign of several currencies is the most usual one with a doubt, where the project has another', async () => {
  for (const project of [undefined, 'EUR']) {
    const proposal = await proposeFile(['Date,Cost', '2026-03-01,$1.50', '2026-03-02,$2.25'], project);
    assert.equal(proposal.config.currency, 'USD');
    const [doubt] = proposal.doubts;
    assert.deepEqual([doubt?.column, doubt?.code, proposal.doubts.length], ['Cost', 'which_currency', 1]);
    assert.match(doubt?.message ?? '', /"\$" is read as USD\. If it is CAD, AUD, .* change "currency"\./);
  }
});

test('several codes in a column are a doubt, and the filter that it names gives the true sum', async () => {
  const lines = [
    'Date,Order,Amount,Currency',
    '2026-03-01,a,1.50,EUR',
    '2026-03-02,b,2.25,EUR',
    '2026-03-03,c,100,USD',
  ];
  const proposal = await proposeFile(lines, 'USD');
  assert.equal(proposal.config.currency, undefined);
  const [doubt] = proposal.doubts;
  assert.deepEqual([doubt?.column, doubt?.code], ['Currency', 'several_currencies']);
  const [, sql, currency] = /Use (.*) and "currency": "(\w+)"/.exec(doubt?.message ?? '') ?? [];
  assert.ok(sql && currency);
  const config = { ...proposal.config, currency, metrics: [{ ...money, sql }] };
  const { text } = await reportOn(file, config);
  assert.ok(text.includes(currency === 'EUR' ? '€3.75' : '$100.00'), text);
  assert.deepEqual(await verify(file, config, 'USD'), []);
  assert.match((await verify(file, proposal.config, 'USD')).join(), /^several_currencies: /);
});

test('a code that comes after the first 20,000 rows is found too', async () => {
  const many = Array.from({ length: 21_000 }, (_, row) => `2026-03-01,${row}.5,EUR`);
  const lines = ['Date,Amount,Currency', ...many, '2026-03-02,1,USD', ...many.slice(0, 500)];
  assert.ok(codesOf(await proposeFile(lines, 'EUR')).includes('several_currencies'));
});

test('amounts of another currency than the connection’s are plain numbers that say theirs, with a doubt', async () => {
  const lines = ['Date,Cost EUR,Cost USD', '2026-03-01,1.50,2.00', '2026-03-02,2.25,3.00'];
  const proposal = await proposeFile(lines, 'USD');
  assert.equal(proposal.config.currency, 'USD');
  const metrics = proposal.config.metrics as { label: string; unit: string }[];
  assert.deepEqual(
    metrics.slice(0, 2).map(({ label, unit }) => [label, unit]),
    [
      ['Cost EUR', 'number'],
      ['Cost USD', 'currency'],
    ],
  );
  assert.deepEqual(
    proposal.doubts.map(({ column, code }) => [column, code]),
    [['Cost EUR', 'other_currency']],
  );
  const { text } = await reportOn(file, proposal.config);
  assert.ok(text.includes('$5.00') && text.includes('3.75') && !text.includes('$3.75'), text);
});

test('amounts by amounts are no money, and every way to count a column has the unit of its amounts', async () => {
  const rows = [
    ['120,00 €', '480,00 €', '4,00', '$12.50'],
    ['250,00 €', '500,00 €', '2,00', '$30.00'],
    ['80,00 €', '720,00 €', '9,00', '$18.25'],
  ].map((row, index) => [`0${index + 1}.03.2026`, ...row].join(';'));
  const { config, columns } = await proposeFile(['Datum;Kosten;Umsatz;ROAS;Listenpreis', ...rows], 'EUR');
  const unitOf = (name: string) => {
    const { metric, choices } = columns.find(({ column }) => column === name) ?? assert.fail();
    const { unit } = (config.metrics as { key: string; unit: string }[]).find(({ key }) => key === metric) ?? {};
    return [unit, ...new Set(choices.map((choice) => choice.metric.unit))];
  };
  assert.deepEqual(unitOf('ROAS'), ['number', 'number']);
  assert.deepEqual(unitOf('Kosten'), ['currency', 'currency']);
  assert.deepEqual(unitOf('Listenpreis'), ['number', 'number'], 'dollars among euros');
});

test('verifying warns where the data contradict the currency, stated or the project’s, and not where they agree', async () => {
  const { config } = await proposeFile(german, 'USD');
  assert.deepEqual(await verify(file, config, 'USD'), []);
  const contradicted =
    'currency_contradicted: The amounts of "Umsatz" are marked €, which is EUR, and reports show them in';
  const cure = 'If they are in EUR, set "currency": "EUR".';
  assert.deepEqual(await verify(file, { ...config, currency: 'USD' }, 'EUR'), [
    `${contradicted} USD, as "currency" says. ${cure}`,
  ]);
  const { currency: _, ...unsaid } = config;
  assert.deepEqual(await verify(file, unsaid, 'USD'), [`${contradicted} USD, the currency of the project. ${cure}`]);
  assert.deepEqual(await verify(file, unsaid, 'EUR'), []);
});

test('a ratio of amounts is no amount, and what a conversion costs is one, in each way to count it', async () => {
  const lines = [
    'Date,Revenue (EUR),Cost (EUR),Conversions,ROAS,Cost / conv.',
    '2026-03-01,100.00,50.00,10,2.00,5.00',
    '2026-03-02,90.00,30.00,5,3.00,6.00',
    '2026-03-03,40.00,40.00,8,1.00,5.00',
  ];
  const proposal = await proposeFile(lines, 'USD');
  const units = Object.fromEntries(
    (proposal.config.metrics as { label: string; unit: string }[]).map(({ label, unit }) => [label, unit]),
  );
  assert.equal(proposal.config.currency, 'EUR');
  assert.equal(units['Cost / conv.'], 'currency');
  assert.notEqual(units.ROAS, 'currency');
  await assertEuros(file, proposal.config, '€5.22');
});

test('a column of another currency stays a plain number however somebody counts it', async () => {
  const lines = ['Date,Cost EUR,Cost', '2026-03-01,1.50,$2.00', '2026-03-02,2.25,$3.00'];
  const { config, columns } = await proposeFile(lines, 'EUR');
  assert.equal(config.currency, 'EUR');
  const dollars = columns.find(({ column }) => column === 'Cost');
  assert.deepEqual(new Set(dollars?.choices.map(({ metric }) => metric.unit)), new Set(['number']));
  const metric = (config.metrics as { key: string; label: string }[]).find(({ key }) => key === dollars?.metric);
  assert.equal(metric?.label, 'Cost (USD)');
});
