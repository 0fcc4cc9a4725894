import { setTimeout as wait } from 'node:timers/promises';

/** What is driven against a service, and for how long. */
export interface Load {
  /** Of the service, without `/api/v1`. */
  readonly url: string;
  readonly token: string;
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second in all; with `seconds` at most `mostRequests` together. */
  readonly rate: number;
  /** How long an answer may take, and how long after its end a run waits for what is due. */
  readonly requestMs: number;
  readonly signal: AbortSignal;
}

/** What one kind of request took. Times in milliseconds, of those that were answered with 2xx. */
export interface LoadResult {
  readonly request: string;
  readonly times: readonly number[];
  /** Answers by status; 0 where there was none, also where the service kept all connections until the end. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Their times are 8 MB. */
export const mostRequests = 1_000_000;

/** A request that is made as its share of all. */
export interface Sample {
  readonly request: string;
  readonly path: string;
  readonly share: number;
}

/** Reads as clients make them: most poll one thing, some list. Without a project only those of the account. */
export function samplesOf(projectId: string | undefined): readonly Sample[] {
  const me = { request: 'GET /me', path: '/api/v1/me' };
  const list = { request: 'GET /projects', path: '/api/v1/projects' };
  if (projectId === undefined)
    return [
      { ...me, share: 0.7 },
      { ...list, share: 0.3 },
    ];
  const one = { request: 'GET /projects/{project_id}', path: `/api/v1/projects/${encodeURIComponent(projectId)}` };
  return [
    { ...me, share: 0.2 },
    { ...one, share: 0.6 },
    { ...list, share: 0.2 },
  ];
}

/**
 * Sends reads at an even rate until the time is over or the signal aborts. A request is due at its own time, whether the
 * ones before it were answered or not, and its time counts from there: a service that stalls is not spared (coordinated omission).
 */
export async function driveLoad(load: Load, samples: readonly Sample[]): Promise<readonly LoadResult[]> {
  const results = samples.map(({ request }) => ({
    request,
    times: [] as number[],
    statuses: new Map<number, number>(),
  }));
  const begun = performance.now();
  const endMs = begun + load.seconds * 1000 + load.requestMs;
  const total = Math.round(load.rate * load.seconds);
  // A fixed order, so that two runs ask the same.
  const kindOf = (index: number) => pick(samples, (index * 0.618_033_988_75) % 1);
  const note = (index: number, status: number, ms: number) => {
    const result = results[kindOf(index)];
    result?.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
    if (isOk(status)) result?.times.push(ms);
  };
  let next = 0;
  const work = async () => {
    while (next < total && performance.now() < endMs) {
      const index = next++;
      const dueMs = begun + (index * 1000) / load.rate;
      const aheadMs = dueMs - performance.now();
      if (aheadMs > 0) await wait(aheadMs, undefined, { signal: load.signal }).catch(() => {});
      if (load.signal.aborted) return;
      const status = await ask(load, samples[kindOf(index)]?.path ?? '');
      if (load.signal.aborted && status === 0) return;
      note(index, status, performance.now() - dueMs);
    }
  };
  await Promise.all(Array.from({ length: load.connections }, work));
  if (!load.signal.aborted) for (let index = next; index < total; index++) note(index, 0, 0);
  return results;
}

/** Whether an answer is what a read asks for. */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

function pick(samples: readonly Sample[], point: number): number {
  let sum = 0;
  const found = samples.findIndex(({ share }) => {
    sum += share;
    return point < sum;
  });
  return found === -1 ? samples.length - 1 : found;
}

async function ask({ url, token, signal, requestMs }: Load, path: string): Promise<number> {
  try {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** The value that a share of the sorted times does not exceed; null without any. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
