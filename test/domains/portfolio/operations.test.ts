import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { unzipSync } from 'fflate';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { rowsConfig } from '../../support/http-json-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { givenManageToken, givenSignedIn, manage } from '../../support/manage.ts';
import { openPortfolio, recentDays, salesConfig } from '../../support/portfolio.ts';
import { givenSchedule, givenWaitingReport } from '../../support/schedules.ts';
import { startTestService, suiteService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: the portfolio over the management API`, async () => {
    const service = await suiteService(engine);
    const { db } = service;

    /** An account whose projects have a file each, and somebody signed in; figures are read by this test. */
    async function given(projects: Readonly<Record<string, { amount: number; currency?: string }>>) {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const portfolio = await openPortfolio(db, account);
      after(() => portfolio[Symbol.asyncDispose]());
      const ids: Record<string, string> = {};
      for (const [name, { amount, currency = 'EUR' }] of Object.entries(projects)) {
        ids[name] = (await portfolio.given(name, amount, { currency })).project.id;
      }
      const read = async (query = '', who: Pick<typeof owner, 'headers'> = owner) =>
        (await manage(service, who, 'GET', `/portfolio?period=days${query}`)).body;
      return { account, owner, portfolio, ids, read };
    }

    const names = (body: { data: { items: { name: string }[] } }) => body.data.items.map(({ name }) => name);
    const patch = (who: Pick<Awaited<ReturnType<typeof given>>['owner'], 'headers'>, body: object) =>
      manage(service, who, 'PATCH', '/portfolio/settings', { body });

    test('a refresh that somebody asks for is done by the service, and its answer says when', async () => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-portfolio-')));
      after(() => rm(folder, { recursive: true }));
      await using service = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: folder } });
      const account = await givenAccount(service.db);
      const owner = await givenSignedIn(service.db, account.id);
      const project = await givenProject(service.db, account, { name: 'Shop', currency: 'EUR' });
      const portfolio = await openPortfolio(service.db, account, folder);
      await portfolio.connect(project.id, 'Sales', salesConfig(await portfolio.write('sales.csv', 5)));
      const asked = await manage(service, owner, 'POST', '/portfolio/refresh', { body: {} });
      assert.equal(asked.status, 200);
      assert.deepEqual([asked.body.data.queued, asked.body.data.skipped], [1, 0]);
      // Not by requests: a member has 600 of them a minute, and on a busy machine it takes longer.
      const turns = service.db.selectFrom('portfolio_projects').select('read_at').where('project_id', '=', project.id);
      await eventually(async () => (await turns.executeTakeFirst())?.read_at ?? undefined);
      const [item] = (await manage(service, owner, 'GET', '/portfolio?period=days')).body.data.items;
      assert.equal(item.state, 'read');
      assert.equal(item.figures[0].value, 150);
      const { refresh } = (await manage(service, owner, 'GET', '/portfolio')).body.data;
      assert.deepEqual([refresh.enabled, refresh.read, refresh.waiting], [true, 1, 0]);
      assert.equal(refresh.requested_at, asked.body.data.requested_at);
    });

    test('a service that stops while a source is being asked gives its project back, and does not wait for it', async () => {
      const server = await startJsonServer(() => undefined);
      const service = await startTestService(engine, { role: 'all' });
      const account = await givenAccount(service.db);
      const owner = await givenSignedIn(service.db, account.id);
      const project = await givenProject(service.db, account);
      await insertConnection(service.db, {
        ...{ accountId: account.id, projectId: project.id, system: 'http-json', name: 'Slow', seal: () => null },
        ...{ config: rowsConfig(server.url), status: 'connected' },
      });
      await manage(service, owner, 'POST', '/portfolio/refresh', { body: {} });
      await eventually(() => server.seen.length > 0);
      const turn = await service.db
        .selectFrom('portfolio_projects')
        .selectAll()
        .where('project_id', '=', project.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual([turn.claims, turn.leased_until === null], [1, false]);
      const log = service.log.length;
      const stoppedAt = performance.now();
      await service[Symbol.asyncDispose]();
      assert.ok(performance.now() - stoppedAt < 10_000, 'the source would be waited for two minutes');
      assert.deepEqual(
        service.log.slice(log).filter((line) => line.includes('"level":"error"')),
        [],
      );
    });

    test('it is sorted by what is most off its goal, by change, name or age, searched and paged', async () => {
      const { portfolio, ids, read } = await given({
        Ahead: { amount: 20 },
        Behind: { amount: 5 },
        Ünread: { amount: 1 },
      });
      for (const [name, amount] of [
        ['Ahead', 100],
        ['Behind', 400],
      ] as const) {
        const [connection] = await db
          .selectFrom('connections')
          .select('id')
          .where('project_id', '=', ids[name] ?? '')
          .execute();
        const goal = { id: 'g', connection_id: connection?.id ?? '', metric: 'revenue', amount, per: 'month' as const };
        await portfolio.change(ids[name] ?? '', { settings: { goals: [{ ...goal, from: null, to: null }] } });
      }
      await portfolio.ask([ids.Ahead ?? '', ids.Behind ?? '']);
      await portfolio.refresh();
      assert.deepEqual(names(await read()), ['Behind', 'Ahead', 'Ünread']);
      assert.deepEqual(names(await read('&direction=asc')), ['Ahead', 'Behind', 'Ünread']);
      assert.deepEqual(names(await read('&sort=name&direction=asc')), ['Ahead', 'Behind', 'Ünread']);
      assert.deepEqual(names(await read('&sort=read_at')).at(-1), 'Ünread');
      assert.deepEqual(names(await read('&q=unread')), ['Ünread']);
      const page = await read('&sort=name&direction=asc&page=2&per_page=2');
      assert.deepEqual([names(page), page.meta.pagination.total], [['Ünread'], 3]);
      assert.deepEqual(names(await read('&status=archived')), []);
      const wrong = await manage(
        service,
        await givenSignedIn(db, (await givenAccount(db)).id),
        'GET',
        '/portfolio?sort=x',
      );
      assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_query_parameter']);
    });

    test('sums are of one currency each, until the account names another one, and rates', async () => {
      const { owner, portfolio, ids, read } = await given({
        One: { amount: 1 },
        Two: { amount: 2 },
        Dollars: { amount: 4, currency: 'USD' },
      });
      await portfolio.ask();
      await portfolio.refresh();
      const sums = async () =>
        (await read()).data.totals
          .filter(({ metric }: { metric: string }) => metric === 'revenue')
          .map(({ currency, value, projects }: Record<string, unknown>) => [currency, value, projects]);
      assert.deepEqual(await sums(), [
        ['EUR', 90, 2],
        ['USD', 120, 1],
      ]);
      assert.deepEqual((await read()).data.converted, []);
      const path = join(portfolio.folder, 'rates.csv');
      const yesterday = recentDays(2)[0];
      await writeFile(path, `Day,Currency,Rate\n${yesterday},USD,0.5\n${yesterday},GBP,1.2`);
      const rates = await portfolio.connect(ids.One ?? '', 'Rates', {
        ...{ path, date: 'Day', dimensions: [{ key: 'currency', label: 'Currency', sql: '"Currency"' }] },
        metrics: [{ key: 'rate', label: 'Rate', sql: 'avg("Rate")', unit: 'number', better: 'none', additive: false }],
      });
      const source = { connection_id: rates.id, dimension: 'currency', metric: 'rate', means: 'price' };
      const alone = await patch(owner, { rates: source });
      assert.deepEqual([alone.status, alone.body.error.details[0].field], [400, 'currency']);
      const strange = await patch(owner, { currency: 'EUR', rates: { ...source, connection_id: 'con_x' } });
      assert.deepEqual([strange.status, strange.body.error.details[0].field], [400, 'rates.connection_id']);
      assert.equal((await patch(owner, { currency: 'EUR', rates: source })).status, 200);
      assert.deepEqual((await read()).data.converted[0].missing, ['USD'], 'no rates are read yet, so there is no sum');
      await portfolio.elapse();
      await portfolio.refresh();
      const { converted, refresh } = (await read()).data;
      const revenue = converted.find(({ metric }: { metric: string }) => metric === 'revenue');
      assert.deepEqual([revenue.currency, revenue.value, revenue.rate_date], ['EUR', 150, yesterday]);
      assert.deepEqual([refresh.rates_date, refresh.rates_fault], [yesterday, null]);
      assert.deepEqual(await sums(), [
        ['EUR', 90, 2],
        ['USD', 120, 1],
      ]);
      await patch(owner, { currency: 'GBP' });
      assert.deepEqual((await read()).data.refresh.rates_date, null, 'rates of another currency mean something else');
    });

    test('rates that fail are told, and those of before stay, with their day', async () => {
      const { owner, portfolio, ids, read } = await given({ One: { amount: 1, currency: 'USD' } });
      const gone = await portfolio.connect(ids.One ?? '', 'Rates', salesConfig(join(portfolio.folder, 'gone.csv')));
      const source = { connection_id: gone.id, dimension: 'currency', metric: 'rate', means: 'price' };
      await patch(owner, { currency: 'EUR', rates: source });
      await portfolio.ask();
      await portfolio.refresh();
      const { refresh, converted } = (await read()).data;
      assert.match(refresh.rates_fault, /gone\.csv/);
      assert.equal(refresh.rates_date, null);
      assert.ok(converted.every(({ value }: { value: number | null }) => value === null));
    });

    test('members limited to projects see theirs alone, in lists, sums and files, and refresh no others', async () => {
      const { account, portfolio, ids, read } = await given({ Mine: { amount: 1 }, Other: { amount: 2 } });
      await portfolio.ask();
      await portfolio.refresh();
      const limited = await givenSignedIn(db, account.id, { role: 'editor', projectIds: [ids.Mine ?? ''] });
      const body = await read('', limited);
      assert.deepEqual(names(body), ['Mine']);
      assert.deepEqual(
        body.data.totals.map(({ value, projects }: Record<string, unknown>) => [value, projects]),
        [
          [30, 1],
          [30, 1],
        ],
      );
      const file = await manage(service, limited, 'GET', '/portfolio?period=days&format=csv');
      assert.ok(file.text.includes('Mine') && !file.text.includes('Other'));
      await portfolio.elapse();
      const asked = await manage(service, limited, 'POST', '/portfolio/refresh', { body: { projects: [ids.Other] } });
      assert.deepEqual([asked.body.data.queued, asked.body.data.skipped], [0, 0]);
      assert.equal((await manage(service, limited, 'GET', '/portfolio/settings')).status, 404);
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      assert.deepEqual(names(await read('', stranger)), []);
      const theirs = await manage(service, stranger, 'POST', '/portfolio/refresh', { body: { projects: [ids.Mine] } });
      assert.equal(theirs.body.data.queued, 0);
    });

    test('tags and folders narrow the list, its sums and its files', async () => {
      const { owner, portfolio, ids, read } = await given({ Mine: { amount: 1 }, Other: { amount: 2 } });
      await manage(service, owner, 'PATCH', `/projects/${ids.Mine}`, { body: { tags: ['Retail'], folder: 'North' } });
      await portfolio.ask();
      await portfolio.refresh();
      assert.deepEqual(names(await read('&tag=retail')), ['Mine']);
      assert.deepEqual(names(await read('&folder=north&tag=Retail')), ['Mine']);
      assert.deepEqual(names(await read('&tag=retail&tag=other')), []);
      assert.deepEqual((await read('&tag=retail')).data.totals[0].projects, 1);
      const file = await manage(service, owner, 'GET', '/portfolio?period=days&format=csv&tag=retail');
      assert.ok(file.text.includes('Mine') && !file.text.includes('Other'));
    });

    test('who sees some projects alone starts no nights for all', async () => {
      const { account, ids } = await given({ Mine: { amount: 1 }, Other: { amount: 2 } });
      const limited = await givenSignedIn(db, account.id, { role: 'editor', projectIds: [ids.Mine ?? ''] });
      const asked = await manage(service, limited, 'POST', '/portfolio/refresh', { body: {} });
      assert.equal(asked.body.data.queued, 1);
      const { refresh } = (await manage(service, limited, 'GET', '/portfolio')).body.data;
      assert.equal(refresh.enabled, false);
      const rows = await db.selectFrom('portfolio_projects').selectAll().where('account_id', '=', account.id).execute();
      assert.deepEqual(
        rows.map(({ project_id }) => project_id),
        [ids.Mine],
      );
    });

    test('connections that need somebody, the last report with who released it, and the next run stand beside', async () => {
      const { account, owner, portfolio, ids, read } = await given({ Shop: { amount: 1 } });
      const id = ids.Shop ?? '';
      const objects = await openFileStore(join(service.dataDir, 'objects'));
      const schedule = await givenSchedule(db, id);
      const { reportId, runId } = await givenWaitingReport(db, objects, account, schedule);
      const waiting = (await read()).data.items[0].last_report;
      assert.deepEqual([waiting.id, waiting.state, waiting.released_by], [reportId, 'awaiting_approval', null]);
      const broken = await portfolio.connect(id, 'Broken', salesConfig('none.csv'));
      await db.updateTable('connections').set({ status: 'reauth_required' }).where('id', '=', broken.id).execute();
      const now = new Date().toISOString();
      const decision = JSON.stringify({ by: `user:${owner.userId}`, at: now, reason: null });
      await db.updateTable('schedule_runs').set({ state: 'completed', decision }).where('id', '=', runId).execute();
      const [item] = (await read()).data.items;
      assert.deepEqual(item.connections.total, 2);
      assert.deepEqual(
        item.connections.faulty.map(({ name, status }: Record<string, unknown>) => [name, status]),
        [['Broken', 'reauth_required']],
      );
      assert.equal(item.last_report.id, reportId);
      const user = await db.selectFrom('users').select('name').where('id', '=', owner.userId).executeTakeFirstOrThrow();
      assert.equal(item.last_report.released_by, user.name);
      assert.equal(item.next_report.schedule_id, schedule.id);
    });

    test('a file has the figures of all projects that the query finds, and no formula', async () => {
      const { owner, portfolio, read } = await given({ '=1+1': { amount: 1.5 }, Shop: { amount: 2 } });
      await portfolio.ask();
      await portfolio.refresh();
      const csv = await manage(service, owner, 'GET', '/portfolio?period=days&format=csv&per_page=1');
      assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
      assert.match(csv.headers.get('content-disposition') ?? '', /portfolio\.csv/);
      const lines = csv.text.trim().split('\r\n');
      const [, period] = [0, (await read()).data.items[0].figures[0].period];
      assert.equal(lines[0], 'section,title,row,metric,unit,period,value,currency,part');
      assert.ok(
        lines.includes(`1,Revenue · file,'=1+1,Revenue,currency,${period.from}/${period.to},45,EUR,`),
        csv.text,
      );
      assert.ok(lines.includes(`1,Revenue · file,Shop,Revenue,currency,${period.from}/${period.to},60,EUR,`));
      const { headers } = owner;
      const xlsx = await fetch(`${service.url}/manage/v1/portfolio?period=days&format=xlsx`, { headers });
      const parts = unzipSync(new Uint8Array(await xlsx.arrayBuffer()));
      const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
      assert.match(sheet, /<is><t xml:space="preserve">=1\+1<\/t><\/is>/);
      assert.match(sheet, /<v>45<\/v>/);
    });

    test('a template whose figures name no slot of it is told at their place', async () => {
      const { owner } = await given({});
      const settings = { portfolio: [{ connection_id: 'slot:ads', metric: 'cost' }] };
      const refused = await manage(service, owner, 'POST', '/templates', { body: { name: 'Ads', settings } });
      assert.deepEqual(
        [refused.status, refused.body.error.details[0].field],
        [400, 'settings.portfolio.0.connection_id'],
      );
      const slots = [{ slot: 'ads', systems: ['google-ads'] }];
      const made = await manage(service, owner, 'POST', '/templates', { body: { name: 'Ads', slots, settings } });
      assert.deepEqual([made.status, made.body.data.settings.portfolio], [201, settings.portfolio]);
    });

    test('settings are the admins’, have a revision, and say what is wrong at its field', async () => {
      const { account, owner } = await given({});
      const shown = await manage(service, owner, 'GET', '/portfolio/settings');
      assert.deepEqual(shown.body.data, { enabled: false, figures: null, currency: null, rates: null });
      const changed = await patch(owner, { enabled: true, figures: [{ system: null, metric: 'revenue' }] });
      assert.deepEqual(changed.body.data.figures, [{ system: null, metric: 'revenue' }]);
      const stale = await manage(service, owner, 'PATCH', '/portfolio/settings', {
        ...{ body: { enabled: false }, headers: { 'if-match': String(shown.headers.get('etag')) } },
      });
      assert.equal(stale.status, 412);
      const wrong = await patch(owner, { currency: 'EURO' });
      assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [400, 'currency']);
      const seven = Array.from({ length: 7 }, () => ({ system: null, metric: 'revenue' }));
      assert.equal((await patch(owner, { figures: seven })).body.error.details[0].field, 'figures');
      const token = await givenManageToken(db, account.id, 'viewer');
      const viewer = { headers: { authorization: `Bearer ${token}` } };
      assert.equal((await manage(service, viewer, 'POST', '/portfolio/refresh', { body: {} })).status, 403);
      const audit = await manage(service, owner, 'GET', '/audit');
      assert.deepEqual(audit.body.data.items[0].details, { fields: ['enabled', 'figures'] });
    });
  });
}
