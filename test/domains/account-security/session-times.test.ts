import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { saveAccountSecurity } from '../../../src/domains/account-security/account-security.ts';
import { insertMember } from '../../../src/domains/members/members.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenMember, password } from '../../support/people.ts';
import { type Answer, suiteService } from '../../support/service.ts';

const minute = 60_000;
const cookieOf = (answer: Answer) => String(answer.headers.get('set-cookie')).split(';')[0] ?? '';

for (const engine of engines) {
  describe(`${engine}: session times of an account`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const ask = (accountId: string, changes: Parameters<typeof saveAccountSecurity>[2]) =>
      db
        .transaction()
        .execute((transaction) => saveAccountSecurity(transaction, accountId, changes, { address: null }));
    const statusOf = async (who: SignedInMember) => (await manage(service, who, 'GET', '/session')).status;
    const seenBefore = (id: string, ms: number) =>
      db
        .updateTable('sessions')
        .set({ last_seen_at: new Date(Date.now() - ms).toISOString() })
        .where('id', '=', id)
        .execute();

    test('a shorter idle time holds for living sessions, and a longer one brings none of them back', async () => {
      const account = await givenAccount(db);
      const [used, idle] = [await givenSignedIn(db, account.id), await givenSignedIn(db, account.id)];
      await seenBefore(used.sessionId, 29 * minute);
      await seenBefore(idle.sessionId, 31 * minute);
      assert.equal(await statusOf(idle), 200);
      await seenBefore(idle.sessionId, 31 * minute);
      await ask(account.id, { sessionIdleMinutes: 30 });
      assert.deepEqual([await statusOf(used), await statusOf(idle)], [200, 401]);
      await ask(account.id, { sessionIdleMinutes: null });
      assert.deepEqual([await statusOf(used), await statusOf(idle)], [200, 401]);
    });

    test('a session ends by the longest time of its account, which the session and the lists of sessions tell', async () => {
      const account = await givenAccount(db);
      const user = await givenMember(db, account.id);
      const begun = Date.now() - 50 * minute;
      const session = await givenSession(db, user, begun);
      await ask(account.id, { sessionLongestMinutes: 60 });
      const expected = `${new Date(begun + 60 * minute).toISOString().slice(0, 19)}Z`;
      const shown = await manage(service, session, 'GET', '/session');
      assert.equal(shown.body.data.session.expires_at, expected);
      const [listed] = (await manage(service, session, 'GET', '/sessions')).body.data.items;
      assert.equal(listed.expires_at, expected);
      await ask(account.id, { sessionLongestMinutes: 45 });
      assert.equal(await statusOf(session), 401);
    });

    test('of several accounts, the one counts that the session is in; an older session signs in again to go there', async () => {
      const [long, short] = [await givenAccount(db, { name: 'A' }), await givenAccount(db, { name: 'B' })];
      const user = await givenMember(db, long.id);
      await insertMember(db, short.id, user.id, { role: 'viewer', projectIds: null });
      await ask(short.id, { sessionLongestMinutes: 60, sessionIdleMinutes: 5 });
      const old = await givenSession(db, user, Date.now() - 90 * minute);
      await seenBefore(old.sessionId, 10 * minute);
      assert.equal(await statusOf(old), 200);
      const body = { account_id: short.id };
      const refused = await manage(service, old, 'PATCH', '/session', { body });
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'step_up_required']);
      const again = await manage(service, old, 'POST', '/session', { body: { email: user.email, password } });
      const fresh = { ...old, headers: { ...old.headers, cookie: cookieOf(again) } };
      const switched = await manage(service, fresh, 'PATCH', '/session', { body });
      assert.deepEqual([switched.status, switched.body.data.account.id], [200, short.id], switched.text);
      const there = { ...old, headers: { ...old.headers, cookie: cookieOf(switched) } };
      await seenBefore(switched.body.data.session.id, 6 * minute);
      assert.equal(await statusOf(there), 401);
    });

    test('the form to sign in is shown again to whoever was idle for too long', async () => {
      const account = await givenAccount(db);
      const session = await givenSignedIn(db, account.id);
      const open = () => fetch(`${service.url}/console/sign-in`, { headers: session.headers, redirect: 'manual' });
      assert.equal((await open()).status, 303);
      await ask(account.id, { sessionIdleMinutes: 5 });
      await seenBefore(session.sessionId, 6 * minute);
      assert.equal((await open()).status, 200);
    });
  });
}
