import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createClient } from 'redis';
import { writeProgram } from '../scripts/bundled-main.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { givenAccount, givenToken } from '../test/support/accounts.ts';
import { createDatabase } from '../test/support/postgres-databases.ts';
import { redisUrl } from '../test/support/redis.ts';
import { type LoadClient, startLoadClient } from './http-client.ts';
import { median } from './median.ts';
import { processorTime, type ServerProcess, startServer } from './server-process.ts';

/** Medians of a load that one API process carries, and then two share, in turns; on PostgreSQL and Redis. */
export interface ProcessesFigures {
  /** Processor time for one request of the API processes, in microseconds. */
  readonly oneCpuUs: number;
  readonly twoCpuUs: number;
  /** Of two processes to one, for each pair of rounds. */
  readonly ratio: number;
  readonly onePerSecond: number;
  /** Of both together; they share two processors with the client, PostgreSQL and Redis. */
  readonly twoPerSecond: number;
  /** What PostgreSQL and Redis spend on a request of two processes, in microseconds; Redis with all its other callers. */
  readonly postgresCpuUs: number;
  readonly redisCpuUs: number;
}

const rounds = 5;
const connections = 64;
const durationMs = 2_000;
const generous = { perMinute: 10_000_000, perDay: 100_000_000 };

export async function benchProcesses(): Promise<Record<string, ProcessesFigures>> {
  if (!redisUrl) throw new Error('It needs a Redis: set REDIS_URL_TEST.');
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url } = stack.use(await createDatabase({ isEmpty: true }));
  const program = await writeProgram(dataDir);
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    REDIS_URL: redisUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
  };
  const start = () => startServer(program, ['serve', '--role', 'api'], environment, join(dataDir, 'log'));
  const first = stack.use(await start());
  const second = stack.use(await start());
  const clients = [stack.use(startLoadClient()), stack.use(startLoadClient())] as const;

  await using db = connectDatabase({ engine: 'postgres', url, poolSize: 1 });
  const callers = [];
  for (let count = 0; count < connections; count++) {
    const { id } = await givenAccount(db, generous);
    callers.push({ authorization: `Bearer ${await givenToken(db, id)}` });
  }
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + processorTime(pid), 0);
  const backends = async () => {
    const found = await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where datname = current_database()`.execute(db);
    return found.rows.map(({ pid }) => pid);
  };
  const redisPid = async () => {
    const redis = await createClient({ url: redisUrl as string }).connect();
    const [, pid] = /process_id:(\d+)/.exec(await redis.info('server')) ?? [];
    redis.destroy();
    return Number(pid);
  };
  const figures: Record<string, ProcessesFigures> = {};
  for (const [name, of] of Object.entries({ 'many accounts': callers, 'one account': callers.slice(0, 1) })) {
    const rows = [];
    for (let round = -1; round < rounds; round++) {
      const one = await measure(clients, [first], of);
      const [postgres, redis] = [await backends(), await redisPid()];
      const before = [sum(postgres), processorTime(redis)] as const;
      const two = await measure(clients, [first, second], of);
      const per = (total: number) => total / two.requests;
      const others = {
        postgresCpuUs: per(sum(postgres) - before[0]),
        redisCpuUs: per(processorTime(redis) - before[1]),
      };
      if (round >= 0) rows.push({ one, two, ...others });
    }
    figures[name] = {
      oneCpuUs: median(rows.map(({ one }) => one.cpuUs)),
      twoCpuUs: median(rows.map(({ two }) => two.cpuUs)),
      ratio: median(rows.map(({ one, two }) => two.cpuUs / one.cpuUs)),
      onePerSecond: median(rows.map(({ one }) => one.perSecond)),
      twoPerSecond: median(rows.map(({ two }) => two.perSecond)),
      postgresCpuUs: median(rows.map(({ postgresCpuUs }) => postgresCpuUs)),
      redisCpuUs: median(rows.map(({ redisCpuUs }) => redisCpuUs)),
    };
  }
  return figures;
}

/** The same number of connections, from both clients, over all servers: `GET /me`. */
async function measure(
  clients: readonly LoadClient[],
  servers: readonly ServerProcess[],
  callers: readonly Readonly<Record<string, string>>[],
): Promise<{ cpuUs: number; perSecond: number; requests: number }> {
  const before = servers.map((server) => server.cpuUs());
  const share = callers.length / clients.length;
  const results = await Promise.all(
    clients.map((client, index) =>
      client.load({
        port: (servers[index % servers.length] as ServerProcess).port,
        method: 'GET',
        path: '/api/v1/me',
        headers: {},
        callers: share < 1 ? callers : callers.slice(index * share, (index + 1) * share),
        status: 200,
        connections: connections / clients.length,
        durationMs,
      }),
    ),
  );
  const spent = servers.reduce((sum, server, index) => sum + server.cpuUs() - (before[index] ?? 0), 0);
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  return { requests, cpuUs: spent / requests, perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0) };
}

if (import.meta.main) console.table(await benchProcesses());
