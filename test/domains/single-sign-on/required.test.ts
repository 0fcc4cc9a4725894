import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createInvitation } from '../../../src/domains/members/invitations.ts';
import { changeDomains } from '../../../src/domains/single-sign-on/domains.ts';
import { getProvider, switchOff } from '../../../src/domains/single-sign-on/providers.ts';
import { createReset, requestReset } from '../../../src/domains/users/password-resets.ts';
import { lockDomains } from '../../../src/domains/users/required-sign-on.ts';
import { listSessions } from '../../../src/domains/users/sessions.ts';
import { signIn } from '../../../src/domains/users/sign-in.ts';
import { createSignInLink } from '../../../src/domains/users/sign-in-links.ts';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { engines, untilLocked } from '../../support/databases.ts';
import { givenSession, manage } from '../../support/manage.ts';
import { givenMember, givenUser, password, sendForm, sessionOf } from '../../support/people.ts';
import { TestBrowser } from '../../support/sign-in.ts';
import { requireSignOn, type SignOnService, signOn, startSignOnService } from '../../support/sign-on.ts';

let last = 0;

for (const engine of engines) {
  describe(`${engine}: required single sign-on`, () => {
    let service: SignOnService;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());

    let lastAddress = 0;
    /** Nobody else's tries count for it. */
    const newPlace = () => ({ 'x-forwarded-for': `198.51.100.${lastAddress++ % 256}` });
    const enter = (email: string, text: string = password) =>
      sendForm(`${service.url}/console/sign-in`, { email, password: text }, newPlace());
    const post = (email: string, text: string = password) =>
      service.call('POST', '/manage/v1/session', { body: { email, password: text }, headers: newPlace() });

    /** An account that requires it, with an owner and a viewer of its domain. */
    async function begin(mode: 'required' | 'optional' = 'required') {
      const own = await service.givenSignOn({ mode });
      const person = (name: string, role: 'owner' | 'viewer') =>
        givenMember(service.db, own.account.id, { role }, { email: `${name}@${own.domain}` });
      return { ...own, owner: await person('owner', 'owner'), viewer: await person('viewer', 'viewer') };
    }

    test('the answer to a password is the same for everybody of the domain, and owners come in by theirs', async () => {
      const { domain, owner, viewer } = await begin();
      const stranger = `nobody@${domain}`;
      const texts = new Set<string>();
      for (const [email, text] of [
        [viewer.email, password],
        [viewer.email, 'not the password'],
        [stranger, password],
        [owner.email, 'not the password'],
      ] as const) {
        const answer = await enter(email, text);
        assert.deepEqual([answer.status, sessionOf(answer)], [403, '']);
        texts.add((await answer.text()).replaceAll(email, 'EMAIL'));
        const { status, body } = await post(email, text);
        assert.deepEqual([status, body.error.code], [403, 'sso_required']);
      }
      const [text = '', ...others] = texts;
      assert.deepEqual(others, []);
      assert.match(text, /People of this domain sign in with single sign-on/);
      assert.match(text, /Continue with single sign-on/);
      assert.notEqual(sessionOf(await enter(owner.email)), '');
      assert.equal((await post(owner.email)).status, 201);
      assert.deepEqual(await listSessions(service.db, viewer.id), []);
    });

    test('a right password that is of no use counts as a wrong try, so that tries do not tell it', async () => {
      const { viewer } = await begin();
      const place = newPlace();
      for (let tries = 0; tries < 10; tries++) {
        await service.call('POST', '/manage/v1/session', { body: { email: viewer.email, password }, headers: place });
      }
      const refused = await service.call('POST', '/manage/v1/session', {
        body: { email: viewer.email, password },
        headers: place,
      });
      assert.equal(refused.status, 429);
    });

    test('links to set a password or to sign in lead nowhere for members, and work for owners', async () => {
      const { owner, viewer } = await begin();
      const browser = { address: '198.51.100.1', agent: 'test' };
      assert.equal(await requestReset(service.db, viewer.email, browser), undefined);
      assert.ok(await requestReset(service.db, owner.email, browser));
      const reset = async (id: string) =>
        `${service.url}/console/reset/${(await createReset(service.db, id, 'test')).token}`;
      assert.equal((await fetch(await reset(viewer.id))).status, 404);
      assert.equal((await sendForm(await reset(viewer.id), { password: 'nine red tractors hum' })).status, 404);
      assert.equal((await fetch(await reset(owner.id))).status, 200);
      const { token } = await createSignInLink(service.db, viewer.id, 'test');
      const entered = await fetch(`${service.url}/console/enter/${token}`, { redirect: 'manual' });
      assert.deepEqual([entered.status, sessionOf(entered)], [403, '']);
    });

    test('an invitation is accepted by the provider alone, but for one to be an owner', async () => {
      const { account, domain } = await begin();
      const invite = async (email: string, role: 'viewer' | 'owner') => {
        const fields = { accountId: account.id, email, role, projectIds: null, madeBy: 'test' } as const;
        return `${service.url}/console/invitation/${(await createInvitation(service.db, fields)).token}`;
      };
      const path = await invite(`new@${domain}`, 'viewer');
      const shown = await (await fetch(path)).text();
      assert.ok(!shown.includes('type="password"') && shown.includes('value="sso"'));
      const refused = await sendForm(path, { name: 'New', password });
      assert.deepEqual([refused.status, sessionOf(refused)], [403, '']);
      assert.equal(await findUserByEmail(service.db, `new@${domain}`), undefined);
      const boss = await sendForm(await invite(`boss@${domain}`, 'owner'), { name: 'Boss', password });
      assert.equal(boss.status, 303);
    });

    test('switching it on ends the sessions that members began otherwise, at once; those of owners and of the provider stay', async () => {
      const { owner, viewer, row, domain } = await begin('optional');
      const login = `required-${++last}`;
      service.provider.people.set(login, { email: `${login}@${domain}`, email_verified: true });
      const browser = new TestBrowser();
      await signOn(browser, service, `${login}@${domain}`, login);
      const linked = (await findUserByEmail(service.db, `${login}@${domain}`)) ?? assert.fail();
      const outsider = await givenUser(service.db);
      const people = [owner, viewer, outsider];
      const [ownerThere, viewerThere, outsiderThere] = await Promise.all(
        people.map((each) => givenSession(service.db, each)),
      );
      await service.db
        .transaction()
        .execute(async (transaction) => requireSignOn(transaction as never, service.vault, row));
      const statusOf = async (who: typeof ownerThere) =>
        (await manage(service, who ?? assert.fail(), 'GET', '/session')).status;
      assert.deepEqual(
        [await statusOf(ownerThere), await statusOf(viewerThere), await statusOf(outsiderThere)],
        [200, 401, 200],
      );
      assert.equal((await listSessions(service.db, linked.id)).length, 1);
      assert.equal((await browser.open(`${service.url}/console`)).url, `${service.url}/console`);
    });

    test('a password that is being checked while it is switched on opens no session', async () => {
      const { viewer, row, domain } = await begin('optional');
      const { promise: isSet, resolve: set } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
      const switching = service.db.transaction().execute(async (transaction) => {
        await lockDomains(transaction, [domain]);
        hold();
        if (engine === 'postgres') await isSet;
        await requireSignOn(transaction as never, service.vault, row);
      });
      await isHeld;
      const entering = signIn(
        service.db,
        { email: viewer.email, password },
        { address: '198.51.100.9', agent: 'test' },
      );
      const entered = entering.catch((error: { code?: string }) => error);
      if (engine === 'postgres') await untilLocked(service.db);
      set();
      await switching;
      const outcome = await entered;
      assert.ok(
        'code' in outcome ? outcome.code === 'sso_required' : 'result' in outcome && outcome.result === 'sso_required',
      );
      assert.deepEqual(await listSessions(service.db, viewer.id), []);
    });

    test('a domain that is given to an account that requires it ends the sessions of its people', async () => {
      const { account } = await begin();
      const domain = `more-${++last}.example`;
      const user = await givenMember(service.db, account.id, { role: 'viewer' }, { email: `ann@${domain}` });
      const there = await givenSession(service.db, user);
      await service.db
        .transaction()
        .execute((transaction) => changeDomains(transaction, account.id, { granted: [domain] }));
      assert.equal((await manage(service, there, 'GET', '/session')).status, 401);
      await service.db
        .transaction()
        .execute((transaction) => changeDomains(transaction, account.id, { removed: [domain] }));
      assert.equal((await enter(user.email)).status, 303, 'their password is theirs again');
    });

    test('members with other addresses, members elsewhere and operators keep their own way in', async () => {
      const { account, domain } = await begin();
      const freelance = await givenMember(service.db, account.id, { role: 'editor' });
      const elsewhere = await givenUser(service.db, { email: `elsewhere@${domain}` });
      const operator = await givenUser(service.db, { email: `operator@${domain}`, isOperator: true });
      for (const { email } of [freelance, elsewhere, operator]) assert.equal((await enter(email)).status, 303, email);
    });

    test('once it is off again passwords work, and whoever came by the provider is signed out', async () => {
      const { account, viewer, domain } = await begin();
      const login = `off-${++last}`;
      service.provider.people.set(login, { email: `${login}@${domain}`, email_verified: true });
      await signOn(new TestBrowser(), service, `${login}@${domain}`, login);
      const { id } = (await findUserByEmail(service.db, `${login}@${domain}`)) ?? assert.fail();
      assert.equal((await listSessions(service.db, id)).length, 1);
      await service.db.transaction().execute((transaction) => switchOff(transaction, account.id));
      assert.deepEqual(await listSessions(service.db, id), []);
      assert.equal((await enter(viewer.email)).status, 303);
      assert.equal((await getProvider(service.db, account.id)).mode, 'off');
    });
  });
}
