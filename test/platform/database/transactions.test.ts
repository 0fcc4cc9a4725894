import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { createProject } from '../../../src/domains/projects/projects.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/engine.ts';
import { preparedWrite } from '../../../src/platform/database/prepared.ts';
import type { Database, Queryable } from '../../../src/platform/database/tables.ts';
import { inShortTransaction } from '../../../src/platform/database/transactions.ts';
import type { Caller } from '../../../src/platform/http/caller.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';

const mark = (db: Queryable, name: string) => db.insertInto('installation_marks').values({ name, value: '' }).execute();
const markUnwaited = preparedWrite<[string]>(1, (db, name) =>
  db.insertInto('installation_marks').values({ name, value: '' }),
);
const marks = async (db: Queryable) => {
  const rows = await db.selectFrom('installation_marks').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};

/** Works that come at once, and how each ended: its result, or the message of its error. */
async function atOnce<Result>(db: Database, ...works: readonly ((transaction: Queryable) => Promise<Result>)[]) {
  const ends = await Promise.allSettled(works.map((work) => inShortTransaction(db, work)));
  return ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message));
}

for (const engine of engines) {
  describe(`${engine}: short transactions`, () => {
    test('of a hundred works that come at once, one that throws leaves no trace and harms no other', async () => {
      await using own = await createTestDatabase(engine);
      const names = Array.from({ length: 100 }, (_, index) => `m${String(index).padStart(2, '0')}`);
      const works = names.map((name) => async (transaction: Queryable) => {
        await mark(transaction, name);
        if (name === 'm50') throw new Error('bad');
        return name;
      });
      const expected = names.map((name) => (name === 'm50' ? 'bad' : name));
      assert.deepEqual(await atOnce(own.db, ...works), expected);
      assert.deepEqual(
        await marks(own.db),
        names.filter((name) => name !== 'm50'),
      );
    });

    test('a statement that fails fails its work alone', async () => {
      await using own = await createTestDatabase(engine);
      await mark(own.db, 'taken');
      const [first, bad, last] = await atOnce(
        own.db,
        async (transaction) => void (await mark(transaction, 'first')),
        async (transaction) => void (await mark(transaction, 'taken')),
        async (transaction) => void (await mark(transaction, 'last')),
      );
      assert.deepEqual([first, last], [undefined, undefined]);
      assert.match(String(bad), /unique/i);
      assert.deepEqual(await marks(own.db), ['first', 'last', 'taken']);
    });
  });
}

test('sqlite: works that come at once share a commit, before which nobody else sees any of them', async () => {
  await using own = await createTestDatabase('sqlite');
  const others = () => marks(own.db);
  const seen: Promise<string[]>[] = [];
  await atOnce(
    own.db,
    async (transaction) => {
      await mark(transaction, 'first');
      seen.push(others());
      return marks(transaction);
    },
    async (transaction) => {
      seen.push(marks(transaction));
      await mark(transaction, 'second');
      return marks(transaction);
    },
  );
  assert.deepEqual(await Promise.all(seen), [['first', 'second'], ['first']]);
});

test('sqlite: when the commit fails, every work of it fails with its error and none has happened', async () => {
  await using own = await createTestDatabase('sqlite');
  const ends = await atOnce<unknown>(
    own.db,
    (transaction) => mark(transaction, 'first'),
    async (transaction): Promise<unknown> => {
      // The reference is checked by the commit.
      await sql`pragma defer_foreign_keys = on`.execute(transaction);
      return sql`insert into job_queues (account_id, running) values ('nobody', 0)`.execute(transaction);
    },
    async () => {
      throw new Error('its own');
    },
  );
  assert.deepEqual(
    ends,
    Array.from({ length: 3 }, () => 'FOREIGN KEY constraint failed'),
  );
  assert.deepEqual(await marks(own.db), []);
  await inShortTransaction(own.db, (transaction) => mark(transaction, 'later'));
  assert.deepEqual(await marks(own.db), ['later']);
});

test('sqlite: when the database fails under one work, all of its transaction get that error', async () => {
  await using own = await createTestDatabase('sqlite');
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  assert.ok(isDatabaseUnavailable(full));
  const fail = async () => {
    throw full;
  };
  const ends = await atOnce<unknown>(own.db, (transaction) => mark(transaction, 'first'), fail);
  assert.deepEqual(ends, [full.message, full.message]);
  assert.deepEqual(await marks(own.db), []);
});

test('sqlite: when SQLite has rolled the transaction back under a work, no later one runs outside of it', async () => {
  await using own = await createTestDatabase('sqlite');
  const ends = await Promise.allSettled([
    inShortTransaction(own.db, (transaction) => sql`rollback`.execute(transaction)),
    inShortTransaction(own.db, (transaction) => mark(transaction, 'later')),
  ]);
  for (const end of ends) assert.ok(end.status === 'rejected' && isDatabaseUnavailable(end.reason));
  assert.deepEqual(await marks(own.db), []);
});

test('sqlite: more works than one transaction takes are all done, in the order they came', async () => {
  await using own = await createTestDatabase('sqlite');
  const done: number[] = [];
  const works = Array.from({ length: 300 }, (_, index) => async (transaction: Queryable) => {
    await mark(transaction, String(index));
    done.push(index);
  });
  await atOnce(own.db, ...works);
  assert.deepEqual(
    done,
    works.map((_, index) => index),
  );
  assert.equal((await marks(own.db)).length, 300);
});

if (engines.includes('postgres')) {
  test('postgres: a prepared write that fails makes the commit fail with its error, and nothing has happened', async () => {
    await using own = await createTestDatabase('postgres');
    await mark(own.db, 'taken');
    const ended = inShortTransaction(own.db, async (transaction) => {
      for (const name of ['before', 'taken', 'after']) await markUnwaited(transaction, name);
      return 'done';
    });
    await assert.rejects(ended, { code: '23505' });
    assert.deepEqual(await marks(own.db), ['taken']);
  });

  test('postgres: a prepared write that failed while nobody waited makes a later commit fail with its error', async () => {
    await using own = await createTestDatabase('postgres');
    await mark(own.db, 'taken');
    const ended = inShortTransaction(own.db, async (transaction) => {
      await markUnwaited(transaction, 'taken');
      await assert.rejects(marks(transaction), { code: '23505' });
      await markUnwaited(transaction, 'after');
    });
    await assert.rejects(ended, { code: '23505' });
    assert.deepEqual(await marks(own.db), ['taken']);
  });

  test('postgres: statements whose plans are kept work on the same connection after they were refused or skipped', async () => {
    await using own = await createTestDatabase('postgres');
    const account = await givenAccount(own.db);
    const caller = { account, plan: { maxProjects: null } } as unknown as Caller;
    const create = (transaction: Queryable) => createProject(transaction, caller, { name: 'P' });
    const refused = inShortTransaction(own.db, async (transaction) => {
      await markUnwaited(transaction, 'taken');
      await markUnwaited(transaction, 'taken');
      await create(transaction);
    });
    await assert.rejects(refused, { code: '23505' });
    await inShortTransaction(own.db, async (transaction) => {
      await markUnwaited(transaction, 'free');
      await create(transaction);
    });
    assert.deepEqual(await marks(own.db), ['free']);
    assert.equal((await own.db.selectFrom('projects').select('id').execute()).length, 1);
  });

  test('postgres: a transaction that throws before its first statement sends nothing', async () => {
    await using own = await createTestDatabase('postgres');
    const ended = own.db.transaction().execute(async () => {
      throw new Error('its own');
    });
    await assert.rejects(ended, { message: 'its own' });
    await mark(own.db, 'the connection is whole');
  });
}
