import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAccount } from '../../../src/domains/accounts/accounts.ts';
import { createPlan, removePlan, updatePlan } from '../../../src/domains/accounts/plans.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { givenSession, manage } from '../../support/manage.ts';
import { givenUser } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: plans`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const operator = await givenSession(db, await givenUser(db, { isOperator: true }));
    const ask = (method: string, path: string, body?: object, ifMatch?: string) =>
      manage(service, operator, method, `/admin/plans${path}`, {
        ...(body && { body }),
        ...(ifMatch && { headers: { 'if-match': ifMatch } }),
      });

    test('one is made, read, changed and removed, and each change is recorded', async () => {
      const bounds = {
        api_access: true,
        max_projects: 7,
        max_members: null,
        max_watches: 9,
        max_upload_bytes: 2_000_000,
        min_keep_reports_months: 24,
      };
      const made = await ask('POST', '', { name: 'Große Kunden', ...bounds });
      assert.equal(made.status, 201, made.text);
      const path = `/${encodeURIComponent('Große Kunden')}`;
      assert.equal(made.headers.get('location'), `/manage/v1/admin/plans${path}`);
      const read = await ask('GET', path);
      assert.equal(read.headers.get('etag'), '"1"');
      assert.deepEqual(read.body.data, {
        ...{ name: 'Große Kunden', ...bounds, accounts: 0 },
        ...{ max_connections_per_project: null, max_generations_per_month: null },
      });
      const changed = await ask('PATCH', path, { max_projects: null, max_generations_per_month: 40 }, '"1"');
      assert.deepEqual(
        [changed.body.data.max_projects, changed.body.data.max_generations_per_month, changed.body.data.max_members],
        [null, 40, null],
      );
      const late = await ask('PATCH', path, { max_projects: 1 }, '"1"');
      assert.deepEqual([late.status, late.body.error.code], [412, 'edit_conflict']);
      assert.equal((await ask('DELETE', path)).body.data.name, 'Große Kunden');
      assert.equal((await ask('GET', path)).status, 404);
      const log = await db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'account_id'])
        .where('subject', '=', 'Große Kunden')
        .orderBy('id')
        .execute();
      assert.deepEqual(
        log.map(({ action, actor, account_id }) => [action, actor, account_id]),
        ['plan.create', 'plan.update', 'plan.remove'].map((action) => [action, `user:${operator.userId}`, null]),
      );
    });

    test('a change holds at once for all accounts that have it, which are counted', async () => {
      await createPlan(db, { name: 'shared', apiAccess: true });
      const [account] = await Promise.all([1, 2].map(() => givenAccount(db, { plan: 'shared' })));
      assert.ok(account);
      await givenProject(db, account, { name: 'Kept' });
      const token = await givenToken(db, account.id);
      const create = () => service.call('POST', '/api/v1/projects', { token, body: { name: 'Another' } });
      assert.equal((await create()).status, 201);
      assert.equal((await ask('PATCH', '/shared', { max_projects: 1 })).body.data.accounts, 2);
      assert.deepEqual((await create()).body.error.code, 'plan_limit_reached');
      const kept = await service.call('GET', '/api/v1/projects', { token });
      assert.equal(kept.body.meta.pagination.total, 2, 'what is there already stays');
      // As another process does.
      await updatePlan(db, 'shared', { apiAccess: false });
      assert.equal((await create()).body.error.code, 'api_access_required');
    });

    test('with a new name its accounts have it by that', async () => {
      await createPlan(db, { name: 'old name', apiAccess: true, maxProjects: 3 });
      const account = await givenAccount(db, { plan: 'old name' });
      const token = await givenToken(db, account.id);
      assert.equal((await service.call('GET', '/api/v1/projects', { token })).status, 200);
      const renamed = await ask('PATCH', '/old%20name', { name: 'New name' });
      assert.deepEqual(
        [renamed.body.data.name, renamed.body.data.max_projects, renamed.body.data.accounts],
        ['New name', 3, 1],
        renamed.text,
      );
      assert.equal((await ask('GET', '/old%20name')).status, 404);
      assert.equal((await service.call('GET', '/api/v1/me', { token })).body.data.account.plan, 'New name');
      const stale = { body: { per_minute: 5 }, headers: { 'if-match': '"1"' } };
      const late = await manage(service, operator, 'PATCH', `/admin/accounts/${account.id}`, stale);
      assert.equal(late.status, 412, 'the account has changed, too');
      // Only how it is written.
      assert.equal((await ask('PATCH', '/New%20name', { name: 'new Name' })).status, 200);
    });

    test('one that accounts have is not removed, nor is the last one', async () => {
      await createPlan(db, { name: 'in use' });
      await givenAccount(db, { plan: 'in use' });
      const refused = await ask('DELETE', '/in%20use');
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'plan_in_use']);
      await using fresh = await createTestDatabase(engine);
      await fresh.db.deleteFrom('plans').where('name', '!=', 'free').execute();
      await assert.rejects(removePlan(fresh.db, 'free'), /only plan/);
    });

    test('faults name their fields, and what is not there is 404', async () => {
      for (const [body, field] of [
        [{ name: 'PRO' }, 'name'],
        [{ name: '../pro' }, 'name'],
        [{ name: 'x', max_upload_bytes: 1_500_000 }, 'max_upload_bytes'],
        [{ name: 'x', max_projects: -1 }, 'max_projects'],
        [{ name: 'x', max_members: 1.5 }, 'max_members'],
      ] as const) {
        const refused = await ask('POST', '', body);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
      assert.equal((await ask('PATCH', '/pro', { name: 'Free' })).body.error.details[0].rule, 'unique');
      assert.equal((await ask('PATCH', '/gold', { max_members: 1 })).status, 404);
      assert.equal((await ask('DELETE', '/gold')).status, 404);
    });

    test('an account that is made meanwhile keeps its plan from being removed', async () => {
      await createPlan(db, { name: 'wanted' });
      const made = Promise.withResolvers<void>();
      const seen = Promise.withResolvers<void>();
      const making = db.transaction().execute(async (transaction) => {
        await createAccount(transaction, { name: 'Just now', plan: 'wanted' });
        seen.resolve();
        await made.promise;
      });
      await seen.promise;
      const removing = db.transaction().execute((transaction) => removePlan(transaction, 'wanted'));
      // Watched from now on: it may be refused before the account's transaction has ended here.
      const refused = assert.rejects(removing, /Give them another one first/);
      made.resolve();
      await Promise.all([making, refused]);
    });
  });
}
