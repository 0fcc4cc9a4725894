import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { beginCodeApp, confirmCodeApp, setupMs, sweepCodeApps } from '../../../src/domains/second-factors/code-apps.ts';
import { findFactors, takeTypedCode } from '../../../src/domains/second-factors/factors.ts';
import { makeCodeSetup } from '../../../src/domains/second-factors/one-time-codes.ts';
import { makeRecoveryCodes } from '../../../src/domains/second-factors/recovery-codes.ts';
import { resetFactors } from '../../../src/domains/users/factor-changes.ts';
import { requestReset, resetPassword } from '../../../src/domains/users/password-resets.ts';
import {
  beginPendingSignIn,
  findPendingUser,
  pendingMs,
  sweepPendingSignIns,
} from '../../../src/domains/users/pending-sign-ins.ts';
import { hearRefusedSignIns, type RefusedSignIn } from '../../../src/domains/users/refused-sign-ins.ts';
import { beginSession, listSessions } from '../../../src/domains/users/sessions.ts';
import { signIn } from '../../../src/domains/users/sign-in.ts';
import { signInByCode, signInWithCode } from '../../../src/domains/users/sign-in-by-code.ts';
import { createSignInLink, signInByLink } from '../../../src/domains/users/sign-in-links.ts';
import { beginCodeTry, rememberNetwork } from '../../../src/domains/users/sign-in-tries.ts';
import { disableUser, setPasswordHash } from '../../../src/domains/users/users.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { hashPassword } from '../../../src/platform/passwords.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { codeAt, givenCodeApp, nextCode, testVault as vault } from '../../support/one-time-codes.ts';
import { givenUser, password } from '../../support/people.ts';

let lastAddress = 0;
/** Nobody else's tries count for it. */
const newAddress = () => `203.0.${(lastAddress >> 8) & 255}.${lastAddress++ & 255}`;
const at = (address = newAddress()) => ({ address, agent: 'Test' });

for (const engine of engines) {
  describe(`${engine}: signing in with a second factor`, () => {
    let database: TestDatabase;
    let db: Database;
    before(async () => {
      database = await createTestDatabase(engine);
      db = database.db;
    });
    after(async () => await database[Symbol.asyncDispose]());

    const givenApp = async () => {
      const user = await givenUser(db);
      return { user, ...(await givenCodeApp(db, user)) };
    };
    const pending = async (email: string) => {
      const entered = await signIn(db, { email, password }, at());
      return entered.result === 'factor_needed' ? entered.token : assert.fail(entered.result);
    };
    const actionsOf = async (subject: string) =>
      (await db.selectFrom('audit_log').select('action').where('subject', '=', subject).execute()).map(
        ({ action }) => action,
      );

    test('a right password begins no session of whoever has a factor; with the code it does, and says by what', async () => {
      const { user, secret } = await givenApp();
      const token = await pending(user.email);
      assert.deepEqual(await listSessions(db, user.id), []);
      const entered = await signInByCode(db, vault, { token, code: codeAt(secret) }, at());
      assert.ok(entered.result === 'right');
      assert.equal(entered.session.factor, 'code');
      const [event] = await db
        .selectFrom('audit_log')
        .select('details')
        .where('subject', '=', entered.session.id)
        .execute();
      assert.deepEqual(JSON.parse(event?.details ?? ''), { factor: 'code' });
      assert.deepEqual(await signInByCode(db, vault, { token, code: nextCode(secret) }, at()), { result: 'over' });
    });

    test('a code signs in once, also when two requests bring it at once, and none that is older after it', async () => {
      const { user, secret } = await givenApp();
      const code = codeAt(secret);
      const tokens = [await pending(user.email), await pending(user.email)];
      const tries = await Promise.all(tokens.map((token) => signInByCode(db, vault, { token, code }, at())));
      assert.equal(tries.filter(({ result }) => result === 'right').length, 1, JSON.stringify(tries));
      assert.equal((await listSessions(db, user.id)).length, 1);
      for (const used of [code, codeAt(secret, Date.now() - 30_000)]) {
        const again = await signInWithCode(db, vault, { email: user.email, password, code: used }, at());
        assert.equal(again.result, 'wrong');
      }
      const next = await signInWithCode(db, vault, { email: user.email, password, code: nextCode(secret) }, at());
      assert.equal(next.result, 'right');
    });

    test('what is used up at once in one transaction is used up once', async () => {
      const { user, secret, recoveryCodes } = await givenApp();
      for (const code of [codeAt(secret), recoveryCodes[0] ?? '']) {
        const take = () => db.transaction().execute((transaction) => takeTypedCode(transaction, vault, user.id, code));
        const taken = await Promise.all([take(), take(), take(), take()]);
        assert.equal(taken.filter(Boolean).length, 1, code);
      }
    });

    test('each of the ten recovery codes signs in once, however it is typed, and belongs to one user', async () => {
      const { user, recoveryCodes } = await givenApp();
      assert.equal(new Set(recoveryCodes).size, 10);
      const [first = '', second = ''] = recoveryCodes;
      assert.match(first, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
      const stored = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute());
      assert.ok(!stored.includes(first) && !stored.includes(first.replaceAll('-', '')));
      const enter = (code: string, email = user.email) => signInWithCode(db, vault, { email, password, code }, at());
      const entered = await enter(first);
      assert.ok(entered.result === 'right' && entered.session.factor === 'recovery_code');
      assert.equal((await enter(first)).result, 'wrong');
      const other = await givenApp();
      assert.equal((await enter(second, other.user.email)).result, 'wrong');
      assert.equal((await enter(` ${second.toLowerCase().replaceAll('-', ' ')} `)).result, 'right');
      const [third = ''] = recoveryCodes.slice(2);
      await makeRecoveryCodes(db, user.id);
      assert.equal((await enter(third)).result, 'wrong', 'new ones replace them');
    });

    test('a wrong code is recorded, and after five the password is asked for again', async () => {
      const { user, secret } = await givenApp();
      const token = await pending(user.email);
      for (const code of ['000000', 'AAAA-AAAA-AAAA-AAAA', '', 'x'.repeat(500), '\u0000']) {
        assert.deepEqual(await signInByCode(db, vault, { token, code }, at()), { result: 'wrong' }, code);
      }
      assert.deepEqual(await signInByCode(db, vault, { token, code: codeAt(secret) }, at()), { result: 'over' });
      assert.deepEqual(await actionsOf(user.id), Array(5).fill('session.wrong_code'));
      assert.deepEqual(await listSessions(db, user.id), []);
    });

    test('a sign-in that waits ends after ten minutes, with a new password, and with the user', async () => {
      const { user, secret } = await givenApp();
      const now = Date.now();
      const token = await beginPendingSignIn(db, user.id, now);
      assert.equal(await findPendingUser(db, token, now + pendingMs - 1), user.id);
      assert.equal(await findPendingUser(db, token, now + pendingMs), undefined);
      assert.equal(await findPendingUser(db, 'x'.repeat(43)), undefined);
      await setPasswordHash(db, user.id, await hashPassword(password));
      assert.equal(await findPendingUser(db, token, now), undefined);
      const last = await pending(user.email);
      await disableUser(db, user.id, true);
      assert.deepEqual(await signInByCode(db, vault, { token: last, code: codeAt(secret) }, at()), { result: 'over' });
      assert.ok((await sweepPendingSignIns(db, Date.now() + pendingMs)) >= 1);
    });

    test('whether somebody has a factor shows to whoever knows the password alone', async () => {
      const { user } = await givenApp();
      for (const email of [user.email, (await givenUser(db)).email, 'nobody@example.com']) {
        assert.deepEqual(await signIn(db, { email, password: 'not this password' }, at()), { result: 'wrong' });
      }
    });

    test('guesses of strangers slow codes of strangers; the owner gets in from where they were, or by a recovery code', async () => {
      const { user, secret, recoveryCodes } = await givenApp();
      const own = newAddress();
      await rememberNetwork(db, user.id, own);
      const now = Date.now();
      for (let guess = 0; guess < 20; guess++) {
        assert.notEqual((await beginCodeTry(db, user, newAddress(), now)).id, null, String(guess));
      }
      const stranger = newAddress();
      const { id, waitMs } = await beginCodeTry(db, user, stranger, now);
      assert.deepEqual([id, waitMs], [null, 60 * 60_000]);
      const enter = (code: string, address: string) =>
        signInWithCode(db, vault, { email: user.email, password, code }, at(address));
      const told: RefusedSignIn[] = [];
      {
        using _heard = hearRefusedSignIns((refusal) => told.push(refusal));
        assert.equal((await enter(codeAt(secret), stranger)).result, 'refused');
      }
      const refusal = { userId: user.id, email: user.email, address: stranger, reason: 'throttled' };
      assert.deepEqual(told, [refusal], 'the security log hears of it');
      assert.equal((await enter(recoveryCodes[0] ?? '', stranger)).result, 'right');
      assert.equal((await enter(nextCode(secret), own)).result, 'right');
      const other = await givenApp();
      assert.notEqual((await beginCodeTry(db, other.user, newAddress(), now)).id, null, 'others are not slowed');
      assert.notEqual((await beginCodeTry(db, user, newAddress(), now + 60 * 60_000 + 1)).id, null, 'an hour later');
    });

    test('a link signs nobody in past their factor, and a new password leaves it', async () => {
      const { user, secret } = await givenApp();
      const link = await createSignInLink(db, user.id, 'test');
      const opened = await signInByLink(db, link.token, at());
      assert.ok(opened?.result === 'factor_needed');
      assert.deepEqual(await listSessions(db, user.id), []);
      assert.equal(
        (await signInByCode(db, vault, { token: opened.token, code: codeAt(secret) }, at())).result,
        'right',
      );
      const reset = await requestReset(db, user.email, at());
      await resetPassword(db, reset?.token ?? '', 'nine red bicycles hum', at());
      const entered = await signIn(db, { email: user.email, password: 'nine red bicycles hum' }, at());
      assert.equal(entered.result, 'factor_needed');
    });

    test('an app counts once its first code was right, within ten minutes, and takes the place of the one before', async () => {
      const user = await givenUser(db);
      const first = await makeCodeSetup(user.email);
      const begin = (secret: string) => beginCodeApp(db, vault, user.id, secret);
      const begun = await begin(first.secret);
      assert.ok(!begun.secret.includes(first.secret), 'sealed');
      const confirm = (id: string, code: string, now?: number) =>
        confirmCodeApp(db, vault, { id, userId: user.id, code }, now);
      assert.deepEqual(await findFactors(db, user.id), { hasCodeApp: false, passkeys: 0 });
      assert.equal((await signIn(db, { email: user.email, password }, at())).result, 'right');
      const wrong = codeAt(first.secret, 0);
      await assert.rejects(confirm(begun.id, wrong), { code: 'invalid_request' });
      await assert.rejects(confirm(begun.id, codeAt(first.secret), Date.now() + setupMs), { code: 'not_found' });
      const other = await givenUser(db);
      const foreign = { id: begun.id, userId: other.id, code: codeAt(first.secret) };
      await assert.rejects(confirmCodeApp(db, vault, foreign), { code: 'not_found' });
      await confirm(begun.id, codeAt(first.secret));
      await assert.rejects(confirm(begun.id, nextCode(first.secret)), { code: 'not_found' }, 'once');
      const second = await makeCodeSetup(user.email);
      const replacing = await begin(second.secret);
      const enter = (code: string) => signInWithCode(db, vault, { email: user.email, password, code }, at());
      assert.equal((await enter(codeAt(second.secret))).result, 'wrong', 'not yet');
      await confirm(replacing.id, codeAt(second.secret));
      assert.equal((await enter(nextCode(first.secret))).result, 'wrong', 'not any more');
      assert.equal((await enter(nextCode(second.secret))).result, 'right');
      await begin((await makeCodeSetup(user.email)).secret);
      assert.equal(await sweepCodeApps(db), 0);
      assert.ok((await sweepCodeApps(db, Date.now() + setupMs)) >= 1, 'what was left is swept');
      assert.equal((await findFactors(db, user.id)).hasCodeApp, true);
    });

    test('a reset removes every factor, ends all sessions, and the password alone signs in', async () => {
      const { user, recoveryCodes } = await givenApp();
      await beginSession(db, user.id, at());
      const token = await pending(user.email);
      const removed = await db.transaction().execute((transaction) => resetFactors(transaction, user.id));
      assert.deepEqual(removed, { hasCodeApp: true, passkeys: 0 });
      assert.deepEqual(await listSessions(db, user.id), []);
      const code = recoveryCodes[0] ?? '';
      assert.deepEqual(await signInByCode(db, vault, { token, code }, at()), { result: 'over' });
      assert.equal((await signIn(db, { email: user.email, password }, at())).result, 'right');
    });
  });
}
