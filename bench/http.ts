import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { pino } from 'pino';
import { startService } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { connectDatabase } from '../src/database/connect.ts';
import { success } from '../src/http/envelope.ts';
import { createLog } from '../src/log.ts';
import { Project } from '../src/projects/schema.ts';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import type { LoadRequest, LoadResult } from './http-load.ts';
import { median } from './median.ts';

/** Medians of runs that take turns: `GET /api/v1/projects/{id}` by 64 connections, on the embedded database. */
export interface HttpFigures {
  readonly servicePerSecond: number;
  /** A route of bare Fastify with the same answer and response schema: no token, limits, database, ETag or log. */
  readonly barePerSecond: number;
  /** Of each pair of runs, service to bare. */
  readonly ratio: number;
  readonly serviceMedianMs: number;
  readonly serviceP99Ms: number;
  /** Processor time of the server's thread for one request, in microseconds, the kernel's included. */
  readonly serviceCpuUs: number;
  readonly bareCpuUs: number;
}

type Run = LoadResult & { readonly cpuUs: number };

const rounds = 7;
const connections = 64;
const durationMs = 2_000;

/** Runs both servers in this process, one under load at a time; the client is a process of its own. */
export async function benchHttp(): Promise<HttpFigures> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const log = createLog('info', pino.destination('/dev/null'));
  const service = stack.use(await startService(readConfig({ DATA_DIR: dataDir, PORT: '0' }), 'api', log));
  const db = connectDatabase({ engine: 'sqlite', path: join(dataDir, 'report-service.db') });
  stack.defer(() => db.destroy());
  const account = await givenAccount(db, { perMinute: 10_000_000, perDay: 100_000_000 });
  const { id } = await givenProject(db, account);
  const path = `/api/v1/projects/${id}`;
  const headers = { authorization: `Bearer ${await givenToken(db, account.id)}` };
  const answer: unknown = await (await fetch(service.url + path, { headers })).json();

  const bare = Fastify();
  stack.defer(() => bare.close());
  bare.get('/api/v1/projects/:project_id', { schema: { response: { 200: success(Project) } } }, async () => answer);
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const { port: barePort } = bare.server.address() as AddressInfo;

  const client = fork(fileURLToPath(new URL('./http-load.ts', import.meta.url)));
  stack.defer(() => client.disconnect());
  const ended = once(client, 'exit').then(() => {
    throw new Error('the client ended');
  });
  ended.catch(() => {});
  const load = async (port: number): Promise<Run> => {
    const before = process.threadCpuUsage();
    client.send({ port, path, headers, connections, durationMs } satisfies LoadRequest);
    const [result] = await Promise.race([once(client, 'message'), ended]);
    const { user, system } = process.threadCpuUsage(before);
    const measured = result as LoadResult;
    return { ...measured, cpuUs: (user + system) / measured.requests };
  };
  const servicePort = Number(new URL(service.url).port);
  const runs: { service: Run; bare: Run }[] = [];
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const run = { service: await load(servicePort), bare: await load(barePort) };
    if (round > 0) runs.push(run);
  }
  return {
    servicePerSecond: median(runs.map((run) => run.service.perSecond)),
    barePerSecond: median(runs.map((run) => run.bare.perSecond)),
    ratio: median(runs.map((run) => run.service.perSecond / run.bare.perSecond)),
    serviceMedianMs: median(runs.map((run) => run.service.medianMs)),
    serviceP99Ms: median(runs.map((run) => run.service.p99Ms)),
    serviceCpuUs: median(runs.map((run) => run.service.cpuUs)),
    bareCpuUs: median(runs.map((run) => run.bare.cpuUs)),
  };
}

if (import.meta.main) console.table(await benchHttp());
