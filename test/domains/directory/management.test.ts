import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { deleteAccount } from '../../../src/domains/accounts/delete-account.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { givenMember, password, sendForm, signInAt } from '../../support/people.ts';
import { callScim, givenDirectory, userSchema } from '../../support/scim.ts';
import { suiteService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: an account decides about its directory`, async () => {
    const server = await startMailServer();
    after(() => server[Symbol.asyncDispose]());
    const service = await suiteService(engine, { SMTP_URL: server.url, MAIL_FROM: 'Reports <reports@example.com>' });
    const { db } = service;

    test('a token is shown once, stored as a digest, used, listed without its secret, and revoked at once', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const request = { body: { name: ' Entra ' }, headers: { 'idempotency-key': 'once' } };
      const made = await manage(service, owner, 'POST', '/scim-tokens', request);
      assert.equal(made.status, 201, made.text);
      const { token, ...shown } = made.body.data;
      assert.match(token, /^rs_scim_[0-9A-Za-z]{16}\.[0-9A-Za-z]{49}$/);
      assert.deepEqual([shown.name, shown.last_used_at], ['Entra', null]);
      const again = await manage(service, owner, 'POST', '/scim-tokens', request);
      assert.deepEqual([again.body.data, again.body.meta.withheld], [{ ...shown, token: null }, ['token']]);
      const stored = JSON.stringify(await db.selectFrom('scim_tokens').selectAll().execute());
      assert.ok(!stored.includes(token.split('.')[1]));
      const other = (await manage(service, owner, 'POST', '/scim-tokens', { body: { name: 'Next' } })).body.data;
      for (const each of [token, other.token]) {
        assert.equal((await callScim(service.url, 'GET', '/Users', { token: each })).status, 200);
      }
      await eventually(async () => {
        const { items } = (await manage(service, owner, 'GET', '/scim-tokens')).body.data;
        return items.every(({ last_used_at }: Record<string, unknown>) => last_used_at !== null);
      });
      const directory = await manage(service, owner, 'GET', '/directory');
      assert.match(directory.body.data.last_called_at, /Z$/);
      assert.ok(directory.body.data.address.endsWith('/scim/v2'));
      const revoked = await manage(service, owner, 'DELETE', `/scim-tokens/${shown.id}`);
      assert.deepEqual([revoked.status, revoked.body.data.id], [200, shown.id]);
      assert.equal((await callScim(service.url, 'GET', '/Users', { token })).status, 401);
      assert.equal((await callScim(service.url, 'GET', '/Users', { token: other.token })).status, 200);
      assert.equal((await manage(service, owner, 'DELETE', `/scim-tokens/${shown.id}`)).status, 404);
      const { items } = (await manage(service, owner, 'GET', '/scim-tokens')).body.data;
      assert.deepEqual(
        items.map(({ name }: Record<string, unknown>) => name),
        ['Next'],
      );
      const audit = await manage(service, owner, 'GET', '/audit?action=directory.revoke_token');
      assert.equal(audit.body.data.items[0].subject_name, 'Entra');
    });

    test('there are ten tokens at most, and another account does not revoke them', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const make = () => manage(service, owner, 'POST', '/scim-tokens', { body: { name: 'Entra' } });
      const made = await Promise.all(Array.from({ length: 12 }, make));
      assert.equal(made.filter(({ status }) => status === 201).length, 10);
      const refused = made.find(({ status }) => status !== 201);
      assert.deepEqual([refused?.status, refused?.body.error.details[0].rule], [400, 'most']);
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      const id = made.find(({ status }) => status === 201)?.body.data.id;
      assert.equal((await manage(service, stranger, 'DELETE', `/scim-tokens/${id}`)).status, 404);
    });

    test('the settings have a version, and faults of their fields', async () => {
      const account = await givenAccount(db);
      const project = await givenProject(db, account, { tags: ['Retail'] });
      const owner = await givenSignedIn(db, account.id);
      const before = await manage(service, owner, 'GET', '/directory');
      const { address, ...first } = before.body.data;
      assert.deepEqual(first, {
        ...{ role: 'viewer', project_ids: null, tags: [], sends_mail: true },
        ...{ last_called_at: null, users: 0, groups: 0 },
      });
      const headers = { 'if-match': before.headers.get('etag') ?? '' };
      const body = { role: 'editor', project_ids: [project.id], tags: ['Retail'], sends_mail: false };
      const changed = await manage(service, owner, 'PATCH', '/directory', { body, headers });
      assert.deepEqual(changed.body.data, { ...first, address, ...body });
      const late = await manage(service, owner, 'PATCH', '/directory', { body: { role: 'viewer' }, headers });
      assert.equal(late.status, 412);
      for (const [wrong, field] of [
        [{ role: 'owner' }, 'role'],
        [{ tags: ['Unknown'] }, 'tags'],
        [{ role: 'admin', project_ids: [project.id] }, 'project_ids'],
        [{}, ''],
      ] as const) {
        const refused = await manage(service, owner, 'PATCH', '/directory', { body: wrong });
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field]);
      }
      const own = await givenDirectory(service, account);
      await own.addUser({ displayName: 'Limited' });
      const { items } = (await manage(service, owner, 'GET', '/members')).body.data;
      const limited = items.find(({ name }: { name: string }) => name === 'Limited');
      assert.deepEqual([limited.role, limited.project_ids, limited.tags], ['editor', [project.id], ['Retail']]);
      const admin = await manage(service, owner, 'PATCH', '/directory', { body: { role: 'admin' } });
      assert.deepEqual([admin.body.data.project_ids, admin.body.data.tags], [null, []]);
    });

    test('groups of another account are not there', async () => {
      const [own, stranger] = [await givenDirectory(service), await givenSignedIn(db, (await givenAccount(db)).id)];
      const group = await own.addGroup('Team');
      const path = `/directory/groups/${group.id}`;
      assert.equal((await manage(service, stranger, 'GET', path)).status, 404);
      assert.equal((await manage(service, stranger, 'PATCH', path, { body: { role: 'admin' } })).status, 404);
      assert.deepEqual((await manage(service, stranger, 'GET', '/directory/groups')).body.data.items, []);
    });

    test('whom a directory makes is told in their language, chooses a password by the link, and signs in', async () => {
      const own = await givenDirectory(service);
      const body = { schemas: [userSchema], userName: `neu.${engine}@corp.test`, preferredLanguage: 'de-DE' };
      assert.equal((await own.call('POST', '/Users', body)).status, 201);
      await eventually(() => server.received.some(({ to }) => to.includes(body.userName)));
      const raw = server.received.find(({ to }) => to.includes(body.userName))?.raw ?? '';
      const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      assert.match(text, /Passwort/);
      const token = /console\/reset\/(\w+)/.exec(text)?.[1] ?? assert.fail(text);
      const chosen = await sendForm(`${service.url}/console/reset/${token}`, { password });
      assert.equal(chosen.status, 200);
      assert.notEqual(await signInAt(service.url, body.userName), '');
    });

    test('nobody is told who has a password, and nobody at all where the account wants it so', async () => {
      const own = await givenDirectory(service);
      const owner = await givenSignedIn(db, own.account.id);
      const known = await givenMember(db, own.account.id);
      await own.addUser({ userName: known.email });
      await manage(service, owner, 'PATCH', '/directory', { body: { sends_mail: false } });
      const silent = await own.addUser();
      const entries = await manage(service, owner, 'GET', '/audit?action=directory.add_user');
      assert.deepEqual(
        entries.body.data.items.map(({ details }: { details: { is_mailed: boolean } }) => details.is_mailed),
        [false, false],
      );
      const resets = await db
        .selectFrom('password_resets')
        .innerJoin('scim_users', 'scim_users.user_id', 'password_resets.user_id')
        .select('scim_users.id')
        .where('scim_users.account_id', '=', own.account.id)
        .execute();
      assert.deepEqual(resets, []);
      assert.equal(silent.active, true);
    });

    test('a directory has 20,000 people and 1,000 groups at most', async () => {
      const own = await givenDirectory(service);
      const { id } = own.account;
      const numbers = (most: number) =>
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(most)})`;
      const prefix = `usr_${id}`;
      await sql`${numbers(20_000)} insert into users (id, email, email_key, name, operator, created_at, updated_at)
        select ${sql.lit(prefix)} || i, '', ${sql.lit(prefix)} || i, '', 0, '', '' from n`.execute(db);
      await sql`${numbers(20_000)} insert into scim_users (id, account_id, user_id, origin, role_from, user_name_key,
          attributes, created_at, updated_at)
        select ${sql.lit(prefix)} || i, ${sql.lit(id)}, ${sql.lit(prefix)} || i, 'made', 'directory', i, '{}', '', ''
        from n`.execute(db);
      await sql`${numbers(1_000)} insert into scim_groups (id, account_id, display_name, name_key, created_at, updated_at)
        select ${sql.lit(prefix)} || i, ${sql.lit(id)}, '', i, '', '' from n`.execute(db);
      const person = await own.call('POST', '/Users', { schemas: [userSchema], userName: 'full@corp.test' });
      assert.deepEqual([person.status, person.body.scimType], [409, undefined]);
      assert.match(person.body.detail, /at most 20000 users/);
      const group = await own.call('POST', '/Groups', { displayName: 'One more' });
      assert.deepEqual([group.status, group.body.scimType], [409, undefined]);
      assert.match(group.body.detail, /at most 1000 groups/);
    });

    test('a deleted account leaves nothing of its directory, nor people whom that alone knew', async () => {
      const own = await givenDirectory(service);
      const elsewhere = await givenAccount(db);
      const shared = await givenMember(db, elsewhere.id);
      const people = [await own.addUser(), await own.addUser({ active: false }), await own.addUser()];
      await own.addUser({ userName: shared.email });
      await own.addGroup('Team', [people[0].id]);
      await own.call('DELETE', `/Users/${people[2].id}`);
      const rows = await db
        .selectFrom('scim_users')
        .select('user_id')
        .where('account_id', '=', own.account.id)
        .execute();
      const ids = rows.map(({ user_id }) => user_id);
      assert.equal(ids.length, 4);
      await deleteAccount(db, await openFileStore(`${service.dataDir}/objects`), own.account.id, 'operator:test');
      const left = await db.selectFrom('users').select('id').where('id', 'in', ids).execute();
      assert.deepEqual(left, [{ id: shared.id }]);
      assert.equal((await callScim(service.url, 'GET', '/Users', { token: own.token })).status, 401);
    });
  });
}
