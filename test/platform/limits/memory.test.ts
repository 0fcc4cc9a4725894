import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { type Limiter, LimiterUnavailable } from '../../../src/platform/limits/limiter.ts';
import { openMemoryLimiter } from '../../../src/platform/limits/memory.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { newAccount, TestClock, until } from './limiters.ts';

const limits = { perMinute: 120, perDay: 4_000 };

async function savedCount(db: Database, account: string): Promise<number> {
  const row = await db.selectFrom('request_counts').selectAll().where('account_id', '=', account).executeTakeFirst();
  return row?.day_count ?? 0;
}

async function admit(limiter: Limiter, account: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) assert.ok((await limiter.admit(account, limits)).admitted);
}

test('a start does not wait for a write of another connection, which may be one of the same thread', async () => {
  await using database = await createTestDatabase('sqlite');
  await database.db.transaction().execute(async (transaction) => {
    await sql`create table held (id integer)`.execute(transaction);
    await using db = connectDatabase(database.location);
    const limiter = await openMemoryLimiter(db);
    assert.equal((await limiter.peek(newAccount(), limits)).minute.remaining, limits.perMinute);
    await limiter.close();
  });
});

test('a clock that jumps an hour, ahead or back, neither empties the minute nor extends it', async () => {
  for (const jumpMs of [3_600_000, -3_600_000]) {
    await using database = await createTestDatabase('sqlite');
    const clock = new TestClock('2026-11-21T09:30:00Z');
    let steadyMs = 0;
    const pass = (ms: number) => {
      clock.nowMs += ms;
      steadyMs += ms;
    };
    const account = newAccount();
    const limiter = await openMemoryLimiter(database.db, clock.read, () => steadyMs);
    await admit(limiter, account, 120);
    pass(30_000);
    clock.nowMs += jumpMs;
    const refused = await limiter.admit(account, limits);
    assert.deepEqual([refused.refusedBy, refused.retryAfterMs], ['minute', 30_000]);
    pass(30_000);
    assert.ok((await limiter.admit(account, limits)).admitted);
    await limiter.close();
  }
});

test('both counts survive a restart [C-LIMIT-7]', async () => {
  await using database = await createTestDatabase('sqlite');
  const clock = new TestClock('2026-11-21T09:30:00Z');
  const account = newAccount();
  const before = await openMemoryLimiter(database.db, clock.read);
  await admit(before, account, 100);
  await before.close();
  clock.nowMs += 59_999;
  const after = await openMemoryLimiter(database.db, clock.read);
  await admit(after, account, 20);
  assert.equal((await after.admit(account, limits)).refusedBy, 'minute');
  clock.nowMs += 1;
  const decision = await after.admit(account, limits);
  assert.equal(decision.minute.remaining, 99);
  assert.equal(decision.day.used, 121);
  await after.close();
});

test('counts are saved by themselves, each request once', async () => {
  await using database = await createTestDatabase('sqlite');
  const account = newAccount();
  const limiter = await openMemoryLimiter(database.db);
  await admit(limiter, account, 7);
  await until(async () => (await savedCount(database.db, account)) === 7);
  await admit(limiter, account, 5);
  await until(async () => (await savedCount(database.db, account)) === 12);
  const { rows } = await sql`select 1 from recent_requests where account_id = ${account}`.execute(database.db);
  assert.equal(rows.length, 12);
  await limiter.close();
});

test('more accounts than fit one transaction are all saved on close', async () => {
  await using database = await createTestDatabase('sqlite');
  const limiter = await openMemoryLimiter(database.db);
  for (let index = 0; index < 2_500; index++) await limiter.admit(`acc_${index}`, limits);
  await limiter.close();
  const { rows } = await sql`select 1 from request_counts where day_count = 1`.execute(database.db);
  assert.equal(rows.length, 2_500);
});

test('requests older than a minute are not kept on disk', async () => {
  await using database = await createTestDatabase('sqlite');
  const clock = new TestClock('2026-11-21T09:30:00Z');
  const limiter = await openMemoryLimiter(database.db, clock.read);
  await admit(limiter, 'acc_a', 50);
  await until(async () => (await savedCount(database.db, 'acc_a')) === 50);
  clock.nowMs += 60_000;
  await admit(limiter, 'acc_b', 1);
  await limiter.close();
  const rows = await database.db.selectFrom('recent_requests').select('account_id').execute();
  assert.deepEqual(
    rows.map((row) => row.account_id),
    ['acc_b'],
  );
});

test('dropping idle accounts forgets nothing that counts', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using database = await createTestDatabase('sqlite');
  const clock = new TestClock('2026-11-21T23:57:30Z');
  const limiter = await openMemoryLimiter(database.db, clock.read);
  await admit(limiter, 'acc_a', 5);
  clock.nowMs += 30_000;
  await admit(limiter, 'acc_a', 7);
  await until(async () => (await savedCount(database.db, 'acc_a')) === 12);
  for (const minuteUsed of [7, 0]) {
    clock.nowMs += 30_000;
    t.mock.timers.tick(60_000);
    const usage = await limiter.peek('acc_a', limits);
    assert.equal(usage.minute.remaining, 120 - minuteUsed);
    assert.equal(usage.day.used, 12);
  }
  clock.nowMs += 86_400_000;
  t.mock.timers.tick(60_000);
  assert.equal((await limiter.peek('acc_a', limits)).day.used, 0);
  await limiter.close();
});

test('while saving fails nothing is admitted; once it works again, admissions resume and nothing was forgotten [C-ORDER-3]', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  const account = newAccount();
  const limiter = await openMemoryLimiter(db);
  await sql`alter table recent_requests rename to elsewhere`.execute(db);
  await admit(limiter, account, 1);
  const unavailable = () =>
    limiter.admit(account, limits).then(
      () => false,
      (error) => error instanceof LimiterUnavailable && error.cause instanceof Error,
    );
  await until(unavailable);
  await sql`alter table elsewhere rename to recent_requests`.execute(db);
  await until(async () => !(await unavailable()));
  const { day } = await limiter.peek(account, limits);
  await limiter.close();
  assert.equal(await savedCount(db, account), day.used);
});

test('a limiter that cannot save its last counts says so when it is closed', async () => {
  await using database = await createTestDatabase('sqlite');
  const limiter = await openMemoryLimiter(database.db);
  await admit(limiter, newAccount(), 1);
  await sql`drop table recent_requests`.execute(database.db);
  await assert.rejects(limiter.close(), LimiterUnavailable);
  await assert.rejects(limiter.admit('acc_1', limits), LimiterUnavailable);
});

test('counts saved by a clock that was a year ahead block an account for 60 s and this day, across restarts', async () => {
  await using database = await createTestDatabase('sqlite');
  const clock = new TestClock('2027-11-21T09:30:00Z');
  const before = await openMemoryLimiter(database.db, clock.read);
  await admit(before, 'acc_a', 120);
  await before.close();
  clock.nowMs = Date.parse('2026-11-21T09:30:00Z');
  const between = await openMemoryLimiter(database.db, clock.read);
  assert.equal((await between.admit('acc_a', limits)).retryAfterMs, 60_000);
  await between.close();
  clock.nowMs += 60_000;
  const after = await openMemoryLimiter(database.db, clock.read);
  assert.equal((await after.admit('acc_a', limits)).day.used, 121);
  clock.nowMs = Date.parse('2026-11-22T00:00:00Z');
  assert.equal((await after.admit('acc_a', limits)).day.used, 1);
  await after.close();
});

test('an admitted request is saved 100 ms later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await using database = await createTestDatabase('sqlite');
  const limiter = await openMemoryLimiter(database.db);
  const savedAfter = async (ms: number) => {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    return savedCount(database.db, 'acc_a');
  };
  await admit(limiter, 'acc_a', 3);
  assert.equal(await savedAfter(99), 0);
  await admit(limiter, 'acc_a', 2);
  assert.equal(await savedAfter(1), 5);
  await admit(limiter, 'acc_a', 1);
  assert.equal(await savedAfter(100), 6);
  await limiter.close();
});

/** Admits one request after another as long as it lives, and prints the time of each. */
const admitForever = `
  const [connect, memory, path] = process.argv.slice(1);
  const { connectDatabase } = await import(connect);
  const { openMemoryLimiter } = await import(memory);
  const limiter = await openMemoryLimiter(connectDatabase({ engine: 'sqlite', path }));
  for (;;) {
    await limiter.admit('acc_killed', { perMinute: 1e6, perDay: 1e6 });
    console.log(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }`;

const stallMs = 5;

test('a kill loses only the requests of the last 100 ms', async () => {
  await using database = await createTestDatabase('sqlite');
  assert.equal(database.location.engine, 'sqlite');
  const modules = ['../../../src/platform/database/connect.ts', '../../../src/platform/limits/memory.ts'].map((path) =>
    import.meta.resolve(path),
  );
  const path = database.location.engine === 'sqlite' ? database.location.path : '';
  const child = spawn(process.execPath, ['--input-type=module', '-e', admitForever, ...modules, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const times: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    times.push(Number(line));
    if (times.length === 500) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const saved = await savedCount(database.db, 'acc_killed');
  const lost = times.slice(saved);
  assert.ok(saved > 0);
  // One request per millisecond: a longer gap is the machine's, during which neither requests nor saves ran.
  const ranMs = lost.slice(1).map((time, index) => Math.min(time - (lost[index] ?? time), stallMs));
  const lostMs = ranMs.reduce((sum, gap) => sum + gap, 0);
  assert.ok(lostMs <= 100 + stallMs, `${lost.length} lost, of the last ${lostMs} ms that the process ran`);
});
