import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSession, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenMember, password, sendForm } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: people of an account`, async () => {
    const service = await suiteService(engine);
    const { db } = service;

    test('somebody is invited by a link that is shown once, and becomes a member with what was decided', async () => {
      const account = await givenAccount(db);
      const project = await givenProject(db, account);
      const owner = await givenSignedIn(db, account.id);
      const body = { email: 'Eve@example.com', role: 'viewer', project_ids: [project.id] };
      const headers = { 'idempotency-key': 'k' };
      const invited = await manage(service, owner, 'POST', '/invitations', { body, headers });
      assert.equal(invited.status, 201, invited.text);
      const { url, ...shown } = invited.body.data;
      assert.deepEqual([shown.role, shown.project_ids, shown.is_mailed], ['viewer', [project.id], false]);
      const again = await manage(service, owner, 'POST', '/invitations', { body, headers });
      assert.deepEqual(again.body.data, { ...shown, url: null });
      assert.deepEqual(again.body.meta.withheld, ['url']);
      assert.equal(invited.body.meta.withheld, undefined);
      const stored = await db.selectFrom('actor_keys').select('response').execute();
      assert.ok(!stored.some(({ response }) => response.includes(url)), 'the link is stored nowhere');
      const listed = await manage(service, owner, 'GET', '/invitations');
      assert.deepEqual(
        listed.body.data.items.map(({ id }: { id: string }) => id),
        [shown.id],
      );
      const path = `/console/invitation/${String(url).split('/').at(-1)}`;
      const accepted = await sendForm(service.url + path, { name: 'Eve', password });
      assert.equal(accepted.status, 303);
      const members = await manage(service, owner, 'GET', '/members?sort=email&direction=desc');
      assert.deepEqual(
        members.body.data.items
          .map(({ email, role, project_ids }: Record<string, unknown>) => [email, role, project_ids])
          .at(0),
        ['Eve@example.com', 'viewer', [project.id]],
      );
      assert.equal((await manage(service, owner, 'GET', '/invitations')).body.meta.pagination.total, 0);
    });

    test('an invitation that is taken back leads nowhere, and faults name their fields', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const { body } = await manage(service, owner, 'POST', '/invitations', { body: { role: 'editor' } });
      const removed = await manage(service, owner, 'DELETE', `/invitations/${body.data.id}`);
      assert.equal(removed.body.data.id, body.data.id);
      const path = new URL(body.data.url, service.url).pathname;
      assert.equal((await fetch(service.url + path)).status, 404);
      assert.equal((await manage(service, owner, 'DELETE', `/invitations/${body.data.id}`)).status, 404);
      for (const [wrong, field] of [
        [{ role: 'viewer', email: 'nobody' }, 'email'],
        [{ role: 'viewer', project_ids: ['prj_00000000000000000000000000'] }, 'project_ids'],
        [{ role: 'owner', project_ids: ['prj_00000000000000000000000000'] }, 'project_ids'],
        [{ role: 'boss' }, 'role'],
      ] as const) {
        const refused = await manage(service, owner, 'POST', '/invitations', { body: wrong });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field]);
      }
    });

    test('a plan bounds the members, those invited among them', async () => {
      const account = await givenAccount(db, { plan: 'free' });
      const owner = await givenSignedIn(db, account.id);
      const refused = await manage(service, owner, 'POST', '/invitations', { body: { role: 'viewer' } });
      assert.equal(refused.body.error.code, 'plan_limit_reached');
    });

    test('admins decide about those below themselves, owners about everybody, and an owner remains', async () => {
      const account = await givenAccount(db);
      const [owner, admin] = [
        await givenSignedIn(db, account.id),
        await givenSignedIn(db, account.id, { role: 'admin' }),
      ];
      const other = await givenMember(db, account.id, { role: 'admin' });
      const editor = await givenMember(db, account.id, { role: 'editor' });
      const change = async (who: SignedInMember, userId: string, role: string) => {
        const { status, body } = await manage(service, who, 'PATCH', `/members/${userId}`, { body: { role } });
        return body.error?.code ?? status;
      };
      assert.equal(await change(admin, editor.id, 'viewer'), 200);
      assert.equal(await change(admin, editor.id, 'admin'), 'insufficient_role');
      assert.equal(await change(admin, other.id, 'viewer'), 'insufficient_role');
      assert.equal(await change(admin, owner.userId, 'viewer'), 'insufficient_role');
      assert.equal(await change(admin, admin.userId, 'owner'), 'insufficient_role');
      for (const role of ['admin', 'owner']) {
        const { body } = await manage(service, admin, 'POST', '/invitations', { body: { role } });
        assert.equal(body.error.code, 'insufficient_role');
      }
      const removal = await manage(service, admin, 'DELETE', `/members/${other.id}`);
      assert.equal(removal.body.error.code, 'insufficient_role');
      assert.equal((await manage(service, admin, 'DELETE', `/members/${other.id}/sessions`)).status, 403);
      const last = await manage(service, owner, 'PATCH', `/members/${owner.userId}`, { body: { role: 'admin' } });
      assert.deepEqual([last.status, last.body.error.details[0].rule], [400, 'last_owner']);
      assert.equal(await change(owner, other.id, 'owner'), 200);
      assert.equal((await manage(service, owner, 'DELETE', `/members/${other.id}`)).status, 200);
      assert.equal(await change(owner, other.id, 'viewer'), 'not_found');
      const stranger = await givenMember(db, (await givenAccount(db)).id);
      assert.equal(await change(owner, stranger.id, 'viewer'), 'not_found');
      assert.equal(await change(owner, 'usr_x', 'viewer'), 'not_found');
    });

    test('a changed role ends the sessions of a member, and a late change is refused', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const member = await givenSignedIn(db, account.id, { role: 'editor' });
      const path = `/members/${member.userId}`;
      const { headers } = await manage(service, owner, 'GET', path);
      assert.equal(headers.get('etag'), '"1"');
      const match = { 'if-match': '"1"' };
      const changed = await manage(service, owner, 'PATCH', path, { body: { role: 'viewer' }, headers: match });
      assert.equal(changed.headers.get('etag'), '"2"');
      assert.equal((await manage(service, member, 'GET', '/session')).status, 401);
      const late = await manage(service, owner, 'PATCH', path, { body: { role: 'editor' }, headers: match });
      assert.equal(late.status, 412);
    });

    test('people see and end their own sessions, and admins end those of others', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const member = await givenMember(db, account.id, { role: 'viewer' });
      const [here, there, further] = [
        await givenSession(db, member),
        await givenSession(db, member),
        await givenSession(db, member),
      ];
      const listed = await manage(service, here, 'GET', '/sessions');
      const current = listed.body.data.items.filter(({ is_current }: { is_current: boolean }) => is_current);
      assert.deepEqual([listed.body.meta.pagination.total, current.length, current[0].id], [3, 1, here.sessionId]);
      assert.equal((await manage(service, owner, 'DELETE', `/sessions/${there.sessionId}`)).status, 404);
      assert.equal((await manage(service, here, 'DELETE', `/sessions/${there.sessionId}`)).status, 200);
      assert.equal((await manage(service, there, 'GET', '/session')).status, 401);
      const ended = await manage(service, owner, 'DELETE', `/members/${member.id}/sessions`);
      assert.deepEqual(ended.body.data, { id: member.id, ended: 2 });
      assert.equal((await manage(service, further, 'GET', '/session')).status, 401);
    });

    test('tokens are made with a secret that is shown once, listed without it, and revoked at once', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const headers = { 'idempotency-key': 'token' };
      const body = { name: 'CI', kind: 'live', scopes: ['reports:read'], expires_in_days: 90 };
      const { body: created } = await manage(service, owner, 'POST', '/tokens', { body, headers });
      const { token, ...shown } = created.data;
      assert.equal((await service.call('GET', '/api/v1/me', { token })).status, 200);
      const again = await manage(service, owner, 'POST', '/tokens', { body, headers });
      assert.deepEqual([again.body.data.token, again.body.meta.withheld], [null, ['token']]);
      const { body: listed, text } = await manage(service, owner, 'GET', '/tokens');
      assert.deepEqual([listed.data.items[0].public_id, text.includes(token)], [shown.public_id, false]);
      const revoked = await manage(service, owner, 'DELETE', `/tokens/${shown.public_id}`);
      assert.notEqual(revoked.body.data.revoked_at, null);
      assert.equal((await service.call('GET', '/api/v1/me', { token })).status, 401);
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      assert.equal((await manage(service, stranger, 'DELETE', `/tokens/${shown.public_id}`)).status, 404);
      for (const [wrong, field] of [
        [{ name: 'A', kind: 'live' }, 'scopes'],
        [{ name: 'A', kind: 'manage' }, 'role'],
        [{ name: 'A', kind: 'manage', role: 'editor', scopes: ['reports:read'] }, 'scopes'],
        [{ name: 'A', kind: 'live', role: 'editor', scopes: ['reports:read'] }, 'role'],
        [{ name: 'A', kind: 'manage', role: 'owner' }, 'role'],
        [{ name: ' ', kind: 'live', scopes: ['reports:read'] }, 'name'],
      ] as const) {
        const refused = await manage(service, owner, 'POST', '/tokens', { body: wrong });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
    });

    test('a token of role admin makes tokens without a password, and never people', async () => {
      const account = await givenAccount(db);
      const token = await givenManageToken(db, account.id, 'admin');
      const body = { name: 'CI', kind: 'manage', role: 'admin' };
      const made = await service.call('POST', '/manage/v1/tokens', { token, body });
      assert.match(made.body.data.token, /^rs_manage_\w{16}\.\w{49}$/);
      const invited = await service.call('POST', '/manage/v1/invitations', { token, body: { role: 'viewer' } });
      assert.equal(invited.body.error.code, 'insufficient_role');
    });

    test('the log of changes is listed, narrowed down, and downloaded without formulas', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const created = await manage(service, owner, 'POST', '/projects', { body: { name: 'A' } });
      await manage(service, owner, 'PATCH', `/projects/${created.body.data.id}`, { body: { name: 'B' } });
      const listed = await manage(service, owner, 'GET', '/audit?action=project.update');
      assert.equal(listed.body.meta.pagination.total, 1);
      const [entry] = listed.body.data.items;
      assert.deepEqual(
        [entry.actor, entry.door, entry.address, entry.subject, entry.details],
        [`user:${owner.userId}`, 'console', '127.0.0.1', created.body.data.id, { fields: ['name'] }],
      );
      assert.deepEqual([entry.actor_name, entry.subject_name], ['Ann Example', 'B']);
      const between = async (query: string) => (await manage(service, owner, 'GET', `/audit?${query}`)).body;
      const { at } = entry as { at: string };
      const later = `${new Date(Date.parse(at) + 60_000).toISOString().slice(0, 19)}Z`;
      assert.equal((await between(`from=${at}&to=${later}&action=project.update`)).meta.pagination.total, 1);
      assert.equal((await between(`from=${later}`)).meta.pagination.total, 0);
      assert.equal((await between('to=2026-13-45T00:00:00Z')).error.details[0].field, 'query.to');
      const odd = {
        id: 'aud_0',
        at: '2026-01-01T00:00:00.000Z',
        account_id: account.id,
        subject: '=1+1',
        details: '{}',
      };
      await db
        .insertInto('audit_log')
        .values({ ...odd, actor: 'operator:"x",y', action: 'x.y', door: 'cli' })
        .execute();
      const { text, headers } = await manage(service, owner, 'GET', '/audit.csv');
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
      const lines = text.split('\r\n');
      assert.equal(lines[0], 'id,at,actor,door,address,action,subject,details');
      assert.equal(
        lines[1],
        `${entry.id},${entry.at},user:${owner.userId},console,127.0.0.1,project.update,${entry.subject},"{""fields"":[""name""]}"`,
      );
      assert.equal(lines[3], `aud_0,2026-01-01T00:00:00Z,"operator:""x"",y",cli,,x.y,'=1+1,{}`);
      assert.equal(lines.length, 5);
    });

    test('usage shows the limits, what the plan allows, and each of the last 30 days', async () => {
      const account = await givenAccount(db, { perMinute: 7, plan: 'pro' });
      const owner = await givenSignedIn(db, account.id);
      const { body } = await manage(service, owner, 'POST', '/projects', { body: { name: 'A' } });
      const period = { current: { from: '2026-01-01', to: '2026-01-31' } };
      await manage(service, owner, 'POST', `/projects/${body.data.id}/generation-jobs`, { body: { period } });
      const { data } = (await manage(service, owner, 'GET', '/usage')).body;
      assert.deepEqual([data.plan, data.requests.minute.limit, data.requests.day.used], ['pro', 7, 0]);
      assert.deepEqual(data.projects, { used: 1, limit: 100 });
      assert.deepEqual(data.members, { used: 1, limit: 20 });
      assert.equal(data.days.length, 31);
      const today = new Date().toISOString().slice(0, 10);
      assert.deepEqual(data.days.at(-1), { date: today, generations: 1, completed: 0, exports: 0 });
    });
  });
}
