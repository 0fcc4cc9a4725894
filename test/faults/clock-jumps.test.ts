import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { givenSchedule, makeDue } from '../support/schedules.ts';
import { assertSound, audit } from './support/audit.ts';
import { fakeClockFault, makeFakeClock } from './support/fake-clock.ts';
import { givenCustomer, givenFaultInstallation } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { seed } from './support/random.ts';
import { rounds } from './support/rounds.ts';

const hourMs = 3_600_000;
/** Ahead, back to the real time, an hour behind it, and back again. */
const offsets = Array.from({ length: rounds(1) }, () => [hourMs, 0, -hourMs, 0]).flat();
const environment = { LOG_LEVEL: 'warn' };
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
  /** A look at the schedules has begun and ended, as one that is overdue tells. */
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
  // Once over the occurrence, then back before it, and over it again.
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
