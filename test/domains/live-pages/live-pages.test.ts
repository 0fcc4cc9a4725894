import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { newChoicesPerHour, sweepLivePages } from '../../../src/domains/live-pages/live-rows.ts';
import { getReport } from '../../../src/domains/reports/reports.ts';
import { toLiveSettings } from '../../../src/domains/shares/live-settings.ts';
import { createLiveShare, createShare, revokeShare } from '../../../src/domains/shares/shares.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { dataSets, givenConnection } from '../../support/flights.ts';
import { rowsConfig } from '../../support/http-json-connection.ts';
import { type JsonHandler, startJsonServer } from '../../support/json-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { cookieOf, enterPassword, password } from '../../support/shares.ts';
import { test, usually } from '../../support/suite.ts';

type Live = Partial<Parameters<typeof toLiveSettings>[0]>;

const metrics = [
  { key: 'spent', label: 'Spent', sql: 'sum(amount)', unit: 'currency', better: 'none', additive: true },
  { key: 'orders', label: 'Orders', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
] as const;
const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: pages that are always current`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: dataSets } });
    });
    after(() => service[Symbol.asyncDispose]());

    const share = async (project: { id: string; account_id: string }, live: Live = {}, more: object = {}) => {
      const settings = toLiveSettings({ periods: ['last-28-days'], ...live });
      const made = await createLiveShare(service.db, project, settings, {
        ...{ password: null, expiresInMs: null },
        ...more,
      });
      return { ...made, path: `/shared/${made.token}` };
    };
    const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });
    /** The page once it is there. */
    const page = async (path: string) =>
      eventually(async () => {
        const answer = await get(path);
        return answer.status !== 202 && answer;
      });

    /** A project with a system that answers as the handler says. */
    const givenRows = async (handle: JsonHandler, project: object = {}, of?: Account) => {
      const server = await startJsonServer(handle);
      const account = of ?? (await givenAccount(service.db));
      const { id } = await givenProject(service.db, account, { time_zone: 'UTC', ...project });
      const config = rowsConfig(server.url, { metrics: metrics.map((each) => ({ ...each })) });
      const fields = { accountId: account.id, projectId: id, system: 'http-json', name: 'Shop', config };
      const connection = await insertConnection(service.db, { ...fields, status: 'connected', seal: () => null });
      return { server, account, project: { id, account_id: account.id }, connectionId: connection.id };
    };
    const someRows: JsonHandler = () => ({ items: [{ day: daysAgo(3), amount: 1234.5 }] });
    const age = (shareId: string, minutes: number) =>
      service.db
        .updateTable('live_pages')
        .set({ as_of: minutesAgo(minutes) })
        .where('share_id', '=', shareId)
        .execute();

    /** The page that guests see of a report of these periods. */
    async function reportPage(account: Account, projectId: string, period: object): Promise<string> {
      const token = await givenToken(service.db, account.id);
      const started = await service.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, {
        ...{ token, body: { period } },
      });
      assert.equal(started.status, 202, started.text);
      const job = await eventually(async () => {
        const { body } = await service.call('GET', started.headers.get('location') ?? '', { token });
        return ['completed', 'failed', 'blocked'].includes(body.data.status) && body.data;
      });
      assert.equal(job.status, 'completed', JSON.stringify(job));
      const report = await getReport(service.db, account.id, job.result.report_id);
      const made = await createShare(service.db, report.id, { password: null, expiresInMs: null });
      return (await get(`/shared/${made.token}`)).text;
    }

    test('its page is that of a report of the same days, every figure of it, but for what readers choose', async () => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const project = await givenProject(service.db, account, { time_zone: 'America/Los_Angeles', locale: 'de-DE' });
      const connection_id = await givenConnection(service.db, project.id, 'weather');
      const settings = {
        title: 'Wetter in Zahlen',
        goals: [{ id: 'rain', connection_id, metric: 'precipitation', amount: 100, per: 'month' }],
        sections: [
          { type: 'highlights', title: null },
          { type: 'kpis', title: null, connection_id, metrics: ['precipitation', 'temp_max'] },
          { type: 'goals', title: null },
          { type: 'timeseries', title: null, connection_id, metric: 'temp_max', by: 'week', display: 'columns' },
          { type: 'breakdown', title: null, connection_id, dimension: 'weather', metrics: ['precipitation'] },
        ],
      };
      const token = await givenToken(service.db, account.id);
      const changed = await service.call('PATCH', `/api/v1/projects/${project.id}`, { token, body: { settings } });
      assert.equal(changed.status, 200, changed.text);
      const { path } = await share(project, { own_days: true, compare: ['previous', 'year-before'] });
      for (const [compare, other] of [
        ['previous', { from: '2014-03-31', to: '2014-04-30' }],
        ['year-before', { from: '2013-05-01', to: '2013-05-31' }],
      ] as const) {
        const live = await page(`${path}?from=2014-05-01&to=2014-05-31&compare=${compare}`);
        assert.equal(live.status, 200, live.text);
        const current = { from: '2014-05-01', to: '2014-05-31' };
        const report = await reportPage(account, project.id, { current, compare: other });
        assert.equal(comparable(live.text), comparable(report));
        assert.ok(live.text.includes('<section class="live"') && !report.includes('<section class="live"'));
      }
    });

    test('amounts are in the currency that the project has now, and the page says when they were asked for', async () => {
      const { project } = await givenRows(someRows, { currency: 'EUR', locale: 'en-GB' });
      const { path } = await share(project);
      const euros = await page(path);
      assert.match(euros.text, /€1,234\.50|€1,235/);
      assert.match(euros.text, /As of <time datetime="\d{4}-[^"]+">/);
      await service.db.updateTable('projects').set({ currency: 'CHF' }).where('id', '=', project.id).execute();
      const francs = await page(path);
      assert.match(francs.text, /CHF/);
      assert.doesNotMatch(francs.text, /€/, 'a page of before the change is not shown any more');
    });

    test('a hundred readers at once ask the system once, and those within the kept minutes not at all', async () => {
      const { server, project } = await givenRows(someRows);
      const { path } = await share(project);
      const answers = await Promise.all(Array.from({ length: 100 }, () => page(path)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const asked = server.seen.length;
      const alone = await givenRows(someRows);
      await page((await share(alone.project)).path);
      assert.equal(asked, alone.server.seen.length, 'as often as for one reader');
      await page(path);
      assert.equal(server.seen.length, asked);
    });

    test('after the kept minutes the system is asked again', async () => {
      let amount = 100;
      const { project } = await givenRows(() => ({ items: [{ day: daysAgo(2), amount }] }), { locale: 'en-GB' });
      const made = await share(project, { keep_minutes: 15 });
      assert.match((await page(made.path)).text, /100/);
      amount = 777;
      await age(made.share.id, 14);
      assert.doesNotMatch((await page(made.path)).text, /777/);
      await age(made.share.id, 16);
      // What the process itself keeps of answers is younger than any page may be.
      await service.db.updateTable('connections').set({ updated_at: new Date().toISOString() }).execute();
      assert.match((await page(made.path)).text, /777/);
    });

    test('where the system fails, the last page is shown with its age, and the system is left alone for a while', async () => {
      let fails = false;
      const { server, project } = await givenRows((_request, response) => {
        if (!fails) return { items: [{ day: daysAgo(2), amount: 4321 }] };
        response.writeHead(503).end();
        return undefined;
      });
      const made = await share(project, { keep_minutes: 15 });
      await page(made.path);
      fails = true;
      await service.db.updateTable('connections').set({ updated_at: new Date().toISOString() }).execute();
      await age(made.share.id, 3 * 60 + 5);
      const old = await eventually(async () => {
        const answer = await get(made.path);
        return answer.text.includes('could not be fetched') && answer;
      });
      assert.equal(old.status, 200);
      assert.match(old.text, /4,321/);
      assert.match(old.text, /3 hours ago/);
      const asked = server.seen.length;
      await page(made.path);
      assert.equal(server.seen.length, asked);
    });

    test('where the system fails before there is a page, guests are told so, and when to come back', async () => {
      const { project } = await givenRows((_request, response) => void response.writeHead(503).end());
      const failed = await page((await share(project)).path);
      assert.equal(failed.status, 503);
      assert.ok(Number(failed.headers.get('retry-after')) > 0);
      assert.match(failed.text, /cannot be shown now/);
    });

    test('a page of before a change of the layout is not shown when the system fails', async () => {
      let fails = false;
      const { project } = await givenRows((_request, response) =>
        fails ? void response.writeHead(503).end() : { items: [{ day: daysAgo(2), amount: 4321 }] },
      );
      const { path } = await share(project);
      assert.equal((await page(path)).status, 200);
      fails = true;
      const settings = JSON.stringify({ title: 'Without secrets' });
      await service.db.updateTable('projects').set({ settings }).where('id', '=', project.id).execute();
      await service.db.updateTable('connections').set({ updated_at: new Date().toISOString() }).execute();
      const answer = await page(path);
      assert.equal(answer.status, 503);
      assert.doesNotMatch(answer.text, /4,321/);
    });

    test('readers choose among what the owner offers; anything else is what is shown at first', async () => {
      const { project } = await givenRows(someRows);
      const { path } = await share(project, { periods: ['last-7-days', 'this-month'], compare: ['previous', 'none'] });
      const usual = await page(path);
      assert.match(usual.text, /period=last-7-days&#38;compare=previous" aria-current="true">Last 7 days/);
      const month = await page(`${path}?period=this-month&compare=none`);
      assert.match(month.text, /period=this-month&#38;compare=none" aria-current="true">This month so far/);
      assert.match(month.text, /This period is not over/);
      assert.doesNotMatch(usual.text, /This period is not over/);
      for (const query of ['?period=last-90-days', '?from=2026-01-01&to=2026-01-31', '?period=__proto__&compare=x']) {
        assert.match((await page(path + query)).text, /aria-current="true">Last 7 days/, query);
      }
    });

    test('days of the reader’s own that cannot be shown are refused beside their fields', async () => {
      const { project } = await givenRows(someRows);
      const { path } = await share(project, { own_days: true });
      for (const query of [
        'from=2026-02-01&to=2026-01-01',
        'from=2026-02-30&to=2026-03-01',
        `from=${today()}&to=9999-01-01`,
        'from=2020-01-01&to=2022-01-01',
        'from=2026-01-01',
        'from=0001-01-01&to=0001-01-02',
      ]) {
        const answer = await page(`${path}?${query}`);
        assert.match(answer.text, /role="alert">Choose a first and a last day/, query);
        assert.match(answer.text, /aria-current="true">Last 28 days/, query);
      }
    });

    test('a link has so many new choices an hour; kept ones are shown on', async () => {
      const { project } = await givenRows(someRows);
      const made = await share(project, { own_days: true });
      await page(made.path);
      const rows = Array.from({ length: newChoicesPerHour - 1 }, (_, index) => ({
        ...{ id: `liv_${made.share.id.slice(4)}${index}`, share_id: made.share.id, account_id: project.account_id },
        ...{ project_id: project.id, choice: `made up ${index}`, created_at: minutesAgo(50), asked_at: minutesAgo(1) },
      }));
      await service.db.insertInto('live_pages').values(rows).execute();
      const refused = await get(`${made.path}?from=2026-01-01&to=2026-01-02`);
      assert.equal(refused.status, 429);
      assert.match(refused.text, /Too many different periods/);
      assert.equal((await get(made.path)).status, 200);
      await service.db
        .updateTable('live_pages')
        .set({ created_at: minutesAgo(61) })
        .where('share_id', '=', made.share.id)
        .execute();
      assert.equal((await page(`${made.path}?from=2026-01-01&to=2026-01-02`)).status, 200);
    });

    test('guests of one account have at most two documents made at once, whatever the links', async () => {
      const open: (() => void)[] = [];
      const account = await givenAccount(service.db);
      const handle: JsonHandler = (_request, response) => void open.push(() => response.writeHead(503).end());
      const links = [];
      for (let index = 0; index < 4; index++) links.push(await share((await givenRows(handle, {}, account)).project));
      const answers = links.map(({ path }) => get(path));
      await eventually(() => open.length >= 2);
      const leased = await service.db
        .selectFrom('live_pages')
        .select('id')
        .where('account_id', '=', account.id)
        .where('lease', 'is not', null)
        .execute();
      assert.equal(leased.length, 2);
      assert.equal((await Promise.all(answers)).filter(({ status }) => status === 202).length >= 2, true);
      const others = await givenRows(someRows);
      assert.equal((await page((await share(others.project)).path)).status, 200, 'another account is served meanwhile');
      for (const end of open) end();
    });

    test('HEAD has nothing made, and views are counted as of other links', async () => {
      const { server, project } = await givenRows(someRows);
      const made = await share(project);
      await service.call('HEAD', made.path);
      assert.equal(server.seen.length, 0);
      await page(made.path);
      await get(made.path, { 'sec-fetch-dest': 'empty' });
      await get(made.path, { 'sec-fetch-dest': 'document' });
      await eventually(async () => {
        const row = await service.db
          .selectFrom('shares')
          .selectAll()
          .where('id', '=', made.share.id)
          .executeTakeFirstOrThrow();
        return row.view_count === 2 && row.last_viewed_at !== null;
      });
    });

    test('a revoked or expired link is 404, also for kept pages, and sweeping removes them', async () => {
      const { project } = await givenRows(someRows);
      const made = await share(project);
      assert.equal((await page(made.path)).status, 200);
      const { document_key } = await service.db
        .selectFrom('live_pages')
        .selectAll()
        .where('share_id', '=', made.share.id)
        .executeTakeFirstOrThrow();
      await revokeShare(service.db, made.share.id);
      assert.equal((await get(made.path)).status, 404);
      const objects = await openFileStore(`${service.dataDir}/objects`);
      assert.ok(await objects.get(document_key ?? ''));
      assert.ok((await sweepLivePages(service.db, objects)) >= 1);
      assert.equal(await objects.get(document_key ?? ''), undefined);
      const expired = await share(project, {}, { expiresInMs: 1 });
      await eventually(async () => (await get(expired.path)).status === 404);
    });

    test('a page that is lost from the store is made anew', async () => {
      const { project } = await givenRows(someRows);
      const made = await share(project);
      const other = await share(project);
      for (const { path } of [made, other]) assert.equal((await page(path)).status, 200);
      const objects = await openFileStore(`${service.dataDir}/objects`);
      for await (const { key } of objects.list(`live/${project.account_id}`)) await objects.remove(key);
      // The rendered page may still be kept; a change of the name needs the document.
      await service.db
        .updateTable('live_pages')
        .set({ document_key: 'live/gone' })
        .where('share_id', '=', made.share.id)
        .execute();
      await eventually(async () => (await get(made.path)).status === 200);
    });

    test('a password opens it, and is asked for in the language and brand of the project', async () => {
      const { server, project } = await givenRows(someRows, { locale: 'de-DE' });
      const { path } = await share(project, {}, { password });
      const asked = await get(path);
      assert.match(asked.text, /lang="de"[\s\S]*Passwort/);
      assert.equal(server.seen.length, 0, 'without the password nothing is fetched');
      const entered = await enterPassword(`${service.url}${path}?period=last-28-days`, password);
      assert.equal(entered.status, 303);
      assert.match(entered.headers.get('location') ?? '', /\?period=last-28-days$/);
      const shown = await eventually(async () => {
        const answer = await get(path, { cookie: cookieOf(entered) });
        return answer.status === 200 && answer;
      });
      assert.match(shown.text, /Letzte 28 Tage/);
    });

    test('a project whose reports would be blocked shows the last page, or says that it cannot', async () => {
      const { account, project } = await givenRows(someRows);
      const made = await share(project);
      assert.equal((await page(made.path)).status, 200);
      await service.db.updateTable('projects').set({ status: 'archived' }).where('id', '=', project.id).execute();
      await age(made.share.id, 3 * 60);
      const old = await get(made.path);
      assert.equal(old.status, 200);
      assert.match(old.text, /could not be fetched/);
      assert.equal((await get((await share(project)).path)).status, 503);
      const limited = await givenRows(someRows, {}, account);
      await service.db
        .insertInto('plans')
        .values({ ...(await planOf(service, account)), name: `none ${engine}`, max_connections_per_project: 0 })
        .execute();
      await service.db
        .updateTable('accounts')
        .set({ plan: `none ${engine}` })
        .where('id', '=', account.id)
        .execute();
      assert.equal((await get((await share(limited.project)).path)).status, 503);
      assert.equal(limited.server.seen.length, 0, 'beyond the plan nothing is asked');
    });

    test('only the named origins may embed it, with its password and its other answers; nobody without any', async () => {
      const { project } = await givenRows(someRows);
      const ancestors = async (path: string) =>
        /frame-ancestors ([^;]*)/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[1];
      assert.equal(await ancestors((await share(project)).path), "'none'");
      const origins = ['https://www.example.com', 'https://intra.example.com:8443'];
      const open = await share(project, { origins });
      assert.equal((await page(open.path)).status, 200);
      assert.equal(await ancestors(open.path), origins.join(' '));
      assert.equal(await ancestors((await share(project, { origins }, { password })).path), origins.join(' '));
      assert.equal(await ancestors('/shared/none'), "'none'");
    });
  });
}

async function planOf(service: TestService, account: Account) {
  const { plan } = await service.db
    .selectFrom('accounts')
    .select('plan')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  return service.db.selectFrom('plans').selectAll().where('name', '=', plan).executeTakeFirstOrThrow();
}

/** A page without what differs between a report and a page that is always current: addresses, nonce, bar, and times. */
function comparable(page: string): string {
  return page
    .replace(/<section class="live"[\s\S]*?<\/section>\n/, '')
    .replaceAll(/nonce="[^"]*"/g, 'nonce=""')
    .replaceAll(/\d{1,2}\.\d{1,2}\.\d{2,4}, \d{1,2}:\d{2}(:\d{2})?/g, 'TIME');
}
