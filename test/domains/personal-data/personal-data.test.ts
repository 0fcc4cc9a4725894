import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { saveAccountSecurity } from '../../../src/domains/account-security/account-security.ts';
import { createInvitation } from '../../../src/domains/members/invitations.ts';
import { insertMember } from '../../../src/domains/members/members.ts';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSession, givenSignedIn, manage } from '../../support/manage.ts';
import { givenMember, givenUser } from '../../support/people.ts';
import { givenInstallation } from '../../support/process.ts';
import { suiteService } from '../../support/service.ts';

interface Place {
  readonly table: string;
  readonly column: string;
  readonly rows: readonly Record<string, unknown>[];
}

const rowsIn = (exported: { readonly places: readonly Place[] }, table: string, column: string) =>
  exported.places.find((place) => place.table === table && place.column === column)?.rows ?? [];

for (const engine of engines) {
  describe(`${engine}: one's own data`, async () => {
    const service = await suiteService(engine);
    const { db } = service;

    test('a person downloads what is stored about them, and the log says so', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      await manage(service, owner, 'PATCH', '/session/profile', { body: { name: 'Ann Other' } });
      const answer = await manage(service, owner, 'GET', '/session/profile/export');
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="personal-data.json"');
      const { data } = answer.body;
      assert.deepEqual([data.user.name, data.user.email, data.user.has_password], ['Ann Other', owner.email, true]);
      assert.deepEqual(
        rowsIn(data, 'memberships', 'user_id').map(({ account_id, role }) => [account_id, role]),
        [[account.id, 'owner']],
      );
      assert.deepEqual(
        rowsIn(data, 'sessions', 'user_id').map(({ id }) => id),
        [owner.sessionId],
      );
      assert.deepEqual(
        rowsIn(data, 'audit_log', 'actor').map(({ action }) => action),
        ['user.rename', 'user.export'],
      );
      assert.ok(!answer.text.includes('$argon2id$'));
    });

    test('a person downloads it three times a minute, since all tables are looked through; others do all the same', async () => {
      const account = await givenAccount(db);
      const [owner, other] = [await givenSignedIn(db, account.id), await givenSignedIn(db, account.id)];
      const ask = (who = owner) => manage(service, who, 'GET', '/session/profile/export');
      for (let time = 0; time < 3; time++) assert.equal((await ask()).status, 200);
      const refused = await ask();
      assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit_exceeded']);
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 60, String(wait));
      assert.equal((await ask(other)).status, 200);
    });

    test('beside a newer version that has added to the schema nobody gets a file that lacks what it added', async (t) => {
      const owner = await givenSignedIn(db, (await givenAccount(db)).id);
      t.after(() => sql`delete from schema_migrations where name = '9998-future'`.execute(db));
      await sql`insert into schema_migrations (name, applied_at, kind) values ('9998-future', '', 'expand')`.execute(
        db,
      );
      const { status, body } = await manage(service, owner, 'GET', '/session/profile/export');
      assert.deepEqual([status, body.error.code], [503, 'api_controls_unavailable']);
    });

    test('what names an address is shown of accounts that the person works in alone: anybody may name any address', async () => {
      const [own, other] = [await givenAccount(db), await givenAccount(db)];
      const session = await givenSignedIn(db, own.id);
      for (const account of [own, other]) {
        const invited = {
          accountId: account.id,
          email: session.email,
          role: 'viewer',
          madeBy: 'operator:ann',
        } as const;
        await db
          .transaction()
          .execute((transaction) => createInvitation(transaction, { ...invited, projectIds: null }));
      }
      const { body } = await manage(service, session, 'GET', '/session/profile/export');
      assert.deepEqual(
        rowsIn(body.data, 'invitations', 'email').map(({ account_id }) => account_id),
        [own.id],
      );
      const nowhere = await givenSession(db, await givenUser(db));
      assert.equal((await manage(service, nowhere, 'GET', '/session/profile/export')).status, 200);
    });

    test('an account that is closed to where somebody comes from shows nothing', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const shown = async () => {
        const { body } = await manage(service, owner, 'GET', '/session/profile/export');
        return rowsIn(body.data, 'memberships', 'user_id').map(({ account_id }) => account_id);
      };
      assert.deepEqual(await shown(), [account.id]);
      await saveAccountSecurity(db, account.id, { allowedNetworks: ['192.0.2.0/24'] }, { address: null });
      assert.deepEqual(await shown(), []);
    });

    test('no token has data of its own', async () => {
      const token = await givenManageToken(db, (await givenAccount(db)).id, 'admin');
      const { status } = await service.call('GET', '/manage/v1/session/profile/export', { token });
      assert.equal(status, 403);
    });
  });

  describe(`${engine}: users export and users remove`, () => {
    test('an operator exports a user over all accounts, and removes them: sessions end, the id stays in the log', async () => {
      await using installation = await givenInstallation(engine);
      const { db } = installation;
      const [account, other] = [await givenAccount(db), await givenAccount(db)];
      await givenMember(db, account.id);
      const user = await givenMember(db, account.id, { role: 'owner' }, { email: 'Zoe@example.com', name: 'Zoe' });
      await givenSession(db, user);
      const invited = {
        accountId: other.id,
        email: 'zoe@example.com',
        role: 'viewer',
        madeBy: 'operator:ann',
      } as const;
      await db.transaction().execute((transaction) => createInvitation(transaction, { ...invited, projectIds: null }));
      const { code, stdout } = await installation.run(['users', 'export', 'zoe@example.com']);
      assert.equal(code, 0);
      const exported = JSON.parse(stdout);
      assert.deepEqual([exported.user.id, rowsIn(exported, 'invitations', 'email').length], [user.id, 1]);

      const removed = await installation.json(['users', 'remove', 'zoe@example.com']);
      assert.deepEqual([removed.id, removed.rows.sessions, removed.rows.memberships], [user.id, 1, 1]);
      assert.equal(await findUserByEmail(db, 'zoe@example.com'), undefined);
      assert.deepEqual(await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute(), []);
      const log = await installation.json(['audit', 'list']);
      assert.deepEqual(
        log.slice(0, 2).map(({ action, subject }: { action: string; subject: string }) => [action, subject]),
        [
          ['user.remove', user.id],
          ['user.export', user.id],
        ],
      );
      assert.doesNotMatch(JSON.stringify(log), /zoe@/i);
      const again = await installation.run(['users', 'remove', 'zoe@example.com']);
      assert.match(again.stderr, /There is no user zoe@example\.com/);
      await givenUser(db, { email: 'zoe@example.com' });
    });

    test('the last owner of an account is not removed, and the sentence says what to do', async () => {
      await using installation = await givenInstallation(engine);
      const { db } = installation;
      const account = await givenAccount(db);
      const owner = await givenMember(db, account.id);
      const { code, stderr } = await installation.run(['users', 'remove', owner.email]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        new RegExp(`${account.id} has no other owner who can sign in; make somebody an owner first`),
      );
      assert.equal((await findUserByEmail(db, owner.email))?.id, owner.id);
      const next = await givenUser(db);
      await insertMember(db, account.id, next.id, { role: 'owner', projectIds: null });
      assert.equal((await installation.run(['users', 'remove', owner.email])).code, 0);
    });
  });
}
