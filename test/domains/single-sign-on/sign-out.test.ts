import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { listSessions } from '../../../src/domains/users/sessions.ts';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { engines } from '../../support/databases.ts';
import { clientOfProvider } from '../../support/identity-provider.ts';
import { givenSession, manage } from '../../support/manage.ts';
import { givenMember } from '../../support/people.ts';
import { TestBrowser } from '../../support/sign-in.ts';
import { type SignOnService, signOn, startSignOnService } from '../../support/sign-on.ts';

const fromOurPage = { 'sec-fetch-site': 'same-origin' };
let last = 0;

for (const engine of engines) {
  describe(`${engine}: signing out at the provider too`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());
    afterEach(() => service.provider.reset());

    /** Somebody who has come by the provider, with what metadata say from then on. */
    async function begin(metadata: (said: Record<string, unknown>) => Record<string, unknown> = (said) => said) {
      // Each account asks its provider anew.
      service.provider.tamper = (path, body) => (path.endsWith('openid-configuration') ? metadata(body) : body);
      const { domain } = await service.givenSignOn();
      const login = `leaver-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      const browser = new TestBrowser();
      await signOn(browser, service, email, login);
      const { id } = (await findUserByEmail(service.db, email)) ?? assert.fail();
      return { browser, email, login, sessions: () => listSessions(service.db, id) };
    }
    /** Signs out as the console does; gives where it goes on to. */
    async function leave(browser: TestBrowser): Promise<string> {
      const headers = { cookie: browser.cookieFor(service.url), ...fromOurPage };
      const answer = await fetch(`${service.url}/manage/v1/session`, { method: 'DELETE', headers });
      assert.equal(answer.status, 200);
      const body = (await answer.json()) as { readonly data: { readonly provider_url: string | null } };
      return body.data.provider_url ?? assert.fail('leads nowhere');
    }
    /** Opens it without going on to the provider; gives the provider's address, or the page. */
    async function led(browser: TestBrowser, address: string) {
      browser.stopAt = service.provider.url;
      const page = await browser.open(address);
      browser.stopAt = undefined;
      return page;
    }
    /** Says yes at the provider. */
    async function confirm(browser: TestBrowser, address: string) {
      const page = await browser.open(address);
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? [];
      return browser.open(new URL(action, page.url).href, new URLSearchParams({ xsrf, logout: 'yes' }).toString());
    }

    test('the session ends here first, then at the provider, which leads back to a page that says so', async () => {
      const { browser, sessions, email, login } = await begin();
      const address = await leave(browser);
      assert.deepEqual(await sessions(), [], 'before the provider is asked for anything');
      const { url } = await led(browser, address);
      const asked = new URL(url);
      assert.equal(asked.pathname, '/session/end');
      const { state, id_token_hint: idToken = '', ...others } = Object.fromEntries(asked.searchParams);
      assert.deepEqual(others, {
        client_id: clientOfProvider.client_id,
        post_logout_redirect_uri: `${service.url}/sso/callback`,
      });
      assert.ok(state && state.length >= 43);
      const [, claims = ''] = idToken.split('.');
      assert.equal(JSON.parse(Buffer.from(claims, 'base64url').toString()).sub, login);
      const back = await confirm(browser, url);
      assert.match(back.text, /You are signed out, here and at the sign-in service/);
      // The provider asks for a login again.
      await signOn(browser, service, email, login);
      assert.equal((await sessions()).length, 1);
    });

    test('a provider without such a page, and one whose page is no address over TLS: signed out here alone, as the page says', async () => {
      const pages = [undefined, 'javascript:alert(1)', 'no address', 7, 'data:text/html,x'];
      for (const end_session_endpoint of pages) {
        const { browser, sessions } = await begin((said) => ({ ...said, end_session_endpoint }));
        const page = await led(browser, await leave(browser));
        assert.deepEqual([page.status, await sessions()], [200, []], `${end_session_endpoint}`);
        assert.match(page.text, /You are signed out here\. You may still be signed in at the sign-in service/);
      }
    });

    test('a provider that is down keeps nobody signed in here, and the page says what is known', async () => {
      const { browser, sessions } = await begin((said) => ({ ...said, end_session_endpoint: undefined }));
      service.provider.before = async () => {
        throw new Error('down');
      };
      const page = await led(browser, await leave(browser));
      assert.deepEqual([page.status, await sessions()], [200, []]);
      assert.match(page.text, /signed out here\./);
    });

    test('the way on works once, for its session alone, and not when somebody changed it', async () => {
      const { browser } = await begin();
      const address = await leave(browser);
      assert.equal((await led(new TestBrowser(), address.replace(/.{9}$/, 'AAAAAAAAA'))).status, 200);
      const elsewhere = await led(new TestBrowser(), address);
      assert.equal(new URL(elsewhere.url).pathname, '/session/end');
      assert.equal(new URL(elsewhere.url).searchParams.get('id_token_hint'), null, 'the token stays in its browser');
      for (const again of [address, `${address}x`]) {
        assert.equal((await led(browser, again)).status, 200, 'a second time it leads nowhere, however it is written');
      }
    });

    test('the token of another sign-in in the same browser is not sent along', async () => {
      const one = await begin();
      const address = await leave(one.browser);
      const other = await begin();
      const { url } = await led(other.browser, address);
      assert.equal(new URL(url).searchParams.get('id_token_hint'), null);
    });

    test('an answer that nobody has asked for, or to another browser, says nothing of a sign-out', async () => {
      const { browser } = await begin();
      const { url } = await led(browser, await leave(browser));
      const state = new URL(url).searchParams.get('state') ?? '';
      const stranger = await new TestBrowser().open(`${service.url}/sso/callback?state=${state}`);
      assert.equal(new URL(stranger.url).pathname, '/console/sign-in');
      const wrong = await browser.open(`${service.url}/sso/callback?state=another`);
      assert.equal(new URL(wrong.url).pathname, '/console/sign-in');
    });

    test('the token is sealed, kept from scripts, and sent to the pages of single sign-on alone', async () => {
      const { domain } = await service.givenSignOn();
      const login = `leaver-${++last}`;
      service.provider.people.set(login, { email: `${login}@${domain}`, email_verified: true });
      const browser = new TestBrowser();
      await signOn(browser, service, `${login}@${domain}`, login);
      const [hint = ''] = browser.cookieFor(`${service.url}/sso/sign-out`).match(/sso-hint=[^;]+/) ?? [];
      assert.ok(hint.length > 100 && !hint.includes('eyJ'));
      assert.ok(!Buffer.from(hint.slice(9), 'base64url').toString('latin1').includes(login));
      assert.ok(!browser.cookieFor(`${service.url}/console`).includes('sso-hint'));
    });

    test('whoever came by a password is led nowhere', async () => {
      const { account } = await service.givenSignOn();
      const user = await givenMember(service.db, account.id, { role: 'viewer' });
      const { body } = await manage(service, await givenSession(service.db, user), 'DELETE', '/session');
      assert.equal(body.data.provider_url, null);
    });
  });
}
