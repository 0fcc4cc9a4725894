import assert from 'node:assert/strict';
import type { RequestLimits } from '../../src/platform/limits/limiter.ts';
import { createPostgresLimiter } from '../../src/platform/limits/postgres.ts';
import { openRedisLimiter } from '../../src/platform/limits/redis.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { givenSchedule, makeDue } from '../support/schedules.ts';
import { isLongRun, rounds, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import { type FakeClock, fakeClockFault, makeFakeClock } from './support/fake-clock.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { postgresServerSkip, startPostgresServer } from './support/postgres-server.ts';
import { seed } from './support/random.ts';
import { redisServerSkip, startRedisServer } from './support/redis-server.ts';

const hourMs = 3_600_000;
/** Ahead, back to the real time, an hour behind it, and back again. */
const offsets = Array.from({ length: rounds(1) }, () => [hourMs, 0, -hourMs, 0]).flat();
/** Of a server that several processes use. */
const serverOffsets = Array.from({ length: rounds(1) }, () => [hourMs, -hourMs]).flat();
const environment = { LOG_LEVEL: 'warn' };
const serverSkip = fakeClockFault || postgresServerSkip;
const settleMs = 60_000;

test('sqlite: clock jumps of an hour under load leave no job stuck, none failed and exactly one report a job', {
  skip: fakeClockFault,
}, async (t) => {
  using clock = makeFakeClock();
  await using installation = await givenFaultInstallation('sqlite', { ...environment, ...clock.environment });
  const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
  const ledger = new Ledger();
  const service = await installation.start();
  const url = await service.ready;
  const load = startMixedLoad({ customers, clients: 3, ledger, seed, url: () => url });
  const ends = () => ledger.ends.size;
  for (const offset of offsets) {
    const before = ends();
    await eventually(() => ends() >= before + 5, settleMs);
    clock.set(offset);
  }
  const before = ends();
  await eventually(() => ends() >= before + 5, settleMs);
  await load.stop();
  t.diagnostic(`${offsets.length} jumps, ${assertSound(await audit(installation, url, ledger))} (seed ${seed})`);
});

test('postgres: an hour’s jumps of the database’s clock under load leave no job stuck, none failed and exactly one report a job', {
  skip: serverSkip,
}, async (t) => {
  using clock = makeFakeClock();
  await using server = await startPostgresServer(clock.environment);
  const database = await server.createDatabase('report_service');
  await using installation = await givenFaultInstallation(database, environment);
  const [first, second] = await Promise.all((['api', 'api'] as const).map((role) => installation.start(role)));
  const workers = await Promise.all((['worker', 'worker'] as const).map((role) => installation.start(role)));
  const urls = await Promise.all([first, second].map((api) => api?.ready));
  const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
  const ledger = new Ledger();
  let requests = 0;
  const url = () => urls[requests++ % urls.length] ?? '';
  const load = startMixedLoad({ customers, clients: 2, ledger, seed, url });
  const moreEnds = async () => {
    const before = ledger.ends.size;
    await eventually(() => ledger.ends.size >= before + 5, settleMs);
  };
  for (const offset of serverOffsets) {
    await moreEnds();
    if (isLongRun) {
      // Nothing restarts on the killed worker's machine, so its leases have to lapse.
      workers.push(await installation.start('worker'));
      await workers.shift()?.kill();
    }
    clock.set(offset);
  }
  await moreEnds();
  await load.stop();
  const stopped = performance.now();
  const findings = await audit(installation, url(), ledger);
  const figures = assertSound(findings);
  assert.equal(findings.failed, 0);
  t.diagnostic(
    `${serverOffsets.length} jumps, ${figures}, the last end after ${Math.round((performance.now() - stopped) / 1000)} s (seed ${seed})`,
  );
});

test('sqlite: clock jumps of an hour admit no request beyond the minute and the failed attempts, and lock nobody out for longer', {
  skip: fakeClockFault,
}, async (t) => {
  using clock = makeFakeClock();
  const perMinute = 20;
  const more = { ...environment, ...clock.environment, FAILED_AUTH_PER_MINUTE: String(perMinute) };
  await using installation = await givenFaultInstallation('sqlite', more);
  const account = await givenAccount(installation.db, { perMinute, perDay: 1_000 });
  const token = await givenToken(installation.db, account.id);
  const service = await installation.start('api');
  const started = performance.now();
  const statuses: number[] = [];
  for (const offset of offsets) {
    for (const credentials of [token, 'rs_live_wrong.secret']) {
      for (let request = 0; request < perMinute; request++) {
        const { status, headers } = await service.call('GET', '/api/v1/me', { token: credentials });
        statuses.push(status);
        if (status === 429) assert.ok(Number(headers.get('retry-after')) <= 60, 'no wait beyond the minute');
      }
    }
    clock.set(offset);
  }
  assert.ok(performance.now() - started < 60_000, 'all of it within one real minute');
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  assert.deepEqual([count(200), count(401)], [perMinute, perMinute]);
  t.diagnostic(
    `${offsets.length} jumps, ${count(200)} of ${statuses.length / 2} requests admitted by a limit of ${perMinute}`,
  );
});

/** If the clock goes back over midnight, the day that has begun continues. */
const longestWaitMs = { minute: 60_000, day: 86_400_000 + hourMs };

/** Limiters on their own server, which follows the clock. */
const jumpingLimiters = {
  postgres: {
    skip: serverSkip,
    async open(clock: FakeClock, stack: AsyncDisposableStack) {
      const server = stack.use(await startPostgresServer(clock.environment));
      const { db } = stack.use(await server.createDatabase('report_service'));
      const limiter = createPostgresLimiter(db);
      stack.defer(() => limiter.close());
      return limiter;
    },
  },
  redis: {
    skip: fakeClockFault || redisServerSkip,
    async open(clock: FakeClock, stack: AsyncDisposableStack) {
      const { url } = stack.use(await startRedisServer(clock));
      const limiter = await openRedisLimiter(url);
      stack.defer(() => limiter.close());
      return limiter;
    },
  },
};

for (const [name, { skip, open }] of Object.entries(jumpingLimiters)) {
  test(`${name}: an hour’s jumps of the server’s clock forget no more than the minute each, keep the day’s count, and lock nobody out`, {
    skip,
  }, async () => {
    using clock = makeFakeClock();
    await using stack = new AsyncDisposableStack();
    const limiter = await open(clock, stack);
    const admitted = async (account: string, limits: RequestLimits) => {
      let count = 0;
      for (let request = 0; request < 2 * limits.perMinute; request++) {
        const decision = await limiter.admit(account, limits);
        if (decision.admitted) count++;
        else assert.ok(decision.retryAfterMs <= longestWaitMs[decision.refusedBy ?? 'minute']);
      }
      return count;
    };
    const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
    const noon = midnight + 43_200_000 - Date.now();
    const perMinute = 5;
    const minutes = [];
    for (const offset of [0, hourMs, 0, -hourMs, 0]) {
      clock.set(noon + offset);
      minutes.push(await admitted('acc_minute', { perMinute, perDay: 1_000 }));
    }
    // Ahead, the previous minute is over; back, requests counted ahead still count.
    assert.deepEqual(minutes, [perMinute, perMinute, 0, 0, perMinute]);
    assert.equal((await limiter.peek('acc_minute', { perMinute, perDay: 1_000 })).day.used, 3 * perMinute);

    const halfPastEleven = midnight - hourMs / 2 - Date.now();
    const days = [];
    for (const offset of [0, hourMs, 0, hourMs, 0]) {
      clock.set(halfPastEleven + offset);
      days.push(await admitted('acc_day', { perMinute: 1_000, perDay: 5 }));
    }
    assert.deepEqual(days, [5, 5, 0, 0, 0]);
  });
}

test('sqlite: clock jumps of an hour over an occurrence fire its schedule once, and its next one is tomorrow’s', {
  skip: fakeClockFault,
}, async (t) => {
  using clock = makeFakeClock();
  await using installation = await givenFaultInstallation('sqlite', { ...environment, ...clock.environment });
  const { projectId } = await givenCustomer(installation);
  const { db } = installation;
  const due = Temporal.Now.instant().toZonedDateTimeISO('UTC').add({ minutes: 30 }).round('minute');
  const { id } = await givenSchedule(db, projectId, { cadence: 'daily', at: due.toPlainTime().toString().slice(0, 5) });
  const firings = () => db.selectFrom('schedule_runs').selectAll().where('schedule_id', '=', id).execute();
  const witness = await givenSchedule(db, projectId);
  /** A check of the schedules has begun and ended, as an overdue one shows. */
  const looked = async () => {
    await makeDue(db, witness.id);
    const overdue = db
      .selectFrom('schedules')
      .select('id')
      .where('id', '=', witness.id)
      .where('next_run_at', '<', '2026-01-02');
    await eventually(async () => (await overdue.execute()).length === 0, settleMs);
  };
  await installation.start();
  // Past the occurrence, back before it, and past it again.
  for (const offset of [hourMs, -hourMs, hourMs]) {
    clock.set(offset);
    await eventually(async () => {
      const [run] = await firings();
      return offset !== hourMs || run?.state === 'completed';
    }, settleMs);
    await looked();
  }
  const runs = await firings();
  assert.deepEqual(
    runs.map(({ due_at, state }) => [Date.parse(due_at), state]),
    [[due.epochMilliseconds, 'completed']],
  );
  const schedule = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.equal(Date.parse(schedule.next_run_at ?? ''), due.add({ days: 1 }).epochMilliseconds);
  t.diagnostic('3 jumps, 1 occurrence, 1 run');
});
