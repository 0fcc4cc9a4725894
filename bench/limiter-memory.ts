import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openMemoryLimiter } from '../src/platform/limits/memory.ts';
import { createTestDatabase } from '../test/support/databases.ts';

const accountCount = 100_000;
const requestsEach = [1, 10, 120];
const limits = { perMinute: 120, perDay: 4_000 };

/** The memory of the in-memory limiter in MiB for 100,000 accounts, by the requests of each in the last minute. */
export async function benchLimiterMemory(): Promise<Record<string, { readonly mib: number }>> {
  const measure = (requests: number) => {
    const file = fileURLToPath(import.meta.url);
    return Number(execFileSync(process.execPath, ['--expose-gc', file, String(requests)], { encoding: 'utf8' }));
  };
  return Object.fromEntries(requestsEach.map((requests) => [`${requests} each`, { mib: measure(requests) }]));
}

async function printMemory(requests: number): Promise<void> {
  await using database = await createTestDatabase('sqlite');
  // The counts are not saved: that waits for a timer, and no timer runs before the last decision is made.
  const limiter = await openMemoryLimiter(database.db);
  const before = usedBytes();
  for (let request = 0; request < requests; request++) {
    for (let account = 0; account < accountCount; account++) await limiter.admit(`acc_bench_${account}`, limits);
  }
  console.log((usedBytes() - before) / 2 ** 20);
}

function usedBytes(): number {
  // The second collection frees the buffers that the first one released.
  for (let times = 0; times < 2; times++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (import.meta.main) {
  if (!globalThis.gc) console.table(await benchLimiterMemory());
  else {
    await printMemory(Number(process.argv[2]));
    process.exit();
  }
}
