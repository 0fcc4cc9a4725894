import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type {
  BreakdownSection,
  KpisSection,
  ReportDocument,
  TimeseriesSection,
} from '../../src/reporting/documents/model.ts';
import { engines } from '../support/databases.ts';
import { dataSets } from '../support/flights.ts';
import { startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';
import { finished, givenFlights, period } from './flights.ts';

/** The figures of the report, worked out by other SQL than the service's. */
async function independentFigures() {
  const duckdb = await DuckDBInstance.create(':memory:');
  const connection = await duckdb.connect();
  const flights = `'${dataSets}/flights-3m.parquet'`;
  const may = `date >= '2001-05-01' and date < '2001-06-01'`;
  const april = `date >= '2001-04-01' and date < '2001-05-01'`;
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson() as unknown as string[][];
  const totals = async (when: string) =>
    (await ask(`select count(*), sum(distance), avg(delay) from ${flights} where ${when}`))[0]?.map(Number);
  const origins = (when: string) => ask(`select origin, count(*) from ${flights} where ${when} group by origin`);
  const days = await ask(
    `select strftime(date, '%Y-%m-%d'), count(*) from ${flights} where ${may} group by 1 order by 1`,
  );
  return {
    may: await totals(may),
    april: await totals(april),
    days: days.map(([date, value]) => ({ date, value: Number(value) })),
    mayOrigins: new Map((await origins(may)).map(([name, count]) => [name, Number(count)])),
    aprilOrigins: new Map((await origins(april)).map(([name, count]) => [name, Number(count)])),
  };
}

for (const engine of engines) {
  test(`${engine}: generation, export, download: every figure is what the data says [C-OP-2, C-OP-3, C-PERIOD-7, C-EXPORT-1, C-DOWNLOAD-1, C-DOWNLOAD-3]`, async () => {
    await using service = await startedService(engine, { DATA_ROOTS: dataSets });
    const { token, projectId } = await givenFlights(service.db);
    const started = await service.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, {
      token,
      body: { period },
    });
    assert.equal(started.status, 202);
    assert.equal(started.body.data.status, 'queued');
    assert.equal(started.headers.get('retry-after'), '1');
    const location = started.headers.get('location') ?? '';
    assert.equal(location, `/api/v1/generation-jobs/${started.body.data.id}`);
    const job = await finished(service, token, location);
    assert.equal(job.status, 'completed');
    assert.deepEqual(job.period, period);

    const report = await service.call('GET', `/api/v1/reports/${job.result.report_id}`, { token });
    assert.equal(report.body.data.ready_for_export, true);
    assert.equal(report.body.data.generation_job_id, job.id);
    const reports = await service.call('GET', `/api/v1/projects/${projectId}/reports`, { token });
    assert.deepEqual(reports.body.data.items, [report.body.data]);
    assert.equal(reports.body.meta.pagination.total, 1);

    const row = await service.db.selectFrom('reports').select('document_key').executeTakeFirstOrThrow();
    const document: ReportDocument = JSON.parse(
      await readFile(`${service.dataDir}/objects/${row.document_key}`, 'utf8'),
    );
    await assertFigures(document);

    for (const [format, type, magic] of [
      ['pdf', 'application/pdf', '%PDF-'],
      ['doc', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK'],
    ] as const) {
      const path = `/api/v1/reports/${job.result.report_id}/export-jobs`;
      const start = await service.call('POST', path, { token, body: { format } });
      assert.equal(start.status, 202);
      const done = await finished(service, token, start.headers.get('location') ?? '');
      assert.equal(done.status, 'completed');
      const again = await service.call('POST', path, { token, body: { format } });
      assert.equal(again.body.meta.reused, true);
      assert.equal(again.body.data.id, done.id);
      const file = await fetch(new URL(done.artifact.download_path, service.url()), {
        headers: { authorization: `Bearer ${token}` },
      });
      const bytes = Buffer.from(await file.arrayBuffer());
      assert.equal(file.status, 200);
      assert.equal(file.headers.get('content-type'), type);
      assert.equal(bytes.subarray(0, magic.length).toString('latin1'), magic);
      assert.equal(bytes.length, done.artifact.size_bytes);
      const sha256 = createHash('sha256').update(bytes).digest();
      assert.equal(sha256.toString('hex'), done.artifact.sha256);
      assert.equal(file.headers.get('repr-digest'), `sha-256=:${sha256.toString('base64')}:`);
      assert.equal(file.headers.get('etag'), `"${done.artifact.sha256}"`);
      assert.equal(file.headers.get('cache-control'), 'private, no-store');
      assert.match(file.headers.get('content-disposition') ?? '', /filename\*=UTF-8''Fl%C3%BCge%20%E8%88%AA/);
    }
    assert.equal(await service.stop(), 0);
  });
}

async function assertFigures(document: ReportDocument): Promise<void> {
  const expected = await independentFigures();
  const kpis = document.sections.find((section): section is KpisSection => section.type === 'kpis');
  const figure = (key: string) => kpis?.items.find(({ metric }) => metric.key === key);
  for (const [index, key] of ['flights', 'distance', 'avg_delay'].entries()) {
    const [current = NaN, compare = NaN] = [expected.may?.[index], expected.april?.[index]];
    assert.ok(Math.abs((figure(key)?.current ?? NaN) - current) <= Math.abs(current) * 1e-12, key);
    assert.ok(Math.abs((figure(key)?.compare ?? NaN) - compare) <= Math.abs(compare) * 1e-12, key);
    const ratio = (current - compare) / Math.abs(compare);
    assert.ok(Math.abs((figure(key)?.change?.ratio ?? NaN) - ratio) < 1e-9, `change of ${key}`);
  }
  const series = document.sections.find(
    (section): section is TimeseriesSection => section.type === 'timeseries' && section.metric.key === 'flights',
  );
  assert.deepEqual(series?.current, expected.days);
  const breakdown = document.sections.find(
    (section): section is BreakdownSection => section.type === 'breakdown' && section.dimension.key === 'origin',
  );
  assert.equal(breakdown?.group_count, expected.mayOrigins.size);
  const top = [...expected.mayOrigins].sort((one, other) => other[1] - one[1]).slice(0, breakdown?.rows.length);
  const shown = breakdown?.rows.map(({ label, cells }) => [label, cells[0]?.current]);
  assert.deepEqual(shown, top);
  for (const { label, cells } of breakdown?.rows ?? []) {
    assert.equal(cells[0]?.compare, expected.aprilOrigins.get(label ?? ''));
    const share = (expected.mayOrigins.get(label ?? '') ?? NaN) / (expected.may?.[0] ?? NaN);
    assert.ok(Math.abs((cells[0]?.share ?? NaN) - share) < 1e-12);
  }
}
