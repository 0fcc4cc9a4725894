import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Grouping } from '../../../src/reporting/connectors/contract.ts';
import type { FileConfig } from '../../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { ask, makeConfig, makeFolder, openFileContext, writeText } from '../../support/file-connection.ts';

const folder = await makeFolder();

describe('metrics at the end', () => {
  const atEnd = (config: FileConfig): FileConfig => ({
    ...config,
    metrics: config.metrics.map((metric) => ({ ...metric, at: 'end' as const })),
  });

  test('a balance is that of the last day with rows, to the cent, in the days of the zone asked for', async () => {
    await writeText(folder, 'balances.csv', [
      'at,account,balance',
      '2024-03-01T08:00:00Z,Giro,1000.10',
      '2024-03-01T17:00:00Z,Giro,900.10',
      '2024-03-01T09:00:00Z,,0.20',
      '2024-03-30T22:30:00Z,Giro,800.10',
      '2024-03-30T23:30:00Z,Savings,5000.30',
      '2024-04-01T08:00:00Z,Giro,1.00',
    ]);
    const config = atEnd(makeConfig('balances.csv', 'at', { balance: 'sum(balance)' }, { account: 'account' }));
    const march = { from: '2024-03-01', to: '2024-03-31' };
    const valuesOf = async (by: Grouping, timeZone: string) => {
      const { rows, rowsRead } = await ask([folder], config, by, { ...march, timeZone });
      assert.equal(rowsRead, 5);
      return rows.map(({ key, values }) => [key, values[0]]);
    };
    assert.deepEqual(await valuesOf('none', 'UTC'), [[null, 5800.4]]);
    // The clock goes forward on the 31st, which begins an hour before midnight of UTC.
    assert.deepEqual(await valuesOf('none', 'Europe/Berlin'), [[null, 5000.3]]);
    assert.deepEqual(await valuesOf('day', 'Europe/Berlin'), [
      ['2024-03-01', 900.3],
      ['2024-03-30', 800.1],
      ['2024-03-31', 5000.3],
    ]);
    assert.deepEqual(await valuesOf({ dimension: 'account' }, 'Europe/Berlin'), [
      ['Savings', 5000.3],
      ['Giro', null],
      [null, null],
    ]);
  });

  test('the values that a metric at the end leaves out are those of the last day alone', async () => {
    await writeText(folder, 'stock.csv', ['day,stock', '2024-03-01,many', '2024-03-02,7', '2024-03-02,few']);
    const config = atEnd(makeConfig('stock.csv', 'day', { stock: 'sum(TRY_CAST(stock AS INTEGER))' }));
    const { rows, leftOut } = await ask([folder], config, 'none', { from: '2024-03-01', to: '2024-03-31' });
    assert.deepEqual([rows[0]?.values, leftOut], [[7], [1]]);
  });

  test('a level that is no sum does not add up over the dimensions, and one that is does', async () => {
    const config = atEnd(
      makeConfig(
        'balances.csv',
        'at',
        {
          sum: 'sum("Balance (EUR")',
          some: "sum(CAST(trim(a, '( ') AS DOUBLE)) FILTER (WHERE (a <> ''))",
          mean: 'avg(balance)',
          parts: 'sum(a) / sum(b)',
          people: 'count(DISTINCT who)',
        },
        { account: 'account' },
      ),
    );
    await using context = openFileContext([folder]);
    const { metrics } = await fileConnector.describe(config, null, context);
    assert.deepEqual(
      metrics.map(({ key, at, not_additive_by }) => [key, at, not_additive_by]),
      [
        ['sum', 'end', undefined],
        ['some', 'end', undefined],
        ['mean', 'end', ['account']],
        ['parts', 'end', ['account']],
        ['people', 'end', ['account']],
      ],
    );
  });
});
