import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createInvitation } from '../../../src/domains/members/invitations.ts';
import { findMember, removeMember } from '../../../src/domains/members/members.ts';
import { findIdentityOf } from '../../../src/domains/single-sign-on/identities.ts';
import { listSessions, longestOfSignOnMs } from '../../../src/domains/users/sessions.ts';
import { disableUser, findUserByEmail } from '../../../src/domains/users/users.ts';
import { engines } from '../../support/databases.ts';
import { signInAtProvider } from '../../support/identity-provider.ts';
import { givenMember, givenUser, password, sendForm } from '../../support/people.ts';
import { type Page, TestBrowser, vendorAddress } from '../../support/sign-in.ts';
import {
  enterEmail,
  type SignOnAccount,
  type SignOnService,
  signOn,
  startSignOnService,
} from '../../support/sign-on.ts';

let last = 0;

for (const engine of engines) {
  describe(`${engine}: single sign-on`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());
    afterEach(() => service.provider.reset());

    /** Somebody whom the provider knows, under a login of their own. */
    function givenPerson(domain: string, claims: Record<string, unknown> = {}) {
      const login = `person-${++last}`;
      const email = `${login}@${domain}`;
      service.provider.people.set(login, { email, email_verified: true, name: `Person ${last}`, ...claims });
      return { login, email };
    }
    const come = async (person: { login: string; email: string }, browser = new TestBrowser()): Promise<Page> =>
      signOn(browser, service, person.email, person.login);
    const audited = async (accountId: string, action: string) => {
      const rows = await service.db
        .selectFrom('audit_log')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('action', '=', action)
        .orderBy('id')
        .execute();
      return rows.map(({ details, actor, subject }) => ({ ...JSON.parse(details), actor, subject }));
    };
    const invitationTo = async (
      { account }: SignOnAccount,
      email: string | null,
      role: 'editor' | 'owner' = 'editor',
    ) => {
      const fields = { accountId: account.id, email, role, projectIds: null, madeBy: 'test' } as const;
      return `/console/invitation/${(await createInvitation(service.db, fields)).token}`;
    };
    const acceptBySignOn = async (path: string, login: string, email = '', browser = new TestBrowser()) => {
      const form = new URLSearchParams({ way: 'sso', email }).toString();
      const page = await browser.open(service.url + path, form, { 'sec-fetch-site': 'same-origin' });
      const address = vendorAddress(page);
      if (address === '') return page;
      return browser.open(await signInAtProvider(browser, address, service.url, login));
    };

    test('a first sign-in makes a user and a member with the default role, who is in the console', async () => {
      const { account, domain } = await service.givenSignOn({ defaultRole: 'editor' });
      const person = givenPerson(domain);
      const page = await come(person);
      assert.equal(new URL(page.url).pathname, '/console');
      const user = await findUserByEmail(service.db, person.email);
      assert.ok(user && user.password_hash === null && user.name.startsWith('Person '));
      assert.equal((await findMember(service.db, account.id, user.id))?.role, 'editor');
      const [session] = await listSessions(service.db, user.id);
      assert.ok(session?.identity_id && session.account_id === account.id && session.provider_session);
      const lives = Date.parse(session.expires_at) - Date.parse(session.created_at);
      assert.equal(lives, longestOfSignOnMs, 'a day at most');
      const [link] = await audited(account.id, 'sso.link');
      assert.deepEqual(
        { by: link?.by, subject: link?.subject, issuer: link?.issuer },
        { by: 'first_sign_in', subject: user.id, issuer: service.provider.url },
      );
      assert.equal((await audited(account.id, 'sso.sign_in')).length, 1);
      await come(person);
      assert.equal((await audited(account.id, 'sso.link')).length, 1, 'the second time it is known');
      assert.equal(
        (await service.db.selectFrom('users').select('id').where('email', '=', person.email).execute()).length,
        1,
      );
    });

    test('what follows an address depends on its domain alone, whoever has it', async () => {
      const { domain, account } = await service.givenSignOn();
      const known = await givenMember(service.db, account.id, { role: 'viewer' }, { email: `known@${domain}` });
      const elsewhere = await givenUser(service.db);
      const shape = async (email: string) => {
        const answer = await sendForm(`${service.url}/console/sign-in`, { email, password: '' });
        const text = (await answer.text()).replaceAll(email, 'EMAIL').replaceAll(encodeURIComponent(email), 'EMAIL');
        return text.replace(/(state|nonce|code_challenge)=[\w-]+/g, '$1=…');
      };
      assert.equal(await shape(known.email), await shape(`nobody@${domain}`));
      assert.match(await shape(known.email), /http-equiv="refresh"/);
      assert.equal(await shape(elsewhere.email), await shape('nobody@example.org'));
      assert.match(await shape(elsewhere.email), /type="password"/);
      assert.ok(!service.log.join('').includes('already sent'), 'each form has one answer');
    });

    test('what a password manager fills in at once is taken at once, and the password can be chosen', async () => {
      const { domain, account } = await service.givenSignOn();
      const { email } = await givenMember(service.db, account.id, { role: 'viewer' }, { email: `both@${domain}` });
      const both = await sendForm(`${service.url}/console/sign-in`, { email, password });
      assert.equal(both.status, 303);
      const first = await (await fetch(`${service.url}/console/sign-in`)).text();
      assert.match(first, /name="email"[^>]*autocomplete="username"/);
      assert.match(first, /name="password"[^>]*autocomplete="current-password"[^>]*tabindex="-1" aria-hidden="true"/);
      const chosen = await sendForm(`${service.url}/console/sign-in?way=password`, { email, password: '' });
      const text = await chosen.text();
      assert.match(text, /type="password"/);
      assert.ok(text.includes(`value="${email}"`));
    });

    test('a user who exists is not linked by the address alone, but by an invitation of the account to it', async () => {
      const own = await service.givenSignOn();
      const person = givenPerson(own.domain);
      const user = await givenMember(service.db, own.account.id, { role: 'viewer' }, { email: person.email });
      const refused = await come(person);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /Somebody signs in here with this address already/);
      assert.deepEqual(await listSessions(service.db, user.id), []);
      assert.equal((await audited(own.account.id, 'sso.fail')).at(-1)?.reason, 'unlinked');
      const open = await invitationTo(own, null);
      assert.match(
        (await acceptBySignOn(open, person.login, person.email)).text,
        /address already/,
        'to nobody in particular',
      );
      const accepted = await acceptBySignOn(await invitationTo(own, person.email), person.login);
      assert.equal(new URL(accepted.url).pathname, '/console');
      assert.equal((await findIdentityOf(service.db, user.id))?.subject, person.login);
      assert.equal((await audited(own.account.id, 'sso.link')).at(-1)?.by, 'invitation');
      assert.equal((await come(person)).status, 200);
    });

    test('an invitation of another account links nobody, and one to another address neither', async () => {
      const own = await service.givenSignOn();
      const other = await service.givenSignOn();
      const person = givenPerson(own.domain);
      const user = await givenMember(service.db, own.account.id, { role: 'viewer' }, { email: person.email });
      const foreign = await acceptBySignOn(await invitationTo(other, person.email), person.login);
      assert.match(foreign.text, /address already/);
      const stranger = givenPerson(own.domain);
      const stolen = await acceptBySignOn(await invitationTo(own, person.email), stranger.login);
      assert.match(stolen.text, /It may be mistyped/);
      assert.equal(await findIdentityOf(service.db, user.id), undefined);
      assert.equal(await findUserByEmail(service.db, stranger.email), undefined);
    });

    test('by invitation only: nobody else comes in, and whoever was invited has its role', async () => {
      const own = await service.givenSignOn({ createsUsers: false });
      const person = givenPerson(own.domain);
      const refused = await come(person);
      assert.match(refused.text, /You have no access to this account yet/);
      assert.equal((await audited(own.account.id, 'sso.fail')).at(-1)?.reason, 'not_invited');
      assert.equal(await findUserByEmail(service.db, person.email), undefined);
      await acceptBySignOn(await invitationTo(own, person.email), person.login);
      const user = await findUserByEmail(service.db, person.email);
      assert.equal((await findMember(service.db, own.account.id, user?.id ?? ''))?.role, 'editor');
    });

    test('a claim gives the role, anew at each sign-in; no default refuses; an owner is never lowered', async () => {
      const roleClaim = { claim: 'groups', values: { boss: 'admin', staff: 'editor' } } as const;
      const own = await service.givenSignOn({ roleClaim, defaultRole: null });
      const person = givenPerson(own.domain, { groups: ['staff', 'boss', 'others'] });
      await come(person);
      const { id } = (await findUserByEmail(service.db, person.email)) ?? assert.fail();
      const role = async () => (await findMember(service.db, own.account.id, id))?.role;
      assert.equal(await role(), 'admin', 'the highest');
      const claims = service.provider.people.get(person.login);
      service.provider.people.set(person.login, { ...claims, groups: 'staff' });
      await come(person);
      assert.equal(await role(), 'editor');
      assert.equal((await audited(own.account.id, 'member.update')).at(-1)?.before, 'admin');
      service.provider.people.set(person.login, { ...claims, groups: ['others'] });
      const refused = await come(person);
      assert.match(refused.text, /You have no access/);
      assert.equal((await audited(own.account.id, 'sso.fail')).at(-1)?.reason, 'no_role');
      await service.db.updateTable('memberships').set({ role: 'owner' }).where('user_id', '=', id).execute();
      await come(person);
      assert.equal(await role(), 'owner');
    });

    test('unverified addresses and those of other domains are refused', async () => {
      const { account, domain } = await service.givenSignOn();
      const foreign = await service.givenSignOn();
      const reasonFor = async (claims: Record<string, unknown>) => {
        const person = givenPerson(domain, claims);
        assert.equal((await come(person)).status, 403);
        assert.equal(await findUserByEmail(service.db, String(claims.email ?? person.email)), undefined);
        return (await audited(account.id, 'sso.fail')).at(-1)?.reason;
      };
      assert.equal(await reasonFor({ email_verified: false }), 'unverified_email');
      assert.equal(await reasonFor({ email_verified: undefined }), 'unverified_email');
      assert.equal(await reasonFor({ email_verified: 'false' }), 'unverified_email');
      assert.equal(
        await reasonFor({ email_verified: undefined, xms_edov: true }),
        'unverified_email',
        'Entra alone says so',
      );
      assert.equal(await reasonFor({ email: undefined }), 'unverified_email');
      assert.equal(await reasonFor({ email: ['a@b.example'] }), 'unverified_email');
      assert.equal(await reasonFor({ email: 'eve@example.org' }), 'foreign_email');
      assert.equal(await reasonFor({ email: `eve@${foreign.domain}` }), 'foreign_email');
      assert.equal(await reasonFor({ email: `eve@evil.${domain}` }), 'foreign_email');
    });

    test('operators, disabled users and those taken out of the account do not come in', async () => {
      const { account, domain } = await service.givenSignOn();
      const operator = givenPerson(domain);
      await givenUser(service.db, { email: operator.email, isOperator: true });
      await come(operator);
      const [removed, disabled] = [givenPerson(domain), givenPerson(domain)];
      for (const person of [removed, disabled]) await come(person);
      const idOf = async ({ email }: { email: string }) => (await findUserByEmail(service.db, email))?.id ?? '';
      const [removedId, disabledId] = [await idOf(removed), await idOf(disabled)];
      await service.db.transaction().execute((transaction) => removeMember(transaction, account.id, removedId));
      await service.db.transaction().execute((transaction) => disableUser(transaction, disabledId, true));
      assert.match((await come(removed)).text, /You have no access/);
      assert.match((await come(disabled)).text, /You cannot sign in here any more/);
      const reasons = (await audited(account.id, 'sso.fail')).map(({ reason }) => reason);
      assert.deepEqual(reasons, ['unlinked', 'not_member', 'disabled']);
      assert.deepEqual(await listSessions(service.db, removedId), []);
    });

    test('the same subject at the provider of another account is nobody there', async () => {
      const [own, other] = [await service.givenSignOn(), await service.givenSignOn()];
      const person = givenPerson(own.domain);
      await come(person);
      const before = await service.db
        .selectFrom('sso_identities')
        .selectAll()
        .where('subject', '=', person.login)
        .execute();
      service.provider.people.set(person.login, { email: `new@${other.domain}`, email_verified: true });
      const page = await signOn(new TestBrowser(), service, `new@${other.domain}`, person.login);
      assert.equal(page.status, 403);
      assert.equal((await audited(other.account.id, 'sso.fail')).at(-1)?.reason, 'taken');
      const left = await service.db
        .selectFrom('sso_identities')
        .select(['user_id', 'account_id'])
        .where('subject', '=', person.login)
        .execute();
      assert.deepEqual(
        left,
        before.map(({ user_id, account_id }) => ({ user_id, account_id })),
      );
    });

    test('a plan that is full says so, and makes nobody', async () => {
      const { account, domain } = await service.givenSignOn();
      await service.db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', account.id).execute();
      const { max_members: most } = await service.db
        .selectFrom('plans')
        .select('max_members')
        .where('name', '=', 'free')
        .executeTakeFirstOrThrow();
      for (let members = 0; members < (most ?? assert.fail()); members++) await givenMember(service.db, account.id);
      const person = givenPerson(domain);
      assert.match((await come(person)).text, /allows no more members/);
      assert.equal(await findUserByEmail(service.db, person.email), undefined);
      assert.equal((await audited(account.id, 'sso.fail')).at(-1)?.reason, 'full');
    });

    test('whoever says no at the provider is told that nothing has changed', async () => {
      const { account, domain } = await service.givenSignOn();
      const browser = new TestBrowser();
      const onward = new URL(vendorAddress(await enterEmail(browser, service.url, `ann@${domain}`)));
      const state = onward.searchParams.get('state') ?? '';
      assert.equal(onward.searchParams.get('login_hint'), `ann@${domain}`);
      const answer = new URLSearchParams({ error: 'access_denied', state, iss: service.provider.url });
      const page = await browser.open(`${service.url}/sso/callback?${answer}`);
      assert.match(page.text, /was not allowed, so nothing has changed/);
      assert.equal((await audited(account.id, 'sso.fail')).at(-1)?.reason, 'denied');
    });
  });
}
