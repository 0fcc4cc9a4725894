import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpJsonConnector } from '../../../src/reporting/connectors/http-json.ts';
import { parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { ask } from '../../support/http-json-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';

const { url } = await startJsonServer(() => ({
  items: [
    { id: 1, created_at: '2026-03-02T10:00:00Z', customer: { country: 'DE' }, total: '1.007,50', weight: 1.028 },
    { id: 2, created_at: '2026-03-03T10:00:00Z', customer: { country: 'FR' }, total: '2,00', weight: 2 },
    { id: 3, created_at: '2026-03-03T11:00:00Z', customer: { country: 'DE' }, total: '1,00', weight: 3 },
  ],
}));

async function propose(config: unknown) {
  await using context = openTestContext();
  const proposal = await httpJsonConnector.propose?.(config, null, 'UTC', context);
  assert.ok(proposal);
  return proposal;
}

test('the rows of an API become a configuration that gives their figures', async () => {
  const proposal = await propose({ url, rows: 'items' });
  assert.deepEqual(proposal.types, {
    id: 'whole number',
    created_at: 'time',
    'customer.country': 'text',
    total: 'decimal',
    weight: 'decimal',
  });
  assert.deepEqual(proposal.totals, { total: 1010.5, weight: 6.028, rows: 3 });
  const config = parseConfig(httpJsonConnector, proposal.config);
  const { rows } = await ask(config, { by: { dimension: 'customer_country' } });
  assert.deepEqual(rows, [
    { key: 'DE', values: [1008.5, 4.028, 2] },
    { key: 'FR', values: [2, 2, 1] },
  ]);
});

test('amounts that are texts are read in the answers of later reports, too', async () => {
  const server = await startJsonServer(() => [
    { day: '2026-03-02', total: '14137.84', views: '1.2k', fee: '٥٫٥' },
    { day: '2026-03-03', total: '20.50', views: '300', fee: '1' },
  ]);
  const proposal = await propose({ url: server.url });
  assert.deepEqual(proposal.totals, { total: 14_158.34, views: 1500, fee: 6.5, rows: 2 });
  const { rows } = await ask(parseConfig(httpJsonConnector, proposal.config), { by: 'day' });
  assert.deepEqual(
    rows.map(({ values }) => values),
    [
      [14_137.84, 1200, 5.5, 1],
      [20.5, 300, 1, 1],
    ],
  );
});

test('rows with a key for each month are read long, in later reports too', async () => {
  const server = await startJsonServer(() => [
    { shop: 'North', '2026-02': 1, '2026-03': 2, total: 3 },
    { shop: 'South', '2026-03': 4, '2026-04': null, total: 4 },
  ]);
  const proposal = await propose({ url: server.url });
  assert.deepEqual([proposal.totals.value, proposal.totals.rows], [7, 3]);
  assert.ok(proposal.doubts.some(({ code }) => code === 'read_long'));
  const { rows } = await ask(parseConfig(httpJsonConnector, proposal.config), { by: { dimension: 'shop' } });
  assert.deepEqual(rows.map(({ key, values }) => [key, values[0]]).sort(), [
    ['North', 2],
    ['South', 4],
  ]);
});

test('a request that is not described well is told', async () => {
  await assert.rejects(propose({ rows: 'items' }), isError('invalid_config', /named by "url"/));
  await assert.rejects(propose({ url, rows: 'nothing' }), isError('invalid_config', /./));
});
