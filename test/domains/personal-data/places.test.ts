import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { exportPerson } from '../../../src/domains/personal-data/export-person.ts';
import { exceptions, type Place, places, replacementOf } from '../../../src/domains/personal-data/places.ts';
import { removePerson } from '../../../src/domains/personal-data/remove-person.ts';
import { getUser } from '../../../src/domains/users/users.ts';
import { isPostgres } from '../../../src/platform/database/engine.ts';
import type { Queryable, Tables } from '../../../src/platform/database/tables.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { givenUser } from '../../support/people.ts';

/** What a column is called that may name somebody who signs in. */
const likePeople = /(?:^|_)(?:users?|emails?|actor|author|recipients?|people|approvers|address|agent|by)(?:$|_)/;

const sentinels = {
  email: 'zoe.sentinel@example.com',
  name: 'Zoe Sentinel',
  address: '192.0.2.222',
  agent: 'SentinelBrowser',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly isText: boolean;
}

async function columnsOf(db: Queryable): Promise<Column[]> {
  const query: RawBuilder<{ table_name: string; column_name: string; type: string }> = isPostgres(db)
    ? sql`select table_name, column_name, data_type as type from information_schema.columns
          where table_schema = current_schema()`
    : sql`select m.name as table_name, c.name as column_name, c.type as type
          from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table'`;
  const { rows } = await query.execute(db);
  return rows.map(({ table_name, column_name, type }) => ({
    ...{ table: table_name, name: column_name, isText: type.toLowerCase() === 'text' },
  }));
}

/** Adds rows that lead nowhere: what they belong to is of no interest here. */
async function insertLoose(
  { db, location }: TestDatabase,
  rows: readonly (readonly [string, object])[],
): Promise<void> {
  if (location.engine === 'sqlite') {
    using file = new DatabaseSync(location.path, { enableForeignKeyConstraints: false });
    for (const [table, row] of rows) {
      const names = Object.keys(row);
      file.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`).run(...Object.values(row));
    }
    return;
  }
  await db.connection().execute(async (loose) => {
    await sql`set session_replication_role = replica`.execute(loose);
    for (const [table, row] of rows) {
      await loose
        .insertInto(table as keyof Tables)
        .values(row as never)
        .execute();
    }
    await sql`set session_replication_role = default`.execute(loose);
  });
}

/** A row of a place that tells of a person in each column that may. */
function rowOf(
  { table, column, namedBy }: Place,
  columns: readonly Column[],
  id: string,
  { number, account_id }: { readonly number: number; readonly account_id: string },
) {
  const written = { user: id, actor: `user:${id}`, email: sentinels.email.toUpperCase() }[namedBy as string];
  const within = JSON.stringify([namedBy === 'id_within' ? id : 'Zoe.Sentinel@example.com', 'other@example.com']);
  const own: Readonly<Record<string, string>> = {
    [column]: written ?? within,
    ...(column === 'asked_by' && { [column]: JSON.stringify({ actor: `user:${id}`, address: sentinels.address }) }),
    ...(column === 'decision' && { [column]: JSON.stringify({ by: `user:${id}` }) }),
    ...(column === 'mail' && {
      [column]: JSON.stringify({ cc: [sentinels.email], recipient_options: [{ address: sentinels.email }] }),
    }),
  };
  const personal: Readonly<Record<string, string>> = {
    account_id,
    author_name: sentinels.name,
    agent: sentinels.agent,
    answer: `250 <${sentinels.email}> ok`,
    ...(namedBy !== 'email' && namedBy !== 'email_within' && column !== 'subject' && { address: sentinels.address }),
    status: 'pending',
  };
  const isOf = (name: string) => columns.some((each) => each.table === table && each.name === name);
  const filled = columns
    // PostgreSQL numbers rows of counts itself.
    .filter((each) => each.table === table && (each.isText || each.name !== 'id'))
    .map(({ name, isText }) => [name, isText ? `${column}-${number}` : 0] as const);
  const known = Object.entries(personal).filter(([name]) => isOf(name));
  return { ...Object.fromEntries(filled), ...Object.fromEntries(known), ...own };
}

for (const engine of engines) {
  describe(`${engine}: what is stored about a person`, () => {
    test('every column that may name somebody is a place, belongs to one, or says why not', async () => {
      await using database = await createTestDatabase(engine);
      const named = (await columnsOf(database.db)).filter(({ name }) => likePeople.test(name));
      const isKnown = ({ table, name }: Column) =>
        `${table}.${name}` in exceptions ||
        places.some((place) => place.table === table && (place.column === name || place.shown.includes(name)));
      assert.ok(named.length > 30);
      assert.deepEqual(
        named.filter((column) => !isKnown(column)).map(({ table, name }) => `${table}.${name}`),
        [],
      );
    });

    test('every table that refers to users is a place', async () => {
      await using database = await createTestDatabase(engine);
      const { rows } = await (isPostgres(database.db)
        ? sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
            where contype = 'f' and confrelid = 'users'::regclass`
        : sql<{ name: string }>`select m.name as name from sqlite_master as m
            join pragma_foreign_key_list(m.name) as k where m.type = 'table' and k."table" = 'users'`
      ).execute(database.db);
      assert.ok(rows.length >= 5);
      const unknown = rows.filter(({ name }) => !places.some(({ table }) => table === name));
      assert.deepEqual(unknown, []);
    });

    test('no exception is out of date, and places name columns that there are', async () => {
      await using database = await createTestDatabase(engine);
      const all = new Set((await columnsOf(database.db)).map(({ table, name }) => `${table}.${name}`));
      const named = places.flatMap(({ table, column, shown }) => [column, ...shown].map((name) => `${table}.${name}`));
      assert.deepEqual(
        [...named, ...Object.keys(exceptions)].filter((each) => !all.has(each)),
        [],
      );
    });

    test('an export shows a row of each place; after a removal the id alone is left of somebody', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const account = await givenAccount(db);
      const user = await givenUser(db, { email: sentinels.email, name: sentinels.name });
      const columns = await columnsOf(db);
      await insertLoose(
        database,
        places.map((place, number) => [
          place.table,
          rowOf(place, columns, user.id, { number, account_id: account.id }),
        ]),
      );

      const text = (await Array.fromAsync(exportPerson(db, user, { accountIds: null }))).join('');
      const exported = JSON.parse(text) as { user: object; places: { title: string; rows: object[] }[] };
      assert.deepEqual(
        exported.places.filter(({ rows }) => rows.length === 0).map(({ title }) => title),
        [],
      );
      for (const sentinel of Object.values(sentinels)) assert.ok(text.includes(sentinel), sentinel);
      assert.ok(!text.includes(String(user.password_hash)));

      const isRemoved = { email: sentinels.email, id: user.id };
      const { rows } = await db.transaction().execute((transaction) => removePerson(transaction, user.email));
      assert.ok(Number(rows.sessions) > 0 && Number(rows.deliveries) > 0, JSON.stringify(rows));
      await assert.rejects(getUser(db, user.id), /There is no user/);
      const left: string[] = [];
      for (const { table, name } of columns.filter(({ isText }) => isText)) {
        for (const sentinel of Object.values(sentinels)) {
          const found = await sql`select 1 from ${sql.table(table)}
            where lower(${sql.ref(name)}) like ${`%${sentinel.toLowerCase()}%`} limit 1`.execute(db);
          if (found.rows.length > 0) left.push(`${table}.${name}: ${sentinel}`);
        }
      }
      assert.deepEqual(left, [`unwanted_addresses.address: ${sentinels.email}`]);

      const count = async (place: Place) => {
        const own = sql<{ n: number }>`select count(*) as n from ${sql.table(place.table)}
          where ${sql.ref(place.column)} like ${`%${place.namedBy.startsWith('email') ? '' : user.id}%`}`;
        return Number((await own.execute(db)).rows[0]?.n);
      };
      const kept = places.filter(({ removal, namedBy }) => removal !== 'delete' && !namedBy.startsWith('email'));
      for (const place of kept) {
        const expected = ['people', 'tested'].includes(place.column) ? 0 : 1;
        assert.equal(await count(place), expected, `${place.table}.${place.column}`);
      }
      const [schedule] = await db
        .selectFrom('schedules')
        .select(['recipients', 'revision'])
        .where('recipients', 'like', '%other%')
        .execute();
      assert.deepEqual(schedule, { recipients: '["other@example.com"]', revision: 1 });
      const [delivery] = await db
        .selectFrom('deliveries')
        .select(['recipient', 'status', 'next_attempt_at', 'answer'])
        .execute();
      const instead = replacementOf(isRemoved);
      assert.deepEqual(delivery, {
        ...{ recipient: instead, status: 'skipped', next_attempt_at: null, answer: `250 <${instead}> ok` },
      });
    });
  });
}
