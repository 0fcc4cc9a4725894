import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, givenSignedIn, manage } from '../../support/manage.ts';
import { givenMember, password } from '../../support/people.ts';
import { type Answer, suiteService } from '../../support/service.ts';

const next = 'nine red tractors hum';
const cookieOf = (answer: Answer) => String(answer.headers.get('set-cookie')).split(';')[0] ?? '';

for (const engine of engines) {
  describe(`${engine}: name and password`, async () => {
    const service = await suiteService(engine);
    const { db } = service;

    test('people change their name, within the rules', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const changed = await manage(service, owner, 'PATCH', '/session/profile', { body: { name: ' Ann Other ' } });
      assert.deepEqual([changed.status, changed.body.data.user.name], [200, 'Ann Other'], changed.text);
      const { user } = (await manage(service, owner, 'GET', '/session')).body.data;
      assert.deepEqual([user.name, user.has_password], ['Ann Other', true]);
      for (const name of ['', '  ', 'a\u0007b']) {
        const refused = await manage(service, owner, 'PATCH', '/session/profile', { body: { name } });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'name']);
      }
      const actions = await db.selectFrom('audit_log').select('action').where('subject', '=', owner.userId).execute();
      assert.deepEqual(actions, [{ action: 'user.rename' }]);
    });

    test('a new password ends all other sessions, and this one goes on for its account under a new cookie', async () => {
      const [first, second] = [await givenAccount(db, { name: 'A' }), await givenAccount(db, { name: 'B' })];
      const user = await givenMember(db, first.id);
      const membership = { account_id: second.id, user_id: user.id, role: 'viewer', project_ids: null } as const;
      const now = new Date().toISOString();
      await db
        .insertInto('memberships')
        .values({ ...membership, created_at: now, updated_at: now })
        .execute();
      const other = await givenSession(db, user);
      let session = await givenSession(db, user);
      const switched = await manage(service, session, 'PATCH', '/session', { body: { account_id: second.id } });
      session = { ...session, headers: { ...session.headers, cookie: cookieOf(switched) } };
      const change = (current: string | null, wanted: string) =>
        manage(service, session, 'POST', '/session/password', { body: { current, password: wanted } });
      for (const [current, wanted, field] of [
        ['not this one', next, 'current'],
        [null, next, 'current'],
        [password, 'short', 'password'],
      ] as const) {
        const refused = await change(current, wanted);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
      assert.equal((await manage(service, other, 'GET', '/session')).status, 200);
      const changed = await change(password, next);
      assert.deepEqual([changed.status, changed.body.data.account.id], [200, second.id], changed.text);
      const headers = { ...session.headers, cookie: cookieOf(changed) };
      assert.equal((await manage(service, { headers }, 'GET', '/session')).body.data.account.id, second.id);
      for (const ended of [other, session]) {
        assert.equal((await manage(service, ended, 'GET', '/session')).status, 401);
      }
      const enter = (text: string) =>
        service.call('POST', '/manage/v1/session', {
          body: { email: user.email, password: text },
          headers: { 'sec-fetch-site': 'same-origin' },
        });
      assert.deepEqual([(await enter(password)).status, (await enter(next)).status], [401, 201]);
    });

    test('whoever came by a link chooses a first password without another one', async () => {
      const account = await givenAccount(db);
      const user = await givenMember(db, account.id, {}, { hasPassword: false });
      const session = await givenSession(db, user);
      assert.equal((await manage(service, session, 'GET', '/session')).body.data.user.has_password, false);
      const body = { current: null, password: next };
      const chosen = await manage(service, session, 'POST', '/session/password', { body });
      assert.deepEqual([chosen.status, chosen.body.data.user.has_password], [200, true], chosen.text);
    });
  });
}
