import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { LimiterUnavailable } from '../../../src/platform/limits/limiter.ts';
import { createPostgresLimiter, dropIdleRequests } from '../../../src/platform/limits/postgres.ts';
import { openRedisLimiter } from '../../../src/platform/limits/redis.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { redisUrl } from '../../support/redis.ts';
import { newAccount, until } from './limiters.ts';
import { pausableProxy, silentServer } from './servers.ts';

const limits = { perMinute: 120, perDay: 4_000 };

/** Sends 250 concurrent requests on its own connections, and returns how many were admitted. */
const askManyTimes = `
  const { parentPort, workerData } = require('node:worker_threads');
  (async () => {
    const { account, modules, location, redisUrl, limits } = workerData;
    const { connectDatabase } = await import(modules.connect);
    const { createPostgresLimiter } = await import(modules.postgres);
    const { openRedisLimiter } = await import(modules.redis);
    const db = location && connectDatabase(location);
    const limiter = db ? createPostgresLimiter(db) : await openRedisLimiter(redisUrl);
    const decisions = await Promise.all(Array.from({ length: 250 }, () => limiter.admit(account, limits)));
    parentPort.postMessage(decisions.filter((decision) => decision.admitted).length);
    await limiter.close();
    await db?.destroy();
  })();`;

const modules = {
  connect: import.meta.resolve('../../../src/platform/database/connect.ts'),
  postgres: import.meta.resolve('../../../src/platform/limits/postgres.ts'),
  redis: import.meta.resolve('../../../src/platform/limits/redis.ts'),
};

function askInWorker(workerData: object): Promise<number> {
  return new Promise((resolve, reject) => {
    new Worker(askManyTimes, { eval: true, workerData: { modules, limits, ...workerData } })
      .on('message', resolve)
      .on('error', reject);
  });
}

async function admittedByFour(workerData: object): Promise<number> {
  const counts = await Promise.all([1, 2, 3, 4].map(() => askInWorker(workerData)));
  return counts.reduce((sum, count) => sum + count);
}

if (engines.includes('postgres')) {
  test('postgres: four pools that ask 1,000 times at once are admitted exactly 120 times [C-LIMIT-3]', async () => {
    await using database = await createTestDatabase('postgres');
    assert.equal(await admittedByFour({ account: newAccount(), location: database.location }), 120);
  });

  test('postgres: a database that refuses the statement is LimiterUnavailable with the cause', async () => {
    await using database = await createTestDatabase('postgres');
    await sql`drop table recent_requests`.execute(database.db);
    const limiter = createPostgresLimiter(database.db);
    await assert.rejects(limiter.admit('acc_1', limits), (error) => {
      assert.ok(error instanceof LimiterUnavailable);
      assert.match(String(error.cause), /recent_requests/);
      return true;
    });
    await limiter.close();
  });

  test('postgres: old rows of idle accounts are swept, rows that count are not', async () => {
    await using database = await createTestDatabase('postgres');
    const { db } = database;
    const nowMs = Date.now();
    for (const ageMs of [0, 50_000, 130_000, 86_400_000]) {
      const limiter = createPostgresLimiter(db, () => nowMs - ageMs);
      await limiter.admit(`acc_${ageMs}`, limits);
      await limiter.close();
    }
    await dropIdleRequests(db);
    const rows = await db.selectFrom('recent_requests').select('account_id').orderBy('account_id').execute();
    assert.deepEqual(
      rows.map((row) => row.account_id),
      ['acc_0', 'acc_50000'],
    );
  });

  test('postgres: the count of the day is in a table that survives a crash, recent requests in one that costs no log', async () => {
    await using database = await createTestDatabase('postgres');
    const { rows } = await sql<{ relname: string; relpersistence: string }>`
      select relname, relpersistence from pg_class where relname in ('request_counts', 'recent_requests')
      order by relname desc`.execute(database.db);
    assert.deepEqual(rows, [
      { relname: 'request_counts', relpersistence: 'p' },
      { relname: 'recent_requests', relpersistence: 'u' },
    ]);
  });
}

test('postgres: a silent server is LimiterUnavailable within the deadline', async () => {
  await using server = await silentServer();
  const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
  const db = connectDatabase({ engine: 'postgres', url, poolSize: 1 });
  const limiter = createPostgresLimiter(db);
  const started = performance.now();
  await assert.rejects(limiter.admit('acc_1', limits), LimiterUnavailable);
  assert.ok(performance.now() - started < 6_500);
  await limiter.close();
  await db.destroy();
});

if (redisUrl) {
  const url = redisUrl;

  test('redis: four connections that ask 1,000 times at once are admitted exactly 120 times [C-LIMIT-6]', async () => {
    assert.equal(await admittedByFour({ account: newAccount(), redisUrl: url }), 120);
  });

  test('redis: a server that falls silent is LimiterUnavailable within the deadline, and is used again when it is back', async () => {
    await using proxy = await pausableProxy(new URL(url));
    const limiter = await openRedisLimiter(`redis://127.0.0.1:${proxy.port}`);
    const account = newAccount();
    assert.ok((await limiter.admit(account, limits)).admitted);
    proxy.paused = true;
    const started = performance.now();
    await assert.rejects(limiter.admit(account, limits), LimiterUnavailable);
    assert.ok(performance.now() - started < 2_000);
    // The next connection is broken too, in its handshake.
    await until(() => proxy.broken.size === 2);
    proxy.paused = false;
    await until(async () => (await limiter.admit(account, limits).catch(() => undefined)) !== undefined);
    await limiter.close();
  });
}

test('redis: a silent server neither holds up the start nor a request', async () => {
  await using server = await silentServer();
  const started = performance.now();
  const limiter = await openRedisLimiter(`redis://127.0.0.1:${server.port}`);
  await assert.rejects(limiter.admit('acc_1', limits), LimiterUnavailable);
  assert.ok(performance.now() - started < 3_000);
  await limiter.close();
});
