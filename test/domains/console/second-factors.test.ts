import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createInvitation } from '../../../src/domains/members/invitations.ts';
import { createSignInLink } from '../../../src/domains/users/sign-in-links.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, manage } from '../../support/manage.ts';
import { codeAt, nextCode } from '../../support/one-time-codes.ts';
import { givenUser, password, sendForm, sessionOf } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';

const pendingOf = (answer: Response) => /^sign-in=\w+/.exec(answer.headers.getSetCookie().at(-1) ?? '')?.[0] ?? '';
const whereTo = (answer: Response) => {
  const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '', answer.url);
  return [pathname, searchParams.get('to')];
};

for (const engine of engines) {
  describe(`${engine}: pages that ask for a code`, async () => {
    const service = await suiteService(engine, { TRUST_PROXY: 'on' });
    const { db } = service;

    /** Somebody with an app, whose code of now is unused, and their recovery codes. */
    async function givenPerson() {
      const who = await givenSession(db, await givenUser(db));
      const begun = await manage(service, who, 'POST', '/second-factors');
      const { id, setup } = begun.body.data;
      const body = { code: codeAt(setup.secret, Date.now() - 30_000) };
      const confirmed = await manage(service, who, 'POST', `/second-factors/${id}/confirm`, { body });
      return { ...who, secret: setup.secret as string, codes: confirmed.body.data.recovery_codes as string[] };
    }
    let lastAddress = 0;
    /** Nobody else's tries count for it. */
    const newPlace = () => ({ 'x-forwarded-for': `198.51.100.${lastAddress++ % 256}` });
    const enter = (email: string, to = '') =>
      sendForm(`${service.url}/console/sign-in${to}`, { email, password }, newPlace());
    const confirm = (cookie: string, code: string, to = '') =>
      sendForm(`${service.url}/console/sign-in/code${to}`, { code }, { ...newPlace(), cookie });
    const open = (path: string, cookie = '') => fetch(service.url + path, { headers: { cookie }, redirect: 'manual' });

    test('after the password a page asks for the code; nobody is signed in before, and one goes on to where one was', async () => {
      const { email, secret } = await givenPerson();
      const to = '/console/projects?q=a';
      const entered = await enter(email, `?to=${encodeURIComponent(to)}`);
      assert.deepEqual([entered.status, sessionOf(entered)], [303, '']);
      assert.deepEqual(whereTo(entered), ['/console/sign-in/code', to]);
      const cookie = pendingOf(entered);
      assert.match(entered.headers.getSetCookie()[0] ?? '', /; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
      const session = `session=${cookie.split('=')[1]}`;
      assert.equal((await open('/console/projects', session)).status, 303, 'it is no session');
      const shown = await (await open('/console/sign-in/code', cookie)).text();
      assert.match(shown, /autocomplete="one-time-code"/);
      assert.ok(!shown.includes(email), 'the page does not say whose it is');
      const right = await confirm(cookie, codeAt(secret), `?to=${encodeURIComponent(to)}`);
      assert.equal(right.headers.get('location'), to);
      const [own = '', taken = ''] = right.headers.getSetCookie();
      assert.match(own, /^session=\w{43}/);
      assert.match(taken, /^sign-in=; .*Max-Age=0/);
      assert.equal((await open('/console/sign-in/code', cookie)).status, 303, 'over');
    });

    test('a wrong code says so; after five the page leads back to the beginning, and a right one comes too late', async () => {
      const { email, secret } = await givenPerson();
      const cookie = pendingOf(await enter(email));
      for (let guess = 1; guess <= 4; guess++) {
        const wrong = await confirm(cookie, '000000');
        assert.equal(wrong.status, 403);
        assert.match(await wrong.text(), /not right, or it was used before/);
      }
      for (const code of ['000000', codeAt(secret)]) {
        const over = await confirm(cookie, code);
        assert.deepEqual([over.status, sessionOf(over)], [403, '']);
        assert.match(await over.text(), /too many tries. Sign in again.*\n.*\n.*\n?.*href="\.\.\/sign-in\?to=/);
      }
      assert.deepEqual(whereTo(await open('/console/sign-in/code')), ['/console/sign-in', '/console']);
    });

    test('a recovery code is taken by the same page', async () => {
      const { email, codes } = await givenPerson();
      const entered = await confirm(pendingOf(await enter(email)), codes[0] ?? '');
      assert.notEqual(sessionOf(entered), '');
      const again = await confirm(pendingOf(await enter(email)), codes[0] ?? '');
      assert.equal(sessionOf(again), '');
    });

    test('a form of another site is refused', async () => {
      const { email, secret } = await givenPerson();
      const cookie = pendingOf(await enter(email));
      const headers = { cookie, 'sec-fetch-site': 'cross-site' };
      const foreign = await sendForm(`${service.url}/console/sign-in/code`, { code: codeAt(secret) }, headers);
      assert.deepEqual([foreign.status, sessionOf(foreign)], [403, '']);
    });

    test('links and invitations sign nobody in without the code', async () => {
      const person = await givenPerson();
      const link = await createSignInLink(db, person.userId, 'test');
      const opened = await open(`/console/enter/${link.token}`);
      assert.deepEqual([whereTo(opened)[0], sessionOf(opened)], ['/console/sign-in/code', '']);
      const { id: accountId } = await givenAccount(db);
      const fields = { accountId, email: person.email, role: 'editor', projectIds: null, madeBy: 'test' } as const;
      const { token } = await createInvitation(db, fields);
      const accepted = await sendForm(`${service.url}/console/invitation/${token}`, { name: 'Ann', password });
      assert.deepEqual([whereTo(accepted)[0], sessionOf(accepted)], ['/console/sign-in/code', '']);
      const right = await confirm(pendingOf(accepted), nextCode(person.secret));
      const headers = { cookie: sessionOf(right), 'sec-fetch-site': 'same-origin' };
      assert.equal((await service.call('GET', '/manage/v1/session', { headers })).body.data.account.id, accountId);
    });
  });
}
