import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { insertMember } from '../../../src/domains/members/members.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSession, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { codeAt, nextCode } from '../../support/one-time-codes.ts';
import { givenUser, password } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';

const page = { 'sec-fetch-site': 'same-origin' };

for (const engine of engines) {
  describe(`${engine}: one-time codes and recovery codes`, async () => {
    const service = await suiteService(engine, { TRUST_PROXY: 'on' });
    const { db } = service;
    let lastAddress = 0;
    const enter = (email: string, code?: string) =>
      service.call('POST', '/manage/v1/session', {
        body: { email, password, ...(code !== undefined && { code }) },
        // Nobody else's tries count for it.
        headers: { ...page, 'x-forwarded-for': `198.51.100.${lastAddress++ % 256}` },
      });

    /** Sets an app up, and gives its secret and what the confirmation answered. */
    async function setUp(who: SignedInMember) {
      const begun = await manage(service, who, 'POST', '/second-factors');
      assert.equal(begun.status, 201, begun.text);
      const { id, setup } = begun.body.data;
      const confirm = { body: { code: codeAt(setup.secret) } };
      const confirmed = await manage(service, who, 'POST', `/second-factors/${id}/confirm`, confirm);
      assert.equal(confirmed.status, 200, confirmed.text);
      return { id, secret: setup.secret as string, begun: begun.body.data, confirmed: confirmed.body.data };
    }

    test('an app is set up by its first code, which ends other sessions and gives ten recovery codes, once', async () => {
      const account = await givenAccount(db);
      const who = await givenSignedIn(db, account.id);
      const other = await givenSession(db, { id: who.userId, email: who.email });
      const { id, secret, begun, confirmed } = await setUp(who);
      assert.match(begun.setup.uri, /^otpauth:\/\/totp\//);
      assert.match(begun.setup.qr_svg, /^<svg /);
      assert.equal(begun.confirmed_at, null);
      assert.ok(confirmed.confirmed_at !== null && confirmed.recovery_codes.length === 10);
      assert.equal((await manage(service, other, 'GET', '/session')).status, 401);
      const { user, session } = (await manage(service, who, 'GET', '/session')).body.data;
      assert.deepEqual([user.has_one_time_codes, user.has_passkey, session.factor], [true, false, 'code']);
      const listed = await manage(service, who, 'GET', '/second-factors');
      assert.deepEqual(
        listed.body.data.items.map((each: { id: string }) => each.id),
        [id],
      );
      assert.ok(!listed.text.includes(secret));
      assert.equal((await enter(who.email, codeAt(secret))).status, 401, 'the first code is used up');
      assert.equal((await setUp(who)).confirmed.recovery_codes, null, 'another app gives none');
    });

    test('signing in takes a code beside the password: without it 403, whatever is wrong the same 401', async () => {
      const account = await givenAccount(db);
      const who = await givenSignedIn(db, account.id);
      const { secret, confirmed } = await setUp(who);
      const without = await enter(who.email);
      assert.deepEqual([without.status, without.body.error.code], [403, 'second_factor_required']);
      assert.equal(without.headers.get('set-cookie'), null);
      const wrong = [await enter(who.email, '000000'), await enter('nobody@example.com', '000000')];
      const told = wrong.map(({ status, body }) => `${status} ${body.error.message}`);
      assert.equal(new Set(told).size, 1, told.join('; '));
      const right = await enter(who.email, nextCode(secret));
      assert.deepEqual([right.status, right.body.data.session.factor], [201, 'code'], right.text);
      const recovered = await enter(who.email, confirmed.recovery_codes[0]);
      assert.deepEqual([recovered.status, recovered.body.data.session.factor], [201, 'recovery_code']);
      const { left } = (await manage(service, who, 'GET', '/recovery-codes')).body.data;
      assert.equal(left, 9);
    });

    test('a repeated answer shows neither the secret nor the codes again', async () => {
      const who = await givenSession(db, await givenUser(db));
      const headers = { 'idempotency-key': 'begin-once' };
      const begun = await manage(service, who, 'POST', '/second-factors', { headers });
      const again = await manage(service, who, 'POST', '/second-factors', { headers });
      assert.deepEqual([again.body.data.setup, again.body.meta.withheld], [null, ['setup']]);
      const { id, setup } = begun.body.data;
      const confirm = { headers: { 'idempotency-key': 'confirm-once' }, body: { code: codeAt(setup.secret) } };
      assert.equal((await manage(service, who, 'POST', `/second-factors/${id}/confirm`, confirm)).status, 200);
      const replayed = await manage(service, who, 'POST', `/second-factors/${id}/confirm`, confirm);
      assert.deepEqual([replayed.status, replayed.body.data.recovery_codes], [200, null]);
      const stored = JSON.stringify(await db.selectFrom('actor_keys').selectAll().execute());
      assert.ok(!stored.includes(setup.secret));
    });

    test('new recovery codes replace the old, and are for whoever has a factor', async () => {
      const who = await givenSession(db, await givenUser(db));
      assert.equal((await manage(service, who, 'POST', '/recovery-codes')).status, 404);
      const { confirmed } = await setUp(who);
      const made = await manage(service, who, 'POST', '/recovery-codes');
      assert.deepEqual([made.status, made.body.data.left, made.body.data.codes.length], [201, 10, 10], made.text);
      assert.equal((await enter(who.email, confirmed.recovery_codes[0])).status, 401);
      assert.equal((await enter(who.email, made.body.data.codes[0])).status, 201);
    });

    test('with the last factor the recovery codes go, other sessions end, and the password alone signs in', async () => {
      const who = await givenSession(db, await givenUser(db));
      const { id } = await setUp(who);
      const other = await givenSession(db, { id: who.userId, email: who.email });
      const removed = await manage(service, who, 'DELETE', `/second-factors/${id}`);
      assert.equal(removed.status, 200, removed.text);
      assert.equal((await manage(service, other, 'GET', '/session')).status, 401);
      const { session } = (await manage(service, who, 'GET', '/session')).body.data;
      assert.equal(session.factor, null);
      assert.deepEqual((await manage(service, who, 'GET', '/recovery-codes')).body.data, { left: 0, created_at: null });
      assert.equal((await enter(who.email)).status, 201);
      assert.equal((await manage(service, who, 'DELETE', `/second-factors/${id}`)).status, 404);
    });

    test('what somebody sets up, confirms and removes is in the audit log, without a secret', async () => {
      const account = await givenAccount(db);
      const who = await givenSignedIn(db, account.id);
      const { id, secret, confirmed } = await setUp(who);
      await manage(service, who, 'POST', '/recovery-codes');
      await manage(service, who, 'DELETE', `/second-factors/${id}`);
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('actor', '=', `user:${who.userId}`)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['second_factor.begin', 'second_factor.confirm', 'recovery_codes.create', 'second_factor.remove'],
      );
      const text = JSON.stringify(rows);
      assert.ok(!text.includes(secret) && !text.includes(confirmed.recovery_codes[0]));
    });

    test('a factor of somebody else is not there', async () => {
      const { id } = await setUp(await givenSession(db, await givenUser(db)));
      const other = await givenSession(db, await givenUser(db));
      assert.equal((await manage(service, other, 'DELETE', `/second-factors/${id}`)).status, 404);
      const body = { code: '000000' };
      assert.equal((await manage(service, other, 'POST', `/second-factors/${id}/confirm`, { body })).status, 404);
    });

    test('a new password keeps what was proved, and the factor', async () => {
      const who = await givenSession(db, await givenUser(db));
      const { secret } = await setUp(who);
      const body = { current: password, password: 'nine red tractors hum' };
      const changed = await manage(service, who, 'POST', '/session/password', { body });
      assert.deepEqual([changed.status, changed.body.data.session.factor], [200, 'code'], changed.text);
      const entered = await service.call('POST', '/manage/v1/session', {
        body: { email: who.email, password: body.password },
        headers: page,
      });
      assert.equal(entered.body.error.code, 'second_factor_required');
      assert.ok(secret);
    });

    test('operators administer with a second factor alone, and look into accounts with it alone', async () => {
      const account = await givenAccount(db);
      const operator = await givenUser(db, { isOperator: true });
      const bare = await givenSession(db, operator, Date.now(), null);
      const look = { body: { account_id: account.id } };
      for (const answer of [
        await manage(service, bare, 'GET', '/admin/accounts'),
        await manage(service, bare, 'PATCH', '/session', look),
      ]) {
        assert.deepEqual([answer.status, answer.body.error.code], [403, 'second_factor_required']);
      }
      await setUp(bare);
      assert.equal((await manage(service, bare, 'GET', '/admin/accounts')).status, 200);
      assert.equal((await manage(service, bare, 'PATCH', '/session', look)).status, 200);
    });

    test('an account that requires a factor opens to nobody without one, but for setting it up, and at once', async () => {
      const account = await givenAccount(db);
      const who = await givenSignedIn(db, account.id);
      const token = await givenManageToken(db, account.id, 'viewer');
      const require = { body: { require_second_factor: true } };
      assert.equal((await manage(service, who, 'PATCH', '/security', require)).status, 200);
      for (const [method, path] of [
        ['GET', '/projects'],
        ['GET', '/security'],
        ['POST', '/projects'],
      ] as const) {
        const { status, body } = await manage(
          service,
          who,
          method,
          path,
          method === 'POST' ? { body: { name: 'A' } } : {},
        );
        assert.deepEqual([status, body.error?.code], [403, 'second_factor_required'], path);
      }
      assert.equal((await manage(service, who, 'GET', '/session')).body.data.second_factor_required, true);
      assert.equal((await service.call('GET', '/manage/v1/projects', { token })).status, 200, 'tokens are not asked');
      const { id } = await setUp(who);
      assert.equal((await manage(service, who, 'GET', '/projects')).status, 200);
      assert.equal((await manage(service, who, 'GET', '/session')).body.data.second_factor_required, false);
      const kept = await manage(service, who, 'DELETE', `/second-factors/${id}`);
      assert.deepEqual([kept.status, kept.body.error.code], [409, 'last_second_factor']);
      const { items } = (await manage(service, who, 'GET', '/second-factors')).body.data;
      assert.equal(items.length, 1);
      const lift = { body: { require_second_factor: false } };
      assert.equal((await manage(service, who, 'PATCH', '/security', lift)).status, 200);
      assert.equal((await manage(service, who, 'DELETE', `/second-factors/${id}`)).status, 200);
    });

    test('another account of the same person stays open', async () => {
      const strict = await givenAccount(db, { name: 'A' });
      const other = await givenAccount(db, { name: 'B' });
      const who = await givenSignedIn(db, strict.id);
      await insertMember(db, other.id, who.userId, { role: 'viewer', projectIds: null });
      await manage(service, who, 'PATCH', '/security', { body: { require_second_factor: true } });
      assert.equal((await manage(service, who, 'GET', '/projects')).status, 403);
      const switched = await manage(service, who, 'PATCH', '/session', { body: { account_id: other.id } });
      assert.equal(switched.status, 200, switched.text);
      const [cookie = ''] = String(switched.headers.get('set-cookie')).split(';');
      const moved = { headers: { ...who.headers, cookie } };
      assert.equal((await manage(service, moved, 'GET', '/projects')).status, 200);
    });
  });
}
