import { limiterKinds } from '../test/limits/limiters.ts';

/** The cost of a decision by each limiter, and the memory of 100,000 active accounts: `node --expose-gc bench/limits.ts`. */
const limits = { perMinute: 120, perDay: 4_000 };
const accountCount = 1_000;

async function decisionsPerSecond(
  admit: (account: string) => Promise<unknown>,
  total: number,
  parallel: number,
): Promise<number> {
  let next = 0;
  async function client(): Promise<void> {
    while (next < total) await admit(`acc_bench_${process.pid}_${next++ % accountCount}`);
  }
  const started = performance.now();
  await Promise.all(Array.from({ length: parallel }, client));
  return Math.round(total / ((performance.now() - started) / 1000));
}

for (const { name, open } of limiterKinds) {
  await using opened = await open();
  const { limiter } = opened;
  const total = name === 'memory' ? 100_000 : 30_000;
  const admit = (account: string) => limiter.admit(account, limits);
  const alone = await decisionsPerSecond(admit, total / 10, 1);
  const parallel = await decisionsPerSecond(admit, total, 50);
  console.log(`${name}: ${alone} decisions/s one after the other, ${parallel} by 50 in parallel`);
}

const memory = limiterKinds.find(({ name }) => name === 'memory');
const nowMs = Date.now();
for (const requests of [1, 10, 120]) {
  if (!memory) break;
  await using opened = await memory.open(() => nowMs);
  globalThis.gc?.();
  const before = process.memoryUsage();
  for (let account = 0; account < 100_000; account++) {
    for (let request = 0; request < requests; request++) await opened.limiter.admit(`acc_${account}`, limits);
    // Lets the saves keep pace: what waits for its turn is no part of what an account costs.
    if (account % 1_000 === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  globalThis.gc?.();
  const after = process.memoryUsage();
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20;
  console.log(
    `memory: 100,000 accounts with ${requests} requests each in the last minute hold ${megabytes.toFixed(0)} MiB`,
  );
}
