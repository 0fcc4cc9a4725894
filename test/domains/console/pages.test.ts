import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createInvitation } from '../../../src/domains/members/invitations.ts';
import { createReset } from '../../../src/domains/users/password-resets.ts';
import { listSessions } from '../../../src/domains/users/sessions.ts';
import { givenAccount } from '../../support/accounts.ts';
import { givenConsoleFolder } from '../../support/console-folder.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { givenUser, password, sendForm, sessionOf, signInAt } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const unknownToken = 'x'.repeat(43);
const hostile = '</bdi><script>alert(1)</script>"\'&\u202e';
const next = 'eight blue bicycles whistle';

for (const engine of engines) {
  describe(`${engine}: pages for people`, () => {
    let service: TestService;
    let mails: MailServer;
    const built = givenConsoleFolder();
    before(async () => {
      mails = await startMailServer();
      const mail = { SMTP_URL: mails.url, MAIL_FROM: 'reports@example.com' };
      await built.build();
      service = await startTestService(engine, {
        environment: { TRUST_PROXY: 'on', ...mail },
        console: { folder: built.folder, isBeingBuilt: () => false },
      });
    });
    after(async () => {
      await service[Symbol.asyncDispose]();
      await mails[Symbol.asyncDispose]();
      await built[Symbol.asyncDispose]();
    });
    let lastAddress = 0;
    /** Nobody else's tries count for it. */
    const newPlace = () => ({ 'x-forwarded-for': `198.51.100.${lastAddress++ % 256}` });
    const open = (path: string, headers: Record<string, string> = {}) =>
      fetch(service.url + path, { headers: { ...newPlace(), ...headers }, redirect: 'manual' });
    const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      sendForm(service.url + path, fields, { ...newPlace(), ...headers });
    const enter = (email: string, headers: Record<string, string> = {}) =>
      signInAt(service.url, email, { ...newPlace(), ...headers });
    const whereTo = (answer: Response) => new URL(answer.headers.get('location') ?? '', answer.url).pathname;
    const givenInvitation = async (email: string | null, accountName = 'Agency') => {
      const { id: accountId } = await givenAccount(service.db, { name: accountName });
      const fields = { accountId, email, role: 'editor', projectIds: null, madeBy: 'test' } as const;
      const { token } = await createInvitation(service.db, fields);
      return `/console/invitation/${token}`;
    };
    const givenReset = async (userId: string) =>
      `/console/reset/${(await createReset(service.db, userId, 'test')).token}`;

    test('every page is not kept, indexed or framed, runs nothing, and shows hostile names as text', async () => {
      const user = await givenUser(service.db);
      const pages = [
        await open('/console/sign-in'),
        await open('/console/reset'),
        await open(await givenInvitation(null, hostile)),
        await open(await givenReset(user.id)),
        await open(`/console/reset/${unknownToken}`),
        await open(`/console/sign-in?to=${encodeURIComponent(hostile)}`),
        await send('/console/else', {}),
        await send('/console/sign-in', { email: hostile, password: 'x' }),
      ];
      for (const page of pages) {
        assert.equal(page.headers.get('cache-control'), 'private, no-store');
        assert.equal(page.headers.get('x-robots-tag'), 'noindex, nofollow');
        assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
        assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
        const policy =
          /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/;
        assert.match(page.headers.get('content-security-policy') ?? '', policy);
        const text = await page.text();
        assert.ok(!/<script/.test(text), page.url);
        assert.match(text, /<html lang="en" dir="ltr">/);
        assert.ok(gzipSync(text).length < 20_000, 'they are light');
      }
    });

    test('signing in gives a new session each time, and takes up none that a browser brings', async () => {
      const { id, email } = await givenUser(service.db);
      assert.deepEqual((await open('/console/sign-in')).headers.getSetCookie(), [], 'none before');
      const brought = `session=${'a'.repeat(43)}`;
      const entered = await send('/console/sign-in', { email, password }, { cookie: brought });
      assert.deepEqual([entered.status, whereTo(entered)], [303, '/console']);
      const [line = '', ...others] = entered.headers.getSetCookie();
      assert.deepEqual(others, []);
      assert.match(line, /^session=[0-9A-Za-z]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
      assert.notEqual(sessionOf(entered), brought);
      assert.equal((await open('/console', { cookie: brought })).status, 303);
      const again = await send('/console/sign-in', { email, password }, { cookie: sessionOf(entered) });
      assert.notEqual(sessionOf(again), sessionOf(entered));
      assert.equal((await listSessions(service.db, id)).length, 2);
      assert.equal((await open('/console', { cookie: sessionOf(again) })).status, 200);
      assert.equal(whereTo(await open('/console/sign-in', { cookie: sessionOf(again) })), '/console');
    });

    test('whatever is wrong with a sign-in, the page is the same; the 11th wrong try of a minute is 429', async () => {
      const { email } = await givenUser(service.db);
      const place = newPlace();
      const texts = [];
      for (const given of [email, 'nobody@example.com'])
        for (const text of ['not the password', 'y', 'x'.repeat(3_000)]) {
          const answer = await send('/console/sign-in', { email: given, password: text }, place);
          assert.equal(answer.status, 403);
          assert.deepEqual(answer.headers.getSetCookie(), []);
          texts.push((await answer.text()).replaceAll(given, 'ADDRESS'));
        }
      assert.equal(new Set(texts).size, 1);
      for (let more = 0; more < 4; more++) await send('/console/sign-in', { email, password: 'x' }, place);
      const refused = await send('/console/sign-in', { email, password }, place);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) >= 1 && Number(refused.headers.get('retry-after')) <= 60);
      assert.notEqual(await enter(email), '');
    });

    test('a form that no page of ours sent is 403, and does nothing', async () => {
      const { id, email } = await givenUser(service.db);
      const cookie = await enter(email);
      const [{ id: session } = assert.fail()] = await listSessions(service.db, id);
      const invitation = await givenInvitation(null);
      const reset = await givenReset(id);
      const forms: [string, Record<string, string>][] = [
        ['/console/sign-in', { email, password }],
        ['/console/reset', { email }],
        [reset, { password: next }],
        [invitation, { email: 'new@example.com', name: 'New', password }],
      ];
      const strangers: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site', origin: service.url },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': '', origin: 'https://evil.example' },
        { 'sec-fetch-site': '', origin: 'null' },
        { 'sec-fetch-site': '', origin: service.url.replace('127.0.0.1', 'evil.127.0.0.1') },
      ];
      for (const [path, fields] of forms)
        for (const headers of strangers) {
          const answer = await send(path, fields, { cookie, ...headers });
          assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
          assert.deepEqual(answer.headers.getSetCookie(), []);
          assert.match(await answer.text(), /did not come from here/);
        }
      const fields = { email, password };
      const bare = await send('/console/sign-in', fields, { 'sec-fetch-site': '' });
      assert.equal(bare.status, 403, 'without either header');
      assert.deepEqual(
        (await listSessions(service.db, id)).map((each) => each.id),
        [session],
      );
      assert.equal((await open(reset)).status, 200);
      assert.equal((await open(invitation, { 'sec-fetch-site': 'cross-site' })).status, 200, 'a link in a mail');
      const own = await send('/console/sign-in', fields, { 'sec-fetch-site': '', origin: service.url });
      assert.equal(own.status, 303, 'an old browser names its origin alone');
    });

    test('an invitation makes a member who is signed in; what is filled in wrongly is told beside the rest', async () => {
      const path = await givenInvitation('Ivy@example.com', 'Bees & Co');
      const shown = await (await open(path)).text();
      assert.ok(
        shown.includes('Join Bees &#38; Co') && shown.includes('Editor') && shown.includes('value="Ivy@example.com"'),
      );
      const wrong = async (fields: Record<string, string>, says: RegExp) => {
        const answer = await send(path, { name: 'Ivy', password, ...fields });
        assert.equal(answer.status, 400);
        assert.match(await answer.text(), says);
      };
      await wrong({ password: 'short' }, /at least 12 characters/);
      await wrong({ password: 'Password1234' }, /first that others try/);
      await wrong({ password: 'ivy@example.com' }, /must not be your e-mail address/);
      await wrong({ name: ' ' }, /Enter your name/);
      const accepted = await send(path, { name: 'Ivy', password });
      assert.deepEqual([accepted.status, whereTo(accepted)], [303, '/console']);
      const headers = { cookie: sessionOf(accepted), 'sec-fetch-site': 'same-origin' };
      const { data } = (await service.call('GET', '/manage/v1/session', { headers })).body;
      assert.deepEqual([data.account.name, data.role], ['Bees & Co', 'editor']);
      const dead = [
        await open(path),
        await send(path, { name: 'Ivy', password }),
        await open(`/console/invitation/${unknownToken}`),
      ];
      for (const answer of dead) assert.equal(answer.status, 404);
      const [told = '', ...others] = new Set(await Promise.all(dead.map((answer) => answer.text())));
      assert.deepEqual(others, [], 'the same bytes');
      assert.match(told, /<a href="\.\.\/sign-in">Sign in<\/a>/);
      const known = await givenInvitation('ivy@example.com');
      const refused = await send(known, { name: 'Ivy', password: next });
      assert.deepEqual([refused.status, sessionOf(refused)], [403, '']);
      assert.match(await refused.text(), /not the password that belongs to this address/);
    });

    test('a forgotten password: the same answer for everybody, and a link by mail that works once', async () => {
      const { id, email } = await givenUser(service.db);
      const cookie = await enter(email);
      const answers = [];
      for (const given of ['nobody@example.com', 'no address', '', email]) {
        answers.push(await (await send('/console/reset', { email: given }, { 'accept-language': 'de' })).text());
      }
      assert.equal(new Set(answers).size, 1);
      const mail = await eventually(() => mails.received.find(({ to }) => to.includes(email)));
      assert.equal(mails.received.length, 1, 'nobody else got one');
      assert.match(mail.raw, /^Subject: Ihr neues Passwort/m);
      const text = mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const [, path = ''] = /(\/console\/reset\/[0-9A-Za-z]{43})/.exec(text) ?? [];
      assert.ok((await (await open(path)).text()).includes(email));
      assert.equal((await send(path, { password: 'short' })).status, 400);
      const set = await send(path, { password: next });
      assert.match(await set.text(), /Your password is set/);
      assert.deepEqual(await listSessions(service.db, id), []);
      assert.equal((await open('/console', { cookie })).status, 303);
      assert.equal((await send(path, { password })).status, 404);
      assert.ok(!service.log.join('').includes(path.slice(-43)), 'no token in the log');
    });

    test('a session is no way into the API', async () => {
      const { email } = await givenUser(service.db);
      const { status } = await service.call('GET', '/api/v1/projects', { headers: { cookie: await enter(email) } });
      assert.equal(status, 401);
    });

    test('of every other request the answer is a page: large forms, other types, unknown paths, too many', async () => {
      for (const path of ['/console/invitation/', '/console/invitation/%00', `/console/reset/${'y'.repeat(3_000)}`])
        assert.equal((await open(path)).status, 404, path);
      assert.equal((await send('/console/sign-in', { email: 'x'.repeat(5_000) })).status, 413);
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const json = await fetch(`${service.url}/console/sign-in`, { method: 'POST', body: '{}', headers });
      assert.deepEqual([json.status, json.headers.get('content-type')], [415, 'text/html; charset=utf-8']);
      const place = { 'x-forwarded-for': '203.0.113.200' };
      const all = await Promise.all(Array.from({ length: 121 }, () => open('/console/sign-in', place)));
      assert.equal(all.filter(({ status }) => status === 429).length, 1);
      assert.ok(all.find(({ status }) => status === 429)?.headers.get('retry-after'));
    });

    test('over plain http from elsewhere than this machine nothing is shown but why', async () => {
      const { email } = await givenUser(service.db);
      const body = new URLSearchParams({ email, password }).toString();
      const origin = 'http://reports.example.com';
      for (const method of ['GET', 'POST']) {
        const { status, text, cookies } = await ask(service.url, method, { host: 'reports.example.com', origin }, body);
        assert.equal(status, 403);
        assert.match(text, /begins with https/);
        assert.deepEqual(cookies, undefined);
      }
    });
  });
}

/** With a `Host` of its own, which `fetch` does not allow. */
function ask(url: string, method: string, headers: Record<string, string>, body: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    text: string;
    cookies: string[] | undefined;
  }>();
  const sent = { ...headers, ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }) };
  const asked = request(`${url}/console/sign-in`, { method, headers: sent }, async (answer) => {
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    resolve({ status: answer.statusCode, text, cookies: answer.headers['set-cookie'] });
  });
  asked.on('error', reject).end(method === 'POST' ? body : undefined);
  return promise;
}

test('behind an https address the cookie is for this host alone, and paths keep the prefix', async () => {
  await using service = await startTestService('sqlite', {
    environment: { PUBLIC_URL: 'https://agency.example/reports' },
  });
  const { email } = await givenUser(service.db);
  const headers = { 'sec-fetch-site': '', origin: 'https://agency.example' };
  const entered = await sendForm(`${service.url}/console/sign-in`, { email, password }, headers);
  const [line = ''] = entered.headers.getSetCookie();
  assert.match(line, /^__Host-session=[0-9A-Za-z]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/);
  const { pathname } = new URL(entered.headers.get('location') ?? '', 'https://agency.example/reports/console/sign-in');
  assert.equal(pathname, '/reports/console');
  const cookie = sessionOf(entered);
  const plain = await fetch(`${service.url}/console`, {
    headers: { cookie: cookie.replace('__Host-', '') },
    redirect: 'manual',
  });
  assert.equal(plain.status, 303, 'a neighbour can set that name');
});

test('without a mail server nobody is promised one', async () => {
  await using service = await startTestService('sqlite');
  const { email } = await givenUser(service.db);
  const asked = await sendForm(`${service.url}/console/reset`, { email });
  assert.match(await asked.text(), /This service sends no e-mail/);
  assert.deepEqual(await service.db.selectFrom('password_resets').select('user_id').execute(), []);
});
