import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import { engines } from '../test/support/databases.ts';
import { eventually } from '../test/support/eventually.ts';
import { dataSets, givenConnection } from '../test/support/flights.ts';
import { startLoadClient } from './http-client.ts';
import { type Asked, type BenchedService, startVersion } from './http-service.ts';
import { median } from './median.ts';
import { startServer } from './server-process.ts';
import { benchSpans } from './spans.ts';

/** Medians of the processor time of the service's process for one request or job, in microseconds. */
interface TracingFigures {
  readonly offUs: number;
  /** With a tenth of the traces sent. */
  readonly onUs: number;
  /** Of the two, for each pair of rounds. */
  readonly ratio: number;
  /** Of the version in BENCH_BEFORE, which knows no traces, and of what does not trace to it. */
  readonly beforeUs?: number;
  readonly offRatio?: number;
}

/** Two processes of the same program differ by several per cent for as long as they live, so several are compared. */
const starts = Number(process.env.BENCH_STARTS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const warmUps = 2;
const load = { connections: 64, durationMs: 1_500 } as const;
const jobsAtOnce = 20;
const current = join(import.meta.dirname, '..');
const before = process.env.BENCH_BEFORE;

const operations: Readonly<Record<string, (service: BenchedService) => Asked>> = {
  'read a project': ({ projectPath }) => ({ method: 'GET', path: projectPath, status: 200 }),
  'start a generation': ({ projectPath }) => ({
    method: 'POST',
    path: `${projectPath}/generation-jobs`,
    body: JSON.stringify({ period: { current: { from: '2001-04-01', to: '2001-06-30' } } }),
    status: 202,
  }),
};

const ofSpans = 'the span of one request';
const ofJobs = 'a generation of a small file, sqlite';

function asked(name: string, service: BenchedService): Asked {
  const operation = operations[name];
  if (!operation) throw new TypeError(name);
  return operation(service);
}

/** Of one round, in microseconds; NaN for a version that is not there. */
type Row = Record<'off' | 'on' | 'before', number>;

/** Gives the processor time of one request or job of a round. */
type Measure = () => Promise<number>;
interface Contestants {
  readonly off: Measure;
  readonly on: Measure;
  readonly before: Measure | undefined;
}

/** Each service is a process of its own; the collector is in this one. `wanted` is part of the names of the rows to measure. */
export async function benchTracing(wanted = ''): Promise<Record<string, object>> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startCollector());
  const environment = tracedTo(url);
  const figures: Record<string, object> = {};
  if (ofSpans.includes(wanted)) figures[ofSpans] = await benchSpans(url);
  for (const engine of engines) {
    const names = Object.keys(operations).filter((name) => `${name}, ${engine}`.includes(wanted));
    if (names.length === 0) continue;
    const rows = new Map(names.map((name) => [name, [] as Row[]]));
    for (let start = 0; start < starts; start++) {
      await using services = new AsyncDisposableStack();
      const client = services.use(startLoadClient());
      const open = async (root: string, more = {}) => services.use(await startVersion(root, engine, 1, more));
      const started = await inTurn(start, { off: () => open(current), on: () => open(current, environment) }, open);
      for (const [name, ofName] of rows) {
        const measure = (service: BenchedService) => async () => {
          const { headers, server } = service;
          const spentUs = server.cpuUs();
          const { requests } = await client.load({ ...asked(name, service), ...load, headers, port: server.port });
          return (server.cpuUs() - spentUs) / requests;
        };
        const { off, on, before: earlier } = started;
        const contestants = { off: measure(off), on: measure(on), before: earlier && measure(earlier) };
        ofName.push(...(await compare(contestants)));
      }
    }
    for (const [name, ofName] of rows) figures[`${name}, ${engine}`] = figuresOf(ofName);
  }
  if (!ofJobs.includes(wanted)) return figures;
  const rows: Row[] = [];
  for (let start = 0; start < starts; start++) {
    await using services = new AsyncDisposableStack();
    const open = async (root: string, more = {}) => services.use(await startJobs(root, more));
    const started = await inTurn(start, { off: () => open(current), on: () => open(current, environment) }, open);
    const { off, on, before: earlier } = started;
    rows.push(...(await compare({ off: off.measure, on: on.measure, before: earlier?.measure })));
  }
  figures[ofJobs] = figuresOf(rows);
  return figures;
}

/** Starts the one that traces first every other time. */
async function inTurn<Started>(
  start: number,
  open: Readonly<Record<'off' | 'on', () => Promise<Started>>>,
  openVersion: (root: string) => Promise<Started>,
) {
  const startedFirst = start % 2 === 0 ? await open.off() : await open.on();
  const startedSecond = start % 2 === 0 ? await open.on() : await open.off();
  const [off, on] = start % 2 === 0 ? [startedFirst, startedSecond] : [startedSecond, startedFirst];
  return { off, on, before: before === undefined ? undefined : await openVersion(before) };
}

function tracedTo(url: string): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
}

/** The order changes from round to round. */
async function compare(contestants: Contestants): Promise<Row[]> {
  const rows: Row[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const row = { off: Number.NaN, on: Number.NaN, before: Number.NaN };
    const names = ['off', 'on', 'before'] as const;
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      row[name] = (await contestants[name]?.()) ?? Number.NaN;
    }
    if (round >= 0) rows.push(row);
  }
  return rows;
}

function figuresOf(rows: readonly Row[]): TracingFigures {
  const of = (figure: (row: Row) => number) => median(rows.map(figure));
  const figures = {
    offUs: of(({ off }) => off),
    onUs: of(({ on }) => on),
    ratio: of(({ off, on }) => on / off),
  };
  if (before === undefined) return figures;
  return { ...figures, beforeUs: of((row) => row.before), offRatio: of(({ off, before: without }) => off / without) };
}

/** A service with one worker and a small file, whose jobs are started by requests, as those of customers are. */
async function startJobs(root: string, more: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const environment = { DATA_DIR: dataDir, PORT: '0', WORKERS: '1', DATA_ROOTS: dataSets, ...more };
  const program = join(root, 'bin/report-service');
  const server = stack.use(await startServer(program, ['serve'], environment, join(dataDir, 'log')));
  const db = connectDatabase({ engine: 'sqlite', path: join(dataDir, 'report-service.db') });
  stack.defer(() => db.destroy());
  const account = await givenAccount(db, { perMinute: 10_000_000, perDay: 100_000_000 });
  const { id } = await givenProject(db, account);
  await givenConnection(db, id, 'weather');
  const authorization = `Bearer ${await givenToken(db, account.id)}`;
  const path = `http://127.0.0.1:${server.port}/api/v1/projects/${id}/generation-jobs`;
  const body = JSON.stringify({ period: { current: { from: '2014-04-01', to: '2014-06-30' } } });
  const start = async (index: number) => {
    const key = `${performance.now()}-${index}`;
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key };
    const { status } = await fetch(path, { method: 'POST', headers, body });
    if (status !== 202) throw new Error(`A start was answered by ${status}.`);
  };
  const countOf = (status: 'completed' | 'failed' | 'blocked') =>
    db.selectFrom('jobs').select('id').where('status', '=', status).execute();
  let wanted = 0;
  const resources = stack.move();
  return {
    async measure() {
      wanted += jobsAtOnce;
      const spentUs = server.cpuUs();
      await Promise.all(Array.from({ length: jobsAtOnce }, (_, index) => start(index)));
      await eventually(async () => (await countOf('completed')).length === wanted);
      return (server.cpuUs() - spentUs) / jobsAtOnce;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Takes all spans and forgets them. */
async function startCollector(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

if (import.meta.main) console.table(await benchTracing(process.argv[2]));
