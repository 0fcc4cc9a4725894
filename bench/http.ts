import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { TObject } from 'typebox';
import { startService } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { connectDatabase } from '../src/database/connect.ts';
import { GenerationJob } from '../src/generation-jobs/schema.ts';
import { page, success } from '../src/http/envelope.ts';
import { bufferedDestination, createLog } from '../src/log.ts';
import { Project, ProjectSummary } from '../src/projects/schema.ts';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import { givenConnection } from '../test/support/flights.ts';
import { type LoadClient, startLoadClient } from './http-client.ts';
import type { LoadRequest, LoadResult } from './http-load.ts';
import { median } from './median.ts';

/** Medians of one request by 64 connections on the embedded database, in runs that take turns with the bare route's. */
export interface HttpFigures {
  readonly perSecond: number;
  /** A route of bare Fastify with the same answer and response schema: no token, limits, database, ETag or log. */
  readonly barePerSecond: number;
  /** Of each pair of runs, service to bare. */
  readonly ratio: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bareP50Ms: number;
  readonly bareP99Ms: number;
  /** Processor time of the server's thread for one request, in microseconds, the kernel's included. */
  readonly cpuUs: number;
  readonly bareCpuUs: number;
}

type Run = LoadResult & { readonly cpuUs: number };
type Asked = Pick<LoadRequest, 'method' | 'path' | 'body' | 'status'>;

const rounds = 5;
const warmUps = 2;
const load = { connections: 64, durationMs: 1_500 } as const;
const listed = 20;

/** Runs both servers in this process, one under load at a time; the client is a process of its own. */
export async function benchHttp(): Promise<Record<string, HttpFigures>> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const log = createLog('info', bufferedDestination('/dev/null'));
  const service = stack.use(await startService(readConfig({ DATA_DIR: dataDir, PORT: '0' }), 'api', log));
  const db = connectDatabase({ engine: 'sqlite', path: join(dataDir, 'report-service.db') });
  stack.defer(() => db.destroy());
  const account = await givenAccount(db, { perMinute: 10_000_000, perDay: 100_000_000 });
  const headers = { authorization: `Bearer ${await givenToken(db, account.id)}` };
  const { id } = await givenProject(db, account);
  for (let count = 1; count < listed; count++) await givenProject(db, account, { name: `Project ${count}` });
  await givenConnection(db, id);

  async function ask({ method, path, body }: Asked) {
    const sent = body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': 'bench' };
    const answer = await fetch(service.url + path, { method, headers: { ...headers, ...sent }, body: body ?? null });
    return { location: answer.headers.get('location') ?? '', envelope: (await answer.json()) as unknown };
  }
  const period = JSON.stringify({ period: { current: { from: '2001-04-01', to: '2001-06-30' } } });
  const start = { method: 'POST', path: `/api/v1/projects/${id}/generation-jobs`, body: period, status: 202 } as const;
  const { location } = await ask(start);
  // The creates come last: they make the list longer.
  const operations: Record<string, Asked & { readonly schema: TObject }> = {
    'read a project': { method: 'GET', path: `/api/v1/projects/${id}`, status: 200, schema: success(Project) },
    [`list ${listed} projects`]: { method: 'GET', path: '/api/v1/projects', status: 200, schema: page(ProjectSummary) },
    'poll a job': { method: 'GET', path: location, status: 200, schema: success(GenerationJob) },
    'create a project': {
      method: 'POST',
      path: '/api/v1/projects',
      body: JSON.stringify({ name: 'Web shop', client_name: 'Northwind Traders', currency: 'EUR' }),
      status: 201,
      schema: success(Project),
    },
  };
  await using client = startLoadClient();
  const servicePort = Number(new URL(service.url).port);
  const figures: Record<string, HttpFigures> = {};
  for (const [name, { schema, ...asked }] of Object.entries(operations)) {
    const { envelope } = await ask(asked);
    await using bare = await startBare(asked, schema, envelope);
    const request = { ...asked, ...load, headers };
    figures[name] = await compare(client, { ...request, port: servicePort }, { ...request, port: portOf(bare) });
  }
  return figures;
}

async function startBare({ method, path, status }: Asked, schema: TObject, answer: unknown): Promise<FastifyInstance> {
  const bare = Fastify();
  const response = { response: { [status]: schema } };
  bare.route({
    method,
    url: path,
    schema: response,
    handler: async (_request, reply) => reply.code(status).send(answer),
  });
  await bare.listen({ port: 0, host: '127.0.0.1' });
  return bare;
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port;

async function compare(client: LoadClient, service: LoadRequest, bare: LoadRequest): Promise<HttpFigures> {
  const runs: { service: Run; bare: Run }[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const run = { service: await measure(client, service), bare: await measure(client, bare) };
    if (round >= 0) runs.push(run);
  }
  const middle = (figure: (run: (typeof runs)[number]) => number) => median(runs.map(figure));
  return {
    perSecond: middle((run) => run.service.perSecond),
    barePerSecond: middle((run) => run.bare.perSecond),
    ratio: middle((run) => run.service.perSecond / run.bare.perSecond),
    p50Ms: middle((run) => run.service.medianMs),
    p99Ms: middle((run) => run.service.p99Ms),
    bareP50Ms: middle((run) => run.bare.medianMs),
    bareP99Ms: middle((run) => run.bare.p99Ms),
    cpuUs: middle((run) => run.service.cpuUs),
    bareCpuUs: middle((run) => run.bare.cpuUs),
  };
}

async function measure(client: LoadClient, request: LoadRequest): Promise<Run> {
  const before = process.threadCpuUsage();
  const result = await client.load(request);
  const { user, system } = process.threadCpuUsage(before);
  return { ...result, cpuUs: (user + system) / result.requests };
}

if (import.meta.main) console.table(await benchHttp());
