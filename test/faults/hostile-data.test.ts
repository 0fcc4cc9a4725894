import assert from 'node:assert/strict';
import { appendFileSync, closeSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { gzipSync } from 'node:zlib';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import type { FileConfig } from '../../src/reporting/connectors/file/config.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { test } from '../support/suite.ts';
import { type FaultInstallation, givenCustomer, givenFaultInstallation, tinyPeriod } from './support/installation.ts';
import { findEngineProcesses, type ServiceProcess } from './support/service-process.ts';

const mebibyte = 2 ** 20;
/** On top of the memory of a service that has made a report. */
const mostGrowth = 64 * mebibyte;
/** The engine's process ends above this. */
const engineBytes = 2048 * mebibyte;
/** What the process can take between two looks at its memory. */
const engineMargin = 256 * mebibyte;
const jobMs = 120_000;

const config: Omit<FileConfig, 'path'> = {
  date: 'date',
  metrics: [{ key: 'amount', label: 'Amount', sql: 'sum(amount)', unit: 'number', better: 'up', additive: true }],
  dimensions: [{ key: 'city', label: 'City', sql: 'city' }],
};
const header = 'date,city,amount\n';
const row = '2026-01-01,Bonn,1\n';

/** A gzip file with the given number of members, all with the same text. */
function gzipBomb(path: string, head: string, text: string | Buffer, members: number): void {
  const member = gzipSync(text);
  writeFileSync(path, gzipSync(head));
  for (let count = 0; count < members; count++) appendFileSync(path, member);
}

function parquetWith(footer: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}

function writeNames(path: string, names: readonly string[]): void {
  const rows = names.map((city) => JSON.stringify({ date: '2026-01-02', city, amount: 1 }));
  writeFileSync(path, `${rows.join('\n')}\n`);
}

interface Hostile {
  readonly what: string;
  readonly file: string;
  make(path: string): void;
  /** The failure's message; absent for data from which a report can be made. */
  readonly says?: RegExp;
}

const hostile: readonly Hostile[] = [
  {
    what: 'a CSV file whose lines have other columns halfway',
    file: 'halfway.csv',
    make: (path) =>
      writeFileSync(path, `${header}${row.repeat(50_000)}${'2026-01-02,Bonn,2,more,and more\n'.repeat(50_000)}`),
    says: /Reading halfway\.csv failed/,
  },
  {
    what: 'a CSV file of 1 GiB of zeros',
    file: 'zeros.csv',
    make(path) {
      closeSync(openSync(path, 'w'));
      truncateSync(path, 1024 * mebibyte);
    },
    says: /Reading zeros\.csv failed/,
  },
  {
    what: 'a gzip file that grows a thousandfold into one line of 1 GiB',
    file: 'line.csv.gz',
    make: (path) => gzipBomb(path, header, Buffer.alloc(64 * mebibyte, 'x'), 16),
    says: /Reading line\.csv\.gz failed/,
  },
  {
    what: 'a gzip file that grows a hundredfold into rows',
    file: 'rows.csv.gz',
    make: (path) => gzipBomb(path, header, row.repeat(1_000_000), 8),
  },
  {
    what: 'a Parquet file with a broken footer',
    file: 'footer.parquet',
    make: (path) => writeFileSync(path, parquetWith(Buffer.alloc(1_000, 7))),
    says: /Reading footer\.parquet failed/,
  },
  {
    what: 'a Parquet file whose footer claims 4 GiB',
    file: 'claim.parquet',
    make: (path) => writeFileSync(path, `PAR1${'\xff'.repeat(4)}PAR1`, 'latin1'),
    says: /Reading claim\.parquet failed/,
  },
  {
    what: 'a Parquet file whose footer nests 1,000,000 levels deep',
    file: 'nested.parquet',
    // An unknown field that is a structure, in which the same field is one, and so on.
    make: (path) => writeFileSync(path, parquetWith(Buffer.alloc(1_000_000, 0xfc))),
    says: /Reading nested\.parquet failed/,
  },
  {
    what: 'JSON that nests 200,000 levels deep',
    file: 'deep.json',
    make: (path) =>
      writeFileSync(path, `[{"date":"2026-01-01","city":${'['.repeat(200_000)}1${']'.repeat(200_000)},"amount":1}]`),
    says: /Reading deep\.json failed/,
  },
  {
    what: 'an Arrow file that is cut off',
    file: 'cut.arrow',
    make: (path) =>
      writeFileSync(
        path,
        readFileSync(new URL('../reporting/connectors/fixtures/polars-lz4.arrow', import.meta.url)).subarray(0, 200),
      ),
    says: /Reading cut\.arrow failed/,
  },
  {
    what: 'a dimension of 1,000,000 values',
    file: 'values.csv',
    make: (path) =>
      writeFileSync(
        path,
        header + Array.from({ length: 1_000_000 }, (_, index) => `2026-01-02,City ${index},${index % 7}\n`).join(''),
      ),
  },
  {
    what: 'figures that are not numbers and infinite ones',
    file: 'infinite.csv',
    make: (path) =>
      writeFileSync(
        path,
        header + ['nan', 'inf', '-inf', '1e308', '1e308'].map((amount) => `2026-01-02,${amount},${amount}\n`).join(''),
      ),
  },
  {
    what: 'names with markup, control characters and half a megabyte',
    file: 'names.ndjson',
    make: (path) =>
      writeNames(path, [
        '<script>alert(1)</script>',
        '#eval(1) $x$ @ref',
        '\u0000\u0007\u001b[31m',
        '\u202egpj.exe',
        '../../etc/passwd',
        'x'.repeat(500_000),
      ]),
  },
  {
    what: 'a name with half a character',
    file: 'half.ndjson',
    make: (path) => writeNames(path, ['\ud800']),
    says: /Reading half\.ndjson failed/,
  },
];

describe('sqlite: hostile data', { skip: process.platform !== 'linux' }, () => {
  let installation: FaultInstallation;
  let service: ServiceProcess;
  let restingBytes: number;
  before(async () => {
    installation = await givenFaultInstallation('sqlite', { WORKERS: '1', LOG_LEVEL: 'error' });
    service = await installation.start();
    // A report in each format, so that everything needed is loaded.
    const { token, projectId } = await givenCustomer(installation);
    await makeReport(token, projectId);
    restingBytes = peakBytes(service.pid);
  });
  after(() => installation[Symbol.asyncDispose]());

  async function settle(token: string, start: string, body: unknown) {
    const { headers, status, text } = await service.call('POST', start, { token, body });
    assert.equal(status, 202, text);
    return eventually(async () => {
      const answer = await service.call('GET', headers.get('location') ?? '', { token });
      assert.equal(answer.status, 200, answer.text);
      return !['queued', 'running'].includes(answer.body.data.status) && answer.body.data;
    }, jobMs);
  }

  async function makeReport(token: string, projectId: string) {
    const job = await settle(token, `/api/v1/projects/${projectId}/generation-jobs`, { period: tinyPeriod });
    if (job.status !== 'completed') return job;
    for (const format of ['pdf', 'doc']) {
      const exported = await settle(token, `/api/v1/reports/${job.result.report_id}/export-jobs`, { format });
      assert.equal(exported.status, 'completed', JSON.stringify(exported.failure));
    }
    return job;
  }

  for (const { what, file, make, says } of hostile) {
    const promise = says ? 'fails its job with a reason that names the connection' : 'gives a report and its files';
    test(`${what} ${promise}, in bounded memory`, async (t) => {
      const { db, dataRoot } = installation;
      make(join(dataRoot, file));
      const account = await givenAccount(db, { perMinute: 100_000, perDay: 1_000_000 });
      const { id: projectId } = await givenProject(db, account);
      const connection = await insertConnection(db, {
        accountId: account.id,
        projectId,
        system: 'file',
        name: what,
        config: { path: file, ...config },
        status: 'connected',
        seal: () => null,
      });
      const job = await makeReport(await givenToken(db, account.id), projectId);
      assert.equal(job.status, says ? 'failed' : 'completed', JSON.stringify(job));
      if (says) {
        assert.equal(job.failure.details.connection_id, connection.id);
        assert.match(job.failure.message, says);
      }
      const growth = peakBytes(service.pid) - restingBytes;
      assert.ok(growth < mostGrowth, `${Math.round(growth / mebibyte)} MiB more`);
      const ofEngine = Math.max(0, ...findEngineProcesses(service.pid).map(peakBytes));
      assert.ok(ofEngine < engineBytes + engineMargin, `${Math.round(ofEngine / mebibyte)} MiB in the engine`);
      assert.equal((await service.call('GET', '/readyz')).status, 200);
      t.diagnostic(
        `the most memory so far: ${Math.round(growth / mebibyte)} MiB beyond the ${Math.round(restingBytes / mebibyte)} of a service that has made a report; in the engine ${Math.round(ofEngine / mebibyte)} MiB`,
      );
    });
  }
});

/** The peak memory of a process. */
function peakBytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
