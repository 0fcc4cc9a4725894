import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSession, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenUser } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';

const nothing = {
  require_second_factor: false,
  allowed_networks: [],
  session_idle_minutes: null,
  session_longest_minutes: null,
};
/** Who calls through a proxy from somewhere. */
const from = ({ headers }: Pick<SignedInMember, 'headers'>, address: string) => ({
  headers: { ...headers, 'x-forwarded-for': address },
});

for (const engine of engines) {
  describe(`${engine}: the security of an account`, async () => {
    const service = await suiteService(engine, { TRUST_PROXY: 'on' });
    const { db } = service;
    const change = (who: Pick<SignedInMember, 'headers'>, body: object, headers = {}) =>
      manage(service, who, 'PATCH', '/security', { body, headers });

    test('nothing is asked at first; an owner changes some of it, and the log says what', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const first = await manage(service, owner, 'GET', '/security');
      assert.deepEqual([first.body.data, first.headers.get('etag')], [nothing, '"0"']);
      const wanted = { session_idle_minutes: 30, allowed_networks: ['127.0.0.1', '2001:DB8::/32', '127.0.0.1/32'] };
      const changed = await change(owner, wanted);
      const stored = { allowed_networks: ['127.0.0.1/32', '2001:db8::/32'], session_idle_minutes: 30 };
      assert.deepEqual([changed.status, changed.body.data], [200, { ...nothing, ...stored }], changed.text);
      const more = await change(owner, { require_second_factor: true, session_idle_minutes: null });
      const { allowed_networks } = stored;
      assert.deepEqual(more.body.data, { ...nothing, allowed_networks, require_second_factor: true });
      const log = await db
        .selectFrom('audit_log')
        .select(['action', 'subject', 'details'])
        .where('account_id', '=', account.id)
        .where('action', '=', 'account.security')
        .orderBy('id')
        .execute();
      assert.deepEqual(
        log.map(({ subject, details }) => [subject, JSON.parse(details)]),
        [
          [account.id, stored],
          [account.id, { require_second_factor: true, session_idle_minutes: null }],
        ],
      );
    });

    test('a change for an older state is refused with what is current', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const body = { session_longest_minutes: 600 };
      const changed = await change(owner, body, { 'if-match': '"0"' });
      assert.equal(changed.headers.get('etag'), '"1"');
      const late = await change(owner, body, { 'if-match': '"0"' });
      assert.deepEqual([late.status, late.body.error.details[0].message], [412, '"1"']);
    });

    test('what is no network and no time is refused at its field', async () => {
      const owner = await givenSignedIn(db, (await givenAccount(db)).id);
      for (const [body, field] of [
        [{ allowed_networks: ['10.0.0.1/8'] }, 'allowed_networks'],
        [{ allowed_networks: ['::ffff:10.0.0.0/104'] }, 'allowed_networks'],
        [{ allowed_networks: ['office'] }, 'allowed_networks'],
        [{ session_idle_minutes: 4 }, 'session_idle_minutes'],
        [{ session_idle_minutes: 721 }, 'session_idle_minutes'],
        [{ session_longest_minutes: 14 }, 'session_longest_minutes'],
        [{ session_longest_minutes: 20_161 }, 'session_longest_minutes'],
        [{}, ''],
      ] as const) {
        const refused = await change(owner, body);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
      assert.deepEqual((await manage(service, owner, 'GET', '/security')).body.data, nothing);
    });

    test('nobody keeps themselves out: a list without their own address is refused at its field', async () => {
      const owner = await givenSignedIn(db, (await givenAccount(db)).id);
      const there = from(owner, '203.0.113.9');
      const refused = await change(there, { allowed_networks: ['198.51.100.0/24'] });
      const [fault] = refused.body.error.details;
      assert.deepEqual([refused.status, fault.field, fault.rule], [400, 'allowed_networks', 'own_address']);
      assert.match(fault.message, /203\.0\.113\.9/);
      assert.equal((await change(there, { allowed_networks: ['203.0.113.0/24'] })).status, 200);
      const other = await change(owner, { session_idle_minutes: 30 });
      assert.equal(other.body.error.code, 'network_not_allowed', 'not from elsewhere, either');
    });

    test('from elsewhere an account is closed, and what is about the person stays open', async () => {
      const [closed, open] = [await givenAccount(db, { name: 'A' }), await givenAccount(db, { name: 'B' })];
      await givenProject(db, closed);
      const owner = await givenSignedIn(db, closed.id);
      const membership = { account_id: open.id, user_id: owner.userId, role: 'viewer', project_ids: null } as const;
      const now = new Date().toISOString();
      await db
        .insertInto('memberships')
        .values({ ...membership, created_at: now, updated_at: now })
        .execute();
      await change(from(owner, '203.0.113.9'), { allowed_networks: ['203.0.113.0/24', '2001:db8:1::/48'] });
      for (const address of ['203.0.113.255', '::ffff:203.0.113.7', '203.0.113.7:4711', '2001:db8:1:2::3']) {
        const { status } = await manage(service, from(owner, address), 'GET', '/projects');
        assert.equal(status, 200, address);
      }
      for (const address of ['203.0.114.1', '2001:db8:2::1', 'nowhere', '::1']) {
        const { status, body } = await manage(service, from(owner, address), 'GET', '/projects');
        assert.deepEqual([status, body.error?.code], [403, 'network_not_allowed'], address);
      }
      const away = from(owner, '198.51.100.1');
      const session = (await manage(service, away, 'GET', '/session')).body.data;
      assert.deepEqual([session.is_network_allowed, session.account.id, session.usage], [false, closed.id, null]);
      assert.equal(session.accounts.length, 2);
      for (const [method, path, body] of [
        ['GET', '/sessions', undefined],
        ['GET', '/alert-settings', undefined],
        ['PATCH', '/session/profile', { name: 'Ann' }],
      ] as const) {
        const { status } = await manage(service, away, method, path, body && { body });
        assert.equal(status, 200, path);
      }
      const switched = await manage(service, away, 'PATCH', '/session', { body: { account_id: open.id } });
      assert.deepEqual([switched.status, switched.body.data.is_network_allowed], [200, true], switched.text);
      const cookie = String(switched.headers.get('set-cookie')).split(';')[0] ?? '';
      const inOpen = { headers: { ...away.headers, cookie } };
      assert.equal((await manage(service, inOpen, 'GET', '/projects')).status, 200);
    });

    test('tokens, and operators who look in, come from everywhere', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      await change(from(owner, '203.0.113.9'), { allowed_networks: ['203.0.113.9'] });
      const away = { 'x-forwarded-for': '198.51.100.1' };
      const managing = await givenManageToken(db, account.id, 'viewer');
      assert.equal((await service.call('GET', '/manage/v1/projects', { token: managing, headers: away })).status, 200);
      const token = await givenToken(db, account.id);
      assert.equal((await service.call('GET', '/api/v1/projects', { token, headers: away })).status, 200);
      const operator = from(await givenSession(db, await givenUser(db, { isOperator: true })), '198.51.100.1');
      const looked = await manage(service, operator, 'PATCH', '/session', { body: { account_id: account.id } });
      assert.deepEqual([looked.body.data.is_looking_in, looked.body.data.is_network_allowed], [true, true]);
    });
  });
}
