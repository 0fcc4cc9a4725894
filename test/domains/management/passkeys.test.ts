import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { disableUser } from '../../../src/domains/users/users.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenUser, password } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';
import { type Signing, SoftwarePasskey } from '../../support/software-passkey.ts';

const origin = 'https://reports.example.com';
const here: Signing = { origin };

for (const engine of engines) {
  describe(`${engine}: passkeys`, async () => {
    const service = await suiteService(engine, { PUBLIC_URL: origin, TRUST_PROXY: 'on' });
    const { db } = service;
    let lastAddress = 0;
    /** Nobody else's tries count for it. */
    const fromPage = () => ({ 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `203.0.113.${lastAddress++ % 256}` });
    /** Behind TLS the cookie has another name. */
    const secured = (who: SignedInMember): SignedInMember => ({
      ...who,
      headers: { ...who.headers, cookie: `__Host-${who.headers.cookie}` },
    });
    const givenPerson = async (isOperator = false) =>
      secured(await givenSession(db, await givenUser(db, { isOperator })));

    const challengeOf = async (who?: SignedInMember) => {
      const path = who ? '/manage/v1/passkeys/options' : '/manage/v1/session/passkey-options';
      const asked = await service.call('POST', path, { headers: who ? who.headers : fromPage() });
      assert.equal(asked.status, 200, asked.text);
      return asked.body.data.options.challenge as string;
    };
    const add = async (who: SignedInMember, passkey: SoftwarePasskey, signing = here, name = 'Laptop') => {
      const response = passkey.register(await challengeOf(who), signing);
      return manage(service, who, 'POST', '/passkeys', { body: { name, response } });
    };
    const send = (response: object, headers: Record<string, string> = fromPage()) =>
      service.call('POST', '/manage/v1/session/passkey', { body: { response }, headers });
    const enter = async (passkey: SoftwarePasskey, signing = here) =>
      send(passkey.signIn(await challengeOf(), signing));

    test('the options name the host of PUBLIC_URL, ask who is there, and leave out what one has', async () => {
      const who = await givenPerson();
      const passkey = new SoftwarePasskey();
      await add(who, passkey);
      const { options } = (await manage(service, who, 'POST', '/passkeys/options')).body.data;
      assert.equal(options.rp.id, 'reports.example.com');
      assert.deepEqual(
        [options.authenticatorSelection.userVerification, options.authenticatorSelection.residentKey],
        ['required', 'required'],
      );
      assert.deepEqual(
        options.excludeCredentials.map(({ id }: { id: string }) => id),
        [passkey.id],
      );
      const open = await service.call('POST', '/manage/v1/session/passkey-options', { headers: fromPage() });
      const { rpId, userVerification, allowCredentials } = open.body.data.options;
      assert.deepEqual([rpId, userVerification, allowCredentials], ['reports.example.com', 'required', []]);
    });

    test('a passkey signs in without a password, says by what, and ends other sessions when it is added', async () => {
      const who = await givenPerson();
      const other = secured(await givenSession(db, { id: who.userId, email: who.email }));
      const passkey = new SoftwarePasskey();
      const added = await add(who, passkey, { ...here, isSynced: true }, ' Laptop ');
      assert.equal(added.status, 201, added.text);
      assert.deepEqual([added.body.data.name, added.body.data.is_synced], ['Laptop', true]);
      assert.equal(added.body.data.recovery_codes.length, 10);
      assert.equal((await manage(service, other, 'GET', '/session')).status, 401);
      const entered = await enter(passkey, { ...here, isSynced: true });
      assert.equal(entered.status, 201, entered.text);
      assert.match(String(entered.headers.get('set-cookie')), /^__Host-session=\w{43};.*Secure/);
      const { user, session } = entered.body.data;
      assert.deepEqual([user.id, user.has_passkey, session.factor], [who.userId, true, 'passkey']);
      const [listed] = (await manage(service, who, 'GET', '/passkeys')).body.data.items;
      assert.notEqual(listed.last_used_at, null);
      assert.equal((await add(who, new SoftwarePasskey())).body.data.recovery_codes, null, 'the second brings none');
    });

    test('a password alone signs in no more once there is a passkey', async () => {
      const who = await givenPerson();
      await add(who, new SoftwarePasskey());
      const body = { email: who.email, password };
      const entered = await service.call('POST', '/manage/v1/session', { body, headers: fromPage() });
      assert.deepEqual([entered.status, entered.body.error.code], [403, 'second_factor_required']);
    });

    test('what is signed once signs in once, also when it comes twice at once', async () => {
      const who = await givenPerson();
      const passkey = new SoftwarePasskey();
      await add(who, passkey);
      const response = passkey.signIn(await challengeOf(), here);
      const answers = await Promise.all([send(response), send(response)]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 401]);
      assert.equal((await send(response)).status, 401);
    });

    test('whatever is wrong with it, the answer is the same, and nobody is signed in', async () => {
      const who = await givenPerson();
      const passkey = new SoftwarePasskey();
      await add(who, passkey, { ...here, counter: 5 });
      const gone = new SoftwarePasskey();
      const { id } = (await add(who, gone)).body.data;
      await manage(service, who, 'DELETE', `/passkeys/${id}`);
      const challenge = await challengeOf();
      const forRegistration = await challengeOf(who);
      const right = passkey.signIn(challenge, { ...here, counter: 6 });
      const before = await db.selectFrom('sessions').select('id').execute();
      const wrong: readonly object[] = [
        passkey.signIn(challenge, { ...here, counter: 6, isVerified: false }),
        passkey.signIn(challenge, { origin: 'https://evil.example.com', host: 'reports.example.com', counter: 6 }),
        passkey.signIn(challenge, { ...here, host: 'evil.example.com', counter: 6 }),
        passkey.signIn(challenge, { ...here, counter: 5 }),
        passkey.signIn(forRegistration, { ...here, counter: 6 }),
        passkey.signIn('AAAA', { ...here, counter: 6 }),
        { ...right, response: { ...right.response, signature: 'MEUCIQ' } },
        { ...new SoftwarePasskey().signIn(challenge, here), id: passkey.id, rawId: passkey.id },
        new SoftwarePasskey().signIn(challenge, here),
        gone.signIn(challenge, here),
        {},
        { id: passkey.id },
      ];
      const told = new Set<string>();
      for (const response of wrong) {
        const { status, body } = await send(response);
        told.add(`${status} ${body.error.code} ${body.error.message}`);
      }
      assert.deepEqual([...told], ['401 unauthorized The passkey was not accepted.']);
      assert.deepEqual(await db.selectFrom('sessions').select('id').execute(), before);
      const rows = await db.selectFrom('audit_log').select('action').where('subject', '=', who.userId).execute();
      assert.ok(
        rows.length >= 7 && rows.every(({ action }) => action === 'session.wrong_passkey'),
        JSON.stringify(rows),
      );
      assert.equal((await send(right)).status, 201);
    });

    test('a disabled user is signed in by no passkey', async () => {
      const who = await givenPerson();
      const passkey = new SoftwarePasskey();
      await add(who, passkey);
      await db.transaction().execute((transaction) => disableUser(transaction, who.userId, true));
      assert.equal((await enter(passkey)).status, 401);
    });

    test('ten wrong tries in a minute from one address are 429, and keep nobody else out', async () => {
      const who = await givenPerson();
      const passkey = new SoftwarePasskey();
      await add(who, passkey);
      const place = fromPage();
      for (let guess = 0; guess < 10; guess++) await send({ id: 'unknown' }, place);
      const refused = await send(passkey.signIn(await challengeOf(), here), place);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal((await enter(passkey)).status, 201);
    });

    test('what a browser made is taken once, for whoever asked, with who is there', async () => {
      const [who, other] = [await givenPerson(), await givenPerson()];
      const passkey = new SoftwarePasskey();
      const response = passkey.register(await challengeOf(who), here);
      const post = (by: SignedInMember, made: object) =>
        manage(service, by, 'POST', '/passkeys', { body: { name: 'Phone', response: made } });
      for (const made of [
        passkey.register(await challengeOf(who), { ...here, isVerified: false }),
        passkey.register(await challengeOf(who), { origin: 'https://evil.example.com', host: 'reports.example.com' }),
        passkey.register(await challengeOf(), here),
        passkey.register(await challengeOf(other), here),
        { id: passkey.id },
      ]) {
        const refused = await post(who, made);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'response'], refused.text);
      }
      assert.equal((await post(who, response)).status, 201);
      assert.equal((await post(who, response)).status, 400, 'once');
      const taken = passkey.register(await challengeOf(other), here);
      assert.equal((await post(other, taken)).body.error.details[0].rule, 'unique', 'it is somebody else’s');
    });

    test('passkeys are renamed and removed by their owner; with the last one the recovery codes go', async () => {
      const [who, other] = [await givenPerson(), await givenPerson()];
      const passkey = new SoftwarePasskey();
      const { id } = (await add(who, passkey)).body.data;
      const rename = (by: SignedInMember, name: string) =>
        manage(service, by, 'PATCH', `/passkeys/${id}`, { body: { name } });
      assert.equal((await rename(who, 'Old laptop')).body.data.name, 'Old laptop');
      assert.equal((await rename(who, 'a\nb')).body.error.details[0].field, 'name');
      assert.equal((await rename(other, 'Mine')).status, 404);
      assert.equal((await manage(service, other, 'DELETE', `/passkeys/${id}`)).status, 404);
      assert.equal((await manage(service, who, 'DELETE', `/passkeys/${id}`)).status, 200);
      assert.equal((await enter(passkey)).status, 401);
      assert.equal((await manage(service, who, 'GET', '/recovery-codes')).body.data.left, 0);
      assert.equal((await manage(service, who, 'GET', '/session')).body.data.session.factor, null);
    });

    test('twenty passkeys are the most', async () => {
      const who = await givenPerson();
      for (let made = 0; made < 20; made++) assert.equal((await add(who, new SoftwarePasskey())).status, 201);
      assert.equal((await add(who, new SoftwarePasskey())).body.error.details[0].rule, 'most');
    });

    test('what somebody does with passkeys is in the log of their account', async () => {
      const account = await givenAccount(db);
      const who = secured(await givenSignedIn(db, account.id));
      const { id } = (await add(who, new SoftwarePasskey())).body.data;
      await manage(service, who, 'PATCH', `/passkeys/${id}`, { body: { name: 'Phone' } });
      await manage(service, who, 'DELETE', `/passkeys/${id}`);
      const rows = await db
        .selectFrom('audit_log')
        .select('action')
        .where('account_id', '=', account.id)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['passkey.create', 'passkey.update', 'passkey.remove'],
      );
    });

    test('a passkey satisfies operators’ administration', async () => {
      const operator = secured(await givenSession(db, await givenUser(db, { isOperator: true }), Date.now(), null));
      assert.equal(
        (await manage(service, operator, 'GET', '/admin/accounts')).body.error.code,
        'second_factor_required',
      );
      await add(operator, new SoftwarePasskey());
      assert.equal((await manage(service, operator, 'GET', '/admin/accounts')).status, 200);
    });
  });

  describe(`${engine}: passkeys at an IP address`, async () => {
    const service = await suiteService(engine);

    test('there are none, and the answer says why', async () => {
      const who = await givenSession(service.db, await givenUser(service.db));
      for (const answer of [
        await manage(service, who, 'POST', '/passkeys/options'),
        await service.call('POST', '/manage/v1/session/passkey-options', {
          headers: { 'sec-fetch-site': 'same-origin' },
        }),
      ]) {
        assert.equal(answer.status, 400);
        assert.match(answer.body.error.message, /need a host name, and this is an IP address/);
      }
    });
  });
}
