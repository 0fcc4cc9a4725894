import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { saveAccountSecurity } from '../../../src/domains/account-security/account-security.ts';
import { listSessions, renewableMs, sweepSessions } from '../../../src/domains/users/sessions.ts';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { engines } from '../../support/databases.ts';
import { TestBrowser } from '../../support/sign-in.ts';
import { type SignOnService, signOn, startSignOnService } from '../../support/sign-on.ts';

const hour = 60 * 60_000;
let last = 0;

for (const engine of engines) {
  describe(`${engine}: a session of yesterday, renewed by the provider`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());
    afterEach(() => service.provider.reset());

    /** Somebody who came by the provider and whose session has ended by its age. */
    async function begin(ageMs = 25 * hour, times: Parameters<typeof saveAccountSecurity>[2] = {}) {
      const { domain, account } = await service.givenSignOn();
      const login = `stayer-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      const browser = new TestBrowser();
      await signOn(browser, service, email, login);
      const { id: userId } = (await findUserByEmail(service.db, email)) ?? assert.fail();
      const [session] = await listSessions(service.db, userId);
      const id = session?.id ?? assert.fail();
      const [began, ended] = [ageMs, ageMs - 24 * hour].map((ago) => new Date(Date.now() - ago).toISOString());
      await ask(account.id, times);
      const changed = { created_at: began, expires_at: ended, last_seen_at: ended };
      await service.db.updateTable('sessions').set(changed).where('id', '=', id).execute();
      service.provider.asked.length = 0;
      const sessions = () => listSessions(service.db, userId);
      return { browser, login, domain, account, id, sessions };
    }
    const ask = (accountId: string, changes: Parameters<typeof saveAccountSecurity>[2]) =>
      service.db
        .transaction()
        .execute((transaction) => saveAccountSecurity(transaction, accountId, changes, { address: null }));
    /** Whether the console is shown, or where else somebody has come to. */
    const openAt = async (browser: TestBrowser, path = '/console/projects?tag=a') => {
      const { pathname, search } = new URL((await browser.open(service.url + path)).url);
      return pathname + search;
    };
    const form = `/console/sign-in?to=${encodeURIComponent('/console/projects?tag=a')}`;
    const wasAsked = () => service.provider.asked.includes('/auth');
    const faultsOf = async (accountId: string) => {
      const found = service.db.selectFrom('audit_log').select('details').where('action', '=', 'sso.fail');
      const rows = await found.where('account_id', '=', accountId).execute();
      return rows.map(({ details }) => JSON.parse(details).reason);
    };

    test('whoever is still signed in there comes to the page that they opened, in a new session of a day', async () => {
      const { browser, id, account, sessions } = await begin();
      browser.stopAt = service.provider.url;
      const { url } = await browser.open(`${service.url}/console/projects?tag=a`);
      browser.stopAt = undefined;
      const asked = new URL(url).searchParams;
      assert.deepEqual([asked.get('prompt'), asked.get('code_challenge_method')], ['none', 'S256']);
      assert.ok(asked.get('state') && asked.get('nonce') && asked.get('login_hint'));
      const back = new URL((await browser.open(url)).url);
      assert.equal(back.pathname + back.search, '/console/projects?tag=a');
      const [session, ...others] = await sessions();
      assert.ok(session && session.id !== id && session.account_id === account.id && others.length === 0);
      assert.ok(Date.parse(session.expires_at) > Date.now() + 23 * hour);
      // Nobody has proved anything anew.
      const { confirmed_at } = session;
      assert.ok(confirmed_at !== null && Date.parse(confirmed_at) <= Date.parse(session.created_at));
    });

    test('who is not signed in there any more gets the form, which leads on to the page, and the provider is asked once', async () => {
      const { browser, account, sessions } = await begin();
      const host = new URL(service.url).host;
      const alone = new TestBrowser({ [host]: browser.cookieFor(service.url) });
      assert.equal(await openAt(alone), form);
      assert.ok(wasAsked());
      assert.deepEqual([await sessions(), await faultsOf(account.id)], [[], []]);
      service.provider.asked.length = 0;
      assert.equal(await openAt(browser), form, 'the session is gone for good');
      assert.ok(!wasAsked());
    });

    test('a provider that wants to show something first, or says no, leads to the form', async () => {
      for (const error of ['interaction_required', 'consent_required', 'account_selection_required', 'access_denied']) {
        const { browser, sessions } = await begin();
        browser.stopAt = service.provider.url;
        const { url } = await browser.open(`${service.url}/console/projects?tag=a`);
        browser.stopAt = undefined;
        const state = new URL(url).searchParams.get('state') ?? '';
        const answer = new URLSearchParams({ error, state, iss: service.provider.url });
        assert.equal(await openAt(browser, `/sso/callback?${answer}`), form, error);
        assert.deepEqual(await sessions(), []);
      }
    });

    test('another subject there takes nothing over, and is nobody here', async () => {
      const { browser, domain, account, sessions } = await begin();
      const login = `stranger-${++last}`;
      service.provider.people.set(login, { email: `${login}@${domain}`, email_verified: true });
      const other = new TestBrowser();
      await signOn(other, service, `${login}@${domain}`, login);
      const stranger = (await findUserByEmail(service.db, `${login}@${domain}`)) ?? assert.fail();
      const before = await listSessions(service.db, stranger.id);
      // The provider's session is the stranger's, ours is that of whoever was here before.
      browser.stopAt = service.provider.url;
      const { url } = await browser.open(`${service.url}/console/projects?tag=a`);
      other.stopAt = `${service.url}/sso/callback`;
      const { url: answer } = await other.open(url);
      browser.stopAt = undefined;
      assert.ok(new URL(answer).searchParams.has('code'));
      const page = new URL((await browser.open(answer)).url);
      assert.equal(page.pathname + page.search, form);
      assert.deepEqual([await sessions(), await listSessions(service.db, stranger.id)], [[], before]);
      assert.deepEqual(await faultsOf(account.id), ['taken']);
    });

    test('whoever was signed out is not brought back, neither before the provider is asked nor meanwhile', async () => {
      const one = await begin();
      await service.db.deleteFrom('sessions').where('id', '=', one.id).execute();
      assert.equal(await openAt(one.browser), form);
      assert.ok(!wasAsked());
      const other = await begin();
      other.browser.stopAt = `${service.url}/sso/callback`;
      const { url } = await other.browser.open(`${service.url}/console/projects?tag=a`);
      other.browser.stopAt = undefined;
      await service.db.deleteFrom('sessions').where('id', '=', other.id).execute();
      const page = new URL((await other.browser.open(url)).url);
      assert.equal(page.pathname + page.search, form);
      assert.deepEqual(await other.sessions(), []);
    });

    test('several pages at once: one asks, the others wait for it and go on', async () => {
      const { browser, sessions } = await begin();
      browser.stopAt = service.provider.url;
      const { url } = await browser.open(`${service.url}/console`);
      browser.stopAt = undefined;
      const waiting = await browser.open(`${service.url}/console/projects?tag=a`);
      assert.match(waiting.text, /content="2; url=\/console\/projects\?tag=a"/);
      assert.equal(new URL((await browser.open(url)).url).pathname, '/console');
      assert.equal(await openAt(browser), '/console/projects?tag=a');
      assert.equal((await sessions()).length, 1);
    });

    test('what ends by the times of an account, and after a week, is not renewed', async () => {
      for (const times of [{ sessionLongestMinutes: 600 }, { sessionIdleMinutes: 30 }]) {
        const { browser } = await begin(25 * hour, times);
        assert.equal(await openAt(browser), form);
      }
      const old = await begin(renewableMs + hour);
      assert.equal(await openAt(old.browser), form);
      assert.ok(!wasAsked());
    });

    test('no frame, no look ahead and no HEAD asks the provider', async () => {
      const { browser } = await begin();
      const cookie = browser.cookieFor(service.url);
      const ask = (headers: Record<string, string>, method = 'GET') =>
        fetch(`${service.url}/console`, { method, redirect: 'manual', headers: { cookie, ...headers } });
      const answers = [
        await ask({ 'sec-fetch-dest': 'iframe' }),
        await ask({ 'sec-purpose': 'prefetch' }),
        await ask({}, 'HEAD'),
      ];
      for (const { headers } of answers) assert.match(headers.get('location') ?? '', /^\/console\/sign-in/);
    });

    test('a provider that is down leads to the form', async () => {
      const { browser, account } = await begin();
      const down = { issuer: 'http://127.0.0.1:9' };
      await service.db.updateTable('sso_providers').set(down).where('account_id', '=', account.id).execute();
      assert.equal(await openAt(browser), form);
    });

    test('the sweeper keeps them for a week', async () => {
      const [kept, old] = [await begin(), await begin(renewableMs + hour)];
      await sweepSessions(service.db);
      const rows = await service.db.selectFrom('sessions').select('id').where('id', 'in', [kept.id, old.id]).execute();
      assert.deepEqual(
        rows.map(({ id }) => id),
        [kept.id],
      );
    });
  });
}
