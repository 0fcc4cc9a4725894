import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchService } from '../test/faults/support/service-process.ts';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import { createEmptyDatabase, type Engine, engines } from '../test/support/databases.ts';
import { givenConnection } from '../test/support/flights.ts';
import { givenInstallation } from '../test/support/process.ts';
import { type LoadClient, startLoadClient } from './http-client.ts';
import type { LoadRequest, LoadResult } from './http-load.ts';
import { median } from './median.ts';

/** Medians of one durable create by 64 connections; `base…` are those of the worktree in `BENCH_BASE`, in turns. */
export interface CreateFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the service's process for one request, in microseconds, the kernel's included. */
  readonly cpuUs: number;
  readonly basePerSecond?: number;
  readonly baseP50Ms?: number;
  readonly baseP99Ms?: number;
  readonly baseCpuUs?: number;
  /** For each pair of rounds, requests per second to those of the base. */
  readonly gain?: number;
}

type Round = LoadResult & { readonly cpuUs: number };
interface Service extends AsyncDisposable {
  measure(client: LoadClient, operation: Operation): Promise<Round>;
}
type Operation = 'start a generation' | 'create a project';

const rounds = 5;
const warmUps = 2;
const load = { connections: 64, durationMs: 1_500, method: 'POST' } as const;
const operations: readonly Operation[] = ['start a generation', 'create a project'];
const here = fileURLToPath(new URL('..', import.meta.url));

/** Each service is a process with the role `api`; the client is another. */
export async function benchCreate(): Promise<Record<string, CreateFigures>> {
  const base = process.env.BENCH_BASE;
  const figures: Record<string, CreateFigures> = {};
  for (const engine of engines) {
    await using client = startLoadClient();
    await using service = await startService(engine, here);
    await using other = base === undefined ? undefined : await startService(engine, resolve(base));
    for (const operation of operations) {
      const own: Round[] = [];
      const others: Round[] = [];
      for (let round = -warmUps; round < rounds; round++) {
        const [measured, compared] = [
          await service.measure(client, operation),
          await other?.measure(client, operation),
        ];
        if (round >= 0) own.push(measured);
        if (round >= 0 && compared) others.push(compared);
      }
      figures[`${engine}: ${operation}`] = summary(own, others);
    }
  }
  return figures;
}

function summary(own: readonly Round[], others: readonly Round[]): CreateFigures {
  const middle = (of: readonly Round[], figure: (round: Round) => number) => median(of.map(figure));
  const of = (list: readonly Round[]) => ({
    perSecond: middle(list, ({ perSecond }) => perSecond),
    p50Ms: middle(list, ({ medianMs }) => medianMs),
    p99Ms: middle(list, ({ p99Ms }) => p99Ms),
    cpuUs: middle(list, ({ cpuUs }) => cpuUs),
  });
  if (others.length === 0) return of(own);
  const base = of(others);
  return {
    ...of(own),
    basePerSecond: base.perSecond,
    baseP50Ms: base.p50Ms,
    baseP99Ms: base.p99Ms,
    baseCpuUs: base.cpuUs,
    gain: median(own.map(({ perSecond }, index) => perSecond / (others[index]?.perSecond ?? Number.NaN))),
  };
}

async function startService(engine: Engine, folder: string): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  // The process makes its own schema, which may be older than this one's.
  const { db, environment } = stack.use(
    await givenInstallation(await createEmptyDatabase(engine), { LOG_LEVEL: 'info' }),
  );
  const service = stack.use(launchService('api', environment, join(folder, 'bin', 'report-service')));
  const port = Number(new URL(await service.ready).port);
  const account = await givenAccount(db, { perMinute: 1_000_000, perDay: 100_000_000 });
  const headers = { authorization: `Bearer ${await givenToken(db, account.id)}` };
  const { id } = await givenProject(db, account);
  await givenConnection(db, id);
  const requests: Record<Operation, LoadRequest> = {
    'start a generation': {
      ...{ ...load, port, headers, path: `/api/v1/projects/${id}/generation-jobs`, status: 202 },
      body: JSON.stringify({ period: { current: { from: '2001-04-01', to: '2001-06-30' } } }),
    },
    'create a project': {
      ...{ ...load, port, headers, path: '/api/v1/projects', status: 201 },
      body: JSON.stringify({ name: 'Web shop', client_name: 'Northwind Traders', currency: 'EUR' }),
    },
  };
  const resources = stack.move();
  return {
    async measure(client, operation) {
      const before = processorTimeUs(service.pid);
      const result = await client.load(requests[operation]);
      return { ...result, cpuUs: (processorTimeUs(service.pid) - before) / result.requests };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Of all threads of a process since its start; Linux counts it in hundredths of a second. */
function processorTimeUs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
