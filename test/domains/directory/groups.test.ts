import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMember } from '../../../src/domains/members/members.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenMember } from '../../support/people.ts';
import { type GivenDirectory, givenDirectory } from '../../support/scim.ts';
import { suiteService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: groups of a directory`, async () => {
    const service = await suiteService(engine);
    const { db } = service;

    /** A directory with an owner who decides about it. */
    const given = async (account?: Parameters<typeof givenDirectory>[1]) => {
      const own = await givenDirectory(service, account);
      const owner = await givenSignedIn(db, own.account.id);
      return { own, owner };
    };
    const map = async (owner: SignedInMember, id: string, body: object) => {
      const answer = await manage(service, owner, 'PATCH', `/directory/groups/${id}`, { body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data;
    };
    const memberOf = async ({ account }: GivenDirectory, id: string) => {
      const { user_id } = await db
        .selectFrom('scim_users')
        .select('user_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return findMember(db, account.id, user_id);
    };
    const roleOf = async (own: GivenDirectory, id: string) => (await memberOf(own, id))?.role;
    const join = (own: GivenDirectory, group: string, ...ids: string[]) =>
      own.patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: ids.map((value) => ({ value })) });
    const leave = (own: GivenDirectory, group: string, id: string) =>
      own.patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${id}"]` });
    const lastAudit = async ({ account }: GivenDirectory) => {
      const entry = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('account_id', '=', account.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return { action: entry.action, details: JSON.parse(entry.details) };
    };

    test('a group gives its people the role that an owner chose for it, from when they are in it until they are not', async () => {
      const { own, owner } = await given();
      const ann = await own.addUser();
      const group = await own.addGroup('Editors');
      await join(own, group.id, ann.id);
      assert.equal(await roleOf(own, ann.id), 'viewer', 'nobody has chosen a role');
      const mapped = await map(owner, group.id, { role: 'editor' });
      assert.deepEqual([mapped.name, mapped.members, mapped.role], ['Editors', 1, 'editor']);
      assert.equal(await roleOf(own, ann.id), 'editor');
      const ben = await own.addUser();
      assert.equal((await join(own, group.id, ben.id)).status, 204);
      assert.equal(await roleOf(own, ben.id), 'editor');
      const { details } = await lastAudit(own);
      assert.deepEqual([details.group, details.added, details.added_count], ['Editors', [ben.id], 1]);
      assert.deepEqual(Object.values(details.roles), ['editor']);
      await leave(own, group.id, ben.id);
      assert.equal(await roleOf(own, ben.id), 'viewer');
      await map(owner, group.id, { role: 'admin' });
      assert.equal(await roleOf(own, ann.id), 'admin');
      assert.equal((await own.call('DELETE', `/Groups/${group.id}`)).status, 204);
      assert.equal(await roleOf(own, ann.id), 'viewer');
      assert.equal((await own.call('GET', `/Groups/${group.id}`)).status, 404);
    });

    test('whoever comes in when their group is there already has its role at once, also when they come back', async () => {
      const { own, owner } = await given();
      const ann = await own.addUser({ active: false });
      const group = await own.addGroup('Admins', [ann.id]);
      await map(owner, group.id, { role: 'admin' });
      assert.equal(await roleOf(own, ann.id), undefined);
      await own.patch(`/Users/${ann.id}`, { op: 'replace', path: 'active', value: true });
      assert.equal(await roleOf(own, ann.id), 'admin');
    });

    test('of several groups the highest role counts, with all that those who have it allow', async () => {
      const { own, owner } = await given();
      const [one, two] = [await givenProject(db, own.account), await givenProject(db, own.account)];
      const ann = await own.addUser();
      const ids = [];
      for (const [name, body] of [
        ['All as viewers', { role: 'viewer' }],
        ['First as editors', { role: 'editor', project_ids: [one.id] }],
        ['Second as editors', { role: 'editor', project_ids: [two.id] }],
      ] as const) {
        const group = await own.addGroup(name, [ann.id]);
        await map(owner, group.id, body);
        ids.push(group.id);
      }
      const member = await memberOf(own, ann.id);
      assert.deepEqual([member?.role, member?.projectIds], ['editor', [one.id, two.id]]);
      await leave(own, ids[2] ?? '', ann.id);
      assert.deepEqual((await memberOf(own, ann.id))?.projectIds, [one.id]);
      await map(owner, ids[1] ?? '', { project_ids: null });
      assert.equal((await memberOf(own, ann.id))?.projectIds, null);
    });

    test('a group can be limited to tags', async () => {
      const { own, owner } = await given();
      await givenProject(db, own.account, { tags: ['Retail'] });
      const ann = await own.addUser();
      const group = await own.addGroup('Retail', [ann.id]);
      const mapped = await map(owner, group.id, { role: 'viewer', tags: ['retail'] });
      assert.deepEqual([mapped.project_ids, mapped.tags], [[], ['Retail']]);
      assert.deepEqual((await memberOf(own, ann.id))?.tags, ['Retail']);
      for (const [body, field] of [
        [{ tags: ['Unknown'] }, 'tags'],
        [{ role: 'admin', tags: ['Retail'] }, 'project_ids'],
        [{ project_ids: ['prj_00000000000000000000000000'] }, 'project_ids'],
        [{ role: 'owner' }, 'role'],
      ] as const) {
        const refused = await manage(service, owner, 'PATCH', `/directory/groups/${group.id}`, { body });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field]);
      }
      assert.equal((await map(owner, group.id, { role: null })).role, null);
      assert.equal((await memberOf(own, ann.id))?.projectIds, null);
    });

    test('the sessions of those end whose role changes, in this account alone', async () => {
      const { own, owner } = await given();
      const elsewhere = await givenAccount(db);
      const person = await givenMember(db, elsewhere.id);
      const ann = await own.addUser({ userName: person.email });
      const there = await givenSession(db, person);
      const here = await givenSession(db, person);
      for (const [session, account_id] of [
        [there, elsewhere.id],
        [here, own.account.id],
      ] as const) {
        await db.updateTable('sessions').set({ account_id }).where('id', '=', session.sessionId).execute();
      }
      const group = await own.addGroup('Editors', [ann.id]);
      await map(owner, group.id, { role: 'viewer' });
      assert.equal((await manage(service, here, 'GET', '/session')).status, 200, 'it changes nothing for them');
      await map(owner, group.id, { role: 'editor' });
      assert.equal((await manage(service, here, 'GET', '/session')).status, 401);
      assert.equal((await manage(service, there, 'GET', '/session')).status, 200);
    });

    test('the usual role is for those in no group with a role whom the directory gave theirs', async () => {
      const { own, owner } = await given();
      const known = await givenMember(db, own.account.id, { role: 'admin' });
      const adopted = await own.addUser({ userName: known.email });
      const ann = await own.addUser();
      const answer = await manage(service, owner, 'PATCH', '/directory', { body: { role: 'editor' } });
      assert.equal(answer.body.data.role, 'editor');
      assert.equal(await roleOf(own, ann.id), 'editor');
      assert.equal(await roleOf(own, adopted.id), 'admin');
      const group = await own.addGroup('Viewers', [adopted.id]);
      await map(owner, group.id, { role: 'viewer' });
      assert.equal(await roleOf(own, adopted.id), 'viewer');
      await leave(own, group.id, adopted.id);
      assert.equal(await roleOf(own, adopted.id), 'editor');
    });

    test('no group makes or lowers an owner', async () => {
      const { own, owner } = await given();
      const known = await givenMember(db, own.account.id);
      const adopted = await own.addUser({ userName: known.email });
      const group = await own.addGroup('Viewers', [adopted.id]);
      await map(owner, group.id, { role: 'viewer' });
      assert.equal(await roleOf(own, adopted.id), 'owner');
    });

    test('a role that a group gives is not changed by hand, and any other is and stays', async () => {
      const { own, owner } = await given();
      const [ann, ben] = [await own.addUser(), await own.addUser()];
      const group = await own.addGroup('Editors', [ann.id]);
      await map(owner, group.id, { role: 'editor' });
      const userId = async (id: string) => (await memberOf(own, id))?.userId;
      const change = async (id: string, role: string) =>
        manage(service, owner, 'PATCH', `/members/${await userId(id)}`, { body: { role } });
      const refused = await change(ann.id, 'viewer');
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'directory_conflict']);
      assert.match(refused.body.error.message, /Editors/);
      assert.equal(await roleOf(own, ann.id), 'editor');
      assert.equal((await change(ann.id, 'editor')).status, 200);
      assert.equal((await change(ann.id, 'owner')).status, 200);
      assert.equal((await change(ann.id, 'viewer')).status, 409);
      assert.equal((await change(ann.id, 'editor')).status, 200);
      assert.equal((await change(ben.id, 'admin')).status, 200);
      await manage(service, owner, 'PATCH', '/directory', { body: { role: 'editor' } });
      assert.equal(await roleOf(own, ben.id), 'admin');
      const members = await manage(service, owner, 'GET', '/members?sort=created_at&direction=asc');
      const shown = members.body.data.items.map(({ role, directory }: Record<string, unknown>) => [role, directory]);
      assert.deepEqual(shown, [
        ['owner', null],
        ['editor', { groups: ['Editors'] }],
        ['admin', { groups: [] }],
      ]);
    });

    test('members are replaced as a whole, by PUT and by PATCH', async () => {
      const { own, owner } = await given();
      const [ann, ben] = [await own.addUser(), await own.addUser()];
      const group = await own.addGroup('Editors', [ann.id]);
      await map(owner, group.id, { role: 'editor' });
      const value = [{ value: ben.id, display: 'Ben' }];
      await own.patch(`/Groups/${group.id}`, { op: 'replace', path: 'members', value });
      assert.deepEqual([await roleOf(own, ann.id), await roleOf(own, ben.id)], ['viewer', 'editor']);
      const put = await own.call('PUT', `/Groups/${group.id}`, { displayName: 'Crew', members: [{ value: ann.id }] });
      assert.deepEqual([put.status, put.body.displayName], [200, 'Crew']);
      assert.deepEqual(
        put.body.members.map((member: { value: string; type: string }) => [member.value, member.type]),
        [[ann.id, 'User']],
      );
      assert.deepEqual([await roleOf(own, ann.id), await roleOf(own, ben.id)], ['editor', 'viewer']);
      const user = await own.call('GET', `/Users/${ann.id}`);
      assert.deepEqual(
        user.body.groups.map((of: { value: string; display: string; type: string }) => [of.value, of.display, of.type]),
        [[group.id, 'Crew', 'direct']],
      );
    });

    test('a group has a name that no other has, and people of its directory alone', async () => {
      const { own } = await given();
      const first = await own.addGroup('Team');
      const second = await own.addGroup('Other', []);
      const taken = await own.call('POST', '/Groups', { displayName: 'TEAM' });
      assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
      const renamed = await own.patch(`/Groups/${second.id}`, { op: 'replace', path: 'displayName', value: 'team' });
      assert.deepEqual([renamed.status, renamed.body.scimType], [409, 'uniqueness']);
      for (const body of [{}, { displayName: ' ' }, { displayName: 'x'.repeat(201) }, { displayName: 'a\u0007b' }]) {
        const refused = await own.call('POST', '/Groups', body);
        assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue']);
      }
      for (const value of ['scu_00000000000000000000000000', first.id, '']) {
        const refused = await join(own, first.id, value);
        assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue']);
      }
    });

    test('a change of a group that changes nothing says so in the log', async () => {
      const { own } = await given();
      const ann = await own.addUser();
      const group = await own.addGroup('Team', [ann.id]);
      for (const answer of [await join(own, group.id, ann.id), await leave(own, group.id, 'scu_nobody')]) {
        assert.equal(answer.status, 204);
        assert.equal(answer.headers.get('etag'), group.meta.version);
        assert.deepEqual(await lastAudit(own), {
          action: 'directory.update_group',
          details: { group: 'Team', fields: [] },
        });
      }
    });

    test('members who come at once are all there', async () => {
      const { own } = await given();
      const people = [];
      for (let count = 0; count < 8; count++) people.push(await own.addUser());
      const group = await own.addGroup('Team');
      const answers = await Promise.all(people.map(({ id }) => join(own, group.id, id)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [204]);
      assert.equal((await own.call('GET', `/Groups/${group.id}`)).body.members.length, 8);
    });
  });
}
