import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type DatabaseLocation } from '../../../src/platform/database/connect.ts';
import {
  checkWritable,
  DatabaseUnreachable,
  databaseTime,
  isDatabaseUnavailable,
} from '../../../src/platform/database/engine.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { prepared } from '../../../src/platform/database/prepared.ts';
import { inShortTransaction } from '../../../src/platform/database/transactions.ts';
import { OperatorError } from '../../../src/platform/errors.ts';
import { createFreshDatabase, createTestDatabase, engines } from '../../support/databases.ts';
import { claim, givenCustomer, start } from '../jobs/queued-jobs.ts';

for (const engine of engines) {
  test(`${engine}: a second migration run applies nothing`, async () => {
    await using database = await createTestDatabase(engine);
    assert.deepEqual(await migrate(database.db), []);
  });

  test(`${engine}: a database of a newer version is refused with one clear sentence`, async () => {
    await using database = await createTestDatabase(engine);
    await sql`insert into schema_migrations (name, applied_at) values ('9999-future', 'now')`.execute(database.db);
    await assert.rejects(migrate(database.db), (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(error.message, /newer version .*9999-future/);
      return true;
    });
  });

  test(`${engine}: a read-only database is distinguished from a writable one`, async () => {
    await using database = await createTestDatabase(engine);
    const { location } = database;
    const db = connectDatabase(location.engine === 'sqlite' ? location : { ...location, poolSize: 1 });
    await checkWritable(db);
    const onlyRead = engine === 'sqlite' ? 'pragma query_only = on' : 'set default_transaction_read_only = on';
    await sql.raw(onlyRead).execute(db);
    await assert.rejects(checkWritable(db), isDatabaseUnavailable);
    await db.destroy();
  });

  test(`${engine}: parallel transactions are isolated and none is lost`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const stamp = new Date().toISOString();
    const account = { name: 'A', plan: 'pro', add_ons: '[]', per_minute: 0, created_at: stamp, updated_at: stamp };
    await db
      .insertInto('accounts')
      .values({ id: 'acc_1', ...account })
      .execute();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction().execute(async (transaction) => {
          let query = transaction.selectFrom('accounts').select('per_minute').where('id', '=', 'acc_1');
          if (engine === 'postgres') query = query.forUpdate();
          const row = await query.executeTakeFirstOrThrow();
          await transaction
            .updateTable('accounts')
            .set({ per_minute: (row.per_minute ?? 0) + 1 })
            .execute();
        }),
      ),
    );
    const row = await db.selectFrom('accounts').select('per_minute').executeTakeFirstOrThrow();
    assert.equal(row.per_minute, 20);
  });

  test(`${engine}: a prepared query sees its own transaction and, outside of it, only what is committed`, async () => {
    await using database = await createTestDatabase(engine);
    const name = prepared<{ name: string }, [string]>(1, (db, id) =>
      db.selectFrom('accounts').select('name').where('id', '=', id),
    );
    const stamp = new Date().toISOString();
    const account = { id: 'acc_1', name: 'A', plan: 'pro', add_ons: '[]', created_at: stamp, updated_at: stamp };
    let outside: Promise<{ name: string }[]> | undefined;
    const fault = new Error('rolled back');
    const transaction = database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('accounts').values(account).execute();
      assert.deepEqual(await name(transaction, 'acc_1'), [{ name: 'A' }]);
      outside = name(database.db, 'acc_1');
      throw fault;
    });
    await assert.rejects(transaction, fault);
    assert.deepEqual(await outside, []);
  });

  test(`${engine}: the database's clock is text in UTC with milliseconds, and can be moved`, async () => {
    await using database = await createTestDatabase(engine);
    const { rows } = await sql<{ now: string; later: string }>`
      select ${databaseTime(database.db)} as now, ${databaseTime(database.db, 1500)} as later`.execute(database.db);
    const { now, later } = rows[0] as { now: string; later: string };
    assert.match(now, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Math.abs(Date.parse(now) - Date.now()) < 5_000);
    assert.ok(Math.abs(Date.parse(later) - Date.parse(now) - 1500) < 50);
  });
}

test('sqlite: an already prepared query reads a column that another process adds', async () => {
  await using database = await createTestDatabase('sqlite');
  const other = connectDatabase(database.location);
  const columns = prepared<Record<string, unknown>, []>(0, (db) => db.selectFrom('plans').selectAll().limit(1));
  const before = Object.keys((await columns(database.db))[0] ?? {});
  await sql`alter table plans add column added text default 'new'`.execute(other);
  await other.destroy();
  const [after = {}] = await columns(database.db);
  assert.deepEqual(Object.keys(after), [...before, 'added']);
  assert.equal(after.added, 'new');
});

test('sqlite: a transaction on a full disk fails cleanly, and the next one works once there is room', async () => {
  await using database = await createTestDatabase('sqlite');
  const { db } = database;
  await sql`create table texts (text text)`.execute(db);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
  const write = (text: string) =>
    db.transaction().execute((transaction) => sql`insert into texts values (${text})`.execute(transaction));
  await assert.rejects(write('x'.repeat(100_000)), (error) => {
    assert.ok(isDatabaseUnavailable(error), String(error));
    return true;
  });
  await write('short');
  assert.deepEqual((await sql<{ text: string }>`select text from texts`.execute(db)).rows, [{ text: 'short' }]);
});

if (engines.includes('postgres')) {
  for (const [what, setting, statement] of [
    ['a statement past its time', "statement_timeout = '20ms'", 'select pg_sleep(5)'],
    ['a write to a standby', 'transaction_read_only = on', 'create table tables_of_a_standby (id integer)'],
  ] as const) {
    test(`postgres: ${what} says that the database is not available, not that the query is wrong`, async () => {
      await using database = await createTestDatabase('postgres');
      const attempt = database.db.transaction().execute(async (transaction) => {
        await sql.raw(`set local ${setting}`).execute(transaction);
        await sql.raw(statement).execute(transaction);
      });
      await assert.rejects(attempt, isDatabaseUnavailable);
    });
  }

  for (const [what, change] of [
    ['that refuses the connection', (url: URL) => url.searchParams.set('options', '-c no_such_setting=1')],
    ['whose user is gone', (url: URL) => Object.assign(url, { username: 'nobody_of_the_tests' })],
    ['that is gone', (url: URL) => Object.assign(url, { pathname: '/nothing_of_the_tests' })],
    ['that has no TLS', (url: URL) => url.searchParams.set('sslmode', 'verify-full')],
  ] as const) {
    test(`postgres: a database ${what} is not available, and says why`, async () => {
      await using database = await createTestDatabase('postgres');
      assert.ok(database.location.engine === 'postgres');
      const url = new URL(database.location.url);
      change(url);
      const db = connectDatabase({ ...database.location, url: url.href });
      await assert.rejects(sql`select 1`.execute(db), (error: Error) => {
        assert.ok(isDatabaseUnavailable(error), String(error));
        assert.match(error.message, /no_such_setting|nobody_of_the_tests|nothing_of_the_tests|SSL/);
        return true;
      });
      await db.destroy();
    });
  }

  test('if none of a name’s addresses answers, the error has the message of each', () => {
    const faults = ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'];
    const { message } = new DatabaseUnreachable(new AggregateError(faults.map((fault) => new Error(fault))));
    assert.equal(message, faults.join(', '));
  });

  test('postgres: a connection keeps the plan of a prepared query, and a migration of its table fails no query', async () => {
    await using database = await createTestDatabase('postgres');
    const db = connectDatabase({ ...database.location, poolSize: 1 } as DatabaseLocation);
    const select = prepared<object, [string]>(1, (db, name) =>
      db.selectFrom('plans').selectAll().where('name', '=', name),
    );
    const before = await select(db, 'pro');
    const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from pg_prepared_statements
      where statement like '%from "plans"%'`.execute(db);
    assert.deepEqual(rows, [{ kept: 1 }]);
    await sql`alter table plans add column later integer default 7`.execute(database.db);
    assert.deepEqual(await select(db, 'pro'), [{ ...before[0], later: 7 }]);
    await db.destroy();
  });

  test('postgres: a migration of its table fails a transaction with a prepared query as not available, and the next one works', async () => {
    await using database = await createTestDatabase('postgres');
    const db = connectDatabase({ ...database.location, poolSize: 1 } as DatabaseLocation);
    const select = prepared<object, [string]>(1, (db, name) =>
      db.selectFrom('plans').selectAll().where('name', '=', name).where('api_access', '=', 1),
    );
    const inTransaction = () => db.transaction().execute((transaction) => select(transaction, 'pro'));
    await inTransaction();
    await sql`alter table plans add column later integer default 7`.execute(database.db);
    await assert.rejects(inTransaction(), isDatabaseUnavailable);
    assert.equal((await inTransaction()).length, 1);
    await db.destroy();
  });

  test('postgres: a migration of its table fails no short transaction: it is done again', async () => {
    await using database = await createTestDatabase('postgres');
    const db = connectDatabase({ ...database.location, poolSize: 1 } as DatabaseLocation);
    const select = prepared<object, [string]>(1, (db, name) =>
      db.selectFrom('plans').selectAll().where('name', '=', name).where('max_projects', '>', 0),
    );
    const inTransaction = () => inShortTransaction(db, (transaction) => select(transaction, 'pro'));
    await inTransaction();
    await sql`alter table plans add column later integer default 7`.execute(database.db);
    assert.equal((await inTransaction()).length, 1);
    await db.destroy();
  });

  test('postgres: a worker that runs goes on claiming after a newer version has added a column to the jobs', async () => {
    await using database = await createFreshDatabase('postgres');
    const db = connectDatabase({ ...database.location, poolSize: 1 } as DatabaseLocation);
    const customer = await givenCustomer(database.db);
    const started: string[] = [];
    for (let index = 0; index < 3; index++) started.push((await start(database.db, customer)).id);
    const claimed = [await claim(db)];
    await sql`alter table jobs add column later integer default 7`.execute(database.db);
    claimed.push(await claim(db), await claim(db));
    assert.deepEqual(claimed.map(({ id }) => id).sort(), started.sort());
    await db.destroy();
  });

  test('postgres: a statement that is wrong does not say that the database is not available', async () => {
    await using database = await createTestDatabase('postgres');
    await assert.rejects(sql`select nothing`.execute(database.db), (error) => !isDatabaseUnavailable(error));
  });
}
