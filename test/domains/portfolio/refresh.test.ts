import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { savePortfolioSettings } from '../../../src/domains/portfolio/portfolio-settings.ts';
import { refreshNext } from '../../../src/domains/portfolio/refresh-project.ts';
import { claimTurn, endTurn, isAnyDue, planNights } from '../../../src/domains/portfolio/turns.ts';
import { setProjectTemplate } from '../../../src/domains/projects/project-template.ts';
import { archiveProject } from '../../../src/domains/projects/projects.ts';
import { templateSchedules } from '../../../src/domains/schedules/template-schedules.ts';
import { createTemplate, publishTemplate } from '../../../src/domains/templates/templates.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { rowsConfig } from '../../support/http-json-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { openPortfolio, recentDays, salesConfig } from '../../support/portfolio.ts';
import { test, usually } from '../../support/suite.ts';

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: reading the figures of a portfolio`, () => {
    let database: TestDatabase;
    let portfolio: Awaited<ReturnType<typeof openPortfolio>>;
    let accountId: string;
    before(async () => {
      database = await createTestDatabase(engine);
    });
    beforeEach(async () => {
      const account = await givenAccount(database.db);
      accountId = account.id;
      portfolio = await openPortfolio(database.db, account);
      await database.db.updateTable('portfolio_projects').set({ due_at: null }).execute();
    });
    afterEach(() => portfolio[Symbol.asyncDispose]());
    after(() => database[Symbol.asyncDispose]());

    const turnOf = (projectId: string) =>
      database.db
        .selectFrom('portfolio_projects')
        .selectAll()
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
    const choose = (changes: Parameters<typeof savePortfolioSettings>[2]) =>
      database.db.transaction().execute((transaction) => savePortfolioSettings(transaction, accountId, changes));

    test('nothing is read before somebody asks, and each project once then, and again the next night', async () => {
      const { project } = await portfolio.given('Shop', 10);
      assert.equal(await isAnyDue(database.db), false);
      const [before] = (await portfolio.read()).items;
      assert.deepEqual([before?.state, before?.figures], ['not_read', []]);
      assert.equal(await isAnyDue(database.db), false, 'looking at it reads nothing');
      assert.deepEqual((await portfolio.ask()).queued, 1);
      await portfolio.refresh();
      const { items, refresh } = await portfolio.read();
      const [figure] = items[0]?.figures ?? [];
      assert.deepEqual(
        [items[0]?.state, figure?.metric, figure?.value, figure?.compared, figure?.currency, figure?.spark.length],
        ['read', 'revenue', 300, 300, 'EUR', 30],
      );
      assert.equal(refresh.enabled, true);
      const { claims, due_at, leased_until } = await turnOf(project.id);
      assert.deepEqual([claims, leased_until], [1, null]);
      assert.ok(due_at !== null && due_at > new Date().toISOString() && due_at.endsWith('T05:00:00.000Z'));
    });

    test('who asks again within a quarter of an hour gets what was just read', async () => {
      await portfolio.given('Shop', 10);
      await portfolio.ask();
      await portfolio.refresh();
      assert.deepEqual([(await portfolio.ask()).queued, (await portfolio.ask()).skipped], [0, 1]);
    });

    test('a source that fails leaves its last figures, with their age and what it said', async () => {
      const { project, path } = await portfolio.given('Shop', 10);
      await portfolio.ask();
      await portfolio.refresh();
      const [before] = (await portfolio.read()).items;
      await rm(path);
      await portfolio.elapse();
      await portfolio.refresh();
      const [item] = (await portfolio.read()).items;
      assert.deepEqual(item?.figures, before?.figures);
      assert.equal(item?.read_at, before?.read_at);
      assert.deepEqual(
        item?.faults.map(({ connection_name, kind }) => [connection_name, kind]),
        [['Sales', 'resource_missing']],
      );
      assert.match(item?.faults[0]?.message ?? '', /file/i);
      assert.equal((await turnOf(project.id)).leased_until, null);
      await portfolio.write(`${project.id}.csv`, 20);
      await portfolio.elapse();
      await portfolio.refresh();
      const [mended] = (await portfolio.read()).items;
      assert.deepEqual([mended?.figures[0]?.value, mended?.faults], [600, []]);
    });

    test('of two sources one that fails takes nothing from the other', async () => {
      const { project, path, connection } = await portfolio.given('Shop', 10);
      await portfolio.connect(project.id, 'Gone', salesConfig(`${portfolio.folder}/gone.csv`));
      await choose({ enabled: true, figures: [{ system: 'file', metric: 'revenue' }] });
      await portfolio.ask();
      await portfolio.refresh();
      const [item] = (await portfolio.read()).items;
      assert.deepEqual([item?.figures.map(({ connection_id }) => connection_id), item?.faults], [[connection.id], []]);
      await rm(path);
      await portfolio.elapse();
      await portfolio.refresh();
      const [failed] = (await portfolio.read()).items;
      assert.deepEqual(
        failed?.figures.map(({ connection_id, value }) => [connection_id, value]),
        [[connection.id, 300]],
        'its figure is not looked for elsewhere while it has one',
      );
    });

    test('figures that mean something else by now are not shown: another currency, zone, layout, goal or connection', async () => {
      const { project, connection } = await portfolio.given('Shop', 10);
      const shown = async () => {
        const { items, totals } = await portfolio.read();
        return [items[0]?.state, items[0]?.figures.length, totals.length, items[0]?.off_course];
      };
      const nothing = ['not_read', 0, 0, null];
      const again = async () => {
        await portfolio.elapse();
        await portfolio.refresh();
        assert.equal((await shown())[0], 'read');
      };
      await portfolio.ask();
      await again();
      await portfolio.change(project.id, { name: 'Another name' });
      assert.deepEqual((await shown()).slice(0, 2), ['read', 2], 'a name changes no figure');
      await portfolio.change(project.id, { currency: 'USD' });
      assert.deepEqual(await shown(), nothing);
      await again();
      assert.equal((await portfolio.read()).items[0]?.figures[0]?.currency, 'USD');
      await portfolio.change(project.id, { time_zone: 'Asia/Tokyo' });
      assert.deepEqual(await shown(), nothing);
      await again();
      const kpis = { type: 'kpis' as const, title: null, connection_id: connection.id, metrics: ['orders'] };
      await portfolio.change(project.id, { settings: { sections: [kpis] } });
      assert.deepEqual(await shown(), nothing);
      await again();
      const goals = [
        {
          id: 'g',
          connection_id: connection.id,
          metric: 'orders',
          amount: 9,
          per: 'month' as const,
          from: null,
          to: null,
        },
      ];
      await portfolio.change(project.id, { settings: { sections: [kpis], goals } });
      assert.deepEqual(await shown(), nothing);
      await again();
      await portfolio.connect(project.id, 'More', salesConfig(await portfolio.write('more.csv', 1)));
      assert.deepEqual(await shown(), nothing);
      await again();
      await database.db
        .updateTable('connections')
        .set({ config: '{}', revision: 2 })
        .where('id', '=', connection.id)
        .execute();
      assert.deepEqual(await shown(), nothing);
    });

    test('what was this month is no longer so in the next, nor added up then', async () => {
      await portfolio.given('Shop', 10);
      await portfolio.ask();
      await portfolio.refresh();
      const next = new Date(Temporal.Now.zonedDateTimeISO('UTC').add({ months: 1 }).epochMilliseconds);
      for (const period of ['month', 'last_month'] as const) {
        const { items, totals } = await portfolio.read({ period }, next);
        assert.deepEqual([items[0]?.state, items[0]?.figures, totals], ['not_read', [], []], period);
      }
      const { items } = await portfolio.read({ period: 'days' }, next);
      const [figure] = items[0]?.figures ?? [];
      assert.equal(figure?.period?.to, recentDays().at(-2), 'the last 30 days say which they are');
    });

    test('a metric that vanished is told with its connection, and nothing is shown in its place', async () => {
      const { project, connection } = await portfolio.given('Shop', 10);
      const section = {
        type: 'kpis' as const,
        title: null,
        connection_id: connection.id,
        metrics: ['profit', 'orders'],
      };
      await portfolio.change(project.id, { settings: { sections: [section] } });
      await portfolio.ask();
      await portfolio.refresh();
      const [item] = (await portfolio.read()).items;
      assert.deepEqual(
        item?.figures.map(({ metric }) => metric),
        ['orders'],
      );
      assert.match(item?.faults[0]?.message ?? '', /^The connection "Sales" has no metric "profit"\./);
    });

    test('a template says which figures are shown of projects that follow it', async () => {
      const { project } = await portfolio.given('Shop', 10);
      await database.db.transaction().execute(async (transaction) => {
        const content = {
          slots: [{ slot: 'shop', systems: ['file'] }],
          settings: { portfolio: [{ connection_id: 'slot:shop', metric: 'orders' }] },
        };
        const made = await createTemplate(transaction, accountId, { name: 'Shops', description: null, ...content });
        await publishTemplate(transaction, made, 'operator:test', templateSchedules);
        await setProjectTemplate(
          transaction,
          accountId,
          project.id,
          { template_id: made.id },
          () => {},
          templateSchedules,
        );
      });
      await choose({ enabled: true, figures: [{ system: null, metric: 'revenue' }] });
      await portfolio.ask();
      await portfolio.refresh();
      const [item] = (await portfolio.read()).items;
      assert.deepEqual(
        item?.figures.map(({ metric }) => metric),
        ['orders'],
      );
    });

    test('another choice of the account makes figures that were read other ones', async () => {
      await portfolio.given('Shop', 10);
      await portfolio.ask();
      await portfolio.refresh();
      await choose({ figures: [{ system: null, metric: 'orders' }] });
      assert.equal((await portfolio.read()).items[0]?.state, 'not_read');
      await portfolio.elapse();
      await portfolio.refresh();
      const [item] = (await portfolio.read()).items;
      assert.deepEqual(
        item?.figures.map(({ metric }) => metric),
        ['orders'],
      );
      await choose({ currency: 'EUR' });
      assert.equal((await portfolio.read()).items[0]?.state, 'read', 'another setting changes no figure');
    });

    test('a source that takes too long is told, and costs the others of the project nothing that they had', async () => {
      const server = await startJsonServer(() => {});
      const { project, connection } = await portfolio.given('Shop', 10);
      const slow = await insertConnection(database.db, {
        ...{ accountId, projectId: project.id, system: 'http-json', name: 'Slow', config: rowsConfig(server.url) },
        ...{ status: 'connected' as const, seal: () => null },
      });
      await choose({
        enabled: true,
        figures: [
          { system: null, metric: 'revenue' },
          { system: 'http-json', metric: 'total' },
        ],
      });
      await portfolio.ask();
      while (await refreshNext({ ...portfolio.context, answerMs: 2_500 }));
      const [item] = (await portfolio.read()).items;
      assert.deepEqual(
        item?.figures.map(({ connection_id }) => connection_id),
        [connection.id],
      );
      assert.deepEqual(
        item?.faults.map(({ connection_id, kind }) => [connection_id, kind]),
        [[slow.id, 'transient']],
      );
      const { due_at } = await turnOf(project.id);
      const minutes = (Date.parse(due_at ?? '') - Date.now()) / 60_000;
      assert.ok(minutes > 25 && minutes <= 30, 'it is asked again soon');
    });

    test('what a stop cuts short is given back, and read by the next process', async () => {
      const { project } = await portfolio.given('Shop', 10);
      await portfolio.ask();
      assert.equal(await refreshNext(portfolio.context, AbortSignal.abort()), true);
      const turn = await turnOf(project.id);
      assert.deepEqual([turn.leased_until, turn.tries, turn.read_at, turn.faults], [null, 0, null, '[]']);
      await portfolio.refresh();
      assert.equal((await portfolio.read()).items[0]?.state, 'read');
    });

    test('accounts take turns, whatever they have', async () => {
      const account = await givenAccount(database.db);
      await using other = await openPortfolio(database.db, account);
      for (let made = 0; made < 3; made++) await portfolio.given(`Shop ${made}`, 1);
      await portfolio.ask();
      await other.given('Other', 1);
      await other.ask();
      const turns = [await claimTurn(database.db), await claimTurn(database.db)];
      assert.deepEqual(turns.map((turn) => turn?.account_id).sort(), [accountId, account.id].sort());
    });

    test('archived projects are not asked for, and off is off', async () => {
      const { project } = await portfolio.given('Shop', 10);
      const { project: over } = await portfolio.given('Over', 10);
      await portfolio.ask();
      await database.db
        .transaction()
        .execute((transaction) => archiveProject(transaction, accountId, over.id, 'operator:test'));
      await portfolio.refresh();
      assert.deepEqual([(await turnOf(over.id)).read_at, (await turnOf(project.id)).tries], [null, 0]);
      await choose({ enabled: false });
      await planNights(database.db);
      assert.equal((await turnOf(project.id)).due_at, null);
      await portfolio.elapse();
      await portfolio.refresh();
      assert.equal((await turnOf(project.id)).due_at, null, 'asked for once more, but for no night');
    });

    test('what ends each process that reads it is given up until the next night', async () => {
      const { project } = await portfolio.given('Shop', 10);
      await portfolio.ask();
      await database.db
        .updateTable('portfolio_projects')
        .set({ tries: 3 })
        .where('project_id', '=', project.id)
        .execute();
      await portfolio.refresh();
      const turn = await turnOf(project.id);
      assert.ok((turn.due_at ?? '') > new Date().toISOString());
      assert.match(turn.faults, /because of a fault of the service/);
      assert.deepEqual([turn.tries, turn.read_at], [0, null]);
    });

    test('who has lost the turn stores nothing', async () => {
      const { project } = await portfolio.given('Shop', 10);
      await portfolio.ask();
      const lost = await claimTurn(database.db);
      await portfolio.elapse();
      await portfolio.refresh();
      assert.ok(lost);
      assert.equal(await endTurn(database.db, lost, { faults: '["late"]' }), false);
      assert.equal((await turnOf(project.id)).faults, '[]');
    });

    test('a process that is killed in the middle leaves its project to the next, which reads it once', async () => {
      const { project } = await portfolio.given('Shop', 10);
      const { location } = database;
      const script = fileURLToPath(new URL('../../support/refresh-portfolio-process.ts', import.meta.url));
      const start = () =>
        spawn(process.execPath, [script, JSON.stringify({ location, folder: portfolio.folder })], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
      const first: ChildProcess = start();
      await once(first.stdout as NodeJS.ReadableStream, 'data');
      await portfolio.ask();
      await eventually(async () => (await turnOf(project.id)).claims === 1);
      first.kill('SIGKILL');
      await once(first, 'exit');
      const killed = await turnOf(project.id);
      if (killed.read_at === null) {
        assert.notEqual(killed.leased_until, null, 'nobody else takes it before its lease ends');
        assert.equal(await isAnyDue(database.db), false);
      }
      await portfolio.elapse();
      const [second, third] = [start(), start()];
      await eventually(async () => (await turnOf(project.id)).claims === 2 && (await turnOf(project.id)).tries === 0);
      for (const each of [second, third]) {
        each.kill('SIGKILL');
        await once(each, 'exit');
      }
      const turn = await turnOf(project.id);
      assert.deepEqual([turn.claims, turn.tries, turn.leased_until], [2, 0, null]);
      assert.equal((await portfolio.read()).items[0]?.figures[0]?.value, 300);
    });
  });
}
