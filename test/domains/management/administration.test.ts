import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSession, manage } from '../../support/manage.ts';
import { givenUser, password, sendForm } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: the administration`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const operator = await givenSession(db, await givenUser(db, { isOperator: true }));

    test('an operator creates an account with an owner, changes it, and finds it again', async () => {
      const body = { name: 'Northwind 100%', plan: 'pro', owner_email: 'ann.owner@example.com' };
      const created = await manage(service, operator, 'POST', '/admin/accounts', { body });
      assert.equal(created.status, 201, created.text);
      const { id, invitation_url } = created.body.data;
      const path = new URL(invitation_url, service.url).pathname;
      assert.equal((await sendForm(service.url + path, { name: 'Ann', password })).status, 303);
      const member = await db.selectFrom('memberships').select('role').where('account_id', '=', id).executeTakeFirst();
      assert.equal(member?.role, 'owner');
      const at = `/admin/accounts/${id}`;
      assert.equal((await manage(service, operator, 'GET', at)).headers.get('etag'), '"1"');
      const changes = { plan: 'free', add_ons: ['api'], per_minute: 5 };
      const changed = await manage(service, operator, 'PATCH', at, { body: changes, headers: { 'if-match': '"1"' } });
      assert.deepEqual(
        [changed.body.data.plan, changed.body.data.add_ons, changed.body.data.per_minute],
        ['free', ['api'], 5],
      );
      const late = await manage(service, operator, 'PATCH', at, { body: changes, headers: { 'if-match': '"1"' } });
      assert.equal(late.status, 412);
      const back = await manage(service, operator, 'PATCH', at, { body: { add_ons: [], per_minute: null } });
      assert.deepEqual([back.body.data.add_ons, back.body.data.per_minute], [[], null]);
      const found = await manage(service, operator, 'GET', '/admin/accounts?search=WIND%20100%25&sort=name');
      assert.deepEqual(
        found.body.data.items.map((each: { id: string }) => each.id),
        [id],
      );
      assert.equal(
        (await manage(service, operator, 'GET', '/admin/accounts?search=wind%201__%25')).body.meta.pagination.total,
        0,
      );
      const log = await manage(service, operator, 'GET', `/admin/audit?account_id=${id}&action=account.update`);
      assert.equal(log.body.meta.pagination.total, 2);
      assert.equal(log.body.data.items[0].actor, `user:${operator.userId}`);
    });

    test('an operator gives an account its domains, whole, and a domain belongs to one account', async () => {
      const [one, other] = [await givenAccount(db), await givenAccount(db)];
      const at = ({ id }: { readonly id: string }) => `/admin/accounts/${id}`;
      const set = (account: { readonly id: string }, sso_domains: readonly string[]) =>
        manage(service, operator, 'PATCH', at(account), { body: { sso_domains } });
      const own = `${engine}-own.example`;
      const given = await set(one, [`B.${own}.`, own, 'bücher.example']);
      assert.deepEqual(given.body.data?.sso_domains, [`b.${own}`, own, 'xn--bcher-kva.example'].sort(), given.text);
      const renamed = await manage(service, operator, 'PATCH', at(one), { body: { name: 'Renamed' } });
      assert.equal(renamed.body.data.sso_domains.length, 3);
      const found = await manage(service, operator, 'GET', `/admin/accounts?search=B.${own.toUpperCase()}`);
      assert.deepEqual(
        found.body.data.items.map(({ id, sso_domains }: typeof given.body.data) => [id, sso_domains.length]),
        [[one.id, 3]],
      );

      const taken = await set(other, [`new.${own}`, own]);
      const [fault] = taken.body.error.details;
      assert.deepEqual([taken.status, fault.field, fault.rule], [400, 'sso_domains.1', 'unique']);
      assert.match(fault.message, new RegExp(`${one.id}.*${own}.*take it away there`));
      const wrong = await set(other, [`new.${own}`, 'no domain']);
      assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [400, 'sso_domains.1']);
      // Nothing of what was refused is done.
      assert.deepEqual((await manage(service, operator, 'GET', at(other))).body.data.sso_domains, []);

      assert.deepEqual((await set(one, ['bücher.example'])).body.data.sso_domains, ['xn--bcher-kva.example']);
      assert.deepEqual((await set(other, [own])).body.data.sso_domains, [own]);
      const query = `account_id=${other.id}&action=account.update`;
      const log = await manage(service, operator, 'GET', `/admin/audit?${query}`);
      assert.deepEqual([log.body.meta.pagination.total, log.body.data.items[0].details.sso_domains], [1, [own]]);
      await set(one, []);
    });

    test('an operator looks into an account: reads in it alone, and each look is recorded there', async () => {
      const account = await givenAccount(db);
      const project = await givenProject(db, account);
      const user = await givenUser(db, { isOperator: true });
      const look = { body: { account_id: account.id }, key: null };
      const stale = await givenSession(db, user, Date.now() - 11 * 60_000);
      assert.equal((await manage(service, stale, 'PATCH', '/session', look)).body.error.code, 'step_up_required');
      const stranger = await givenSession(db, await givenUser(db));
      assert.equal((await manage(service, stranger, 'PATCH', '/session', look)).status, 404);
      const fresh = await givenSession(db, user);
      const missing = { body: { account_id: 'acc_00000000000000000000000000' }, key: null };
      assert.equal((await manage(service, fresh, 'PATCH', '/session', missing)).status, 404);
      const looking = await manage(service, fresh, 'PATCH', '/session', look);
      assert.deepEqual(
        [looking.body.data.account.id, looking.body.data.role, looking.body.data.is_looking_in],
        [account.id, 'viewer', true],
        looking.text,
      );
      const cookie = String(looking.headers.get('set-cookie')).split(';')[0] ?? '';
      const session = { ...fresh, headers: { ...fresh.headers, cookie } };
      assert.equal((await manage(service, session, 'GET', `/projects/${project.id}`)).status, 200);
      const change = await manage(service, session, 'PATCH', `/projects/${project.id}`, { body: { name: 'Mine' } });
      assert.deepEqual([change.status, change.body.error.code], [403, 'insufficient_role']);
      const recorded = await db
        .selectFrom('audit_log')
        .select(['actor', 'subject'])
        .where('account_id', '=', account.id)
        .where('action', '=', 'account.look')
        .execute();
      assert.deepEqual(
        recorded.map(({ actor }) => actor),
        [`user:${user.id}`],
      );
    });

    test('faults name their fields, and an account that is not there is 404', async () => {
      const create = (body: object) => manage(service, operator, 'POST', '/admin/accounts', { body });
      for (const [body, field] of [
        [{ name: 'A', plan: 'gold' }, 'plan'],
        [{ name: ' ', plan: 'pro' }, 'name'],
        [{ name: 'A', plan: 'pro', add_ons: ['jet'] }, 'add_ons.0'],
        [{ name: 'A', plan: 'pro', owner_email: 'nobody' }, 'email'],
      ] as const) {
        const refused = await create(body);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
      const missing = '/admin/accounts/acc_00000000000000000000000000';
      assert.equal((await manage(service, operator, 'GET', missing)).status, 404);
      assert.equal((await manage(service, operator, 'PATCH', missing, { body: { plan: 'pro' } })).status, 404);
      assert.equal((await manage(service, operator, 'PATCH', missing, { body: {} })).status, 400);
    });

    test('plans are listed, and the doctor says how the installation is', async () => {
      const { body } = await manage(service, operator, 'GET', '/admin/plans?direction=asc');
      assert.deepEqual(
        body.data.items.map(({ name }: { name: string }) => name),
        ['agency', 'free', 'pro', 'starter'],
      );
      const answers = await Promise.all([1, 2].map(() => manage(service, operator, 'GET', '/admin/doctor')));
      const [one, other] = answers.map((answer) => answer.body.data);
      assert.deepEqual(one, other);
      const database = one.findings.find(({ check }: { check: string }) => check === 'database');
      assert.equal(database?.ok, true);
      assert.equal(
        one.is_sound,
        one.findings.every(({ ok }: { ok: boolean }) => ok),
      );
    });
  });
}
