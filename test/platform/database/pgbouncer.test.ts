import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { connectDatabase, type DatabaseLocation } from '../../../src/platform/database/connect.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { prepared } from '../../../src/platform/database/prepared.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { listenForJobs } from '../../../src/platform/jobs/notifications.ts';
import { createEmptyDatabase, createFreshDatabase, createTestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { type PgBouncerSettings, pgBouncerSkip, startPgBouncer } from '../../support/pgbouncer.ts';
import { silentLog } from '../../support/silent-log.ts';
import { test } from '../../support/suite.ts';
import { claim, givenCustomer, start } from '../jobs/queued-jobs.ts';

const skip = pgBouncerSkip;
const settings: readonly PgBouncerSettings[] = [
  { pool_mode: 'transaction' },
  { pool_mode: 'transaction', ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout' },
  { pool_mode: 'session' },
];
const findPlan = prepared<{ name: string }, [string]>(1, (db, name) =>
  db.selectFrom('plans').select('name').where('name', '=', name),
);
const countPlan = prepared<{ count: string }, [string, number]>(2, (db, name, projects) =>
  db
    .selectFrom('plans')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('name', '=', name)
    .where('max_projects', '=', projects),
);

for (const setting of settings) {
  const mode = `${setting.pool_mode}${setting.ignore_startup_parameters ? ', startup parameters ignored' : ''}`;

  test(`PgBouncer (${mode}): migrations, prepared queries of many connections and transactions`, { skip }, async () => {
    await using empty = await createEmptyDatabase('postgres');
    await using pooler = await startPgBouncer(urlOf(empty), { ...setting, default_pool_size: 12 });
    const location: DatabaseLocation = { engine: 'postgres', url: pooler.url, poolSize: 4 };
    const patient = connectDatabase({ ...location, poolSize: 1, isPatient: true });
    assert.ok((await migrate(patient)).length > 0);
    await patient.destroy();
    // Each prepares in a different order, as processes do.
    const [one, other] = [connectDatabase(location), connectDatabase(location)];
    const work = Array.from({ length: 200 }, async (_, index) => {
      const db = index % 2 ? one : other;
      assert.deepEqual(
        await (index % 3 ? findPlan(db, 'pro') : countPlan(db, 'pro', 100)),
        index % 3 ? [{ name: 'pro' }] : [{ count: '1' }],
      );
      await db.transaction().execute((transaction) => findPlan(transaction, 'pro'));
    });
    await Promise.all(work);
    await Promise.all([one.destroy(), other.destroy()]);
  });

  test(`PgBouncer (${mode}): jobs are claimed after a newer version has added a column to them`, { skip }, async () => {
    await using database = await createFreshDatabase('postgres');
    await using pooler = await startPgBouncer(urlOf(database), { ...setting, default_pool_size: 1 });
    const db = connectDatabase({ engine: 'postgres', url: pooler.url, poolSize: 1 });
    const customer = await givenCustomer(database.db);
    for (let index = 0; index < 3; index++) await start(database.db, customer);
    await claim(db);
    await sql`alter table jobs add column later integer default 7`.execute(database.db);
    await claim(db);
    await claim(db);
    await db.destroy();
  });

  test(`PgBouncer (${mode}): transactions have their deadlines, and leave no setting behind`, { skip }, async () => {
    await using database = await createTestDatabase('postgres');
    await using pooler = await startPgBouncer(urlOf(database), { ...setting, default_pool_size: 1 });
    const db = connectDatabase({ engine: 'postgres', url: pooler.url, poolSize: 1 });
    assert.deepEqual(await db.transaction().execute(timeouts), ['10s', '15s']);
    const readOnly = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    assert.deepEqual(await readOnly.execute(timeouts), ['10s', '15s']);
    await db.destroy();
    const patient = connectDatabase({ engine: 'postgres', url: pooler.url, poolSize: 1, isPatient: true });
    assert.deepEqual(await timeouts(patient), ['0', '0'], 'as the server’s next client finds them');
    assert.deepEqual(await patient.transaction().execute(timeouts), ['0', '15s']);
    await patient.destroy();
  });

  test(`PgBouncer (${mode}): workers are woken every second, and no connection listens`, { skip }, async () => {
    await using database = await createTestDatabase('postgres');
    await using pooler = await startPgBouncer(urlOf(database), setting);
    let wakes = 0;
    const said: string[] = [];
    const log = { ...silentLog, info: (_: object, message: string) => void said.push(message) };
    await using _listening = listenForJobs(pooler, () => wakes++, log);
    await eventually(() => wakes >= 3, 10_000);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /connection pooler.*every second/);
    await eventually(async () => {
      const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
        where datname = current_database() and query like 'listen%'`.execute(database.db);
      return rows.length === 0;
    });
  });
}

test('without a pooler a connection has its deadlines, and keeps them', { skip }, async () => {
  await using database = await createTestDatabase('postgres');
  assert.deepEqual(await timeouts(database.db), ['10s', '15s']);
  assert.deepEqual(await database.db.transaction().execute(timeouts), ['10s', '15s']);
  const patient = connectDatabase({ engine: 'postgres', url: urlOf(database), poolSize: 1, isPatient: true });
  assert.deepEqual(await timeouts(patient), ['0', '15s']);
  await patient.destroy();
});

function urlOf({ location }: { location: DatabaseLocation }): string {
  assert.ok(location.engine === 'postgres');
  return location.url;
}

/** The statement's and the idle transaction's. */
async function timeouts(db: Pick<Database, 'getExecutor' | 'executeQuery'>): Promise<string[]> {
  const { rows } = await sql<{ a: string; b: string }>`select current_setting('statement_timeout') as a,
    current_setting('idle_in_transaction_session_timeout') as b`.execute(db as Database);
  return [rows[0]?.a ?? '', rows[0]?.b ?? ''];
}
