import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { updateAccount } from '../../../src/domains/accounts/accounts.ts';
import { deleteAccount } from '../../../src/domains/accounts/delete-account.ts';
import { acceptInvitation } from '../../../src/domains/members/accept-invitation.ts';
import { createInvitation, findInvitation, sweepInvitations } from '../../../src/domains/members/invitations.ts';
import {
  findMember,
  listAccountsOf,
  listMembers,
  type Rights,
  removeMember,
  updateMember,
} from '../../../src/domains/members/members.ts';
import { listLostAccounts } from '../../../src/domains/users/owners.ts';
import { findSession } from '../../../src/domains/users/sessions.ts';
import { disableUser, findUserByEmail } from '../../../src/domains/users/users.ts';
import type { Database, Queryable } from '../../../src/platform/database/tables.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { givenMember, givenUser, password } from '../../support/people.ts';

let lastAddress = 0;
const browser = () => ({ address: `198.51.100.${lastAddress++ % 256}`, agent: 'Test' });
const noObjects = { list: () => [] } as unknown as ObjectStore;
const lastOwner = (error: { code?: string; details?: { rule: string }[] }) => error.details?.[0]?.rule === 'last_owner';

for (const engine of engines) {
  describe(`${engine}: members`, () => {
    let database: TestDatabase;
    let db: Database;
    before(async () => {
      database = await createTestDatabase(engine);
      db = database.db;
    });
    after(async () => await database[Symbol.asyncDispose]());
    const inTransaction = <T>(work: (transaction: Queryable) => Promise<T>) => db.transaction().execute(work);
    const invite = (accountId: string, email: string | null = null, rights: Partial<Rights> = {}) =>
      inTransaction((transaction) =>
        createInvitation(transaction, {
          accountId,
          email,
          role: 'editor',
          projectIds: null,
          madeBy: 'test',
          ...rights,
        }),
      );
    const accept = (token: string, email = '', text: string = password) =>
      acceptInvitation(db, token, { email, name: 'New', password: text }, browser());

    test('the last owner can be neither removed, demoted nor disabled, also not two at once; by force all of it', async () => {
      const { id } = await givenAccount(db);
      const [one, other] = [await givenMember(db, id), await givenMember(db, id)];
      await givenMember(db, id, {}, { hasPassword: false });
      const ways = [
        inTransaction((transaction) => removeMember(transaction, id, one.id)),
        inTransaction((transaction) => updateMember(transaction, id, other.id, { role: 'viewer' })),
      ];
      const ended = await Promise.allSettled(ways);
      assert.equal(ended.filter(({ status }) => status === 'rejected').length, 1, 'of two at once one stays');
      const owners = (await listMembers(db, id)).filter(
        ({ role, userId }) => role === 'owner' && [one.id, other.id].includes(userId),
      );
      assert.equal(owners.length, 1);
      const left = owners[0]?.userId ?? '';
      await assert.rejects(
        inTransaction((transaction) => removeMember(transaction, id, left)),
        lastOwner,
      );
      await assert.rejects(
        inTransaction((transaction) => updateMember(transaction, id, left, { role: 'admin' })),
        lastOwner,
      );
      await assert.rejects(
        inTransaction((transaction) => disableUser(transaction, left, false)),
        lastOwner,
      );
      assert.ok(!(await listLostAccounts(db, 100)).includes(id));
      await inTransaction((transaction) => disableUser(transaction, left, true));
      assert.ok((await listLostAccounts(db, 100)).includes(id));
      await inTransaction((transaction) => removeMember(transaction, id, left, { isForced: true }));
    });

    test('an invitation is accepted once, by one of many at once, and its holder is signed in', async () => {
      const { id } = await givenAccount(db);
      const { token, invitation } = await invite(id);
      assert.ok(!JSON.stringify(await db.selectFrom('invitations').selectAll().execute()).includes(token));
      const tries = await Promise.all([1, 2, 3].map((each) => accept(token, `new.${each}.${id}@example.com`)));
      const [won, ...more] = tries.filter((each) => each.result === 'right');
      assert.equal(more.length, 0);
      assert.equal(tries.filter(({ result }) => result === 'gone').length, 2);
      const members = await listMembers(db, id);
      assert.deepEqual(
        members.map(({ role }) => role),
        ['editor'],
      );
      assert.ok(won?.result === 'right');
      assert.equal((await findSession(db, won.token))?.user.id, members[0]?.userId);
      assert.equal(await findInvitation(db, token), undefined);
      const users = await db.selectFrom('users').select('id').where('email', 'like', `%${id}@example.com`).execute();
      assert.equal(users.length, 1, 'nobody is left of those who came too late');
      const [entry] = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('action', '=', 'member.accept')
        .where('account_id', '=', id)
        .execute();
      assert.ok(entry?.actor === `user:${members[0]?.userId}` && entry.details.includes(invitation.id));
    });

    test('whoever signs in here already proves it by their password; nobody can set another one by an invitation', async () => {
      const { id } = await givenAccount(db);
      const known = await givenUser(db);
      const unfinished = await givenUser(db, { hasPassword: false, isOperator: true });
      const { token } = await invite(id, known.email);
      assert.deepEqual(await accept(token, 'other@example.com', 'a guess of twelve'), { result: 'wrong' });
      assert.equal((await findUserByEmail(db, known.email))?.password_hash, known.password_hash);
      assert.equal((await accept(token)).result, 'right');
      assert.deepEqual(
        (await listAccountsOf(db, known.id)).map(({ accountId }) => accountId),
        [id],
      );
      assert.deepEqual(await accept((await invite(id, unfinished.email)).token), { result: 'wrong' });
      assert.equal((await findUserByEmail(db, unfinished.email))?.password_hash, null);
      const again = await invite(id, known.email, { role: 'viewer' });
      assert.equal((await accept(again.token)).result, 'right');
      assert.equal((await findMember(db, id, known.id))?.role, 'editor', 'a member keeps their role');
    });

    test('an invitation ends after 48 hours, and is swept a month later', async () => {
      const { id } = await givenAccount(db);
      const { token, invitation } = await invite(id);
      const endAt = (ms: number) =>
        db
          .updateTable('invitations')
          .set({ expires_at: new Date(ms).toISOString() })
          .where('id', '=', invitation.id)
          .execute();
      assert.ok(Math.abs(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at) - 48 * 3_600_000) < 10);
      await endAt(Date.now() - 1);
      assert.deepEqual(await accept(token, 'late@example.com'), { result: 'gone' });
      await sweepInvitations(db);
      const left = () => db.selectFrom('invitations').select('id').where('id', '=', invitation.id).execute();
      assert.equal((await left()).length, 1);
      await endAt(Date.now() - 31 * 86_400_000);
      await sweepInvitations(db);
      assert.deepEqual(await left(), []);
    });

    test('a plan bounds members, those invited among them; a smaller plan bars who was invited under the larger', async () => {
      const limits = { free: 1, starter: 3, pro: 20, agency: null };
      const rows = await db.selectFrom('plans').select(['name', 'max_members']).execute();
      assert.deepEqual(Object.fromEntries(rows.map(({ name, max_members }) => [name, max_members])), limits);
      const { id } = await givenAccount(db, { plan: 'starter' });
      await givenMember(db, id);
      const [first] = [await invite(id), await invite(id)];
      await assert.rejects(invite(id), { code: 'plan_limit_reached', message: /allows 3 members/ });
      await inTransaction((transaction) => updateAccount(transaction, id, { plan: 'free' }));
      await assert.rejects(accept(first.token, `barred@example.com`), { code: 'plan_limit_reached' });
      assert.equal(await findUserByEmail(db, 'barred@example.com'), undefined, 'nothing is left of it');
      await inTransaction((transaction) => updateAccount(transaction, id, { plan: 'agency' }));
      assert.equal((await accept(first.token, 'barred@example.com')).result, 'right');
      for (let more = 0; more < 5; more++) await invite(id);
    });

    test('of two invitations at once only one takes the last place', async () => {
      const { id } = await givenAccount(db, { plan: 'free' });
      const made = await Promise.allSettled([invite(id), invite(id)]);
      assert.deepEqual(made.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    });

    test('with an account go its members, but for operators and those of other accounts', async () => {
      const [gone, other] = [await givenAccount(db), await givenAccount(db)];
      const own = await givenMember(db, gone.id);
      const both = await givenMember(db, gone.id);
      const operator = await givenMember(db, gone.id, {}, { isOperator: true });
      const joined = await invite(other.id, both.email);
      assert.equal((await accept(joined.token)).result, 'right');
      await invite(gone.id);
      await deleteAccount(db, noObjects, gone.id, 'operator:test');
      assert.equal(await findUserByEmail(db, own.email), undefined);
      assert.ok(await findUserByEmail(db, both.email));
      assert.ok(await findUserByEmail(db, operator.email));
      assert.equal((await listMembers(db, other.id)).length, 1);
    });
  });
}
