import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Limiter } from '../../../src/platform/limits/limiter.ts';
import { openMemoryLimiter } from '../../../src/platform/limits/memory.ts';
import { createPostgresLimiter } from '../../../src/platform/limits/postgres.ts';
import { openRedisLimiter } from '../../../src/platform/limits/redis.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { redisUrl } from '../../support/redis.ts';

export interface TestLimiter extends AsyncDisposable {
  readonly limiter: Limiter;
}

export interface LimiterKind {
  readonly name: string;
  /** A limiter with its own stores; `clock` in epoch milliseconds. */
  open(clock?: () => number): Promise<TestLimiter>;
}

async function openMemory(clock?: () => number): Promise<TestLimiter> {
  const database = await createTestDatabase('sqlite');
  return disposable(await openMemoryLimiter(database.db, clock), database);
}

async function openPostgres(clock?: () => number): Promise<TestLimiter> {
  const database = await createTestDatabase('postgres');
  return disposable(createPostgresLimiter(database.db, clock), database);
}

async function openRedis(clock?: () => number): Promise<TestLimiter> {
  return disposable(await openRedisLimiter(redisUrl as string, clock));
}

function disposable(limiter: Limiter, database?: AsyncDisposable): TestLimiter {
  return {
    limiter,
    async [Symbol.asyncDispose]() {
      await limiter.close();
      await database?.[Symbol.asyncDispose]();
    },
  };
}

/** Every limiter whose server answers. */
export const limiterKinds: readonly LimiterKind[] = [
  { name: 'memory', open: openMemory },
  ...(engines.includes('postgres') ? [{ name: 'postgres', open: openPostgres }] : []),
  ...(redisUrl ? [{ name: 'redis', open: openRedis }] : []),
];

/** The same, but on PostgreSQL every other request shares a statement, as in a busy process. */
export const busyLimiterKinds = limiterKinds.map((kind) =>
  kind.name === 'postgres' ? { ...kind, open: openBusyPostgres } : kind,
);

async function openBusyPostgres(clock?: () => number): Promise<TestLimiter> {
  const { limiter, ...rest } = await openPostgres(clock);
  const others = [newAccount(), newAccount()];
  let requests = 0;
  const busy = async <T>(ask: () => Promise<T>): Promise<T> => {
    const ahead = requests++ % 2 === 0 ? others : [];
    const looks = ahead.map((account) => limiter.peek(account, { perMinute: 1, perDay: 1 }));
    const [answer] = await Promise.all([ask(), ...looks]);
    return answer;
  };
  const busyLimiter: Limiter = {
    ...limiter,
    admit: (account, limits) => busy(() => limiter.admit(account, limits)),
    peek: (account, limits) => busy(() => limiter.peek(account, limits)),
  };
  return { ...rest, limiter: busyLimiter };
}

/** An account that no other test, and no other run on the same Redis, has used. */
export function newAccount(): string {
  return `acc_${randomUUID()}`;
}

/** A clock that stands still until it is moved. */
export class TestClock {
  nowMs: number;

  constructor(time: string) {
    this.nowMs = Date.parse(time);
  }

  readonly read = (): number => this.nowMs;
}

/** Asks again and again until the condition holds; fails after 10 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'the condition was not met within 10 s');
    await delay(5);
  }
}
