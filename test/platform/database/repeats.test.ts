import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/engine.ts';
import { preparedWrite } from '../../../src/platform/database/prepared.ts';
import type { Database, Queryable } from '../../../src/platform/database/tables.ts';
import { inShortTransaction } from '../../../src/platform/database/transactions.ts';
import { startDatabaseProxy } from '../../faults/support/database-proxy.ts';
import { createFreshDatabase, createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';

const skip = engines.includes('postgres') ? false : 'no PostgreSQL answers';
const mark = (db: Queryable, name: string, value = '') =>
  db.insertInto('installation_marks').values({ name, value }).execute();
const change = (db: Queryable, name: string, value: string) =>
  db.updateTable('installation_marks').set({ value }).where('name', '=', name).execute();
const markUnwaited = preparedWrite<[string]>(1, (db, name) =>
  db.insertInto('installation_marks').values({ name, value: '' }),
);
const marks = async (db: Queryable) => {
  const rows = await db.selectFrom('installation_marks').selectAll().orderBy('name').execute();
  return rows.map(({ name, value }) => name + value);
};

describe('transactions that PostgreSQL undoes are run again', { skip }, () => {
  test('those that deadlock are all done, each once', async () => {
    await using own = await createTestDatabase('postgres');
    for (const name of ['a', 'b']) await mark(own.db, name);
    const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    let runs = 0;
    const cross = (first: string, second: string, own: number, value: string) => async (transaction: Queryable) => {
      runs++;
      await sql`set local deadlock_timeout = '20ms'`.execute(transaction);
      await change(transaction, first, value);
      holding[own]?.resolve();
      await holding[1 - own]?.promise;
      await sql`update installation_marks set value = value || ${value} where name = ${second}`.execute(transaction);
      return value;
    };
    const both = [cross('a', 'b', 0, '1'), cross('b', 'a', 1, '2')];
    assert.deepEqual(await Promise.all(both.map((work) => own.db.transaction().execute(work))), ['1', '2']);
    assert.equal(runs, 3);
    assert.ok(['a12,b2', 'a1,b21'].includes((await marks(own.db)).join()));
  });

  test('one that met another at its isolation is run on what the other has left', async () => {
    await using own = await createTestDatabase('postgres');
    await mark(own.db, 'a', '0');
    let runs = 0;
    const seen = await own.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const [before] = await marks(transaction);
        if (runs++ === 0) await change(own.db, 'a', '1');
        await change(transaction, 'a', '2');
        return before;
      });
    assert.deepEqual([seen, runs, await marks(own.db)], ['a1', 2, ['a2']]);
  });

  test('whether the commit is undone or a statement, also one on its own, one that nobody waited for, and one whose error was caught', async () => {
    await using own = await createFreshDatabase('postgres');
    await failTimes(own, 0);
    const works: ((db: Database) => Promise<unknown>)[] = [
      (db) => db.transaction().execute((transaction) => mark(transaction, 'in a transaction')),
      (db) => inShortTransaction(db, (transaction) => markUnwaited(transaction, 'unwaited')),
      (db) => mark(db, 'alone'),
      (db) => db.transaction().execute((transaction) => mark(transaction, 'caught').catch(() => {})),
    ];
    for (const at of ['commit', 'statement'] as const) {
      await sql`delete from installation_marks`.execute(own.db);
      for (const work of works) {
        await failTimes(own, 2, at);
        await work(own.db);
        assert.equal(await leftToFail(own), 0);
      }
      assert.deepEqual(await marks(own.db), ['alone', 'caught', 'in a transaction', 'unwaited']);
    }
  });

  test('at most ten times; then the database cannot answer now, and nothing has happened', async () => {
    await using own = await createFreshDatabase('postgres');
    await failTimes(own, 100, 'commit');
    let runs = 0;
    const work = async (transaction: Queryable) => {
      runs++;
      await mark(transaction, 'never');
    };
    const fault = await own.db
      .transaction()
      .execute(work)
      .catch((error: unknown) => error);
    assert.ok(isDatabaseUnavailable(fault));
    assert.deepEqual([runs, await leftToFail(own), await marks(own.db)], [10, 90, []]);
  });

  test('but not a commit whose answer was lost: it has happened', async () => {
    await using own = await createTestDatabase('postgres');
    assert.ok(own.location.engine === 'postgres');
    await using proxy = await startDatabaseProxy(own.location.url);
    const db = connectDatabase({ ...own.location, url: proxy.url });
    await mark(db, 'before');
    let runs = 0;
    proxy.cutAtCommit = 'after';
    const ended = db.transaction().execute(async (transaction) => {
      runs++;
      await mark(transaction, 'once');
    });
    await assert.rejects(ended, isDatabaseUnavailable);
    assert.deepEqual([runs, await marks(own.db)], [1, ['before', 'once']]);
    await db.destroy();
  });

  test('and all run at the isolation that they are written for, whatever the default of the database is', async () => {
    await using own = await createFreshDatabase('postgres');
    const name = sql.id(
      (await sql<{ name: string }>`select current_database() as name`.execute(own.db)).rows[0]?.name ?? '',
    );
    await sql`alter database ${name} set default_transaction_isolation = 'serializable'`.execute(own.db);
    const db = connectDatabase(own.location);
    const level = async (queryable: Queryable) =>
      (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(queryable))
        .rows[0]?.level;
    assert.equal(await level(db), 'read committed');
    assert.equal(await db.transaction().execute(level), 'read committed');
    assert.equal(await db.transaction().setIsolationLevel('repeatable read').execute(level), 'repeatable read');
    await db.destroy();
  });
});

/** The next transactions that write marks are undone, as many as said: a sequence is not set back with them. */
async function failTimes({ db }: TestDatabase, times: number, at: 'commit' | 'statement' = 'commit'): Promise<void> {
  const when = at === 'commit' ? 'after insert' : 'before insert';
  await sql
    .raw(`drop sequence if exists fails cascade; create sequence fails minvalue 0 start 0;
    select setval('fails', 100 - ${times});
    create or replace function fail() returns trigger language plpgsql as $$ begin
      if nextval('fails') <= 100 then raise exception 'undone' using errcode = '40001'; end if;
      return new;
    end $$;
    drop trigger if exists test_fails on installation_marks;
    create ${at === 'commit' ? 'constraint' : ''} trigger test_fails ${when} on installation_marks
      ${at === 'commit' ? 'deferrable initially deferred' : ''} for each row execute function fail()`)
    .execute(db);
}

/** How many were to be undone and were not. */
async function leftToFail({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ last: string }>`select last_value as last from fails`.execute(db);
  return Math.max(0, 100 - Number(rows[0]?.last));
}
