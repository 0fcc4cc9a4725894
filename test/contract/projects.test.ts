import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listAudit } from '../../src/domains/audit/audit.ts';
import { setScheduleEnabled } from '../../src/domains/schedules/schedules.ts';
import { givenAccount, givenCaller, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenSchedule } from '../support/schedules.ts';
import { suiteService } from '../support/service.ts';

for (const engine of engines) {
  describe(`${engine}: projects`, async () => {
    const service = await suiteService(engine);
    const given = () => givenCaller(service.db);

    test('a create fills in the defaults and answers 201 with Location [C-ENVELOPE-7, C-HTTP-6, C-PROJECT-1, C-PROJECT-5]', async () => {
      const { token } = await given();
      const { status, headers, body } = await service.call('POST', '/api/v1/projects', { token, body: { name: 'P' } });
      const { id, created_at, updated_at, ...rest } = body.data;
      assert.equal(status, 201);
      assert.match(id, /^prj_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.equal(headers.get('location'), `/api/v1/projects/${id}`);
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.equal(updated_at, created_at);
      assert.deepEqual(rest, {
        name: 'P',
        client_name: null,
        status: 'active',
        time_zone: 'UTC',
        currency: 'USD',
        locale: 'en-US',
        archived_at: null,
        settings: { accent_color: null, logo: null, title: null, sections: null },
        connections: [],
        schedules: [],
      });
      const read = await service.call('GET', `/api/v1/projects/${id}`, { token });
      assert.deepEqual(read.body.data, body.data);
    });

    test('a PATCH changes the fields it names, replaces settings whole, and null clears [C-PROJECT-8, C-PROJECT-9, C-SETTINGS-1]', async () => {
      const { account, token } = await given();
      const settings = { accent_color: '#000000', title: 'T' };
      const { id } = await givenProject(service.db, account, { client_name: 'C', settings });
      const patch = (body: unknown) => service.call('PATCH', `/api/v1/projects/${id}`, { token, body });
      const first = await patch({ settings: { title: 'U' } });
      assert.equal(first.status, 200);
      assert.deepEqual(first.body.data.settings, { accent_color: null, logo: null, title: 'U', sections: null });
      assert.equal(first.body.data.client_name, 'C');
      const second = await patch({ client_name: null, settings: null });
      assert.equal(second.body.data.client_name, null);
      assert.equal(second.body.data.settings.title, null);
      assert.equal((await patch({})).status, 400);
      assert.equal((await patch({ name: null })).status, 400);
    });

    test('archive and restore change the state once and answer 200 again [C-HTTP-6, C-PROJECT-11, C-PROJECT-12, C-PROJECT-13]', async () => {
      const { account, token } = await given();
      const { id } = await givenProject(service.db, account);
      await givenSchedule(service.db, id);
      const move = async (verb: string, body?: unknown) =>
        (await service.call('POST', `/api/v1/projects/${id}/${verb}`, { token, ...(body !== undefined && { body }) }))
          .body.data;
      const archived = await move('archive');
      assert.equal(archived.status, 'archived');
      assert.ok(archived.archived_at);
      assert.deepEqual(archived.schedules[0].enabled, false);
      assert.deepEqual(await move('archive', {}), archived);
      const restored = await move('restore', {});
      assert.equal(restored.status, 'active');
      assert.equal(restored.archived_at, null);
      assert.equal(restored.schedules[0].enabled, false, 'restore does not switch schedules on');
      assert.deepEqual(await move('restore'), restored);
    });

    test('the audit log records every schedule that archive switches off, with the token', async () => {
      const { account, token } = await given();
      const { id } = await givenProject(service.db, account);
      const [first, second, resting] = [
        await givenSchedule(service.db, id),
        await givenSchedule(service.db, id),
        await givenSchedule(service.db, id),
      ];
      await setScheduleEnabled(service.db, resting.id, false);
      for (let time = 0; time < 2; time++) await service.call('POST', `/api/v1/projects/${id}/archive`, { token });
      const entries = await listAudit(service.db, { accountId: account.id, limit: 10 });
      assert.deepEqual(
        entries.map(({ actor, action, details }) => ({ actor, action, details: JSON.parse(details) })),
        Array(2).fill({
          actor: `token:${token.split('.')[0]}`,
          action: 'schedule.disable',
          details: { project_id: id },
        }),
      );
      assert.deepEqual(entries.map(({ subject }) => subject).sort(), [first.id, second.id].sort());
    });

    test('a create beyond the projects of the plan is plan_limit_reached, also for parallel ones [C-PLAN-4]', async () => {
      const account = await givenAccount(service.db, { plan: 'free', addOns: ['api'] });
      const token = await givenToken(service.db, account.id);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => service.call('POST', '/api/v1/projects', { token, body: { name: 'P' } })),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 3);
      const refused = answers.filter(({ status }) => status === 409);
      assert.equal(refused.length, 7);
      assert.equal(refused[0]?.body.error.code, 'plan_limit_reached');
    });

    test('the list sorts, filters, pages and links [C-ENVELOPE-6, C-PAGE-2, C-PAGE-5, C-SORT-1, C-SORT-3, C-FILTER-1, C-PROJECT-2]', async () => {
      const { account, token } = await given();
      const names = ['b', 'a', 'c', 'B', 'é'];
      for (const name of names) await givenProject(service.db, account, { name });
      const list = async (query: string) => service.call('GET', `/api/v1/projects?${query}`, { token });
      const namesOf = async (query: string) =>
        (await list(query)).body.data.items.map((item: { name: string }) => item.name);
      assert.deepEqual(await namesOf(''), names.toReversed());
      assert.deepEqual(await namesOf('sort=name&direction=asc'), ['B', 'a', 'b', 'c', 'é']);
      const page = await list('per_page=2&page=2&sort=created_at&direction=asc');
      assert.deepEqual(page.body.meta.pagination, { page: 2, per_page: 2, total: 5, total_pages: 3 });
      assert.equal(page.body.data.items[0].name, 'c');
      const link = page.headers.get('link') ?? '';
      for (const [relation, number] of [
        ['first', 1],
        ['prev', 1],
        ['next', 3],
        ['last', 3],
      ] as const) {
        const target = `</api/v1/projects?per_page=2&page=${number}&sort=created_at&direction=asc>; rel="${relation}"`;
        assert.ok(link.includes(target), `${target} in ${link}`);
      }
      const beyond = await list('page=9');
      assert.deepEqual(beyond.body.data.items, []);
      assert.equal(beyond.status, 200);
      const { id } = await givenProject(service.db, account, { name: 'z' });
      await service.call('POST', `/api/v1/projects/${id}/archive`, { token });
      assert.deepEqual(await namesOf('status=archived'), ['z']);
      assert.equal((await namesOf('status=active')).length, 5);
      const item = (await list('')).body.data.items[0];
      for (const detail of ['settings', 'connections', 'schedules']) assert.ok(!(detail in item), detail);
    });

    test('an empty list has no pages [C-PAGE-1, C-PAGE-3, C-PAGE-4]', async () => {
      const { token } = await given();
      const { body } = await service.call('GET', '/api/v1/projects', { token });
      assert.deepEqual(body.meta.pagination, { page: 1, per_page: 20, total: 0, total_pages: 0 });
    });

    for (const query of [
      'page=0',
      'page=10001',
      'page=1.0',
      'page=01',
      'page=+1',
      'page=',
      'per_page=0',
      'per_page=101',
      'sort=id',
      'direction=up',
      'status=gone',
      'page=1&page=2',
      'Page=1',
      'status=',
    ]) {
      test(`?${query} is invalid_query_parameter and names the key [C-ERROR-1, C-QUERY-1, C-QUERY-4, C-PAGE-1, C-PAGE-3, C-SORT-1]`, async () => {
        const { token } = await given();
        const { status, body } = await service.call('GET', `/api/v1/projects?${query}`, { token });
        assert.equal(status, 400);
        assert.equal(body.error.code, 'invalid_query_parameter');
        assert.equal(body.error.details[0].field, `query.${query.split('=')[0]}`);
      });
    }

    test('a single resource has a weak ETag: 304 while it is the same, another one after a change [C-CACHE-2]', async () => {
      const { account, token } = await given();
      const { id } = await givenProject(service.db, account);
      const read = (headers: Record<string, string> = {}) =>
        service.call('GET', `/api/v1/projects/${id}`, { token, headers });
      const first = await read();
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^W\/"/);
      assert.equal(first.headers.get('cache-control'), 'private, no-cache');
      const same = await read({ 'if-none-match': etag });
      assert.equal(same.status, 304);
      assert.equal(same.text, '');
      assert.ok(same.headers.get('x-ratelimit-remaining'));
      await service.call('PATCH', `/api/v1/projects/${id}`, { token, body: { name: 'Other' } });
      assert.equal((await read({ 'if-none-match': etag })).status, 200);
    });

    test('HEAD answers like GET without a body [C-HTTP-1]', async () => {
      const { account, token } = await given();
      const { id } = await givenProject(service.db, account);
      const get = await service.call('GET', `/api/v1/projects/${id}`, { token });
      const head = await service.call('HEAD', `/api/v1/projects/${id}`, { token });
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('etag'), get.headers.get('etag'));
      assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(get.text)));
    });
  });
}
