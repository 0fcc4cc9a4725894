import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLocation } from '../../src/platform/database/connect.ts';
import { runCommand } from '../support/command.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type PgBouncerSettings, pgBouncerSkip as skip, startPgBouncer } from '../support/pgbouncer.ts';
import { isLongRun, test } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import { givenCustomer, givenFaultInstallation, startJob } from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { seed } from './support/random.ts';

const ignored = 'statement_timeout,idle_in_transaction_session_timeout,options';
const settings: Readonly<Record<string, PgBouncerSettings>> = {
  'transaction mode, default settings': { pool_mode: 'transaction' },
  'transaction mode, two connections for all': { pool_mode: 'transaction', default_pool_size: 2 },
  'transaction mode, round robin, startup parameters ignored': {
    pool_mode: 'transaction',
    ignore_startup_parameters: ignored,
    server_round_robin: 1,
  },
  'session mode': { pool_mode: 'session', default_pool_size: 60 },
};
const loadMs = isLongRun ? 60_000 : 5_000;

for (const [name, setting] of Object.entries(settings)) {
  test(`PgBouncer (${name}): processes under load lose and duplicate nothing`, { skip }, async (t) => {
    const database = await createTestDatabase('postgres');
    await using pooler = await startPgBouncer(urlOf(database), setting);
    await using installation = await givenFaultInstallation(database, { LOG_LEVEL: 'warn' });
    const pooled = { DATABASE_URL: pooler.url };
    const processes = await Promise.all([
      installation.start('api', pooled),
      installation.start('worker', pooled),
      installation.start('worker', pooled),
    ]);
    const [api] = processes;
    const url = await api.ready;
    const ledger = new Ledger();
    const customers = [await givenCustomer(installation, 'one'), await givenCustomer(installation, 'two')];
    const load = startMixedLoad({ customers, clients: 3, ledger, seed, url: () => url });
    await delay(loadMs);
    await load.stop();
    const figures = assertSound(await audit(installation, url, ledger));
    for (const process of processes) assert.equal(process.log(), '');
    t.diagnostic(`${name}: ${figures}; ${ledger.failedRequests} requests sent again (seed ${seed})`);
  });
}

test('PgBouncer: a job that another process accepts is done without notifications', { skip }, async () => {
  const database = await createTestDatabase('postgres');
  await using pooler = await startPgBouncer(urlOf(database), { pool_mode: 'transaction' });
  await using installation = await givenFaultInstallation(database, { LOG_LEVEL: 'info', DATABASE_URL: pooler.url });
  const [api, worker] = await Promise.all([installation.start('api'), installation.start('worker')]);
  await eventually(() => worker.log().includes('the queue is checked every second'));
  const id = await startJob(api, await givenCustomer(installation));
  await eventually(() =>
    installation.db
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'completed')
      .executeTakeFirst(),
  );
});

test('PgBouncer: doctor finds it, and what is wrong with it, as the start does', { skip }, async () => {
  const database = await createEmptyDatabase('postgres');
  await using pooler = await startPgBouncer(urlOf(database), { pool_mode: 'transaction' });
  await using strict = await startPgBouncer(urlOf(database), { pool_mode: 'statement' });
  await using installation = await givenFaultInstallation(database, { DATABASE_URL: pooler.url });
  const { environment } = installation;
  const sound = await runCommand(['doctor'], environment);
  assert.match(sound.stdout, /database +true +takes writes, behind a connection pooler/);
  assert.equal(sound.code, 0);

  const withOptions = `${pooler.url}&options=-c%20search_path%3Dpublic`;
  for (const [url, says] of [
    [strict.url, /says ".*statement pooling mode"; set its pool_mode to transaction or session\.$/m],
    [withOptions, /take options out of DATABASE_URL, or add it to its ignore_startup_parameters\.$/m],
  ] as const) {
    const other = { ...environment, DATABASE_URL: url };
    const started = await runCommand(['serve'], other);
    assert.equal(started.code, 1);
    assert.match(started.stderr, says);
    assert.equal(started.stderr.trim().split('\n').length, 1, started.stderr);
    const { code, stdout } = await runCommand(['doctor', '--json'], other);
    const faults = JSON.parse(stdout).filter(({ ok }: { ok: boolean }) => !ok);
    assert.deepEqual([code, faults.length, faults[0].check], [1, 1, 'installation'], stdout);
    assert.match(faults[0].message, says);
  }
});

function urlOf({ location }: { location: DatabaseLocation }): string {
  assert.ok(location.engine === 'postgres');
  return location.url;
}
