import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { runCommand } from '../../support/command.ts';
import { engines } from '../../support/databases.ts';
import { manage, type SignedInMember } from '../../support/manage.ts';
import { givenMember, password, signInAt } from '../../support/people.ts';
import { metadataXml } from '../../support/saml-identity-provider.ts';
import { givenSaml, samlKey, signOnBySaml } from '../../support/saml-sign-on.ts';
import { TestBrowser } from '../../support/sign-in.ts';
import { enterEmail, type SignOnAccount, type SignOnService, startSignOnService } from '../../support/sign-on.ts';

// The rows of "Ways out" of docs/guides/single-sign-on.md, each from the fault to a sign-in that works.

for (const engine of engines) {
  describe(`${engine}: the ways out of a single sign-on that lets nobody in`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());
    afterEach(() => service.provider.reset());

    const people = async ({ account, domain }: Pick<SignOnAccount, 'account' | 'domain'>) => {
      const owner = await givenMember(service.db, account.id, { role: 'owner' }, { email: `owner@${domain}` });
      const member = await givenMember(service.db, account.id, { role: 'viewer' }, { email: `member@${domain}` });
      return { owner, member };
    };
    /** An owner who has just signed in with their password. */
    async function byPassword({ id, email }: { readonly id: string; readonly email: string }): Promise<SignedInMember> {
      const cookie = await signInAt(service.url, email);
      assert.notEqual(cookie, '', 'the password opens a session');
      return { userId: id, email, sessionId: '', headers: { cookie, 'sec-fetch-site': 'same-origin' } };
    }
    /** What a command of the operator prints. */
    const operate = async (line: string) => {
      const { code, stdout, stderr } = await runCommand([...line.split(' '), '--json'], service.environment);
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    /** Sends the form behind a link, in a browser that nobody has signed in with. */
    const fillIn = (link: string, fields: Readonly<Record<string, string>>) =>
      new TestBrowser().open(link, new URLSearchParams(fields).toString(), { 'sec-fetch-site': 'same-origin' });
    const put = async (who: SignedInMember, body: Record<string, unknown>) => {
      const shared = { default_role: 'viewer', mapping: null, creates_users: true, mode: 'optional' };
      const answer = await manage(service, who, 'PUT', '/sso', { body: { ...shared, ...body } });
      assert.equal(answer.status, 200, answer.text);
    };

    test('the provider is down and required: an owner comes in by their password and lets members do so, too', async () => {
      const account = await service.givenSignOn({ mode: 'required' });
      const { owner, member } = await people(account);
      service.provider.before = async () => {
        throw new Error('down');
      };
      const page = await enterEmail(new TestBrowser(), service.url, member.email);
      assert.equal(page.status, 503);
      assert.match(page.text, /does not answer.*Sign in with your password/s);
      assert.equal(await signInAt(service.url, member.email), '');
      const { issuer, client_id } = account.row;
      await put(await byPassword(owner), { issuer, client_id });
      assert.notEqual(await signInAt(service.url, member.email), '');
    });

    test('a wrong setting that is required: people are told whom to ask, and an owner mends it', async () => {
      const account = await service.givenSignOn({ mode: 'required' });
      const { owner, member } = await people(account);
      const wrong = { issuer: `${service.provider.url}/nothing-here` };
      const id = account.account.id;
      await service.db.updateTable('sso_providers').set(wrong).where('account_id', '=', id).execute();
      const page = await enterEmail(new TestBrowser(), service.url, member.email);
      assert.match(page.text, /do not fit together\. Tell an owner of the account/);
      const { issuer, client_id } = account.row;
      await put(await byPassword(owner), { issuer, client_id, client_secret: 'the-client-secret-of-the-test' });
      const mended = await enterEmail(new TestBrowser(), service.url, member.email);
      assert.match(mended.text, /http-equiv="refresh"/);
    });

    test('no owner is there any more: the operator switches it off, and members come in by their passwords', async () => {
      const account = await service.givenSignOn({ mode: 'required' });
      const { member } = await people(account);
      assert.equal(await signInAt(service.url, member.email), '');
      await operate(`sso disable --account ${account.account.id}`);
      assert.notEqual(await signInAt(service.url, member.email), '');
    });

    test('no owner has a password: the link of users reset gives one, and that owner lets members in', async () => {
      const account = await service.givenSignOn({ mode: 'required' });
      const email = `owner@${account.domain}`;
      const owner = await givenMember(service.db, account.account.id, { role: 'owner' }, { email, hasPassword: false });
      const viewer = { email: `member@${account.domain}` };
      const member = await givenMember(service.db, account.account.id, { role: 'viewer' }, viewer);
      assert.equal(await signInAt(service.url, owner.email), '');
      const { link } = await operate(`users reset ${owner.email}`);
      assert.equal((await fillIn(link, { password })).status, 200);
      const { issuer, client_id } = account.row;
      await put(await byPassword(owner), { issuer, client_id });
      assert.notEqual(await signInAt(service.url, member.email), '');
    });

    test('members who have to come by it get no password by users reset: the command says so, and the link leads nowhere', async () => {
      const account = await service.givenSignOn({ mode: 'required' });
      const { member } = await people(account);
      const reset = ['users', 'reset', member.email, '--json'];
      const { stdout, stderr } = await runCommand(reset, service.environment);
      assert.match(stderr, /they have to sign in by single sign-on; the link leads nowhere until that is off/);
      const { link } = JSON.parse(stdout);
      assert.equal((await new TestBrowser().open(link)).status, 404);
      assert.equal((await fillIn(link, { password: 'eight yellow lanterns glow' })).status, 404);
    });

    test('the only owner is gone: the operator invites another, who comes in and lets members do so', async () => {
      const account = await service.givenSignOn({ mode: 'required' });
      const { owner, member } = await people(account);
      const { id } = account.account;
      const email = `next@${account.domain}`;
      const { link } = await operate(`members add --account ${id} --role owner --email ${email}`);
      const page = await fillIn(link, { name: 'Next Owner', password });
      assert.equal(page.status, 200, page.text);
      await operate(`members remove ${owner.email} --account ${id}`);
      const next = await findUserByEmail(service.db, email);
      assert.ok(next);
      const { issuer, client_id } = account.row;
      await put(await byPassword(next), { issuer, client_id });
      assert.notEqual(await signInAt(service.url, member.email), '');
    });

    test('the certificate of SAML has ended: nobody comes in by it until an owner gives the new metadata', async () => {
      const account = await givenSaml(service);
      const { owner } = await people(account);
      const come = () => signOnBySaml(new TestBrowser(), service, `new@${account.domain}`);
      const { saml, account_id } = account.row;
      const ended = JSON.parse(saml ?? '');
      for (const each of ended.certificates) each.validTo = new Date(Date.now() - 120_000).toISOString();
      const changed = { saml: JSON.stringify(ended) };
      await service.db.updateTable('sso_providers').set(changed).where('account_id', '=', account_id).execute();
      assert.match((await come()).text, /do not fit together\. Tell an owner of the account/);
      await put(await byPassword(owner), { protocol: 'saml', metadata: metadataXml([samlKey]) });
      assert.equal(new URL((await come()).url).pathname, '/console');
    });
  });
}
