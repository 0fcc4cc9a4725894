import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import type { FileConfig } from '../../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { isError } from '../../support/connector-conformance.ts';
import { ask, makeConfig, makeFolder, openFileContext, verify } from '../../support/file-connection.ts';
import { makeWorkbook } from '../../support/workbook.ts';

const folder = await makeFolder();
const ever = { from: '1990-01-01', to: '2100-12-31' };
/** 13 January 2026 in Excel's count of days, and in that of 1904. */
const [day, dayOf1904] = [46_035, 44_573];

const write = (name: string, content: Uint8Array | string) => writeFile(join(folder, name), content);

async function propose(naming: { path: string; sheet?: string }) {
  await using context = openFileContext([folder]);
  const proposal = await fileConnector.propose?.(naming, null, 'UTC', context);
  assert.ok(proposal);
  return { ...proposal, config: parseConfig(fileConnector, proposal.config) as FileConfig };
}

const orders = [
  ['Umsatz 2026', null, null, null],
  [],
  ['Datum', 'Filiale', 'Umsatz', 'Quote'],
  [{ day }, 'Köln, "Mitte"', 1007.5, { percent: 0.125 }],
  [{ day: day + 1 }, 'Bonn', 1.028, { percent: 0.375 }],
  [{ day: day + 1.5 }, null, 0.1 + 0.2, null],
];

test('a sheet of a workbook becomes a configuration and figures, its days as Excel counts them', async () => {
  await write('orders.xlsx', makeWorkbook({ Notes: [['Read me']], Orders: orders }));
  const { config, rows, doubts } = await propose({ path: 'orders.xlsx', sheet: 'Orders' });
  assert.deepEqual(
    doubts.map(({ code }) => code),
    ['lines_before_header', 'plain_mean'],
  );
  assert.equal(rows[0]?.Filiale, 'Köln, "Mitte"');
  const { rows: byDay } = await ask([folder], config, 'day', ever);
  assert.deepEqual(
    config.metrics.map(({ key }) => key),
    ['umsatz', 'quote', 'rows'],
  );
  assert.deepEqual(byDay, [
    { key: '2026-01-13', values: [1007.5, 0.125, 1] },
    { key: '2026-01-14', values: [1.328, 0.375, 2] },
  ]);
});

test('workbooks that count days from 1904 are read so', async () => {
  await write(
    'mac.xlsx',
    makeWorkbook(
      {
        Orders: [
          ['day', 'n'],
          [{ day: dayOf1904 }, 3],
        ],
      },
      true,
    ),
  );
  const { rows } = await ask([folder], makeConfig('mac.xlsx', 'day', { n: 'sum(n)' }), 'day', ever);
  assert.deepEqual(rows, [{ key: '2026-01-13', values: [3] }]);
});

test('numbers of cells keep their value beside texts that are written in another way', async () => {
  const rows = [
    ['day', 'amount'],
    [{ day }, '1.007,50'],
    [{ day }, 1.028],
    [{ day }, 2],
  ];
  await write('mixed.xlsx', makeWorkbook({ Orders: rows }));
  const { config } = await propose({ path: 'mixed.xlsx' });
  assert.deepEqual(config.numbers, { decimal: ',', thousands: '.' });
  const { rows: figures } = await ask([folder], config, 'none', ever);
  assert.equal(figures[0]?.values[0], 1010.528);
});

const bomb = zipSync({ 'xl/worksheets/sheet1.xml': [new Uint8Array(200 * 1024 * 1024), { level: 1 }] });
const refused: Record<string, [content: Uint8Array | string, sheet: string | undefined, message: RegExp]> = {
  'an archive that unpacks to far more than its size': [bomb, undefined, /has more than 128 MB/],
  'an archive that is cut off': [
    makeWorkbook({ A: orders }).subarray(0, 700),
    undefined,
    /not a complete \.xlsx|not a workbook/,
  ],
  'text that is called a workbook': ['day,n\n', undefined, /not a complete \.xlsx|not a workbook/],
  'an archive of something else': [zipSync({ 'a.txt': strToU8('x') }), undefined, /not a workbook/],
  'a sheet that is not there': [
    makeWorkbook({ Orders: orders, Notes: [['x']] }),
    'Sales',
    /no sheet "Sales"\. There are: "Orders", "Notes"/,
  ],
};
for (const [what, [content, sheet, message]] of Object.entries(refused)) {
  test(`refused: ${what}`, async () => {
    await write('bad.xlsx', content);
    const config = { ...makeConfig('bad.xlsx', 'day', { n: 'count(*)' }), ...(sheet !== undefined && { sheet }) };
    await assert.rejects(verify([folder], config), isError('invalid_config', message));
  });
}
