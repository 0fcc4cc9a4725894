import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { switchOff } from '../../../src/domains/single-sign-on/providers.ts';
import { engines } from '../../support/databases.ts';
import { manage, type SignedInMember } from '../../support/manage.ts';
import { givenMember, signInAt } from '../../support/people.ts';
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
      await service.db.transaction().execute((transaction) => switchOff(transaction, account.account.id));
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
