import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

/** The processor time of the service's process for one request or job, in microseconds. */
interface TracingFigures {
  /** The median of all rounds without traces. */
  readonly offUs: number;
  /** With a tenth of the traces sent. */
  readonly onUs: number;
  /** The median of the ratios of the pairs of rounds, and its 95 % confidence interval. */
  readonly ratio: number;
  readonly from: number;
  readonly to: number;
  readonly pairs: number;
}

const current = join(import.meta.dirname, '..');
const starts = Number(process.env.BENCH_STARTS ?? 2);
/** Pairs of rounds in each start: two processes differ by several per cent for as long as they live, so one is switched. */
const pairs = Number(process.env.BENCH_ROUNDS ?? 20);
const warmUps = 2;
const load = { connections: 64, durationMs: 1_000 } as const;
const jobsAtOnce = 60;

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

/** Gives the number of requests or jobs that were done. */
type Work = () => Promise<number>;

/** The collector is in this process. `wanted` is part of the names of the rows to measure. */
export async function benchTracing(wanted = ''): Promise<Record<string, object>> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startCollector());
  const figures: Record<string, object> = {};
  if (ofSpans.includes(wanted)) figures[ofSpans] = await benchSpans(url);
  for (const engine of engines) {
    for (const [name, askOf] of Object.entries(operations)) {
      if (!`${name}, ${engine}`.includes(wanted)) continue;
      figures[`${name}, ${engine}`] = await compare(url, async (stack, environment) => {
        const service = stack.use(await startVersion(current, engine, 1, environment));
        const client = stack.use(startLoadClient());
        const { headers, server } = service;
        const asked = { ...askOf(service), ...load, headers, port: server.port };
        return async () => (await client.load(asked)).requests;
      });
    }
  }
  if (ofJobs.includes(wanted)) figures[ofJobs] = await compare(url, startJobs);
  return figures;
}

type Start = (stack: AsyncDisposableStack, environment: Readonly<Record<string, string>>) => Promise<Work>;

async function compare(collector: string, start: Start): Promise<TracingFigures> {
  const rows: { readonly off: number; readonly on: number }[] = [];
  for (let count = 0; count < starts; count++) {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const socket = join(folder, 'switch');
    const environment = {
      NODE_OPTIONS: `--import=${new URL('./tracing-switch.ts', import.meta.url).href}`,
      BENCH_SWITCH: socket,
      BENCH_COLLECTOR: collector,
    };
    const work = await start(stack, environment);
    for (let pair = -warmUps; pair < pairs; pair++) {
      const row = { off: Number.NaN, on: Number.NaN };
      // The order changes from pair to pair.
      const order = ['off', 'on'] as const;
      for (const state of pair % 2 === 0 ? order : order.toReversed()) row[state] = await round(work, socket, state);
      if (pair >= 0) rows.push(row);
    }
  }
  const ratios = rows.map(({ off, on }) => on / off);
  return {
    offUs: median(rows.map(({ off }) => off)),
    onUs: median(rows.map(({ on }) => on)),
    ratio: median(ratios),
    ...confidence(ratios),
    pairs: rows.length,
  };
}

/** In microseconds; what is left to send at the end of a round is part of it. */
async function round(work: Work, socket: string, state: 'on' | 'off'): Promise<number> {
  const beforeUs = await turn(socket, state);
  const done = await work();
  return ((await turn(socket, 'off')) - beforeUs) / done;
}

/** Gives the processor time of the process so far, in microseconds. */
async function turn(socket: string, to: 'on' | 'off'): Promise<number> {
  const asked = request({ socketPath: socket, method: 'PUT', path: `/${to}` }).end();
  const [response] = await once(asked, 'response');
  return Number(await text(response));
}

/** Of a median: the ranks that a binomial distribution gives (Conover, Practical Nonparametric Statistics, 3.2). */
function confidence(values: readonly number[]): { readonly from: number; readonly to: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (1.96 * Math.sqrt(sorted.length)) / 2;
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, rank))] ?? Number.NaN;
  return { from: at(Math.floor(sorted.length / 2 - half)), to: at(Math.ceil(sorted.length / 2 + half)) };
}

/** A service with one worker and a small file, whose jobs are started by requests, as those of customers are. */
const startJobs: Start = async (stack, environment) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { DATA_DIR: dataDir, PORT: '0', WORKERS: '1', DATA_ROOTS: dataSets, ...environment };
  const program = join(current, 'bin/report-service');
  const server = stack.use(await startServer(program, ['serve'], settings, join(dataDir, 'log')));
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
  return async () => {
    wanted += jobsAtOnce;
    await Promise.all(Array.from({ length: jobsAtOnce }, (_, index) => start(index)));
    await eventually(async () => (await countOf('completed')).length === wanted);
    return jobsAtOnce;
  };
};

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
