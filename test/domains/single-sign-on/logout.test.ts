import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { listSessions } from '../../../src/domains/users/sessions.ts';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { clientOfProvider, newKey, tokenOf } from '../../support/identity-provider.ts';
import { TestBrowser } from '../../support/sign-in.ts';
import { type SignOnService, signOn, startSignOnService } from '../../support/sign-on.ts';

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
let last = 0;

for (const engine of engines) {
  describe(`${engine}: logout by a provider`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());
    afterEach(() => service.provider.reset());

    /** Somebody who has come by the provider. */
    async function begin() {
      const { domain, account } = await service.givenSignOn();
      const login = `leaving-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      const browser = new TestBrowser();
      await signOn(browser, service, email, login);
      const { id } = (await findUserByEmail(service.db, email)) ?? assert.fail();
      const sessions = () => listSessions(service.db, id);
      const [session] = await sessions();
      return { account, login, email, browser, id, sessions, sid: session?.provider_session ?? assert.fail() };
    }
    const claimsFor = (about: Record<string, unknown>) => {
      const now = Math.floor(Date.now() / 1000);
      const own = { iss: service.provider.url, aud: clientOfProvider.client_id, iat: now, exp: now + 120 };
      return { ...own, jti: randomUUID(), events, ...about };
    };
    const tell = async (token: string) => {
      const body = new URLSearchParams({ logout_token: token });
      const answer = await fetch(`${service.url}/sso/logout`, { method: 'POST', body });
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      return answer.status;
    };

    test('a logout token ends the sessions of its subject, or the one it names, and is recorded', async () => {
      const { login, email, sessions, sid, id } = await begin();
      await signOn(new TestBrowser(), service, email, login);
      const [newer, older] = await sessions();
      assert.ok(newer && older);
      const { key } = service.provider;
      assert.equal(await tell(tokenOf(claimsFor({ sub: login, sid }), key, { typ: 'logout+jwt' })), 200);
      assert.deepEqual(
        (await sessions()).map((each) => each.id),
        [newer.id],
      );
      assert.equal(await tell(tokenOf(claimsFor({ sub: login }), key)), 200);
      assert.deepEqual(await sessions(), []);
      const rows = await service.db
        .selectFrom('audit_log')
        .selectAll()
        .where('subject', 'in', [newer.id, older.id])
        .execute();
      const ended = rows.filter(({ action }) => action === 'session.end');
      assert.deepEqual(
        ended.map(({ actor, details }) => [actor, JSON.parse(details).user]),
        Array(2).fill(['provider', id]),
      );
    });

    test('an issuer is the same with and without a slash at its end', async () => {
      const { account, login, sessions } = await begin();
      const issuer = `${service.provider.url}/`;
      await service.db.updateTable('sso_providers').set({ issuer }).where('account_id', '=', account.id).execute();
      await service.db.updateTable('sso_identities').set({ issuer }).where('account_id', '=', account.id).execute();
      assert.equal(await tell(tokenOf(claimsFor({ sub: login }), service.provider.key)), 200);
      assert.deepEqual(await sessions(), []);
    });

    test('the provider itself tells of its logout', async () => {
      const { browser, sessions } = await begin();
      const { url } = service.provider;
      const page = await browser.open(`${url}/session/end`);
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? [];
      await browser.open(new URL(action, url).href, new URLSearchParams({ xsrf, logout: 'yes' }).toString());
      await eventually(async () => (await sessions()).length === 0);
    });

    test('tokens that are forged, old, replayed, of others or about nothing end nobody', async () => {
      const { login, sessions } = await begin();
      const { key } = service.provider;
      const now = Math.floor(Date.now() / 1000);
      const about = { sub: login };
      const unsigned = () => Buffer.alloc(0);
      const wrong: readonly [what: string, token: string][] = [
        ['nothing', ''],
        ['no token', 'a.b.c'],
        ['another key', tokenOf(claimsFor(about), newKey(key.publicKey.kid))],
        ['alg none', tokenOf(claimsFor(about), key, { alg: 'none' }, unsigned)],
        ['a shared secret', tokenOf(claimsFor(about), key, { alg: 'HS256' })],
        ['an algorithm of another kind of key', tokenOf(claimsFor(about), key, { alg: 'ES256' })],
        ['another client', tokenOf(claimsFor({ ...about, aud: 'somebody-else' }), key)],
        ['another issuer', tokenOf(claimsFor({ ...about, iss: 'https://evil.example' }), key)],
        ['a nonce', tokenOf(claimsFor({ ...about, nonce: 'x' }), key)],
        ['no event', tokenOf(claimsFor({ ...about, events: {} }), key)],
        ['an ID token', tokenOf(claimsFor({ ...about, events: undefined }), key)],
        ['of another type', tokenOf(claimsFor(about), key, { typ: 'at+jwt' })],
        ['nobody', tokenOf(claimsFor({}), key)],
        ['no jti', tokenOf(claimsFor({ ...about, jti: undefined }), key)],
        ['over', tokenOf(claimsFor({ ...about, iat: now - 400, exp: now - 200 }), key)],
        ['old', tokenOf(claimsFor({ ...about, iat: now - 3_600 }), key)],
        ['of tomorrow', tokenOf(claimsFor({ ...about, iat: now + 3_600, exp: now + 7_200 }), key)],
      ];
      for (const [what, token] of wrong) assert.equal(await tell(token), 400, what);
      assert.equal((await sessions()).length, 1);
      const other = tokenOf(claimsFor({ sub: 'nobody' }), key);
      assert.equal(await tell(other), 200);
      assert.equal(await tell(other), 400, 'twice');
      const large = await fetch(`${service.url}/sso/logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: 'x'.repeat(20_000) }),
      });
      assert.equal(large.status, 413);
      assert.equal((await sessions()).length, 1);
    });

    test('in a frame of the provider its session ends here, and only that one', async () => {
      const [one, other] = [await begin(), await begin()];
      const { url } = service.provider;
      const frame = (query: Record<string, string>) => fetch(`${service.url}/sso/logout?${new URLSearchParams(query)}`);
      assert.equal((await frame({ iss: url })).status, 400);
      assert.equal((await frame({ sid: one.sid })).status, 400);
      await frame({ iss: 'https://evil.example', sid: one.sid });
      assert.equal((await one.sessions()).length, 1);
      const shown = await frame({ iss: url, sid: one.sid });
      assert.equal(shown.status, 200);
      assert.equal(shown.headers.get('content-security-policy'), `default-src 'none'; frame-ancestors ${url}`);
      assert.deepEqual([(await one.sessions()).length, (await other.sessions()).length], [0, 1]);
    });
  });
}
