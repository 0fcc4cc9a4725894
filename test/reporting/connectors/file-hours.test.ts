import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { makeConfig, makeFolder, openFileContext, writeText } from '../../support/file-connection.ts';

const folder = await makeFolder();

async function hours(name: string, times: readonly string[], date = 'moment', day = '2026-10-25') {
  await writeText(folder, name, ['moment', ...times]);
  await using context = openFileContext([folder]);
  const asked = {
    from: day,
    to: day,
    timeZone: 'Europe/Berlin',
    metrics: ['rows'],
    by: 'day',
    hourly: true,
    limit: 25,
  } as const;
  const { rows } = await fileConnector.query(
    makeConfig(`${folder}/${name}`, date, { rows: 'count(*)' }),
    null,
    asked,
    context,
  );
  return rows.map(({ key, values }) => [key, ...values]);
}

test('instants count in the hour of the clock of the zone, the repeated hour once', async () => {
  const times = ['2026-10-24T22:05:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'];
  assert.deepEqual(await hours('instants.csv', times), [
    ['2026-10-25T00', 1],
    ['2026-10-25T02', 2],
    ['2026-10-25T03', 1],
  ]);
});

test('wall times count in their own hour, in text too', async () => {
  const times = ['2026-10-25 09:10:00', '2026-10-25 09:50:00', '2026-10-25 23:59:59'];
  const found = [
    ['2026-10-25T09', 2],
    ['2026-10-25T23', 1],
  ];
  assert.deepEqual(await hours('local.csv', times), found);
  assert.deepEqual(await hours('text.csv', times, 'CAST(moment AS VARCHAR)'), found);
});

test('days without times all count at midnight', async () => {
  assert.deepEqual(await hours('days.csv', ['2026-10-25', '2026-10-25']), [['2026-10-25T00', 2]]);
});
