import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findMember } from '../../../../src/domains/members/members.ts';
import { newAttempt } from '../../../../src/domains/single-sign-on/attempts.ts';
import { findIdentityOf } from '../../../../src/domains/single-sign-on/identities.ts';
import { elementsOf, readXml } from '../../../../src/domains/single-sign-on/saml/read-xml.ts';
import { readAnswer } from '../../../../src/domains/single-sign-on/saml-client.ts';
import { samlServiceOf } from '../../../../src/domains/single-sign-on/sign-on.ts';
import { listSessions } from '../../../../src/domains/users/sessions.ts';
import { findUserByEmail } from '../../../../src/domains/users/users.ts';
import { engines } from '../../../support/databases.ts';
import { idpEntityId, newSamlKey } from '../../../support/saml-identity-provider.ts';
import { answerTo, givenSaml, postAnswer, signOnBySaml, untilRequest } from '../../../support/saml-sign-on.ts';
import { TestBrowser } from '../../../support/sign-in.ts';
import { enterEmail, type SignOnService, startSignOnService, untilAnswer } from '../../../support/sign-on.ts';

for (const engine of engines) {
  describe(`${engine}: sign-in by SAML`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());

    const audited = async (accountId: string, action: string) => {
      const rows = await service.db
        .selectFrom('audit_log')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('action', '=', action)
        .orderBy('id')
        .execute();
      return rows.map(({ details, subject }) => ({ subject, ...JSON.parse(details) }));
    };
    const lastFault = async (accountId: string) => (await audited(accountId, 'sso.fail')).at(-1)?.reason;
    const userOf = async (email: string) => (await findUserByEmail(service.db, email)) ?? assert.fail('no user');

    test('makes a user and a member at first, who is in the console, and knows them later', async () => {
      const { account, domain } = await givenSaml(service, { defaultRole: 'editor' });
      const email = `ann@${domain}`;
      const page = await signOnBySaml(new TestBrowser(), service, email, { displayName: 'Ann Lee' });
      assert.equal(new URL(page.url).pathname, '/console', page.text);
      assert.equal(page.status, 200);
      const user = await userOf(email);
      assert.deepEqual([user.name, user.password_hash], ['Ann Lee', null]);
      assert.equal((await findMember(service.db, account.id, user.id))?.role, 'editor');
      const identity = await findIdentityOf(service.db, user.id);
      assert.deepEqual([identity?.issuer, identity?.subject], [`${idpEntityId} (${account.id})`, `id of ${email}`]);
      await signOnBySaml(new TestBrowser(), service, email);
      assert.equal((await audited(account.id, 'sso.link')).length, 1);
      assert.equal((await audited(account.id, 'sso.sign_in')).length, 2);
      const [session] = await listSessions(service.db, user.id);
      assert.ok(session?.confirmed_at && Date.now() - Date.parse(session.confirmed_at) < 60_000);
    });

    test('gives roles by attributes, of which several may have values', async () => {
      const name = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
      const roleClaim = { claim: name, values: { writers: 'editor', chiefs: 'admin' } } as const;
      const { account, domain } = await givenSaml(service, { roleClaim, defaultRole: null });
      const email = `ann@${domain}`;
      assert.equal((await signOnBySaml(new TestBrowser(), service, email, { [name]: 'others' })).status, 403);
      assert.equal(await lastFault(account.id), 'no_role');
      await signOnBySaml(new TestBrowser(), service, email, { [name]: ['writers', 'chiefs'] });
      const { id } = await userOf(email);
      assert.equal((await findMember(service.db, account.id, id))?.role, 'admin');
      await signOnBySaml(new TestBrowser(), service, email, { [name]: 'writers' });
      assert.equal((await findMember(service.db, account.id, id))?.role, 'editor');
    });

    test('takes the address of the NameID where no attribute has it, and only of domains of the account', async () => {
      const { account, domain } = await givenSaml(service);
      const come = async (nameId: string, attributes = {}) => {
        const browser = new TestBrowser();
        const asked = await untilRequest(browser, service, `x@${domain}`);
        return postAnswer(browser, service, answerTo(asked, nameId, { attributes }), asked.relayState);
      };
      assert.equal(new URL((await come(`bob@${domain}`)).url).pathname, '/console');
      await come('nobody in particular');
      assert.equal(await lastFault(account.id), 'unverified_email');
      await come('subject', { mail: 'eve@example.org' });
      assert.equal(await lastFault(account.id), 'foreign_email');
      await come('another', { mail: `bob@${domain}` });
      assert.equal(await lastFault(account.id), 'unlinked', 'an address alone is nobody');
    });

    test('gives a cookie that comes back with a form of another site, and keeps that of OpenID Connect to links', async () => {
      const { domain } = await givenSaml(service);
      const oidc = await service.givenSignOn();
      const cookieFor = async (email: string) => {
        const page = await enterEmail(new TestBrowser(), service.url, email);
        return page.headers.getSetCookie().find((line) => line.startsWith('sso=')) ?? '';
      };
      assert.match(await cookieFor(`ann@${domain}`), /; Max-Age=600; HttpOnly; SameSite=None; Secure$/);
      assert.match(await cookieFor(`ann@${oidc.domain}`), /; Max-Age=600; HttpOnly; SameSite=Lax$/);
    });

    test('takes an answer once, and in its own browser alone', async () => {
      const { account, domain } = await givenSaml(service);
      const email = `ann@${domain}`;
      const [own, other, third, none] = Array.from({ length: 4 }, () => new TestBrowser()) as [
        TestBrowser,
        TestBrowser,
        TestBrowser,
        TestBrowser,
      ];
      const asked = await untilRequest(own, service, email);
      const kept = new TestBrowser({ [new URL(service.url).host]: own.cookieFor(service.url) });
      await untilRequest(other, service, email);
      const foreign = await untilRequest(third, service, email);
      const response = answerTo(asked, 'ann', { attributes: { mail: email } });
      assert.match((await postAnswer(none, service, response, asked.relayState)).text, /begun elsewhere/);
      assert.match((await postAnswer(other, service, response, asked.relayState)).text, /begun elsewhere/);
      assert.equal((await postAnswer(third, service, response, foreign.relayState)).status, 403);
      assert.equal(await lastFault(account.id), 'invalid_answer', 'it names the request of the other browser');
      assert.equal(new URL((await postAnswer(own, service, response, asked.relayState)).url).pathname, '/console');
      const again = await postAnswer(kept, service, response, asked.relayState);
      assert.match(again.text, /was used before/);
    });

    test('takes no answer that nobody has asked for', async () => {
      const { domain } = await givenSaml(service);
      const browser = new TestBrowser();
      const asked = await untilRequest(browser, service, `ann@${domain}`);
      assert.equal((await postAnswer(browser, service, answerTo(asked, 'ann'), '')).status, 403);
      const { account, row } = await givenSaml(service);
      const attempt = newAttempt(account.id, row.revision, { kind: 'sign_in', to: '' });
      const unasked = answerTo({ ...asked, requestId: '_other' }, 'ann');
      const environment = { ...service, baseUrl: service.url } as never;
      await assert.rejects(() => readAnswer(environment, row, attempt, unasked), { reason: 'invalid_answer' });
    });

    test('takes an assertion once, of several that come at the same time', async () => {
      const { account, row } = await givenSaml(service);
      const attempt = newAttempt(account.id, row.revision, { kind: 'sign_in', to: '' });
      const { entityId: audience, recipient } = samlServiceOf({ baseUrl: service.url }, account.id);
      const asked = { requestId: `_${attempt.nonce}`, recipient, audience, relayState: '', isFresh: false };
      const response = answerTo(asked, 'ann');
      const environment = { db: service.db, vault: service.vault, baseUrl: service.url } as never;
      const all = await Promise.allSettled(
        Array.from({ length: 6 }, () => readAnswer(environment, row, attempt, response)),
      );
      assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
      const reasons = all.map((each) => each.status === 'rejected' && each.reason.reason);
      assert.equal(reasons.filter((reason) => reason === 'used').length, 5);
    });

    test('takes no assertion of another account of the same provider', async () => {
      const [own, other] = [await givenSaml(service), await givenSaml(service)];
      const browser = new TestBrowser();
      const asked = await untilRequest(browser, service, `ann@${own.domain}`);
      const { entityId: audience } = samlServiceOf({ baseUrl: service.url }, other.account.id);
      const response = answerTo({ ...asked, audience }, 'ann', { attributes: { mail: `ann@${own.domain}` } });
      assert.equal((await postAnswer(browser, service, response, asked.relayState)).status, 403);
      assert.equal(await lastFault(own.account.id), 'invalid_answer');
    });

    test("keeps the subjects of an account from another one that names the first one's provider as its own", async () => {
      const own = await givenSaml(service);
      const email = `ann@${own.domain}`;
      await signOnBySaml(new TestBrowser(), service, email);
      const key = newSamlKey();
      const other = await givenSaml(service, { key });
      const browser = new TestBrowser();
      const asked = await untilRequest(browser, service, `eve@${other.domain}`);
      const attributes = { mail: `eve@${other.domain}` };
      await postAnswer(browser, service, answerTo(asked, `id of ${email}`, { key, attributes }), asked.relayState);
      const [ann, eve] = [await userOf(email), await userOf(`eve@${other.domain}`)];
      assert.notEqual(ann.id, eve.id);
      assert.equal(await findMember(service.db, own.account.id, eve.id), undefined);
    });

    test('tells when the provider says no, and when settings have changed meanwhile', async () => {
      const { account, domain } = await givenSaml(service);
      const browser = new TestBrowser();
      const asked = await untilRequest(browser, service, `ann@${domain}`);
      const refused = Buffer.from(answerTo(asked, 'ann'), 'base64')
        .toString()
        .replace('status:Success', 'status:Responder');
      await postAnswer(browser, service, Buffer.from(refused).toString('base64'), asked.relayState);
      assert.equal(await lastFault(account.id), 'refused');
      const later = await untilRequest(browser, service, `ann@${domain}`);
      await service.db.updateTable('sso_providers').set({ revision: 9 }).where('account_id', '=', account.id).execute();
      await postAnswer(browser, service, answerTo(later, 'ann'), later.relayState);
      assert.equal(await lastFault(account.id), 'off');
    });

    test('takes no answer of one protocol for a sign-in by the other', async () => {
      const [saml, oidc] = [await givenSaml(service), await service.givenSignOn()];
      const browser = new TestBrowser();
      const asked = await untilRequest(browser, service, `ann@${saml.domain}`);
      const query = new URLSearchParams({ state: asked.relayState, code: 'x', iss: service.provider.url });
      assert.equal((await browser.open(`${service.url}/sso/callback?${query}`)).status, 403);
      assert.equal(await lastFault(saml.account.id), 'invalid_answer');
      service.provider.people.set('ann', { email: `ann@${oidc.domain}`, email_verified: true });
      const answer = new URL(await untilAnswer(browser, service.url, `ann@${oidc.domain}`, 'ann'));
      await postAnswer(browser, service, answerTo(asked, 'ann'), answer.searchParams.get('state') ?? '');
      assert.equal(await lastFault(oidc.account.id), 'invalid_answer');
    });

    test('takes forms of other sites at its own address alone, and those of a bounded size', async () => {
      const { domain } = await givenSaml(service);
      const browser = new TestBrowser();
      const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://login.example.com' };
      const form = new URLSearchParams({ email: `ann@${domain}` }).toString();
      const refused = await browser.open(`${service.url}/console/sign-in`, form, foreign);
      assert.deepEqual([refused.status, refused.headers.getSetCookie()], [403, []]);
      assert.equal((await browser.open(`${service.url}/sso/saml/acs`)).status, 405);
      const huge = await postAnswer(browser, service, 'A'.repeat(600 * 1024), '');
      assert.equal(huge.status, 413);
    });

    test('shows our metadata to whoever sets the provider up, before there is one', async () => {
      const { account } = await service.givenSignOn();
      const { entityId, recipient } = samlServiceOf({ baseUrl: service.url }, account.id);
      const page = await new TestBrowser().open(entityId);
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-type') ?? '', /^application\/samlmetadata\+xml/);
      assert.match(page.headers.get('content-disposition') ?? '', /^attachment/);
      const all = [...elementsOf(readXml(Buffer.from(page.text)))];
      assert.equal(all[0]?.attributes.get('entityID'), entityId);
      assert.ok(all.some(({ attributes }) => attributes.get('Location') === recipient));
      const unknown = samlServiceOf({ baseUrl: service.url }, 'acc_01k00000000000000000000000').entityId;
      assert.equal((await new TestBrowser().open(unknown)).status, 404);
    });
  });
}
