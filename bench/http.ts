import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import { GenerationJob } from '../src/domains/generation-jobs/schema.ts';
import { Project, ProjectSummary } from '../src/domains/projects/schema.ts';
import { page, success } from '../src/platform/http/envelope.ts';
import { type Engine, engines } from '../test/support/databases.ts';
import type { BareRoute } from './http-bare.ts';
import { type LoadClient, startLoadClient } from './http-client.ts';
import type { LoadRequest, LoadResult } from './http-load.ts';
import { type Asked, type BenchedService, startVersion } from './http-service.ts';
import { median } from './median.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Medians of one request by 64 connections, in rounds that alternate with the bare route's. */
export interface HttpFigures {
  /** By processor time: bare Fastify's for one request to the service's, for each pair of rounds. */
  readonly ratio: number;
  /** The same by requests a second, which other work on the machine disturbs. */
  readonly speedRatio: number;
  readonly perSecond: number;
  /** Bare Fastify with the same answer and response schema: no token, limits, database, ETag or request id. */
  readonly barePerSecond: number;
  /** Processor time of the server's process for one request, in microseconds, the kernel's included. */
  readonly cpuUs: number;
  readonly bareCpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How often one request waits for PostgreSQL; what is sent together counts once. */
  readonly waits?: number;
  /** The processor time of the version in BENCH_BEFORE to this one's. */
  readonly beforeRatio?: number;
}

type Run = LoadResult & { readonly cpuUs: number };
interface Row {
  readonly schema: TObject;
  operation(service: BenchedService): Asked;
}
type Server = { readonly server: ServerProcess; readonly request: LoadRequest };

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const warmUps = 3;
const load = { connections: 64, durationMs: 1_500 } as const;
const listed = 20;
const current = join(import.meta.dirname, '..');
/** The folder of another version that takes its turns, too. */
const before = process.env.BENCH_BEFORE;

/**
 * Each server runs in a process of its own and logs to a file; another process loads them in turns. `wanted` is part of
 * the names of the rows to measure, such as `sqlite` or `poll`.
 */
export async function benchHttp(wanted = ''): Promise<Record<string, HttpFigures>> {
  const figures: Record<string, HttpFigures> = {};
  for (const engine of engines) {
    const names = Object.keys(rows).filter((name) => `${name}, ${engine}`.includes(wanted));
    if (names.length > 0) Object.assign(figures, await benchEngine(engine, names));
  }
  return figures;
}

async function benchEngine(engine: Engine, names: readonly string[]): Promise<Record<string, HttpFigures>> {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await startVersion(current, engine, listed));
  const earlier = before === undefined ? undefined : stack.use(await startVersion(before, engine, listed));
  const bare = stack.use(await startBare(service));
  const client = stack.use(startLoadClient());
  const figures: Record<string, HttpFigures> = {};
  for (const name of names) {
    const { operation } = rows[name] as Row;
    const requestTo = (version: BenchedService, { port } = version.server): LoadRequest => ({
      ...operation(version),
      ...load,
      headers: version.headers,
      port,
    });
    const waits = engine === 'postgres' ? { waits: await service.countWaits(operation(service)) } : {};
    const run = await compare(
      client,
      { server: service.server, request: requestTo(service) },
      { server: bare, request: requestTo(service, bare) },
      earlier && { server: earlier.server, request: requestTo(earlier) },
    );
    figures[`${name}, ${engine}`] = { ...run, ...waits };
  }
  return figures;
}

/** The create comes last: it makes the list longer. */
const rows: Record<string, Row> = {
  'read a project': {
    schema: success(Project),
    operation: ({ projectPath }) => ({ method: 'GET', path: projectPath, status: 200 }),
  },
  'poll a job': {
    schema: success(GenerationJob),
    operation: ({ jobPath }) => ({ method: 'GET', path: jobPath, status: 200 }),
  },
  [`list ${listed} projects`]: {
    schema: page(ProjectSummary),
    operation: () => ({ method: 'GET', path: '/api/v1/projects', status: 200 }),
  },
  'create a project': {
    schema: success(Project),
    operation: () => ({
      method: 'POST',
      path: '/api/v1/projects',
      body: JSON.stringify({ name: 'Web shop', client_name: 'Northwind Traders', currency: 'EUR' }),
      status: 201,
    }),
  },
};

/** With a route for each row that answers what the service does. */
async function startBare(service: BenchedService): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  const routes: BareRoute[] = [];
  for (const { schema, operation } of Object.values(rows)) {
    const { method, path, status, ...rest } = operation(service);
    const answer = await (await service.ask({ method, path, status, ...rest })).json();
    routes.push({ method, path, status, schema, answer });
  }
  const routesFile = join(folder, 'routes.json');
  writeFileSync(routesFile, JSON.stringify(routes));
  const program = join(import.meta.dirname, 'http-bare.ts');
  const server = await startServer(
    process.execPath,
    [program, routesFile, join(folder, 'log')],
    {},
    join(folder, 'errors'),
  );
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function compare(client: LoadClient, service: Server, bare: Server, earlier?: Server): Promise<HttpFigures> {
  const runs: { service: Run; bare: Run; earlier: Run | undefined }[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const run = {
      service: await measure(client, service),
      bare: await measure(client, bare),
      earlier: earlier && (await measure(client, earlier)),
    };
    if (round >= 0) runs.push(run);
  }
  const middle = (figure: (run: (typeof runs)[number]) => number) => median(runs.map(figure));
  return {
    ratio: middle((run) => run.bare.cpuUs / run.service.cpuUs),
    speedRatio: middle((run) => run.service.perSecond / run.bare.perSecond),
    perSecond: middle((run) => run.service.perSecond),
    barePerSecond: middle((run) => run.bare.perSecond),
    cpuUs: middle((run) => run.service.cpuUs),
    bareCpuUs: middle((run) => run.bare.cpuUs),
    p50Ms: middle((run) => run.service.medianMs),
    p99Ms: middle((run) => run.service.p99Ms),
    ...(earlier && { beforeRatio: middle((run) => (run.earlier?.cpuUs ?? Number.NaN) / run.service.cpuUs) }),
  };
}

async function measure(client: LoadClient, { server, request }: Server): Promise<Run> {
  const cpuBefore = server.cpuUs();
  const result = await client.load(request);
  return { ...result, cpuUs: (server.cpuUs() - cpuBefore) / result.requests };
}

if (import.meta.main) console.table(await benchHttp(process.argv[2]));
