import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changePassword } from '../../../src/domains/users/change-password.ts';
import { requestReset, resetPassword } from '../../../src/domains/users/password-resets.ts';
import {
  beginSession,
  findSession,
  idleMs,
  listSessions,
  longestMs,
  noteSession,
  sweepSessions,
} from '../../../src/domains/users/sessions.ts';
import { checkCredentials, signIn } from '../../../src/domains/users/sign-in.ts';
import { beginTry, rememberNetwork, sweepTries, takeBackTry } from '../../../src/domains/users/sign-in-tries.ts';
import { createUser, disableUser, enableUser, setPasswordHash } from '../../../src/domains/users/users.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { hashPassword } from '../../../src/platform/passwords.ts';
import { createTestDatabase, engines, type TestDatabase, untilLocked } from '../../support/databases.ts';
import { givenUser, password } from '../../support/people.ts';

const at = (address: string) => ({ address, agent: 'Test' });
let lastAddress = 0;
/** Nobody else's tries count for it. */
const newAddress = () => `198.51.${(lastAddress >> 8) & 255}.${lastAddress++ & 255}`;
const wrong = { result: 'wrong' };

for (const engine of engines) {
  describe(`${engine}: signing in`, () => {
    let database: TestDatabase;
    let db: Database;
    before(async () => {
      database = await createTestDatabase(engine);
      db = database.db;
    });
    after(async () => await database[Symbol.asyncDispose]());
    const enter = (email: string, text: string = password, address = newAddress()) =>
      signIn(db, { email, password: text }, at(address));
    const rowsOf = async (table: 'sign_in_tries' | 'sessions') =>
      (await db.selectFrom(table).selectAll().execute()).length;

    test('the right password begins a session, whose token is stored nowhere, and each time another', async () => {
      const { email, id } = await givenUser(db);
      const [one, other] = [await enter(email.toUpperCase()), await enter(` ${email}`)];
      assert.ok(one.result === 'right' && other.result === 'right');
      assert.notEqual(one.token, other.token);
      assert.match(one.token, /^[0-9A-Za-z]{43}$/);
      assert.ok(!JSON.stringify(await listSessions(db, id)).includes(one.token));
      assert.equal((await findSession(db, one.token))?.user.id, id);
      assert.deepEqual(
        (await listSessions(db, id)).map((session) => session.id),
        [other.session.id, one.session.id],
      );
      assert.equal(await findSession(db, `${one.token.slice(0, -1)}-`), undefined);
      const [entry] = await db.selectFrom('audit_log').selectAll().where('subject', '=', one.session.id).execute();
      assert.deepEqual(
        [entry?.actor, entry?.action, entry?.door, entry?.address],
        [`user:${id}`, 'session.begin', 'console', one.session.address],
      );
    });

    test('whatever is wrong, the answer is the same, and nothing but the try is left', async () => {
      const known = await givenUser(db);
      const unfinished = await givenUser(db, { hasPassword: false });
      const disabled = await givenUser(db);
      await db.transaction().execute((transaction) => disableUser(transaction, disabled.id, false));
      const sessions = await rowsOf('sessions');
      for (const [email, text] of [
        [known.email, 'not this password'],
        [known.email, ''],
        [known.email, 'x'.repeat(4_000)],
        ['nobody@example.com', password],
        ['no address \u0000', password],
        ['', ''],
        [unfinished.email, ''],
        [unfinished.email, password],
        [disabled.email, password],
      ] as const) {
        assert.deepEqual(await enter(email, text), wrong, `${email} ${text.slice(0, 20)}`);
      }
      assert.equal(await rowsOf('sessions'), sessions);
      await db.transaction().execute((transaction) => enableUser(transaction, disabled.id));
      assert.equal((await enter(disabled.email)).result, 'right');
    });

    test('for an address that nobody has a refusal takes as much work as for a wrong password', async () => {
      const { email } = await givenUser(db);
      const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
      for (let round = 0; round < 8; round++) {
        for (const [who, address] of [
          ['known', email],
          ['unknown', 'nobody.at.all@example.com'],
        ] as const) {
          const before = process.cpuUsage();
          await enter(address, 'not this password');
          // Not the clock: what else the machine does would count.
          const { user, system } = process.cpuUsage(before);
          least[who] = Math.min(least[who], user + system);
        }
      }
      // Without a hash it would be a tenth.
      assert.ok(least.unknown > least.known / 2 && least.known > least.unknown / 2, JSON.stringify(least));
    });

    test('one address has 10 wrong tries a minute, however many at once and at whomever; right ones do not count', async () => {
      const { email } = await givenUser(db);
      const address = newAddress();
      for (let times = 0; times < 3; times++) assert.equal((await enter(email, password, address)).result, 'right');
      const tries = Array.from({ length: 16 }, (_, index) => beginTry(db, `one.${index}@example.com`, address));
      const begun = await Promise.all(tries);
      assert.equal(begun.filter(({ id }) => id !== null).length, 10);
      for (const { id, waitMs } of begun) assert.ok(id !== null || (waitMs > 0 && waitMs <= 60_000), String(waitMs));
      const refused = await enter(email, password, address);
      assert.ok(refused.result === 'refused' && refused.waitMs > 0);
      assert.equal((await enter(email, password, newAddress())).result, 'right', 'at another address');
      const later = await beginTry(db, email, address, Date.now() + 60_001);
      assert.notEqual(later.id, null, 'a minute later');
      assert.notEqual(
        (await beginTry(db, email, address, Date.now() - 3_600_000)).id,
        null,
        'a clock that jumped back',
      );
    });

    test('the addresses of one IPv6 network count together', async () => {
      for (let host = 1; host <= 10; host++) await beginTry(db, 'six@example.com', `2001:db8:1:2::${host}`);
      assert.equal((await beginTry(db, 'other@example.com', '2001:db8:1:2::99')).id, null);
      assert.notEqual((await beginTry(db, 'other@example.com', '2001:db8:1:3::1')).id, null);
    });

    test('tries at an e-mail address slow strange addresses only, each for itself, and nobody is locked out', async () => {
      const { email, id } = await givenUser(db);
      const own = newAddress();
      await rememberNetwork(db, id, own);
      const now = Date.now();
      for (let guess = 0; guess < 12; guess++) {
        assert.notEqual((await beginTry(db, email, newAddress(), now)).id, null, 'a stranger has the first try');
      }
      const stranger = newAddress();
      assert.notEqual((await beginTry(db, email, stranger, now)).id, null);
      const { id: second, waitMs } = await beginTry(db, email, stranger, now + 1_000);
      assert.equal(second, null);
      assert.equal(waitMs, 59_000);
      assert.notEqual((await beginTry(db, email, stranger, now + 60_001)).id, null);
      for (let slip = 0; slip < 9; slip++)
        assert.notEqual((await beginTry(db, email, own, now)).id, null, 'their own address');
      assert.equal((await enter(email, password, own)).result, 'right');
      assert.equal((await enter(email, password, newAddress())).result, 'right', 'from a new place, at the first try');
      assert.notEqual(
        (await beginTry(db, 'else@example.com', stranger, now + 1_000)).id,
        null,
        'another e-mail address',
      );
    });

    test('tries are swept after an hour, places after half a year; no more than 50 places are kept', async () => {
      const { id } = await givenUser(db);
      for (let place = 0; place < 55; place++) await rememberNetwork(db, id, `203.0.113.${place}`);
      const places = () => db.selectFrom('sign_in_networks').select('network').where('user_id', '=', id).execute();
      assert.equal((await places()).length, 50);
      const { id: tried } = await beginTry(db, 'swept@example.com', newAddress());
      await sweepTries(db);
      const found = await db
        .selectFrom('sign_in_tries')
        .select('id')
        .where('id', '=', tried ?? '')
        .execute();
      assert.equal(found.length, 1, 'it still counts');
      assert.ok((await sweepTries(db, Date.now() + 2 * 3_600_000)) >= 1);
      assert.equal(await rowsOf('sign_in_tries'), 0);
      await sweepTries(db, Date.now() + 181 * 86_400_000);
      assert.deepEqual(await places(), []);
    });

    test('a session ends 12 hours after its last use and 14 days after its begin, and is swept then', async () => {
      const { id } = await givenUser(db);
      const now = Date.now();
      const { token, session } = await beginSession(db, id, at('192.0.2.1'), now);
      assert.ok(await findSession(db, token, now + idleMs - 1));
      assert.equal(await findSession(db, token, now + idleMs), undefined);
      let [seen, used] = [session, now];
      while (used + idleMs / 2 < now + longestMs) {
        used += idleMs / 2;
        await noteSession(db, seen, used);
        seen = (await findSession(db, token, used))?.session ?? assert.fail(`lost after ${used - now} ms of use`);
      }
      assert.equal(await findSession(db, token, now + longestMs), undefined);
      assert.deepEqual(await listSessions(db, id, now + longestMs), []);
      await sweepSessions(db, now + longestMs - 1);
      assert.ok(await findSession(db, token, used));
      await sweepSessions(db, now + longestMs);
      assert.equal(await findSession(db, token, used), undefined);
    });

    test('disabling, a new password and a reset end every session at once; what was begun on the old password ends too', async () => {
      const end = {
        disable: (id: string) => db.transaction().execute((transaction) => disableUser(transaction, id, false)),
        change: async (id: string) => setPasswordHash(db, id, await hashPassword('another password of mine')),
      };
      for (const how of Object.values(end)) {
        const user = await givenUser(db);
        const tokens = await Promise.all(
          [0, 1].map(async () => (await beginSession(db, user.id, at('192.0.2.1'))).token),
        );
        await how(user.id);
        for (const token of tokens) assert.equal(await findSession(db, token), undefined);
        assert.deepEqual(await listSessions(db, user.id), []);
      }
      const user = await givenUser(db);
      const checked = await checkCredentials(db, { email: user.email, password }, newAddress());
      assert.equal(checked.result, 'right');
      const hashed = await hashPassword('another password of mine');
      const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const changing = db.transaction().execute(async (transaction) => {
        await setPasswordHash(transaction, user.id, hashed);
        held.resolve();
        await gate.promise;
      });
      await held.promise;
      const entering = enter(user.email);
      // SQLite has one writer, for whom this waits as a whole.
      if (engine === 'postgres') await untilLocked(db);
      gate.resolve();
      await changing;
      assert.deepEqual(await entering, wrong);
      assert.deepEqual(await listSessions(db, user.id), []);
    });

    test('a change of password needs the current one, begins one new session, and obeys the rules', async () => {
      const user = await givenUser(db);
      const { id, email } = user;
      const { token } = await beginSession(db, id, at('192.0.2.1'));
      const next = 'eight blue bicycles whistle';
      await assert.rejects(changePassword(db, user, { current: password, next: 'short' }, at(newAddress())), {
        code: 'invalid_request',
      });
      assert.deepEqual(await changePassword(db, user, { current: 'not this one', next }, at(newAddress())), wrong);
      assert.ok(await findSession(db, token));
      const changed = await changePassword(db, user, { current: password, next }, at(newAddress()));
      assert.ok(changed.result === 'right');
      assert.equal(await findSession(db, token), undefined);
      assert.deepEqual(
        (await listSessions(db, id)).map((session) => session.id),
        [changed.session.id],
      );
      assert.deepEqual([(await enter(email)).result, (await enter(email, next)).result], ['wrong', 'right']);
    });

    test('a first password needs no current one, and only while there is none', async () => {
      const user = await givenUser(db, { hasPassword: false });
      const change = (next: string) => changePassword(db, user, { current: null, next }, at(newAddress()));
      const both = await Promise.all([change('eight blue bicycles whistle'), change('nine red bicycles hum')]);
      assert.deepEqual(both.map(({ result }) => result).toSorted(), ['right', 'wrong']);
      assert.deepEqual(await change('ten grey bicycles ring'), wrong);
    });

    test('a link to set a password works once, and with it all others end; three are sent in an hour', async () => {
      const { id, email } = await givenUser(db);
      const links = [];
      for (let ask = 0; ask < 5; ask++) links.push(await requestReset(db, email.toUpperCase(), at('192.0.2.1')));
      assert.deepEqual(links.map(Boolean), [true, true, true, false, false]);
      assert.equal(await requestReset(db, 'nobody@example.com', at('192.0.2.1')), undefined);
      const { token } = await beginSession(db, id, at('192.0.2.1'));
      const next = 'nine red bicycles hum';
      const [first, second] = links;
      await assert.rejects(resetPassword(db, first?.token ?? '', email, at('192.0.2.1')), { code: 'invalid_request' });
      const both = await Promise.all([0, 1].map(() => resetPassword(db, first?.token ?? '', next, at('192.0.2.1'))));
      assert.equal(both.filter(Boolean).length, 1, 'once');
      assert.equal(await findSession(db, token), undefined);
      assert.equal(await resetPassword(db, second?.token ?? '', 'ten red bicycles hum', at('192.0.2.1')), undefined);
      assert.equal((await enter(email, next)).result, 'right');
    });

    test('one address is one user, also when two are made at once', async () => {
      const fields = { email: 'Twice@Example.com', name: 'T', passwordHash: null, isOperator: false };
      const make = (email: string) =>
        db.transaction().execute((transaction) => createUser(transaction, { ...fields, email }));
      const made = await Promise.allSettled([make(fields.email), make('twice@example.com')]);
      assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
      const refused = made.find((each) => each.status === 'rejected');
      assert.deepEqual(refused?.reason.details[0].field, 'email');
    });

    test('a try that was taken back does not count', async () => {
      const address = newAddress();
      for (let times = 0; times < 20; times++) {
        const { id } = await beginTry(db, 'back@example.com', address);
        assert.notEqual(id, null);
        await takeBackTry(db, id ?? '');
      }
    });
  });
}
