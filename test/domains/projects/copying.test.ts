import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { createVault } from '../../../src/domains/connections/vault.ts';
import { archiveProject } from '../../../src/domains/projects/projects.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { givenReport } from '../../support/outcomes.ts';
import { givenSchedule } from '../../support/schedules.ts';
import { startTestService } from '../../support/service.ts';

const secret = { password: 'open sesame' };

for (const engine of engines) {
  describe(`${engine}: copies and searches of projects`, async () => {
    const key = randomBytes(32);
    const vault = createVault(key);
    const service = await startTestService(engine, { environment: { SECRET_KEY: key.toString('base64') } });
    after(() => service[Symbol.asyncDispose]());
    const { db } = service;

    test('a list says of each project how its connections are, when it was reported last, and when it runs next', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const plain = await givenProject(db, account, { name: 'Plain' });
      const busy = await givenProject(db, account, { name: 'Busy' });
      const fields = {
        accountId: account.id,
        projectId: busy.id,
        system: 'file',
        config: {},
        seal: () => null,
      } as const;
      await insertConnection(db, { ...fields, name: 'Well', status: 'connected' });
      await insertConnection(db, { ...fields, name: 'Due', status: 'reauth_required' });
      const objects = await openFileStore(join(service.dataDir, 'objects'));
      await givenReport(db, objects, account, busy.id);
      const { reportId } = await givenReport(db, objects, account, busy.id);
      const [soon, off] = [await givenSchedule(db, busy.id), await givenSchedule(db, busy.id)];
      const runsAt = (id: string, next_run_at: string, enabled: 0 | 1) =>
        db.updateTable('schedules').set({ next_run_at, enabled }).where('id', '=', id).execute();
      await runsAt(soon.id, '2097-01-01T00:00:00.000Z', 1);
      await runsAt(off.id, '2096-01-01T00:00:00.000Z', 0);
      const { items } = (await manage(service, owner, 'GET', '/projects?sort=name&direction=asc')).body.data;
      const shown = items.map((item: Record<string, unknown>) => [item.id, item.connections, item.next_run_at]);
      assert.deepEqual(shown, [
        [busy.id, { total: 2, due: 1 }, '2097-01-01T00:00:00Z'],
        [plain.id, { total: 0, due: 0 }, null],
      ]);
      assert.deepEqual([items[0].last_report.id, items[1].last_report], [reportId, null]);
      const token = await givenToken(db, account.id);
      const [item] = (await service.call('GET', '/api/v1/projects', { token })).body.data.items;
      assert.equal('connections' in item, false);
    });

    test('a copy has settings, connections and secrets of its own, and no schedules', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const project = await givenProject(db, account, { client_name: 'Northwind', locale: 'de-DE', currency: 'EUR' });
      const fields = { accountId: account.id, projectId: project.id, system: 'postgres', status: 'connected' } as const;
      const config = { host: 'db.example.com' };
      const own = { ...fields, name: 'Sales', config, madeBy: 'customer' } as const;
      const source = await insertConnection(db, { ...own, seal: (id) => vault.seal(id, secret) });
      const settings = {
        title: 'Shop',
        sections: [
          { type: 'timeseries', title: 'T', connection_id: source.id, metric: 'revenue', by: 'week' },
          { type: 'text', title: 'Text', markdown: `It was {{${source.id}.revenue.current}}.` },
        ],
        goals: [{ id: 'Sales', connection_id: source.id, metric: 'revenue', amount: 5, per: 'month' }],
      };
      await db
        .updateTable('projects')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', project.id)
        .execute();
      await givenSchedule(db, project.id);
      const path = `/projects/${project.id}/copy`;
      const headers = { 'idempotency-key': 'once' };
      const copied = await manage(service, owner, 'POST', path, { body: { name: 'Second' }, headers });
      assert.equal(copied.status, 201, copied.text);
      const { data } = copied.body;
      assert.equal(copied.headers.get('location'), `/manage/v1/projects/${data.id}`);
      const shown = [data.name, data.client_name, data.locale, data.currency, data.schedules, data.connections.length];
      assert.deepEqual(shown, ['Second', 'Northwind', 'de-DE', 'EUR', [], 1]);
      const [{ id }] = data.connections;
      assert.notEqual(id, source.id);
      const expected = JSON.parse(JSON.stringify(settings).replaceAll(source.id, id));
      assert.deepEqual([data.settings.sections, data.settings.goals], [expected.sections, expected.goals]);
      const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      assert.deepEqual([JSON.parse(row.config), row.made_by, row.name], [config, 'customer', 'Sales']);
      assert.deepEqual(vault.open(id, row.secret ?? ''), secret);
      const again = await manage(service, owner, 'POST', path, { body: { name: 'Second' }, headers });
      assert.equal(again.body.data.id, data.id);
      const change = await manage(service, owner, 'PATCH', `/projects/${data.id}`, {
        body: { settings: data.settings },
      });
      assert.equal(change.status, 200, change.text);
      const audit = (await manage(service, owner, 'GET', '/audit')).body.data.items[1];
      assert.deepEqual(
        [audit.action, audit.subject, audit.details],
        ['project.copy', data.id, { copied_from: project.id }],
      );
    });

    test('a copy shares the sign-in, and is active where the project is archived', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const project = await givenProject(db, account);
      const now = new Date().toISOString();
      const grant = {
        id: `gra_${'0'.repeat(26)}`,
        account_id: account.id,
        sign_in: 'google',
        client_id: 'c',
        scopes: '[]',
      };
      const others = { secret_lease: null, secret_leased_until: null, ends_at: null, made_by: 'test' };
      await db
        .insertInto('oauth_grants')
        .values({ ...grant, ...others, secret: '', created_at: now, updated_at: now })
        .execute();
      const fields = { accountId: account.id, projectId: project.id, system: 'google-analytics', config: null };
      await insertConnection(db, { ...fields, name: 'Web', status: 'connected', grantId: grant.id, seal: () => null });
      await db
        .transaction()
        .execute((transaction) => archiveProject(transaction, account.id, project.id, 'operator:test'));
      const { body } = await manage(service, owner, 'POST', `/projects/${project.id}/copy`, {
        body: { name: 'Again' },
      });
      assert.equal(body.data.status, 'active');
      const [{ id }] = body.data.connections;
      const shared = (await manage(service, owner, 'GET', `/connections/${id}`)).body.data;
      assert.equal(shared.grant_id, grant.id);
    });

    test('a copy counts against the plan, and nothing of another account is copied', async () => {
      const account = await givenAccount(db, { plan: 'free' });
      const owner = await givenSignedIn(db, account.id);
      const plan = (await manage(service, owner, 'GET', '/session')).body.data.plan;
      const projects = await Promise.all(Array.from({ length: plan.max_projects }, () => givenProject(db, account)));
      const full = await manage(service, owner, 'POST', `/projects/${projects[0]?.id}/copy`, {
        body: { name: 'More' },
      });
      assert.deepEqual([full.status, full.body.error.code], [409, 'plan_limit_reached']);
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      const theirs = await manage(service, stranger, 'POST', `/projects/${projects[0]?.id}/copy`, {
        body: { name: 'Mine' },
      });
      assert.equal(theirs.status, 404);
    });

    test('projects are found by words of name and client, in any case and without accents, and not on the public API', async () => {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const cafe = await givenProject(db, account, { name: 'Café Müller', client_name: 'ÅRHUS A/S' });
      const shop = await givenProject(db, account, { name: 'Shop 100%' });
      const found = async (q: string, more = '', who = owner) => {
        const { body } = await manage(service, who, 'GET', `/projects?q=${encodeURIComponent(q)}${more}`);
        assert.equal(body.meta.pagination.total, body.data.items.length);
        return body.data.items.map(({ id }: { id: string }) => id);
      };
      assert.deepEqual(await found('cafe'), [cafe.id]);
      assert.deepEqual(await found('MÜLL århus'), [cafe.id]);
      assert.deepEqual(await found('%'), [shop.id]);
      assert.deepEqual(await found('_'), []);
      assert.deepEqual(await found(' ', '&sort=name&direction=asc'), [cafe.id, shop.id]);
      assert.deepEqual(await found('s', '&status=archived'), []);
      const limited = await givenSignedIn(db, account.id, { role: 'viewer', projectIds: [shop.id] });
      assert.deepEqual(await found('cafe', '', limited), []);
      assert.deepEqual(await found('shop', '', limited), [shop.id]);
    });
  });
}
