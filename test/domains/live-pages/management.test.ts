import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newIdentifier } from '../../../src/platform/database/identifiers.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { givenSharedReport } from '../../support/shares.ts';

for (const engine of engines) {
  describe(`${engine}: links to pages that are always current, for management`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine);
    });
    after(() => service[Symbol.asyncDispose]());

    const given = async () => {
      const account = await givenAccount(service.db);
      const project = await givenProject(service.db, account);
      return { account, project, editor: await givenSignedIn(service.db, account.id, { role: 'editor' }) };
    };
    const create = (who: SignedInMember, projectId: string, body: object) =>
      manage(service, who, 'POST', `/projects/${projectId}/shares`, { body });
    const audited = (accountId: string) =>
      service.db.selectFrom('audit_log').selectAll().where('account_id', '=', accountId).orderBy('id').execute();

    test('one is made with what readers may choose, listed by its kind, changed, and revoked; each is in the log', async () => {
      const { account, project, editor } = await given();
      const made = await create(editor, project.id, { periods: ['previous-month', 'this-year'] });
      assert.equal(made.status, 201, made.text);
      const { url, ...share } = made.body.data;
      assert.match(url, /^\/shared\/[0-9A-Za-z]{43}$/);
      assert.deepEqual(share.live, {
        ...{ periods: ['previous-month', 'this-year'], own_days: false, compare: ['previous'] },
        ...{ keep_minutes: 60, origins: [] },
      });
      assert.deepEqual(
        [share.kind, share.report_id, share.project_id, share.state],
        ['live', null, project.id, 'active'],
      );
      for (const path of [
        `/projects/${project.id}/shares`,
        '/shares?kind=live',
        `/projects/${project.id}/shares?kind=live`,
      ]) {
        assert.deepEqual((await manage(service, editor, 'GET', path)).body.data.items, [share], path);
      }
      assert.deepEqual((await manage(service, editor, 'GET', '/shares?kind=report')).body.data.items, []);
      const body = { origins: ['https://www.example.com'], keep_minutes: 15 };
      const changed = await manage(service, editor, 'PATCH', `/shares/${share.id}`, { body });
      assert.deepEqual(changed.body.data, { ...share, live: { ...share.live, ...body } });
      const revoked = await manage(service, editor, 'DELETE', `/shares/${share.id}`);
      assert.equal(revoked.body.data.state, 'revoked');
      const log = await audited(account.id);
      assert.deepEqual(
        log.filter(({ subject }) => subject === share.id).map(({ action }) => action),
        ['share.create_live', 'share.update', 'share.revoke'],
      );
      assert.ok(!JSON.stringify(log).includes(url.slice(8)), 'the log has no link');
    });

    test('what it cannot be is refused at its field', async () => {
      const { project, editor } = await given();
      const periods = ['last-7-days'];
      for (const [body, field] of [
        [{}, 'periods'],
        [{ periods: [] }, 'periods'],
        [{ periods: ['last-7-days', 'last-7-days'] }, 'periods'],
        [{ periods: ['tomorrow'] }, 'periods.0'],
        [{ periods, compare: [] }, 'compare'],
        [{ periods, keep_minutes: 14 }, 'keep_minutes'],
        [{ periods, keep_minutes: 1441 }, 'keep_minutes'],
        [{ periods, origins: ['https://www.example.com/path'] }, 'origins.0'],
        [{ periods, origins: ['https://*.example.com'] }, 'origins.0'],
        [{ periods, origins: ['http://www.example.com'] }, 'origins.0'],
        [{ periods, origins: ["https://a.example; script-src 'unsafe-inline'"] }, 'origins.0'],
        [{ periods, password: 'short' }, 'password'],
        [{ periods, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
        [{ periods, figures: true }, 'figures'],
      ] as const) {
        const refused = await create(editor, project.id, body);
        assert.equal(refused.status, 400, JSON.stringify(body));
        assert.ok(
          refused.body.error.details.some((each: { field: string }) => each.field === field),
          refused.text,
        );
      }
    });

    test('a link to a report has nothing to choose and is kept already', async () => {
      const { account, share } = await givenSharedReport(service);
      const editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      const changed = await manage(service, editor, 'PATCH', `/shares/${share.id}`, { body: { own_days: true } });
      assert.deepEqual([changed.status, changed.body.error.details[0].rule], [400, 'kind']);
      const kept = await manage(service, editor, 'POST', `/shares/${share.id}/generation-jobs`, { body: {} });
      assert.deepEqual([kept.status, kept.body.error.details[0].rule], [400, 'kind']);
    });

    test('what it shows is kept as a report: the first choice, a named period, or days', async () => {
      const { project, editor } = await given();
      const { id } = (await create(editor, project.id, { periods: ['previous-month'], compare: ['year-before'] })).body
        .data;
      const keep = (body: object) => manage(service, editor, 'POST', `/shares/${id}/generation-jobs`, { body });
      const usual = await keep({});
      assert.equal(usual.status, 202, usual.text);
      const { current, compare } = usual.body.data.period;
      const month = Temporal.Now.plainDateISO('UTC').with({ day: 1 }).subtract({ months: 1 });
      assert.deepEqual([current.from, compare.from], [month.toString(), month.subtract({ years: 1 }).toString()]);
      const days = { from: '2026-01-01', to: '2026-01-31' };
      const own = await keep({ days, compare: 'none' });
      assert.deepEqual(own.body.data.period, { current: days, compare: null });
      for (const [body, field] of [
        [{ days: { from: '2026-02-01', to: '2026-01-01' } }, 'period.current.to'],
        [{ days: { from: '9999-01-01', to: '9999-01-02' } }, 'period.current.to'],
        [{ days, period: 'this-month' }, 'days'],
      ] as const) {
        const refused = await keep(body);
        assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
      }
    });

    test('viewers see links and neither make, change nor keep any; nobody sees those of other projects or accounts', async () => {
      const { account, project, editor } = await given();
      const other = await givenProject(service.db, account);
      const { id } = (await create(editor, project.id, { periods: ['last-7-days'] })).body.data;
      const viewer = await givenSignedIn(service.db, account.id, { role: 'viewer' });
      assert.equal((await manage(service, viewer, 'GET', `/shares/${id}`)).status, 200);
      const writes = (who: SignedInMember) =>
        Promise.all([
          create(who, project.id, { periods: ['last-7-days'] }),
          manage(service, who, 'PATCH', `/shares/${id}`, { body: { own_days: true } }),
          manage(service, who, 'POST', `/shares/${id}/generation-jobs`, { body: {} }),
          manage(service, who, 'DELETE', `/shares/${id}`),
        ]);
      assert.deepEqual(
        (await writes(viewer)).map(({ status }) => status),
        [403, 403, 403, 403],
      );
      const limited = await givenSignedIn(service.db, account.id, { role: 'editor', projectIds: [other.id] });
      const stranger = (await given()).editor;
      for (const who of [limited, stranger]) {
        assert.deepEqual(
          (await writes(who)).map(({ status }) => status),
          [404, 404, 404, 404],
        );
        assert.equal((await manage(service, who, 'GET', `/projects/${project.id}/shares`)).status, 404);
        assert.deepEqual((await manage(service, who, 'GET', '/shares')).body.data.items, []);
      }
    });

    test('a view is told to webhooks with the kind of the link, and a project that is tagged has its links found by the tag', async () => {
      const { account, project, editor } = await given();
      const { id } = (await create(editor, project.id, { periods: ['last-7-days'] })).body.data;
      await service.db
        .insertInto('webhook_endpoints')
        .values({
          ...{
            id: newIdentifier('whk'),
            account_id: account.id,
            url: 'https://hooks.example.com',
            events: '["share.viewed"]',
          },
          ...{ version: '1', signing: 'v1', secret: 'x', public_keys: '[]', made_by: 'customer', enabled: 1 },
          ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString() },
        })
        .execute();
      await service.db
        .updateTable('shares')
        .set({ last_viewed_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
      const events = await service.db.selectFrom('events').selectAll().where('account_id', '=', account.id).execute();
      assert.deepEqual(
        events.map(({ type, subject, project_id }) => [type, subject, project_id]),
        [['share.viewed', id, project.id]],
      );
      const body = { tags: ['Retail'] };
      const tagged = await manage(service, editor, 'PATCH', `/projects/${project.id}`, { body });
      assert.equal(tagged.status, 200, tagged.text);
      const found = async (tag: string) =>
        (await manage(service, editor, 'GET', `/shares?tag=${tag}`)).body.data.items.length;
      assert.deepEqual([await found('Retail'), await found('Other')], [1, 0]);
    });
  });
}
