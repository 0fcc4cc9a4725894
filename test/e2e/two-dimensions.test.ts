import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { BreakdownSection, CrosstabSection, ReportDocument } from '../../src/reporting/documents/model.ts';
import { dataSets } from '../support/flights.ts';
import { startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';
import { finished, givenFlights, period } from './flights.ts';

const haul =
  "CASE WHEN distance < 500 THEN 'Under 500 miles' WHEN distance < 1000 THEN '500 to 999 miles' ELSE '1,000 miles and more' END";

/** Flights, miles and mean delay of May 2001 by other SQL than the service's; the key is what is grouped by. */
async function figuresBy(...keys: string[]): Promise<Map<string, readonly number[]>> {
  const duckdb = await DuckDBInstance.create(':memory:');
  const connection = await duckdb.connect();
  const grouping = keys.map((key) => (key === 'haul' ? haul : key)).join(', ');
  const reader = await connection.runAndReadAll(`SELECT ${grouping}, count(*), sum(distance), avg(delay)
    FROM '${dataSets}/flights-3m.parquet' WHERE date >= '2001-05-01' AND date < '2001-06-01' GROUP BY ALL`);
  const rows = reader.getRowsJson() as unknown[][];
  return new Map(rows.map((row) => [row.slice(0, keys.length).join('|'), row.slice(keys.length).map(Number)]));
}

function assertClose(found: readonly (number | null)[], expected: readonly number[] | undefined, which: string): void {
  for (const [at, value] of found.entries()) {
    const wanted = expected?.[at] ?? Number.NaN;
    assert.ok(Math.abs((value ?? Number.NaN) - wanted) <= Math.abs(wanted) * 1e-12, `${which}: ${value}, ${wanted}`);
  }
}

test('tables by two dimensions: every figure is what the data says, subtotals and totals, too', async () => {
  await using service = await startedService('sqlite', { DATA_ROOTS: dataSets });
  const { token, projectId } = await givenFlights(service.db);
  const { id } = await service.db.selectFrom('connections').select('id').executeTakeFirstOrThrow();
  const table = { type: 'breakdown', connection_id: id, dimension: 'origin', limit: 3 };
  const metrics = ['flights', 'distance', 'avg_delay'];
  const patch = (sections: object[]) =>
    service.call('PATCH', `/api/v1/projects/${projectId}`, { token, body: { settings: { sections } } });
  const refused = await patch([{ ...table, secondary_dimension: 'origin' }]);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /must have another secondary_dimension than its dimension/);
  const pair = { ...table, secondary_dimension: 'haul' };
  const crossed = { ...pair, layout: 'cross', metrics: ['avg_delay'], secondary_limit: 2 };
  const changed = await patch([{ ...pair, metrics, secondary_limit: 2 }, crossed]);
  assert.equal(changed.status, 200, changed.text);
  const path = `/api/v1/projects/${projectId}/generation-jobs`;
  const started = await service.call('POST', path, { token, body: { period } });
  const job = await finished(service, token, started.headers.get('location') ?? '');
  assert.equal(job.status, 'completed');
  const row = await service.db.selectFrom('reports').select('document_key').executeTakeFirstOrThrow();
  const stored = await readFile(`${service.dataDir}/objects/${row.document_key}`, 'utf8');
  const [grouped, cross] = (JSON.parse(stored) as ReportDocument).sections as [BreakdownSection, CrosstabSection];
  const [byOrigin, byHaul, pairs] = [
    await figuresBy('origin'),
    await figuresBy('haul'),
    await figuresBy('origin', 'haul'),
  ];

  assert.equal(grouped.rows.length, 3);
  for (const { label, cells, parts } of grouped.rows) {
    const current = (each: typeof cells) => each.map((cell) => cell.current);
    assertClose(current(cells), byOrigin.get(`${label}`), `${label}`);
    for (const part of parts?.rows ?? []) {
      assertClose(current(part.cells), pairs.get(`${label}|${part.label}`), `${label} ${part.label}`);
    }
    const [flights = 0] = current(cells);
    const shown = (parts?.rows ?? []).reduce((sum, part) => sum + (part.cells[0]?.current ?? 0), 0);
    assert.equal(parts?.rest?.cells[0]?.current ?? 0, (flights ?? 0) - shown);
    assert.equal(parts?.rest?.cells[2]?.current ?? null, null);
  }
  assert.deepEqual([cross.columns.length, cross.column_count], [2, byHaul.size]);
  for (const { label, cells, total } of cross.rows) {
    assertClose([total], byOrigin.get(`${label}`)?.slice(2), `${label}`);
    for (const [at, column] of cross.columns.entries()) {
      const expected = pairs.get(`${label}|${column}`);
      if (expected) assertClose([cells[at] ?? null], expected.slice(2), `${label} ${column}`);
      else assert.equal(cells[at], null, 'a pair that does not occur has no figure');
    }
  }
  for (const [at, column] of cross.columns.entries()) {
    assertClose([cross.total.cells[at] ?? null], byHaul.get(`${column}`)?.slice(2), `${column}`);
  }
  const exported = `/api/v1/reports/${job.result.report_id}/export-jobs`;
  for (const format of ['pdf', 'doc']) {
    const start = await service.call('POST', exported, { token, body: { format } });
    const done = await finished(service, token, start.headers.get('location') ?? '');
    assert.equal(done.status, 'completed');
  }
  assert.equal(await service.stop(), 0);
});
