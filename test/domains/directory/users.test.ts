import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startService } from '../../../src/app.ts';
import { findMember } from '../../../src/domains/members/members.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, givenSignedIn, manage } from '../../support/manage.ts';
import { givenMember, givenUser } from '../../support/people.ts';
import { givenInstallation } from '../../support/process.ts';
import { type GivenDirectory, givenDirectory, userSchema } from '../../support/scim.ts';
import { type CallOptions, call, suiteService } from '../../support/service.ts';

const silent = createLog('silent', { write: () => {} });
const callAt = (url: string) => (method: string, path: string, options?: CallOptions) =>
  call(url, method, path, options);

for (const engine of engines) {
  describe(`${engine}: people of a directory`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const directory = (given?: Parameters<typeof givenDirectory>[1]) => givenDirectory(service, given);
    const userOf = async (id: string) => {
      const { user_id } = await db
        .selectFrom('scim_users')
        .select('user_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow();
    };
    const lastAudit = async ({ account }: GivenDirectory) => {
      const entry = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('account_id', '=', account.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return { ...entry, details: JSON.parse(entry.details) };
    };

    test('somebody new becomes a user without a password and a member with the usual role', async () => {
      const own = await directory();
      const answer = await own.call('POST', '/Users', {
        schemas: [userSchema],
        userName: 'Ann@corp.test',
        externalId: 'ext-1',
        name: { givenName: 'Ann', familyName: 'Example' },
        password: 'of the directory',
      });
      assert.equal(answer.status, 201);
      const { id, meta, ...shown } = answer.body;
      assert.match(id, /^scu_/);
      assert.deepEqual(shown, {
        schemas: [userSchema],
        externalId: 'ext-1',
        userName: 'Ann@corp.test',
        name: { givenName: 'Ann', familyName: 'Example' },
        active: true,
      });
      assert.equal(answer.headers.get('location'), meta.location);
      assert.equal(answer.headers.get('etag'), meta.version);
      assert.ok(meta.location.endsWith(`/scim/v2/Users/${id}`));
      const user = await userOf(id);
      assert.deepEqual([user.email, user.name, user.password_hash], ['Ann@corp.test', 'Ann Example', null]);
      const member = await findMember(db, own.account.id, user.id);
      assert.deepEqual([member?.role, member?.projectIds], ['viewer', null]);
      const entry = await lastAudit(own);
      assert.deepEqual([entry.action, entry.subject, entry.door], ['directory.add_user', id, 'scim']);
      assert.equal(entry.actor, `token:${own.publicId}`);
      assert.deepEqual([entry.details.user, entry.details.active], [user.id, true]);
    });

    test('an address is needed, by e-mail or user name, and a user name is needed', async () => {
      const own = await directory();
      for (const body of [{ userName: 'no address' }, { emails: [{ value: 'a@b.test' }] }, { userName: ' ' }]) {
        const refused = await own.call('POST', '/Users', body);
        assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'], JSON.stringify(body));
      }
      const byWork = await own.addUser({
        userName: 'S-1-5-21',
        emails: [
          { value: 'home@x.test', type: 'home' },
          { value: 'work@x.test', type: 'work' },
        ],
      });
      assert.equal((await userOf(byWork.id)).email, 'work@x.test');
    });

    test('nobody is there twice: by user name in any case, and by address', async () => {
      const own = await directory();
      const first = await own.addUser({ userName: 'twice@corp.test' });
      for (const body of [
        { userName: 'TWICE@corp.test' },
        { userName: 'another', emails: [{ value: 'Twice@Corp.test' }] },
      ]) {
        const refused = await own.call('POST', '/Users', body);
        assert.deepEqual([refused.status, refused.body.scimType], [409, 'uniqueness']);
      }
      const second = await own.addUser();
      const renamed = await own.patch(`/Users/${second.id}`, {
        op: 'replace',
        path: 'userName',
        value: first.userName,
      });
      assert.deepEqual([renamed.status, renamed.body.scimType], [409, 'uniqueness']);
    });

    test('of two requests at once that make the same person one does', async () => {
      const own = await directory();
      const body = { schemas: [userSchema], userName: 'race@corp.test' };
      const answers = await Promise.all(Array.from({ length: 6 }, () => own.call('POST', '/Users', body)));
      const statuses = answers.map(({ status }) => status).toSorted();
      assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409]);
      const listed = await own.call('GET', '/Users');
      assert.equal(listed.body.totalResults, 1);
    });

    test('directories of two accounts that make the same new person at once both have them', async () => {
      const [one, other] = [await directory(), await directory()];
      const body = { schemas: [userSchema], userName: 'shared.race@corp.test' };
      const answers = await Promise.all([one.call('POST', '/Users', body), other.call('POST', '/Users', body)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201],
      );
      const users = await db.selectFrom('users').select('id').where('email_key', '=', body.userName).execute();
      assert.equal(users.length, 1);
    });

    test('a member of the account is adopted with the role that they have', async () => {
      const own = await directory();
      const known = await givenMember(db, own.account.id, { role: 'admin' });
      const created = await own.addUser({ userName: known.email, displayName: 'Somebody Else' });
      assert.equal((await findMember(db, own.account.id, known.id))?.role, 'admin');
      const user = await userOf(created.id);
      assert.deepEqual([user.id, user.name, user.password_hash], [known.id, known.name, known.password_hash]);
      assert.deepEqual((await lastAudit(own)).details.kept, ['displayName']);
    });

    test('somebody from another account joins, and nothing of theirs is changed or told', async () => {
      const elsewhere = await givenAccount(db);
      const stranger = await givenMember(db, elsewhere.id, { role: 'owner' });
      const session = await givenSession(db, stranger);
      const own = await directory();
      const created = await own.addUser({ userName: stranger.email, displayName: 'Taken Over' });
      const told = JSON.stringify(created);
      assert.ok(!told.includes(stranger.id) && !told.includes(stranger.name));
      const later = await own.patch(
        `/Users/${created.id}`,
        { op: 'replace', path: 'userName', value: 'attacker@corp.test' },
        { op: 'replace', path: 'displayName', value: 'Attacker' },
      );
      assert.equal(later.status, 200);
      assert.deepEqual((await lastAudit(own)).details.kept, ['displayName', 'emails']);
      const after = await userOf(created.id);
      assert.deepEqual([after.email, after.name], [stranger.email, stranger.name]);
      assert.equal(after.password_hash, stranger.password_hash);
      assert.equal((await manage(service, session, 'GET', '/session')).body.data.user.id, stranger.id);
      assert.equal((await findMember(db, elsewhere.id, stranger.id))?.role, 'owner');
      assert.equal((await findMember(db, own.account.id, stranger.id))?.role, 'viewer');
    });

    test('who leaves the directory is out at once, in every process, and keeps other accounts', async () => {
      await using installation = await givenInstallation(engine);
      const start = () => startService(readConfig(installation.environment), 'api', silent);
      await using one = await start();
      // One process serves an embedded installation.
      await using other = engine === 'postgres' ? await start() : undefined;
      const processes = [one, other ?? one].map(({ url }) => ({ call: callAt(url) }));
      const elsewhere = await givenAccount(one.db);
      const person = await givenMember(one.db, elsewhere.id, { role: 'editor' });
      const own = await givenDirectory(one);
      const created = await own.addUser({ userName: person.email });
      const signIn = async (account_id: string) => {
        const session = await givenSession(one.db, person);
        await one.db.updateTable('sessions').set({ account_id }).where('id', '=', session.sessionId).execute();
        return session;
      };
      const [here, there] = [await signIn(own.account.id), await signIn(elsewhere.id)];
      for (const process of processes) {
        assert.equal((await manage(process, here, 'GET', '/session')).body.data.account.id, own.account.id);
      }
      const answer = await own.patch(`/Users/${created.id}`, { op: 'Replace', path: 'active', value: 'False' });
      assert.deepEqual([answer.status, answer.body.active], [200, false]);
      for (const process of processes) {
        assert.equal((await manage(process, here, 'GET', '/session')).status, 401);
        const kept = await manage(process, there, 'GET', '/session');
        assert.deepEqual([kept.status, kept.body.data.account.id], [200, elsewhere.id]);
        const back = await manage(process, there, 'PATCH', '/session', { body: { account_id: own.account.id } });
        assert.equal(back.status, 404);
      }
      const user = await one.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
      assert.equal(user.disabled_at, null);
    });

    test('whom the directory alone made signs in no more once out, and again once back in', async () => {
      const own = await directory();
      const created = await own.addUser();
      const user = await userOf(created.id);
      const session = await givenSession(db, user);
      await own.patch(`/Users/${created.id}`, { op: 'replace', value: { active: false } });
      assert.equal((await manage(service, session, 'GET', '/session')).status, 401);
      assert.equal((await userOf(created.id)).disabled_by, 'directory');
      const listed = await own.call('GET', '/Users?filter=active eq false');
      assert.equal(listed.body.Resources[0].id, created.id);
      const back = await own.patch(`/Users/${created.id}`, { op: 'replace', value: { active: true } });
      assert.equal(back.body.active, true);
      const again = await userOf(created.id);
      assert.deepEqual([again.disabled_at, again.disabled_by], [null, null]);
      assert.equal((await findMember(db, own.account.id, user.id))?.role, 'viewer');
    });

    test('an invitation that is open lets nobody in again whom the directory put out', async () => {
      const own = await directory();
      const owner = await givenSignedIn(db, own.account.id);
      const created = await own.addUser({ userName: 'Back@corp.test' });
      const body = { email: 'back@CORP.test', role: 'admin' };
      const invited = await manage(service, owner, 'POST', '/invitations', { body });
      await own.call('DELETE', `/Users/${created.id}`);
      const path = `/console/invitation/${String(invited.body.data.url).split('/').at(-1)}`;
      assert.equal((await fetch(service.url + path)).status, 404);
    });

    test('whoever is removed is gone from the directory, and may be made again', async () => {
      const own = await directory();
      const created = await own.addUser({ userName: 'again@corp.test' });
      const group = await own.addGroup('Team', [created.id]);
      const user = await userOf(created.id);
      assert.equal((await own.call('DELETE', `/Users/${created.id}`)).status, 204);
      assert.deepEqual((await lastAudit(own)).details, { user: user.id, user_name: 'again@corp.test' });
      assert.equal((await own.call('GET', `/Users/${created.id}`)).status, 404);
      assert.equal((await own.call('DELETE', `/Users/${created.id}`)).status, 404);
      const without = await own.call('GET', `/Groups/${group.id}`);
      assert.equal(without.body.members, undefined);
      assert.notEqual(without.body.meta.version, group.meta.version);
      const gone = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
      assert.equal(gone.disabled_by, 'directory');
      const again = await own.addUser({ userName: 'again@corp.test', displayName: 'Back' });
      assert.notEqual(again.id, created.id);
      const back = await userOf(again.id);
      assert.deepEqual([back.id, back.name, back.disabled_at], [user.id, 'Back', null]);
    });

    test('an owner stays one, and the last of them cannot be put out', async () => {
      const own = await directory();
      const owner = await givenMember(db, own.account.id);
      const created = await own.addUser({ userName: owner.email });
      for (const answer of [
        await own.patch(`/Users/${created.id}`, { op: 'replace', path: 'active', value: false }),
        await own.call('DELETE', `/Users/${created.id}`),
        await own.call('PUT', `/Users/${created.id}`, { userName: owner.email, active: false }),
      ]) {
        assert.deepEqual([answer.status, answer.body.scimType], [409, undefined]);
        assert.match(answer.body.detail, /no other owner/);
      }
      assert.equal((await findMember(db, own.account.id, owner.id))?.role, 'owner');
      await givenMember(db, own.account.id);
      assert.equal((await own.call('DELETE', `/Users/${created.id}`)).status, 204);
      assert.equal(await findMember(db, own.account.id, owner.id), undefined);
      const kept = await db.selectFrom('users').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow();
      assert.equal(kept.disabled_at, null);
    });

    test('a plan bounds the members whom a directory makes', async () => {
      const account = await givenAccount(db, { plan: 'free' });
      await givenMember(db, account.id);
      const own = await directory(account);
      const refused = await own.call('POST', '/Users', { schemas: [userSchema], userName: 'full@corp.test' });
      assert.deepEqual([refused.status, refused.body.scimType], [403, undefined]);
      assert.match(refused.body.detail, /allows 1 members/);
      const users = await db.selectFrom('users').select('id').where('email_key', '=', 'full@corp.test').execute();
      assert.deepEqual(users, []);
    });

    test('name and address follow for whom the directory alone made, until another account has them', async () => {
      const [own, elsewhere] = [await directory(), await givenAccount(db)];
      const created = await own.addUser({ userName: 'before@corp.test' });
      const user = await userOf(created.id);
      const session = await givenSession(db, user);
      const rename = (name: string) =>
        own.patch(
          `/Users/${created.id}`,
          { op: 'replace', path: 'userName', value: `${name}@corp.test` },
          { op: 'replace', path: 'displayName', value: name },
        );
      await rename('after');
      const moved = await userOf(created.id);
      assert.deepEqual([moved.email, moved.name], ['after@corp.test', 'after']);
      assert.equal((await manage(service, session, 'GET', '/session')).status, 401);
      await givenJoined(elsewhere.id, user.id);
      assert.equal((await rename('hijacked')).status, 200);
      const kept = await userOf(created.id);
      assert.deepEqual([kept.email, kept.name], ['after@corp.test', 'after']);
    });

    async function givenJoined(accountId: string, userId: string) {
      const now = new Date().toISOString();
      const rights = { role: 'viewer', project_ids: null } as const;
      const times = { created_at: now, updated_at: now };
      await db
        .insertInto('memberships')
        .values({ account_id: accountId, user_id: userId, ...rights, ...times })
        .execute();
    }

    test("a stranger's address is not taken over by a change, and that of a colleague is refused", async () => {
      const own = await directory();
      const [stranger, colleague] = [await givenUser(db), await givenMember(db, own.account.id)];
      const created = await own.addUser();
      const before = await userOf(created.id);
      const move = (value: string) =>
        own.patch(`/Users/${created.id}`, { op: 'add', path: 'emails', value: [{ value, primary: true }] });
      const refused = await move(colleague.email);
      assert.deepEqual([refused.status, refused.body.scimType], [409, 'uniqueness']);
      assert.equal((await move(stranger.email)).status, 200);
      assert.deepEqual((await lastAudit(own)).details.kept, ['emails']);
      assert.equal((await userOf(created.id)).email, before.email);
    });

    test('whom the operator disabled stays so, whatever the directory says', async () => {
      const own = await directory();
      const created = await own.addUser();
      const { id } = await userOf(created.id);
      await db.updateTable('users').set({ disabled_at: new Date().toISOString() }).where('id', '=', id).execute();
      await own.patch(`/Users/${created.id}`, { op: 'replace', path: 'active', value: false });
      await own.patch(`/Users/${created.id}`, { op: 'replace', path: 'active', value: true });
      assert.notEqual((await userOf(created.id)).disabled_at, null);
    });

    test('a change that changes nothing says so, in its answer and in the log', async () => {
      const own = await directory();
      const created = await own.addUser({ displayName: 'Same' });
      const answer = await own.patch(`/Users/${created.id}`, { op: 'replace', path: 'displayName', value: 'Same' });
      assert.deepEqual([answer.status, answer.body], [200, created]);
      const entry = await lastAudit(own);
      assert.deepEqual([entry.action, entry.details.fields], ['directory.update_user', []]);
      const refused = await own.patch(`/Users/${created.id}`, { op: 'replace', path: 'shoeSize', value: 44 });
      assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidPath']);
      const noTarget = await own.patch(`/Users/${created.id}`, {
        op: 'replace',
        path: 'emails[type eq "work"].value',
        value: 'x@y.z',
      });
      assert.deepEqual([noTarget.status, noTarget.body.scimType], [400, 'noTarget']);
    });

    test('PUT puts a whole resource in place, and whoever is out stays so without a word', async () => {
      const own = await directory();
      const created = await own.addUser({ title: 'Guide', externalId: 'e' });
      await own.patch(`/Users/${created.id}`, { op: 'replace', path: 'active', value: false });
      const put = await own.call('PUT', `/Users/${created.id}`, { schemas: [userSchema], userName: created.userName });
      assert.deepEqual(
        [put.status, put.body.active, put.body.title, put.body.externalId],
        [200, false, undefined, undefined],
      );
      const again = await own.call('PUT', `/Users/${created.id}`, { userName: created.userName, active: true });
      assert.equal(again.body.active, true);
    });

    test('somebody taken out by hand is not active, and the directory may take them in again', async () => {
      const own = await directory();
      const owner = await givenSignedIn(db, own.account.id);
      const created = await own.addUser();
      const { id } = await userOf(created.id);
      assert.equal((await manage(service, owner, 'DELETE', `/members/${id}`)).status, 200);
      assert.equal((await own.call('GET', `/Users/${created.id}`)).body.active, false);
      await own.patch(`/Users/${created.id}`, { op: 'replace', path: 'active', value: true });
      assert.notEqual(await findMember(db, own.account.id, id), undefined);
    });

    test("an account sees its own directory's people and nobody else's", async () => {
      const [own, other] = [await directory(), await directory()];
      const created = await own.addUser();
      for (const answer of [
        await other.call('GET', `/Users/${created.id}`),
        await other.call('DELETE', `/Users/${created.id}`),
        await other.patch(`/Users/${created.id}`, { op: 'replace', path: 'active', value: false }),
        await other.call('PUT', `/Users/${created.id}`, { userName: 'x@y.test' }),
      ]) {
        assert.equal(answer.status, 404);
      }
      assert.equal((await other.call('GET', '/Users')).body.totalResults, 0);
      const group = await other.call('POST', '/Groups', { displayName: 'Thieves', members: [{ value: created.id }] });
      assert.deepEqual([group.status, group.body.scimType], [400, 'invalidValue']);
      assert.equal((await own.call('GET', `/Users/${created.id}`)).body.active, true);
    });
  });
}
