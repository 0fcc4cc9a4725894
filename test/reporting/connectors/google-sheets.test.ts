import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { ConnectorError, Query } from '../../../src/reporting/connectors/contract.ts';
import type { SheetsConfig } from '../../../src/reporting/connectors/google-sheets/config.ts';
import { googleSheetsConnector } from '../../../src/reporting/connectors/google-sheets.ts';
import type { GoogleSecret } from '../../../src/reporting/connectors/hosted/google/secret.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { apiRefusal, startGoogleOAuth } from '../../doubles/google-oauth.ts';
import {
  type DoubleCell,
  officeId,
  privateId,
  sheetsSecret,
  spreadsheetId,
  startGoogleSheets,
} from '../../doubles/google-sheets.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

/** A day as a German spreadsheet shows it. */
function day(text: string): DoubleCell {
  const serial = Temporal.PlainDate.from('1899-12-30').until(text, { largestUnit: 'day' }).days;
  return { serial, shown: text.split('-').reverse().join('.') };
}

const orders: DoubleCell[][] = [
  ['Date', 'City', 'Amount', 'Paid', 'Share', 'Note', 'Time'],
  [day('2026-02-28'), 'Berlin', 10, true, 0.12, '1.234,50', { serial: 46081.75, shown: '28.02.2026 18:00:00' }],
  [day('2026-03-01'), 'Kraków', 0.1, false, 0.5, '2,00', { serial: 46082.5, shown: '01.03.2026 12:00:00' }],
  [day('2026-03-01'), 'Berlin', 0.2, true, 0.38, 'k. A.', { serial: 46082.999_999_99, shown: '02.03.2026 00:00:00' }],
  [null, null, null],
  [day('2026-03-29'), hostileValue, 1234.56, true, 1],
];

const double = await startGoogleSheets({
  Orders: orders,
  "It's a title": [['Report of orders'], [], ...orders],
  Picture: null,
  CO2: [
    ['Day', 'Sum'],
    [day('2026-03-01'), 1],
  ],
  Headers: [['Date', 'Amount']],
  Plan: [
    ['Plan 2026'],
    ['Filiale', day('2026-01-01'), day('2026-02-01'), 'Summe'],
    ['Köln', 1.5, 2, 3.5],
    ['Ulm', null, 4, 4],
  ],
  Unnamed: [
    [day('2026-03-01'), 'Köln', 1],
    [day('2026-03-02'), 'Ulm', 2],
  ],
  Empty: [],
});

const address = `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit?gid=3#gid=3`;
const secret: GoogleSecret = sheetsSecret;
const shared = { better: 'up', additive: true } as const;
const config: SheetsConfig = {
  spreadsheet: address,
  range: 'Orders!A:G',
  date: 'Date',
  metrics: [
    { key: 'amount', label: 'Amount', sql: 'sum("Amount")', unit: 'currency', ...shared },
    { key: 'orders', label: 'Orders', sql: 'count(*)', unit: 'count', ...shared },
  ],
  dimensions: [
    { key: 'city', label: 'City', sql: 'City' },
    { key: 'paid', label: 'Paid', sql: 'Paid' },
  ],
};
const network = {
  ...localNetwork,
  systemAddresses: { ...localNetwork.systemAddresses, 'google-sheets': double.url },
};
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const month: Query = {
  from: '2026-02-28',
  to: '2026-03-31',
  timeZone: 'Europe/Berlin',
  metrics: ['amount', 'orders'],
  by: 'none',
  limit: 100,
};

async function ask(query: Partial<Query> = {}, asked: Partial<SheetsConfig> = {}) {
  await using context = open();
  return await googleSheetsConnector.query({ ...config, ...asked }, secret, { ...month, ...query }, context);
}

async function verify(asked: Partial<SheetsConfig> = {}) {
  await using context = open();
  return await googleSheetsConnector.verify({ ...config, ...asked }, secret, context);
}

async function propose(asked: unknown) {
  await using context = open();
  const proposal = await googleSheetsConnector.propose?.(asked, secret, 'UTC', context);
  assert.ok(proposal);
  return proposal;
}

test('google-sheets: days, numbers and truth values are those of the cells, however they are shown', async () => {
  const before = double.seen.length;
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [1244.86, 4] }]);
  assert.deepEqual([whole.hasData, whole.rowsRead, whole.freshAt], [true, 4, null]);
  assert.deepEqual(
    double.seen.slice(before).map(({ query }) => query.get('dateTimeRenderOption')),
    ['SERIAL_NUMBER', 'FORMATTED_STRING'],
  );
  const days = await ask({ by: 'day' });
  assert.deepEqual(days.rows, [
    { key: '2026-02-28', values: [10, 1] },
    { key: '2026-03-01', values: [0.3, 2] },
    { key: '2026-03-29', values: [1234.56, 1] },
  ]);
  const cities = await ask({ by: { dimension: 'city' } });
  assert.deepEqual(
    cities.rows.map(({ key }) => key),
    [hostileValue, 'Berlin', 'Kraków'],
  );
  const paid = await ask({ by: { dimension: 'paid' }, metrics: ['orders'] });
  assert.deepEqual(paid.rows, [
    { key: 'true', values: [3] },
    { key: 'false', values: [1] },
  ]);
  const months = await ask({ by: 'month', metrics: ['orders'] });
  assert.deepEqual(
    months.rows.map(({ key }) => key),
    ['2026-02-01', '2026-03-01'],
  );
});

test('google-sheets: a metric at the end is the value of the last day with rows', async () => {
  const levels = { metrics: config.metrics.map((metric) => ({ ...metric, additive: false, at: 'end' as const })) };
  assert.deepEqual((await ask({}, levels)).rows, [{ key: null, values: [1234.56, 1] }]);
  assert.deepEqual((await ask({ by: 'month' }, levels)).rows, [
    { key: '2026-02-01', values: [10, 1] },
    { key: '2026-03-01', values: [1234.56, 1] },
  ]);
});

test('google-sheets: times count on their day; times of day and durations are seconds', async () => {
  const times = await ask({ by: 'day', metrics: ['orders'] }, { date: '"Time"' });
  assert.deepEqual(times.rows, [
    { key: '2026-02-28', values: [1] },
    { key: '2026-03-01', values: [1] },
    { key: '2026-03-02', values: [1] },
  ]);
  double.sheets = {
    ...double.sheets,
    Calls: [
      ['Date', 'Length', 'At'],
      [day('2026-03-01'), { serial: 1.0625, shown: '25:30:00' }, { serial: 0.5, shown: '12:00 PM' }],
    ],
  };
  const metrics = ['Length', 'At'].map((name) => ({
    ...({ key: name.toLowerCase(), label: name, sql: `sum("${name}")`, unit: 'duration', ...shared } as const),
  }));
  const calls = await ask({ metrics: ['length', 'at'] }, { range: 'Calls!A:C', metrics, dimensions: [] });
  assert.deepEqual(calls.rows[0]?.values, [91_800, 43_200]);
});

test('google-sheets: numbers in texts are read as the configuration says', async () => {
  const note = {
    key: 'note',
    label: 'Note',
    sql: 'sum(TRY_CAST("Note" AS DECIMAL(18,2)))',
    unit: 'number',
    ...shared,
  } as const;
  const amount = config.metrics[0] as SheetsConfig['metrics'][number];
  const numbers = { decimal: ',', thousands: '.' } as const;
  const range = 'Orders!A1:F3';
  const sum = { ...note, sql: 'sum("Note")' };
  const { rows } = await ask({ metrics: ['amount', 'note'] }, { range, numbers, metrics: [amount, sum] });
  assert.deepEqual(rows[0]?.values, [10.1, 1236.5]);
  const warnings = await verify({ metrics: [note] });
  assert.ok(warnings.some(({ code }) => code === 'values_left_out'));
});

test('google-sheets: an empty period, a header without rows and an empty range are told', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31' });
  assert.equal(empty.hasData, false);
  assert.equal((await ask({ from: '2026-03-29', to: '2026-03-29' })).rows[0]?.values[1], 1);
  assert.equal((await ask({ from: '2025-03-30', to: '2026-03-30', by: 'day', limit: 366 })).groupCount, 3);
  const headers = { range: 'Headers!A:B', dimensions: [], metrics: config.metrics.slice(0, 1) };
  assert.deepEqual(
    (await verify(headers)).map(({ code }) => code),
    ['no_rows'],
  );
  assert.equal((await ask({ metrics: ['amount'] }, headers)).hasData, false);
  await assert.rejects(verify({ range: 'Empty!A:B' }), isError('invalid_config', /empty/));
});

test('google-sheets: the queries of a report read the range once, and all its rows are of one moment', async () => {
  await using context = open();
  const before = double.seen.length;
  for (const by of ['none', 'day', { dimension: 'city' }] as const) {
    await googleSheetsConnector.query(config, secret, { ...month, by }, context);
    await googleSheetsConnector.query(config, secret, { ...month, by, timeZone: 'Asia/Tokyo' }, context);
  }
  assert.equal(double.seen.length - before, 2);
  const { sheets } = double;
  const changed = { ...sheets, Orders: [orders[0] ?? [], [null, 'new'], ...orders.slice(1)] };
  let reads = 0;
  double.fault = () => {
    reads++;
    // Somebody inserts a row between the two readings of the first try.
    if (reads === 2) double.sheets = changed;
    return undefined;
  };
  await using other = open();
  const { rows } = await googleSheetsConnector.query(config, secret, month, other);
  assert.deepEqual([rows[0]?.values, reads], [[1244.86, 4], 4]);
  double.fault = () => {
    double.sheets = double.sheets === changed ? sheets : changed;
    return undefined;
  };
  await assert.rejects(ask(), isError('transient', /changes while/));
  double.fault = null;
  double.sheets = sheets;
});

test('google-sheets: a spreadsheet, a sheet and a range that are wrong are told apart', async () => {
  const of = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit`;
  await assert.rejects(ask({}, { spreadsheet: of(privateId) }), isError('resource_missing', /Share it/));
  await assert.rejects(ask({}, { spreadsheet: of('1AbC-nothing_here') }), isError('resource_missing', /404/));
  await assert.rejects(ask({}, { spreadsheet: of(officeId) }), isError('invalid_config', /Google Sheets/));
  await assert.rejects(ask({}, { range: 'Sales!A:F' }), isError('resource_missing', /no sheet "Sales".*"Orders"/));
  await assert.rejects(ask({}, { range: 'Orders!A:ZZ' }), isError('invalid_config', /beyond/));
  await assert.rejects(ask({}, { range: 'Orders!what' }), isError('invalid_config', /cannot be read/));
  for (const wrong of [
    'orders',
    'https://example.com/d/1',
    `https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pubhtml`,
  ]) {
    await assert.rejects(ask({}, { spreadsheet: wrong }), isError('invalid_config', /address of a Google spreadsheet/));
  }
  const ofUser = `https://docs.google.com/a/example.com/spreadsheets/u/1/d/${spreadsheetId}/edit#gid=0`;
  assert.equal((await ask({}, { spreadsheet: ofUser })).hasData, true);
  assert.equal((await ask({}, { spreadsheet: spreadsheetId })).hasData, true);
});

test('google-sheets: a range that is too large is refused with what to do', async () => {
  double.sheets = { ...double.sheets, Wide: [Array.from({ length: 1001 }, (_, index) => `c${index}`)] };
  await assert.rejects(ask({}, { range: "'Wide'" }), isError('invalid_config', /1001 columns/));
  await using context = open({ maxBodyBytes: 200 });
  const large = googleSheetsConnector.query(config, secret, month, context);
  await assert.rejects(large, isError('invalid_config', /fewer columns or rows/));
});

test('google-sheets: lists the sheets of a spreadsheet', async () => {
  await using context = open();
  const sheets = await googleSheetsConnector.resources?.({ spreadsheet: address }, secret, context);
  assert.deepEqual(sheets?.slice(0, 3), [
    { config: { spreadsheet: address, range: "'Orders'" }, label: 'Orders' },
    { config: { spreadsheet: address, range: "'It''s a title'" }, label: "It's a title" },
    { config: { spreadsheet: address, range: "'CO2'" }, label: 'CO2' },
  ]);
  const unnamed = googleSheetsConnector.resources?.(null, secret, context) ?? Promise.resolve();
  await assert.rejects(unnamed, isError('invalid_config', /its address/));
});

test('google-sheets: a proposal is made of the sheet that the address shows, and gives its figures', async () => {
  const shown = await propose({ spreadsheet: address });
  assert.equal(shown.config.range, "'CO2'");
  const plain = address.replace(/\?.*/, '');
  const proposal = await propose({ spreadsheet: plain });
  assert.equal(proposal.config.range, "'Orders'");
  assert.deepEqual(
    { ...proposal.types },
    {
      Date: 'date',
      City: 'text',
      Amount: 'decimal',
      Paid: 'truth value',
      Share: 'decimal',
      Note: 'decimal',
      Time: 'time',
    },
  );
  const made = parseConfig(googleSheetsConnector, proposal.config);
  await using context = open();
  const metrics = made.metrics.map(({ key }) => key);
  const { rows } = await googleSheetsConnector.query(made, secret, { ...month, metrics }, context);
  assert.equal(rows[0]?.values[metrics.indexOf('amount')], 1244.86);
});

test('google-sheets: a sheet with a column for each month, or without names, is proposed and read so', async () => {
  const wide = await propose({ spreadsheet: spreadsheetId, range: "'Plan'!A:D" });
  assert.deepEqual(
    [String(wide.config.range).replaceAll("'", ''), wide.config.unpivot],
    ['Plan!A2:D', { columns: 'dates', into: 'value' }],
  );
  assert.deepEqual([wide.totals.value, wide.totals.rows], [7.5, 3]);
  const unnamed = await propose({ spreadsheet: spreadsheetId, range: "'Unnamed'!A:C" });
  assert.equal(unnamed.config.header, false);
  assert.deepEqual([unnamed.totals.column_3, unnamed.totals.rows], [3, 2]);
  for (const { config } of [wide, unnamed]) {
    await using context = open();
    const made = parseConfig(googleSheetsConnector, config);
    assert.deepEqual(await googleSheetsConnector.verify(made, secret, context), []);
  }
});

test('google-sheets: a title above the names of the columns is left out, with a doubt', async () => {
  const proposal = await propose({ spreadsheet: spreadsheetId, range: "'It''s a title'!A:G" });
  assert.equal(proposal.config.range, "'It''s a title'!A3:G");
  assert.ok(proposal.doubts.some(({ code }) => code === 'lines_before_header'));
  const bounded = await propose({ spreadsheet: spreadsheetId, range: "'It''s a title'!A1:C6" });
  assert.equal(bounded.config.range, "'It''s a title'!A3:C6");
  await assert.rejects(propose({ range: 'A:B' }), isError('invalid_config', /its address/));
});

test('google-sheets: a service account reads what is shared with it; a scope that lacks is told', async () => {
  const oauth = await startGoogleOAuth();
  const shared = await startGoogleSheets({ Orders: orders }, oauth);
  const systemAddresses = { ...network.systemAddresses, 'google-sheets': shared.url, 'google-oauth': oauth.url };
  const account = { service_account: oauth.serviceAccount };
  await using context = open({ network: { ...network, systemAddresses }, secret: account });
  const { rows } = await googleSheetsConnector.query(config, account, month, context);
  assert.equal(rows[0]?.values[1], 4);
  for (const token of oauth.tokens.keys()) oauth.tokens.set(token, 'https://www.googleapis.com/auth/adwords');
  await using other = open({ network: { ...network, systemAddresses }, secret: account });
  const refused = googleSheetsConnector.query(config, account, month, other);
  await assert.rejects(refused, isError('reauth_required', /right/, account));
});

test('google-sheets: a quota that is used up is one of a minute', async () => {
  double.fault = (_request, response) => {
    response.statusCode = 429;
    const detail = { reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit: 'ReadRequestsPerMinutePerUser' } };
    return apiRefusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', detail).body;
  };
  await assert.rejects(ask(), (error: ConnectorError) => {
    assert.equal(error.retryAfterMs, 60_000);
    return isError('transient', /429/)(error);
  });
  double.fault = null;
});

test('google-sheets: the registry reads its configuration and secret', () => {
  const connector = getConnector('google-sheets');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseSecret(connector, null));
  assert.throws(() => parseConfig(connector, { ...config, range: '' }), /range/);
});

testHostedFaults('google-sheets', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await googleSheetsConnector.query(config, secret, month, context);
  },
}));
