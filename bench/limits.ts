import { limiterKinds } from '../test/platform/limits/limiters.ts';
import { median } from './median.ts';

/** Medians, of one limiter. */
export interface LimiterFigures {
  /** One decision after the other, in microseconds. */
  readonly aloneUs: number;
  /** Decisions a second asked for by 50 at once. */
  readonly parallelPerSecond: number;
}

const limits = { perMinute: 120, perDay: 4_000 };
const accountCount = 1_000;
const rounds = 5;

/** Measures every limiter whose server answers: memory, PostgreSQL, Redis. */
export async function benchLimits(): Promise<Record<string, LimiterFigures>> {
  const figures: Record<string, LimiterFigures> = {};
  for (const { name, open } of limiterKinds) {
    await using opened = await open();
    const admit = (account: string) => opened.limiter.admit(account, limits);
    const total = name === 'memory' ? 100_000 : 10_000;
    const alone: number[] = [];
    const parallel: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const aloneMs = await decide(admit, total / 10, 1);
      const parallelMs = await decide(admit, total, 50);
      if (round > 0) alone.push((aloneMs * 1_000) / (total / 10));
      if (round > 0) parallel.push((total * 1_000) / parallelMs);
    }
    figures[name] = { aloneUs: median(alone), parallelPerSecond: median(parallel) };
  }
  return figures;
}

/** How long so many decisions take, in milliseconds. */
async function decide(admit: (account: string) => Promise<unknown>, total: number, parallel: number): Promise<number> {
  let next = 0;
  async function client(): Promise<void> {
    while (next < total) await admit(`acc_bench_${process.pid}_${next++ % accountCount}`);
  }
  const started = performance.now();
  await Promise.all(Array.from({ length: parallel }, client));
  return performance.now() - started;
}

if (import.meta.main) console.table(await benchLimits());
