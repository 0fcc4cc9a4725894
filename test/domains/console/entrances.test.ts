import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setupLink, signInLink } from '../../../src/domains/console/mails.ts';
import { inviteFirstOperator } from '../../../src/domains/members/first-operator.ts';
import { createSignInLink } from '../../../src/domains/users/sign-in-links.ts';
import { disableUser } from '../../../src/domains/users/users.ts';
import { welcomeFirstOperator } from '../../../src/installation/first-operator.ts';
import type { Database } from '../../../src/platform/database/tables.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { givenMember, givenUser, password, sendForm, sessionOf } from '../../support/people.ts';
import { startTestService, suiteService, type TestService } from '../../support/service.ts';

const whoIs = async (service: TestService, cookie: string) =>
  (await service.call('GET', '/manage/v1/session', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).body.data;

for (const engine of engines) {
  describe(`${engine}: the first operator`, () => {
    const ann = { account: '', name: 'Ann', email: 'ann@example.com', password };
    const invite = async ({ db, url }: TestService) => setupLink(url, (await inviteFirstOperator(db)) ?? assert.fail());

    test('gets an account of their own with the most generous plan, once', async () => {
      await using service = await startTestService(engine);
      const dead = await invite(service);
      const link = await invite(service);
      assert.equal((await fetch(dead)).status, 404, 'the next link takes its place');
      const shown = await fetch(link, { headers: { 'accept-language': 'de' } });
      assert.match(await shown.text(), /value="Meine Agentur"/);
      for (const [wrong, says] of [
        [{ password: 'short' }, /at least 12 characters/],
        [{ email: 'nobody' }, /looks like ann@example.com/],
        [{ name: ' ' }, /Enter your name/],
      ] as const) {
        const refused = await sendForm(link, { ...ann, account: 'A <b> & C', ...wrong });
        const text = await refused.text();
        assert.deepEqual([refused.status, sessionOf(refused)], [400, '']);
        assert.match(text, says);
        assert.ok(text.includes('value="A &#60;b&#62; &#38; C"'), 'what was filled in stays');
      }
      const foreign = await sendForm(link, ann, { 'sec-fetch-site': 'cross-site' });
      assert.equal(foreign.status, 403);
      const both = await Promise.all([sendForm(link, ann), sendForm(link, { ...ann, email: 'eve@example.com' })]);
      const begun = both.find(({ status }) => status === 303) ?? assert.fail();
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [303, 404]);
      assert.equal(begun.headers.get('location'), '/console');
      const { user, account, role, plan } = await whoIs(service, sessionOf(begun));
      assert.deepEqual([user.is_operator, user.has_password, role], [true, true, 'owner']);
      assert.deepEqual([account.name, plan.name, plan.max_projects], ['My agency', 'agency', null]);
      assert.equal((await fetch(link)).status, 404);
      assert.equal(await inviteFirstOperator(service.db), undefined);
      const audit = await service.db.selectFrom('audit_log').select(['action', 'door']).orderBy('id').execute();
      assert.deepEqual(
        audit.map(({ action, door }) => `${action} ${door}`),
        ['user.create console', 'account.create console', 'session.begin console'],
      );
      assert.ok(!service.log.join('').includes(link.slice(-43)), 'no link in the log');
    });

    test('is nobody’s way in any more once there is somebody, or an account, or after 48 hours', async () => {
      for (const begin of [(db: Database) => givenUser(db), (db: Database) => givenAccount(db)]) {
        await using service = await startTestService(engine);
        const link = await invite(service);
        assert.equal((await fetch(link)).status, 200);
        await begin(service.db);
        assert.equal((await fetch(link)).status, 404);
        assert.equal((await sendForm(link, ann)).status, 404);
      }
      await using service = await startTestService(engine);
      const early = await inviteFirstOperator(service.db, Date.now() - 48 * 60 * 60_000 - 1);
      assert.equal((await fetch(setupLink(service.url, early ?? assert.fail()))).status, 404);
    });

    test('is invited on a terminal alone; a log gets the name of the command', async () => {
      await using own = await createTestDatabase(engine);
      const lines: string[] = [];
      const log = { info: (line: string) => void lines.push(line) } as never;
      const written: string[] = [];
      const stream = (isTTY: boolean) => ({ isTTY, write: (text: string) => void written.push(text) });
      await welcomeFirstOperator(own.db, 'http://localhost:8080', log, [stream(false), stream(false)]);
      assert.deepEqual(written, []);
      assert.match(lines.join(), /"report-service setup"/);
      await welcomeFirstOperator(own.db, 'http://localhost:8080', log, [stream(false), stream(true)]);
      assert.match(written.join(''), /^ {2}http:\/\/localhost:8080\/console\/setup\/[0-9A-Za-z]{43}$/m);
      assert.equal(lines.length, 1);
      const stored = JSON.stringify(await own.db.selectFrom('installation_marks').selectAll().execute());
      assert.ok(!stored.includes(/setup\/(\w{43})/.exec(written.join(''))?.[1] ?? ''), 'only its digest is stored');
      await givenUser(own.db);
      await welcomeFirstOperator(own.db, 'http://localhost:8080', log, [stream(true)]);
      assert.deepEqual([written.length, lines.length], [1, 1]);
    });
  });

  describe(`${engine}: links to sign in by`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const givenLink = async (userId: string) => {
      const { token } = await db.transaction().execute((transaction) => createSignInLink(transaction, userId, 'test'));
      return signInLink(service.url, token);
    };
    const open = (link: string, headers: Record<string, string> = { 'sec-fetch-site': 'none' }, method = 'GET') =>
      fetch(link, { method, headers, redirect: 'manual' });

    test('they work once, for one of several at once', async () => {
      const account = await givenAccount(db, { name: 'Demo' });
      const user = await givenMember(db, account.id, {}, { hasPassword: false });
      const link = await givenLink(user.id);
      const all = await Promise.all([1, 2, 3].map(() => open(link)));
      assert.deepEqual(all.map(({ status }) => status).toSorted(), [303, 404, 404]);
      const entered = all.find(({ status }) => status === 303) ?? assert.fail();
      assert.equal(entered.headers.get('location'), '/console');
      assert.match(
        entered.headers.getSetCookie()[0] ?? '',
        /^session=\w{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
      );
      const who = await whoIs(service, sessionOf(entered));
      assert.deepEqual([who.user.id, who.user.has_password, who.account.name], [user.id, false, 'Demo']);
      assert.ok(!service.log.join('').includes(link.slice(-43)), 'no link in the log');
    });

    test('no page of others, no look ahead and no HEAD uses them up, and they set no password', async () => {
      const user = await givenUser(db, { hasPassword: false });
      const link = await givenLink(user.id);
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' },
      ]) {
        const refused = await open(link, headers);
        assert.deepEqual([refused.status, refused.headers.getSetCookie()], [403, []]);
      }
      assert.equal(sessionOf(await open(link, {}, 'HEAD')), '');
      const asReset = link.replace('/enter/', '/reset/');
      assert.equal((await open(asReset)).status, 404);
      assert.equal((await sendForm(asReset, { password })).status, 404);
      assert.equal((await open(link, {})).status, 303, 'a browser that does not say where it comes from');
    });

    test('they are worth nothing after an hour, for disabled users, and once a password is set', async () => {
      const user = await givenUser(db, { hasPassword: false });
      const old = await givenLink(user.id);
      await db
        .updateTable('password_resets')
        .set({ expires_at: new Date().toISOString() })
        .where('user_id', '=', user.id)
        .execute();
      assert.equal((await open(old)).status, 404);
      const link = await givenLink(user.id);
      await db.transaction().execute((transaction) => disableUser(transaction, user.id, true));
      assert.equal((await open(link)).status, 404);
      const other = await givenUser(db, { hasPassword: false });
      const [first, second] = [await givenLink(other.id), await givenLink(other.id)];
      const cookie = sessionOf(await open(first));
      const body = { current: null, password };
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      assert.equal((await service.call('POST', '/manage/v1/session/password', { body, headers })).status, 200);
      assert.equal((await open(second)).status, 404);
    });
  });
}
