import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeDomains } from '../../../../src/domains/single-sign-on/domains.ts';
import { findIdentityOf } from '../../../../src/domains/single-sign-on/identities.ts';
import { endSession, listSessions } from '../../../../src/domains/users/sessions.ts';
import { givenAccount } from '../../../support/accounts.ts';
import { engines } from '../../../support/databases.ts';
import { givenSession, manage, type SignedInMember } from '../../../support/manage.ts';
import { givenMember } from '../../../support/people.ts';
import {
  idpEntityId,
  idpSignInUrl,
  metadataXml,
  newSamlKey,
  type Told,
} from '../../../support/saml-identity-provider.ts';
import { answerTo, postAnswer, readRequest, samlKey, signOnBySaml } from '../../../support/saml-sign-on.ts';
import { type Page, TestBrowser } from '../../../support/sign-in.ts';
import { type SignOnService, startSignOnService } from '../../../support/sign-on.ts';

let last = 0;
const metadata = metadataXml([samlKey]);

for (const engine of engines) {
  describe(`${engine}: settings of SAML`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());

    const shared = { default_role: 'viewer', mapping: null, creates_users: true, mode: 'optional' };
    const settings = (more: Record<string, unknown> = {}) => ({ protocol: 'saml', metadata, ...shared, ...more });
    async function begin() {
      const account = await givenAccount(service.db);
      const domain = `saml-settings-${++last}.example`;
      await service.db
        .transaction()
        .execute((transaction) => changeDomains(transaction, account.id, { granted: [domain] }));
      const member = async (role: 'owner' | 'viewer') =>
        givenSession(service.db, await givenMember(service.db, account.id, { role }, { email: `${role}@${domain}` }));
      return { account, domain, member, owner: await member('owner') };
    }
    const put = (who: SignedInMember, body: unknown) => manage(service, who, 'PUT', '/sso', { body });
    const read = async (who: SignedInMember) => (await manage(service, who, 'GET', '/sso')).body.data;
    const faultOf = ({ body }: Awaited<ReturnType<typeof put>>) => {
      const [{ field, rule } = assert.fail()] = body.error.details;
      return `${field} ${rule}`;
    };
    const browserOf = ({ headers }: SignedInMember) =>
      new TestBrowser({ [new URL(service.url).host]: headers.cookie ?? '' });
    /** Opens an address that somebody was given, up to the provider. */
    async function untilProvider(browser: TestBrowser, address: string) {
      browser.stopAt = idpSignInUrl;
      const led = await browser.open(address);
      browser.stopAt = undefined;
      assert.equal(led.status, 0, led.text);
      return readRequest(led.url);
    }
    /** The same there and back, as this subject. */
    async function goThrough(
      who: SignedInMember,
      path: string,
      { nameId = 'owner', ...more }: Partial<Told> = {},
    ): Promise<Page> {
      const { status, body, text } = await manage(service, who, 'POST', path);
      assert.equal(status, 201, text);
      const browser = browserOf(who);
      const asked = await untilProvider(browser, body.data.url);
      return postAnswer(browser, service, answerTo(asked, nameId, more), asked.relayState);
    }

    test('take the metadata of the provider, and show what they say', async () => {
      const { owner, account } = await begin();
      const set = await put(owner, settings());
      assert.equal(set.status, 200, set.text);
      const { data } = set.body;
      assert.deepEqual(
        [data.protocol, data.issuer, data.client_id, data.has_secret, data.saml.sign_in_url],
        ['saml', idpEntityId, null, false, idpSignInUrl],
      );
      assert.deepEqual(data.saml.entity_id, `${service.url}/sso/saml/${account.id}/metadata`);
      const [certificate, ...others] = data.saml.certificates;
      assert.equal(others.length, 0);
      assert.deepEqual([certificate.subject, certificate.fingerprint.length], ['CN=Signing', 64]);
      assert.ok(Date.parse(certificate.valid_to) > Date.now());
      const rows = await service.db.selectFrom('audit_log').selectAll().where('action', '=', 'sso.set').execute();
      const details = JSON.parse(rows.find(({ account_id }) => account_id === account.id)?.details ?? '{}');
      assert.deepEqual([details.protocol, details.certificates], ['saml', [certificate.fingerprint]]);
      assert.equal(details.metadata, undefined, 'the log keeps no long texts');
    });

    test('are tested and then required, by the same owner', async () => {
      const { owner, domain } = await begin();
      const mapping = { claim: 'groups', values: { staff: 'editor' } };
      await put(owner, settings({ mapping }));
      assert.equal(faultOf(await put(owner, settings({ mapping, mode: 'required' }))), 'mode tested');
      const attributes = { mail: `owner@${domain}`, groups: ['staff', 'others'] };
      assert.match((await goThrough(owner, '/sso/test', { attributes })).text, /The test is done/);
      const { test: tested } = await read(owner);
      assert.deepEqual([tested.reason, tested.detail, tested.role, tested.is_current], [null, null, 'editor', true]);
      assert.deepEqual(
        tested.claims.map(({ name, value }: { name: string; value: string }) => `${name}=${value}`),
        ['NameID=owner', `mail=owner@${domain}`, 'groups=["staff","others"]'],
      );
      assert.equal(await findIdentityOf(service.db, owner.userId), undefined, 'a test links nobody');
      const { metadata: _same, ...kept } = settings({ mapping, mode: 'required' });
      const required = await put(owner, kept);
      assert.equal(required.status, 200, required.text);
      const renewed = metadataXml([samlKey, newSamlKey()]);
      assert.equal(
        faultOf(await put(owner, settings({ mapping, mode: 'required', metadata: renewed }))),
        'mode tested',
      );
    });

    test('show of a test what was refused', async () => {
      const { owner } = await begin();
      await put(owner, settings());
      assert.equal((await goThrough(owner, '/sso/test', { audience: 'urn:other' })).status, 403);
      const { test: tested } = await read(owner);
      assert.deepEqual([tested.reason, tested.detail, tested.role], ['invalid_answer', 'wrong_audience', null]);
    });

    test('are linked and confirmed by people, in the session that began it', async () => {
      const { owner, domain } = await begin();
      await put(owner, settings());
      const attributes = { mail: `owner@${domain}` };
      assert.match((await goThrough(owner, '/session/sso', { attributes })).text, /linked/i);
      assert.equal((await findIdentityOf(service.db, owner.userId))?.subject, 'owner');
      const { body } = await manage(service, owner, 'POST', '/session/sso/confirmation');
      const browser = browserOf(owner);
      const asked = await untilProvider(browser, body.data.url);
      assert.equal(asked.isFresh, true);
      const page = await postAnswer(browser, service, answerTo(asked, 'owner', { attributes }), asked.relayState);
      assert.match(page.headers.getSetCookie().join(), /session=\S+; Path=\/; .*SameSite=Lax/);
      const [session] = await listSessions(service.db, owner.userId);
      assert.ok(session?.identity_id && Date.now() - Date.parse(session.confirmed_at ?? '') < 60_000);
      assert.ok(!(await listSessions(service.db, owner.userId)).some(({ id }) => id === owner.sessionId));
    });

    test('are not confirmed by a sign-in of long ago, nor once the session has ended', async () => {
      const { owner, domain } = await begin();
      await put(owner, settings());
      const attributes = { mail: `owner@${domain}` };
      await goThrough(owner, '/session/sso', { attributes });
      const confirm = async (change: (response: string) => string, before = async () => {}) => {
        const { body } = await manage(service, owner, 'POST', '/session/sso/confirmation');
        const browser = browserOf(owner);
        const asked = await untilProvider(browser, body.data.url);
        await before();
        const answer = change(answerTo(asked, 'owner', { attributes, authenticatedAt: Date.now() - 10 * 60_000 }));
        return postAnswer(browser, service, answer, asked.relayState);
      };
      assert.equal((await confirm((response) => response)).status, 403);
      const ended = await confirm(
        (response) => response,
        async () => void (await endSession(service.db, owner.sessionId)),
      );
      assert.equal(ended.status, 403);
      const rows = await service.db.selectFrom('audit_log').selectAll().where('action', '=', 'sso.fail').execute();
      const reasons = rows
        .filter(({ details }) => details.includes('"confirm"'))
        .map(({ details }) => JSON.parse(details).reason);
      assert.deepEqual(reasons.slice(-2), ['invalid_answer', 'signed_out']);
    });

    test('change their certificates without an end of sessions, and their provider with one', async () => {
      const { owner, domain } = await begin();
      await put(owner, settings());
      const email = `new@${domain}`;
      assert.equal(new URL((await signOnBySaml(new TestBrowser(), service, email)).url).pathname, '/console');
      const sessions = async () => {
        const rows = await service.db
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'sessions.user_id')
          .select('sessions.id')
          .where('users.email', '=', email)
          .execute();
        return rows.length;
      };
      await put(owner, settings({ metadata: metadataXml([samlKey, newSamlKey()]) }));
      assert.equal(await sessions(), 1);
      await put(owner, settings({ metadata: metadataXml([samlKey], { entityId: 'https://other.example.com' }) }));
      assert.equal(await sessions(), 0);
    });

    test('are of one protocol at a time', async () => {
      const { owner } = await begin();
      const client = { issuer: service.provider.url, client_id: 'report-service' };
      const oidc = { ...shared, ...client };
      assert.equal(faultOf(await put(owner, { ...settings(), issuer: idpEntityId })), 'issuer protocol');
      assert.equal(faultOf(await put(owner, { ...oidc, client_secret: 'x', metadata })), 'metadata protocol');
      assert.equal(faultOf(await put(owner, { ...shared, client_id: 'x', client_secret: 'x' })), 'issuer required');
      assert.equal(faultOf(await put(owner, { ...shared, issuer: service.provider.url })), 'client_id required');
      assert.equal(faultOf(await put(owner, { protocol: 'saml', ...shared })), 'metadata required');
      assert.equal(faultOf(await put(owner, settings({ metadata: '<x/>' }))), 'metadata metadata');
      await put(owner, { ...oidc, client_secret: 'x' });
      assert.equal(faultOf(await put(owner, { protocol: 'saml', ...shared })), 'metadata required');
      await put(owner, settings());
      assert.equal(faultOf(await put(owner, oidc)), 'client_secret required', 'the one before is gone');
      assert.equal((await manage(service, owner, 'DELETE', '/sso')).body.data.protocol, null);
    });
  });
}
