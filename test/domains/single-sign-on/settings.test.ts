import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { updateAccount } from '../../../src/domains/accounts/accounts.ts';
import { insertMember } from '../../../src/domains/members/members.ts';
import { changeDomains } from '../../../src/domains/single-sign-on/domains.ts';
import { findIdentityOf } from '../../../src/domains/single-sign-on/identities.ts';
import { listSessions } from '../../../src/domains/users/sessions.ts';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { clientOfProvider, signInAtProvider } from '../../support/identity-provider.ts';
import { givenSession, manage, type SignedInMember } from '../../support/manage.ts';
import { givenMember, givenUser } from '../../support/people.ts';
import type { Page } from '../../support/sign-in.ts';
import { TestBrowser } from '../../support/sign-in.ts';
import { type SignOnService, signOn, startSignOnService } from '../../support/sign-on.ts';

let last = 0;

for (const engine of engines) {
  describe(`${engine}: settings of single sign-on`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());
    afterEach(() => service.provider.reset());

    const settings = (more: Record<string, unknown> = {}) => ({
      ...{ issuer: service.provider.url, client_id: clientOfProvider.client_id },
      ...{ client_secret: clientOfProvider.client_secret, default_role: 'viewer', mapping: null },
      ...{ creates_users: true, mode: 'optional', ...more },
    });
    async function begin() {
      const account = await givenAccount(service.db);
      const domain = `settings-${++last}.example`;
      await updateAccount(service.db, account.id, { allowNetworks: ['127.0.0.0/8'] });
      await service.db
        .transaction()
        .execute((transaction) => changeDomains(transaction, account.id, { granted: [domain] }));
      const member = async (role: 'owner' | 'admin' | 'viewer', name: string = role) => {
        const user = await givenMember(service.db, account.id, { role }, { email: `${name}@${domain}` });
        return givenSession(service.db, user);
      };
      return { account, domain, member, owner: await member('owner') };
    }
    const put = (who: SignedInMember, body: unknown) => manage(service, who, 'PUT', '/sso', { body });
    const faultOf = ({ body }: Awaited<ReturnType<typeof put>>) => {
      const [{ field, rule } = assert.fail()] = body.error.details;
      return `${field} ${rule}`;
    };
    /** Opens an address that somebody was given, and signs in at the provider as this login. */
    async function goThrough(
      who: SignedInMember,
      address: string,
      login: string,
      browser = browserOf(who),
    ): Promise<Page> {
      browser.stopAt = service.provider.url;
      const led = await browser.open(address);
      browser.stopAt = undefined;
      if (led.status !== 0) return led;
      return browser.open(await signInAtProvider(browser, led.url, service.url, login));
    }
    /** Of an account without a provider of SAML. */
    function noSaml(url: string, id: string) {
      const metadata = `${url}/sso/saml/${id}/metadata`;
      return {
        ...{ entity_id: metadata, metadata_url: metadata, answer_url: `${url}/sso/saml/acs` },
        ...{ sign_in_url: null, certificates: [] },
      };
    }
    /** A browser with somebody's session. */
    function browserOf({ headers }: SignedInMember): TestBrowser {
      return new TestBrowser({ [new URL(service.url).host]: headers.cookie ?? '' });
    }
    async function tryOut(who: SignedInMember, login: string): Promise<Page> {
      const { status, body } = await manage(service, who, 'POST', '/sso/test');
      assert.equal(status, 201);
      return goThrough(who, body.data.url, login);
    }

    test('are set by an owner, tested and enforced; the secret is never shown', async () => {
      const { owner, domain, account } = await begin();
      assert.deepEqual((await manage(service, owner, 'GET', '/sso')).body.data, {
        ...{ id: account.id, mode: 'off', protocol: null, issuer: null, client_id: null, has_secret: false },
        saml: noSaml(service.url, account.id),
        ...{ redirect_url: `${service.url}/sso/callback`, logout_url: `${service.url}/sso/logout`, domains: [domain] },
        ...{
          default_role: 'viewer',
          mapping: null,
          creates_users: true,
          unlinked_members: 0,
          test: null,
          updated_at: null,
        },
      });
      const mapping = { claim: 'groups', values: { staff: 'editor' } };
      const set = await put(owner, settings({ mapping, mode: 'off' }));
      assert.equal(set.status, 200, set.text);
      assert.deepEqual([set.body.data.mapping, set.body.data.has_secret], [mapping, true]);
      assert.ok(!set.text.includes(clientOfProvider.client_secret));
      assert.equal(faultOf(await put(owner, settings({ mapping, mode: 'required' }))), 'mode tested');
      await put(owner, settings({ mapping, mode: 'optional' }));
      service.provider.people.set('owner', { email: owner.email, email_verified: true, groups: ['staff'] });
      assert.match((await tryOut(owner, 'owner')).text, /The test is done/);
      const { data } = (await manage(service, owner, 'GET', '/sso')).body;
      assert.deepEqual(
        [data.test.by, data.test.is_current, data.test.reason, data.test.role],
        [owner.userId, true, null, 'editor'],
      );
      assert.ok(
        data.test.claims.some(
          ({ name, value }: { name: string; value: string }) => name === 'groups' && value === '["staff"]',
        ),
      );
      assert.ok(!data.test.claims.some(({ name }: { name: string }) => name === 'nonce'));
      assert.equal(await findIdentityOf(service.db, owner.userId), undefined, 'a test links nobody');
      const { client_secret: _secret, ...unchanged } = settings({ mapping, mode: 'required' });
      const required = await put(owner, unchanged);
      assert.equal(required.status, 200, required.text);
      assert.equal(faultOf(await put(owner, { ...unchanged, mapping: null })), 'mode tested');
      assert.equal((await put(owner, { ...unchanged, creates_users: false })).status, 200);
      const rows = await service.db.selectFrom('audit_log').selectAll().where('account_id', '=', account.id).execute();
      const told = JSON.stringify(rows);
      assert.ok(rows.some(({ action }) => action === 'sso.set') && rows.some(({ action }) => action === 'sso.test'));
      assert.ok(!told.includes(clientOfProvider.client_secret));
    });

    test('a test that comes to nothing says why, and one of another owner does not count', async () => {
      const { owner, member } = await begin();
      await put(owner, settings({ default_role: null }));
      service.provider.people.set('owner', { email: owner.email, email_verified: true });
      assert.equal((await tryOut(owner, 'owner')).status, 403);
      const { test: result } = (await manage(service, owner, 'GET', '/sso')).body.data;
      assert.deepEqual([result.reason, result.role, result.claims.length > 0], ['no_role', null, true]);
      const { client_secret: _secret, ...same } = settings();
      await put(owner, same);
      const other = await member('owner', 'other');
      await tryOut(other, 'owner');
      assert.equal(faultOf(await put(owner, { ...same, mode: 'required' })), 'mode tested');
      assert.equal((await put(other, { ...same, mode: 'required' })).status, 200);
    });

    test('faults of what is sent name their fields', async () => {
      const { owner } = await begin();
      const { client_secret: _secret, ...secretless } = settings();
      assert.equal(faultOf(await put(owner, secretless)), 'client_secret required');
      for (const issuer of [
        'no address',
        'ftp://example.com',
        'https://user:x@example.com',
        'https://example.com/?a=b',
      ]) {
        assert.equal(faultOf(await put(owner, settings({ issuer }))), 'issuer url', issuer);
      }
      const anybody = 'https://login.microsoftonline.com/common/v2.0';
      assert.equal(faultOf(await put(owner, settings({ issuer: anybody }))), 'issuer tenant');
      assert.equal(faultOf(await put(owner, settings({ client_id: 'a b' }))), 'client_id pattern');
      assert.equal((await put(owner, settings({ mapping: { claim: 'groups', values: { a: 'owner' } } }))).status, 400);
      assert.equal((await put(owner, settings({ default_role: 'owner' }))).status, 400);
      assert.equal((await put(owner, settings())).status, 200);
      const moved = { ...secretless, issuer: 'https://evil.example' };
      assert.equal(faultOf(await put(owner, moved)), 'client_secret required', 'a secret goes to its issuer alone');
      const without = await givenAccount(service.db);
      const alone = await givenSession(service.db, await givenMember(service.db, without.id));
      assert.equal(faultOf(await put(alone, settings())), 'mode domain');
      assert.equal((await put(alone, settings({ mode: 'off' }))).status, 200);
    });

    test('are for owners, in a session of ten minutes', async () => {
      const { account, member, owner, domain } = await begin();
      const admin = await member('admin');
      assert.equal((await manage(service, admin, 'GET', '/sso')).body.error.code, 'insufficient_role');
      assert.equal((await put(admin, settings())).body.error.code, 'insufficient_role');
      const user = await givenMember(service.db, account.id, {}, { email: `stale@${domain}` });
      const stale = await givenSession(service.db, user, Date.now() - 11 * 60_000);
      assert.equal((await put(stale, settings())).body.error.code, 'step_up_required');
      assert.equal((await manage(service, owner, 'POST', '/sso/test')).status, 404, 'nothing to test');
    });

    test('another issuer signs out whoever came by the one before, and removing them takes the links', async () => {
      const { owner, domain } = await begin();
      await put(owner, settings());
      const login = `settings-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      await signOn(new TestBrowser(), service, email, login);
      const { id } = (await findUserByEmail(service.db, email)) ?? assert.fail();
      assert.equal((await listSessions(service.db, id)).length, 1);
      await put(owner, settings({ client_id: 'another' }));
      assert.deepEqual(await listSessions(service.db, id), []);
      await put(owner, settings());
      await signOn(new TestBrowser(), service, email, login);
      const removed = await manage(service, owner, 'DELETE', '/sso');
      assert.deepEqual([removed.status, removed.body.data.issuer], [200, null]);
      assert.deepEqual([await listSessions(service.db, id), await findIdentityOf(service.db, id)], [[], undefined]);
      assert.equal((await manage(service, owner, 'DELETE', '/sso')).status, 404);
    });

    test('somebody links their own sign-in, comes by it, proves it anew and unlinks it', async () => {
      const { owner, member, domain } = await begin();
      await put(owner, settings());
      const viewer = await member('viewer', `linking-${++last}`);
      const login = `linking-${last}`;
      service.provider.people.set(login, { email: viewer.email, email_verified: true });
      const before = (await manage(service, viewer, 'GET', '/session/sso')).body.data;
      assert.deepEqual([before.is_offered, before.mode, before.identity], [true, 'optional', null]);
      const { url } = (await manage(service, viewer, 'POST', '/session/sso')).body.data;
      const thief = await member('viewer', `thief-${last}`);
      assert.match((await goThrough(thief, url, login)).text, /was begun elsewhere/, 'in the browser of somebody else');
      const again = (await manage(service, viewer, 'POST', '/session/sso')).body.data.url;
      assert.match((await goThrough(viewer, again, login)).text, /Your sign-in is linked/);
      assert.match((await goThrough(viewer, again, login)).text, /was begun elsewhere/, 'once');
      const { identity } = (await manage(service, viewer, 'GET', '/session/sso')).body.data;
      assert.deepEqual([identity.issuer, identity.email], [service.provider.url, viewer.email]);
      const browser = new TestBrowser();
      const page = await signOn(browser, service, viewer.email, login);
      assert.equal(page.url, `${service.url}/console`);
      const [session] = await listSessions(service.db, viewer.userId);
      assert.ok(session?.identity_id);
      await manage(service, viewer, 'DELETE', '/session/sso');
      assert.equal((await browser.open(`${service.url}/console`)).url.includes('sign-in'), true, 'its sessions ended');
      assert.equal((await manage(service, viewer, 'DELETE', '/session/sso')).status, 404);
      const stranger = `stranger-${last}`;
      service.provider.people.set(stranger, { email: `${stranger}@${domain}`, email_verified: true });
      const other = (await manage(service, viewer, 'POST', '/session/sso')).body.data.url;
      assert.match((await goThrough(viewer, other, stranger)).text, /does not belong here/, "somebody else's sign-in");
    });

    test('whoever came by the provider does what needs ten minutes after proving it anew', async () => {
      const { owner, domain } = await begin();
      await put(owner, settings({ default_role: 'admin' }));
      const login = `confirming-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      const browser = new TestBrowser();
      service.provider.tamper = (path, body) => (path === '/token' ? body : body);
      await signOn(browser, service, email, login);
      const { id } = (await findUserByEmail(service.db, email)) ?? assert.fail();
      const long = new Date(Date.now() - 3_600_000).toISOString();
      await service.db.updateTable('sessions').set({ confirmed_at: long }).where('user_id', '=', id).execute();
      const who = () => ({ headers: { cookie: browser.cookieFor(service.url), 'sec-fetch-site': 'same-origin' } });
      const create = () =>
        manage(service, who(), 'POST', '/tokens', { body: { name: 'x', kind: 'manage', role: 'viewer' } });
      assert.equal((await create()).body.error.code, 'step_up_required');
      const blank = { current: null, password: 'nine red tractors hum' };
      const set = await manage(service, who(), 'POST', '/session/password', { body: blank });
      assert.equal(set.body.error.code, 'step_up_required', 'nor a first password');
      const { url } = (await manage(service, who(), 'POST', '/session/sso/confirmation')).body.data;
      const before = browser.cookieFor(service.url);
      const page = await goThrough({ headers: {} } as SignedInMember, url, login, browser);
      assert.match(page.text, /You have signed in again/);
      assert.notEqual(browser.cookieFor(service.url), before, 'under a new token');
      assert.equal((await create()).status, 201);
      const { session } = (await manage(service, who(), 'GET', '/session')).body.data;
      assert.equal(session.is_by_sso, true);
      assert.equal((await listSessions(service.db, id)).length, 1, 'the one before ended');
    });

    test('a second factor that an account requires is for its own provider to ask for, and not for that of others', async () => {
      const { owner, domain, account } = await begin();
      await put(owner, settings());
      const login = `factor-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      const browser = new TestBrowser();
      await signOn(browser, service, email, login);
      const { id } = (await findUserByEmail(service.db, email)) ?? assert.fail();
      const other = await givenAccount(service.db);
      const rights = { role: 'viewer', projectIds: null } as const;
      await service.db.transaction().execute((transaction) => insertMember(transaction, other.id, id, rights));
      const now = new Date().toISOString();
      const asked = { require_second_factor: 1, allowed_networks: '[]', revision: 1, created_at: now, updated_at: now };
      const times = { session_idle_minutes: null, session_longest_minutes: null };
      const rows = [account, other].map(({ id: account_id }) => ({ account_id, ...asked, ...times }));
      await service.db.insertInto('account_security').values(rows).execute();
      const who = () => ({ headers: { cookie: browser.cookieFor(service.url), 'sec-fetch-site': 'same-origin' } });
      assert.equal((await manage(service, who(), 'GET', '/projects')).status, 200);
      await service.db.updateTable('sessions').set({ account_id: other.id }).where('user_id', '=', id).execute();
      const refused = await manage(service, who(), 'GET', '/projects');
      assert.equal(refused.body.error.code, 'second_factor_required');
    });

    test('nobody unlinks the last way in, and operators and people of other domains are offered none', async () => {
      const { owner, domain, account } = await begin();
      await put(owner, settings());
      const login = `last-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      const browser = new TestBrowser();
      await signOn(browser, service, email, login);
      const who = { headers: { cookie: browser.cookieFor(service.url), 'sec-fetch-site': 'same-origin' } };
      const refused = await manage(service, who, 'DELETE', '/session/sso');
      assert.equal(faultOf(refused), ' last_way');
      const outsider = await givenSession(service.db, await givenMember(service.db, account.id, { role: 'viewer' }));
      const operator = await givenUser(service.db, { email: `op-${last}@${domain}`, isOperator: true });
      for (const each of [outsider, await givenSession(service.db, operator)]) {
        assert.equal((await manage(service, each, 'GET', '/session/sso')).body.data.is_offered, false);
        assert.equal((await manage(service, each, 'POST', '/session/sso')).status, 404);
      }
    });
  });
}
