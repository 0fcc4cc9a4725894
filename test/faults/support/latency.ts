import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../../support/service.ts';

/** Between a client's requests, so that the service is measured and not the load. */
const pauseMs = 5;

export interface Latency {
  readonly requests: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

/** Requests the path repeatedly, `clients` at a time, until `until` settles. */
export async function measureLatency(
  { url, path, token, clients = 2 }: { url: string; path: string; token: string; clients?: number },
  until: Promise<unknown>,
): Promise<Latency> {
  const times: number[] = [];
  let failed = 0;
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const ask = async () => {
    while (!isOver) {
      const started = performance.now();
      const answer = await call(url, 'GET', path, { token, signal: AbortSignal.timeout(30_000) }).catch(
        () => undefined,
      );
      if (answer?.status !== 200) failed++;
      times.push(performance.now() - started);
      await delay(pauseMs);
    }
  };
  await Promise.all([over, ...Array.from({ length: clients }, ask)]);
  times.sort((one, other) => one - other);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { requests: times.length, failed, p50: quantile(0.5), p99: quantile(0.99), worst: times.at(-1) ?? NaN };
}

export function showLatency({ requests, p50, p99, worst }: Latency): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(0)} ms of ${requests} requests`;
}
