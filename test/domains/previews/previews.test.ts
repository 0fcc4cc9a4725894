import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import type { PreviewRequest } from '../../../src/domains/previews/schema.ts';
import { getReport } from '../../../src/domains/reports/reports.ts';
import { createShare } from '../../../src/domains/shares/shares.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { dataSets, givenConnection } from '../../support/flights.ts';
import { rowsConfig } from '../../support/http-json-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { openPreviews, type Previews } from '../../support/previews.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';

const period = { current: { from: '2014-05-01', to: '2014-05-31' }, compare: { from: '2014-04-01', to: '2014-04-30' } };
const march = { current: { from: '2026-03-01', to: '2026-03-07' } };
/** Eight by eight blue pixels. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGNQaHDAihiGlgQA2gM4AQRmgAkAAAAASUVORK5CYII=';
const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="40" height="40"%3E%3Crect width="40" height="40"/%3E%3C/svg%3E';

/** All that settings can have. */
function richSettings(connection_id: string): NonNullable<PreviewRequest['settings']> {
  return {
    ...{ title: 'Wetter in Zahlen', accent_color: '#0b6e4f', logo },
    goals: [{ id: 'rain', connection_id, metric: 'precipitation', amount: 100, per: 'month' }],
    sections: [
      { type: 'highlights', title: null },
      { type: 'kpis', title: 'Das Wichtigste', connection_id, metrics: ['precipitation', 'temp_max'] },
      { type: 'goals', title: null },
      { type: 'timeseries', title: null, connection_id, metric: 'temp_max', by: 'week', display: 'columns' },
      { type: 'breakdown', title: null, connection_id, dimension: 'weather', metrics: ['precipitation'] },
      { type: 'text', title: 'Dazu', markdown: `Es regnete {{${connection_id}.precipitation.current}} mm.` },
      { type: 'image', title: 'Ein Bild', picture, alternative: 'Ein Punkt' },
    ],
  };
}

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: previews`, () => {
    let service: TestService;
    let previews: Previews;
    before(async () => {
      service = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: dataSets } });
      previews = await openPreviews(service);
    });
    after(async () => {
      await previews?.[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    });

    const givenWeather = async () => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const project = await givenProject(service.db, account, { time_zone: 'America/Los_Angeles' });
      return { account, projectId: project.id, connectionId: await givenConnection(service.db, project.id, 'weather') };
    };
    const givenRows = async (account: Account, projectId: string, url: string) => {
      const config = rowsConfig(url);
      const fields = { accountId: account.id, projectId, system: 'http-json', name: 'Rows', config };
      const { id } = await insertConnection(service.db, { ...fields, status: 'connected', seal: () => null });
      return id;
    };

    /** The page that guests see of the report of the project as it is stored. */
    async function guestPage(account: Account, projectId: string): Promise<string> {
      const token = await givenToken(service.db, account.id);
      const path = `/api/v1/projects/${projectId}/generation-jobs`;
      const started = await service.call('POST', path, { token, body: { period } });
      assert.equal(started.status, 202, started.text);
      const job = await eventually(async () => {
        const { body } = await service.call('GET', started.headers.get('location') ?? '', { token });
        return ['completed', 'failed', 'blocked'].includes(body.data.status) && body.data;
      });
      assert.equal(job.status, 'completed', JSON.stringify(job));
      const report = await getReport(service.db, account.id, job.result.report_id);
      const share = await createShare(service.db, report.id, { password: null, expiresInMs: null });
      return (await service.call('GET', `/shared/${share.token}`)).text;
    }

    for (const layout of engine === 'sqlite' ? (['automatic', 'rich'] as const) : (['rich'] as const)) {
      test(`a preview is the page that guests see of the report of the same draft: ${layout} layout`, async () => {
        const { account, projectId, connectionId } = await givenWeather();
        const settings = layout === 'rich' ? richSettings(connectionId) : null;
        const changes = { client_name: 'Nordwind', locale: 'de-DE', settings };
        const preview = await previews.show(account, projectId, { ...changes, period });
        const token = await givenToken(service.db, account.id);
        const changed = await service.call('PATCH', `/api/v1/projects/${projectId}`, { token, body: changes });
        assert.equal(changed.status, 200, changed.text);
        const page = await guestPage(account, projectId);
        assert.equal(comparable(preview), comparable(page));
        if (layout === 'automatic') return;
        for (const shown of ['Wetter in Zahlen', 'Es regnete', 'Ein Punkt']) assert.ok(preview.includes(shown), shown);
      });
    }

    test('nothing of a draft is stored: neither settings nor pictures', async () => {
      const { account, projectId, connectionId } = await givenWeather();
      await previews.show(account, projectId, { settings: richSettings(connectionId), period });
      const project = await service.db
        .selectFrom('projects')
        .selectAll()
        .where('id', '=', projectId)
        .executeTakeFirstOrThrow();
      assert.equal(project.settings, '{}');
      const pictures = await Array.fromAsync(previews.objects.list('pictures/'));
      assert.ok(!pictures.some(({ key }) => key.includes(account.id)));
      const jobs = await service.db.selectFrom('jobs').select('id').where('project_id', '=', projectId).execute();
      assert.deepEqual(jobs, []);
    });

    test('a system is asked once for what several layouts show, and anew when its connection changes', async () => {
      const server = await startJsonServer(() => ({ items: [{ day: '2026-03-02', amount: 7 }] }));
      const account = await givenAccount(service.db);
      const project = await givenProject(service.db, account);
      const connection_id = await givenRows(account, project.id, server.url);
      const show = (metric: string, by: 'day' | 'week') => {
        const section = { type: 'timeseries', title: null, connection_id, metric, by } as const;
        return previews.show(account, project.id, { settings: { sections: [section] }, period: march });
      };
      await show('total', 'day');
      const asked = server.seen.length;
      assert.ok(asked > 0);
      assert.ok((await show('total', 'day')).includes('Total'));
      assert.equal(server.seen.length, asked);
      await show('rows', 'week');
      const askedMore = server.seen.length;
      assert.ok(askedMore > asked, 'what was not asked before is asked');
      await show('total', 'day');
      assert.equal(server.seen.length, askedMore);
      const updated_at = new Date(Date.now() + 1).toISOString();
      await service.db.updateTable('connections').set({ updated_at }).where('id', '=', connection_id).execute();
      await show('total', 'day');
      assert.ok(server.seen.length > askedMore, 'of a changed connection nothing is kept');
    });

    test('a fault is told with its place, in the words of the job', async () => {
      const { account, projectId, connectionId } = await givenWeather();
      const faults = async (request: Omit<PreviewRequest, 'period'>, of = projectId) => {
        const error = await previews.show(account, of, { ...request, period: march }).catch((thrown) => thrown);
        return [
          error.code,
          ...(error.details ?? []).map(({ field, rule }: Record<string, string>) => `${field} ${rule}`),
        ];
      };
      const kpis = { type: 'kpis', title: null, connection_id: connectionId } as const;
      const text = { type: 'text', title: null, markdown: 'No {{con_00000000000000000000000000.rows}}' } as const;
      assert.deepEqual(await faults({ settings: { sections: [kpis, { ...kpis, metrics: ['snow'] }] } }), [
        'invalid_request',
        'settings.sections.1.metrics value',
      ]);
      assert.deepEqual(await faults({ settings: { sections: [text] } }), [
        'invalid_request',
        'settings.sections.0.markdown placeholder',
      ]);
      const unknown = { type: 'image', picture: `sha256:${'0'.repeat(64)}`, alternative: 'None', title: null } as const;
      assert.deepEqual(await faults({ settings: { sections: [unknown] } }), [
        'invalid_request',
        'settings.sections.0.picture value',
      ]);
      const { id: empty } = await givenProject(service.db, account);
      assert.deepEqual(await faults({}, empty), ['preview_blocked', ' no_connected_systems']);
      const server = await startJsonServer((_request, response) => void response.writeHead(401).end());
      const refused = await givenRows(account, empty, server.url);
      const section = { ...kpis, connection_id: refused };
      assert.deepEqual(await faults({ settings: { sections: [section] } }, empty), [
        'preview_blocked',
        `connections.${refused} reauth_required`,
        'settings.sections.0.connection_id reauth_required',
      ]);
      await service.db.updateTable('projects').set({ status: 'archived' }).where('id', '=', empty).execute();
      assert.deepEqual(await faults({}, empty), ['project_archived']);
    });

    test('a system that does not answer is named, and holds up nobody else', async () => {
      await using hasty = await openPreviews(service, { deadlineMs: 14_000, graceMs: 8_000 });
      const server = await startJsonServer(() => undefined);
      const account = await givenAccount(service.db);
      const { id: projectId } = await givenProject(service.db, account);
      const connectionId = await givenRows(account, projectId, server.url);
      const other = await givenWeather();
      // Its thread has started when the time of the other one begins, even where a busy machine shows nothing in time.
      await hasty.show(other.account, other.projectId, { period }).catch(() => undefined);
      const silent = hasty.show(account, projectId, { period: march }).catch((error) => error);
      assert.ok((await previews.show(other.account, other.projectId, { period })).includes('<main'));
      const { code, message, details } = await silent;
      assert.deepEqual([code, details?.[0]?.field], ['preview_unavailable', `connections.${connectionId}`]);
      assert.match(message, /^The preview took too long\./);
    });
  });
}

/** A page without what differs between two of the same document: addresses, the nonce, the times at which it was made. */
function comparable(page: string): string {
  return page
    .replaceAll(/"[^"]*assets\//g, '"assets/')
    .replaceAll(/nonce="[^"]*"/g, 'nonce=""')
    .replaceAll(/\d{1,2}\.\d{1,2}\.\d{2,4}, \d{1,2}:\d{2}(:\d{2})?/g, 'TIME');
}
