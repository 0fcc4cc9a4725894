import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { PortfolioError } from '../../../src/domains/generation-jobs/portfolio-part.ts';
import { seenProjects } from '../../../src/domains/labels/seen-projects.ts';
import { periodsOn } from '../../../src/domains/portfolio/portfolio-periods.ts';
import { readReportPart } from '../../../src/domains/portfolio/read-report-part.ts';
import { orderPortfolioReport, type ReportOrder } from '../../../src/domains/portfolio/report-projects.ts';
import { copyProject } from '../../../src/domains/projects/copy-project.ts';
import { getProject } from '../../../src/domains/projects/projects.ts';
import type { Section } from '../../../src/reporting/documents/model.ts';
import { givenAccount } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { openPortfolio } from '../../support/portfolio.ts';
import { startTestService, suiteService } from '../../support/service.ts';

type Of<Type extends Section['type']> = Extract<Section, { readonly type: Type }>;

function ofType<Type extends Section['type']>(sections: readonly Section[], type: Type): Of<Type>[] {
  return sections.filter((section): section is Of<Type> => section.type === type);
}

for (const engine of engines) {
  describe(`${engine}: reports of the portfolio`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const noLimits = { maxProjects: null, maxGenerationsPerMonth: null, maxConnectionsPerProject: null };
    const plan = { ...noLimits, name: 'test' } as Parameters<typeof orderPortfolioReport>[1]['plan'];

    async function given(projects: Readonly<Record<string, { amount: number; currency?: string }>>) {
      const account = await givenAccount(db);
      const owner = await givenSignedIn(db, account.id);
      const portfolio = await openPortfolio(db, account);
      after(() => portfolio[Symbol.asyncDispose]());
      const ids: Record<string, string> = {};
      for (const [name, { amount, currency = 'EUR' }] of Object.entries(projects)) {
        ids[name] = (await portfolio.given(name, amount, { currency })).project.id;
      }
      const order = (wanted: ReportOrder = {}) =>
        db
          .transaction()
          .execute((transaction) => orderPortfolioReport(transaction, { account, plan, source: 'console' }, wanted));
      const read = async (projectId: string, asked = periodsOn(today()).days, now = new Date()) =>
        readReportPart(db, await getProject(db, account.id, projectId), asked, now);
      return { account, owner, portfolio, ids, order, read };
    }

    const today = () => Temporal.Now.plainDateISO('UTC').toString();
    const names = (sections: readonly Section[]) =>
      ofType(sections, 'portfolio_projects').flatMap(({ items }) => items.map(({ project_name }) => project_name));

    test('a report is ordered by one call, made from stored figures alone, and exported like any other', async () => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-portfolio-')));
      after(() => rm(folder, { recursive: true }));
      await using own = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: folder } });
      const account = await givenAccount(own.db);
      const owner = await givenSignedIn(own.db, account.id);
      const portfolio = await openPortfolio(own.db, account, folder);
      const { project, path } = await portfolio.given('Shop', 5);
      await portfolio.ask();
      await portfolio.refresh();
      // Nothing is fetched for it: its source is gone.
      await rm(path);
      const ordered = await manage(own, owner, 'POST', '/portfolio/reports', { body: { period: 'days' } });
      assert.equal(ordered.status, 202, ordered.text);
      const { project_id, generation_job_id, is_new } = ordered.body.data;
      assert.equal(is_new, true);
      const job = await eventually(async () => {
        const { data } = (await manage(own, owner, 'GET', `/generation-jobs/${generation_job_id}`)).body;
        return data.status === 'completed'
          ? data
          : data.status === 'failed'
            ? assert.fail(JSON.stringify(data))
            : undefined;
      });
      const figures = await manage(own, owner, 'GET', `/reports/${job.result.report_id}/figures?format=csv`);
      assert.match(figures.text, /Shop/);
      assert.match(figures.text, /150/);
      const shown = (await manage(own, owner, 'GET', `/projects/${project_id}`)).body.data;
      assert.deepEqual(shown.portfolio, { tag: [], folder: null });
      assert.equal(shown.connections.length, 0);
      const again = await manage(own, owner, 'POST', '/portfolio/reports', { body: {} });
      assert.deepEqual([again.body.data.project_id, again.body.data.is_new], [project_id, false]);
      assert.equal(again.body.data.generation_job_id, null);
      const listed = (await manage(own, owner, 'GET', '/portfolio')).body.data.items;
      assert.deepEqual(
        listed.map((item: { project_id: string }) => item.project_id),
        [project.id],
        'a report of the portfolio is no project of it',
      );
    });

    test('amounts of two currencies stand side by side and are not added up', async () => {
      const { portfolio, order, read } = await given({ One: { amount: 1 }, Dollars: { amount: 4, currency: 'USD' } });
      await portfolio.ask();
      await portfolio.refresh();
      const { sections } = await read((await order()).project_id);
      const [revenue] = ofType(sections, 'portfolio_metric').filter(({ label }) => label === 'Revenue');
      assert.deepEqual(revenue?.items.map(({ current, metric }) => [current, metric.currency]).sort(), [
        [120, 'USD'],
        [30, 'EUR'],
      ]);
      const sums = ofType(sections, 'portfolio_sums').flatMap(({ items }) => items);
      const amounts = sums.filter(({ metric }) => metric.unit === 'currency');
      assert.deepEqual(amounts.map(({ value, metric }) => [value, metric.currency]).sort(), [
        [120, 'USD'],
        [30, 'EUR'],
      ]);
    });

    test('figures say when they were read, and what means something else by now is not shown', async () => {
      const { portfolio, ids, order, read } = await given({ Kept: { amount: 1 }, Changed: { amount: 2 } });
      await portfolio.ask();
      await portfolio.refresh();
      await portfolio.change(ids.Changed ?? '', { currency: 'GBP' });
      const { sections } = await read((await order()).project_id);
      const [projects] = ofType(sections, 'portfolio_projects');
      const of = (name: string) => projects?.items.find(({ project_name }) => project_name === name);
      assert.equal(of('Changed')?.read_at, null);
      assert.ok(of('Kept')?.read_at);
      assert.equal(projects?.read?.first, of('Kept')?.read_at);
      const shown = ofType(sections, 'portfolio_metric').flatMap(({ items }) => items);
      assert.deepEqual([...new Set(shown.map(({ project_name }) => project_name))], ['Kept']);
    });

    test('a source that failed leaves its last figures with their time, and is named', async () => {
      const { portfolio, ids, order, read } = await given({ Shop: { amount: 1 } });
      await portfolio.ask();
      await portfolio.refresh();
      const broken = join(portfolio.folder, `${ids.Shop}.csv`);
      await rm(broken);
      await portfolio.elapse();
      await portfolio.refresh();
      const { sections } = await read((await order()).project_id);
      const [fault] = ofType(sections, 'portfolio_faults').flatMap(({ items }) => items);
      const [figure] = ofType(sections, 'portfolio_metric').flatMap(({ items }) => items);
      assert.equal(fault?.project_name, 'Shop');
      assert.equal(fault?.read_at, figure?.read_at);
      assert.equal(figure?.current, 30);
    });

    test('only the periods that the portfolio has make a report; begun before midnight it is still made', async () => {
      const { portfolio, order, read } = await given({ Shop: { amount: 1 } });
      await portfolio.ask();
      await portfolio.refresh();
      const { project_id } = await order();
      const strange = { current: { from: '2024-02-01', to: '2024-02-29' }, compare: null };
      await assert.rejects(read(project_id, strange), (error) => {
        assert.ok(error instanceof PortfolioError);
        assert.equal(error.field, 'period');
        assert.match(error.message, /2024-02-01 to 2024-02-29/);
        return true;
      });
      const { days, last_month } = periodsOn(today());
      const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
      assert.deepEqual((await read(project_id, days, tomorrow)).periods, days);
      const uncompared = await read(project_id, { ...last_month, compare: null });
      assert.equal(uncompared.periods.compare, null);
      const yearBefore = { ...last_month, compare: { from: '2020-01-01', to: '2020-01-31' } };
      assert.deepEqual(
        (await read(project_id, yearBefore)).periods,
        last_month,
        'what figures are compared with is said',
      );
    });

    test('tags and a folder choose the projects; one that is gone is a fault, not a report of all', async () => {
      const { owner, portfolio, ids, order, read } = await given({ Mine: { amount: 1 }, Other: { amount: 2 } });
      const body = { tags: ['Retail'], folder: 'North' };
      await manage(service, owner, 'PATCH', `/projects/${ids.Mine}`, { body });
      await portfolio.ask();
      await portfolio.refresh();
      const { project_id } = await order({ tag: ['retail'], folder: 'north' });
      assert.deepEqual(names((await read(project_id)).sections), ['Mine']);
      assert.equal((await order({ tag: ['RETAIL'], folder: 'North' })).project_id, project_id);
      assert.notEqual((await order()).project_id, project_id);
      await db.updateTable('labels').set({ name: 'Shops', folded: 'shops' }).where('name', '=', 'Retail').execute();
      await assert.rejects(read(project_id), { field: 'portfolio.tag', value: 'Retail' });
      const unknown = await manage(service, owner, 'POST', '/portfolio/reports', { body: { tag: ['nothing'] } });
      assert.deepEqual([unknown.status, unknown.body.error.details[0].field], [400, 'tag']);
    });

    test('who sees some projects alone makes none, and no tag shows one to them', async () => {
      const { account, owner, ids, order } = await given({ Mine: { amount: 1 }, Other: { amount: 2 } });
      const limited = await givenSignedIn(db, account.id, { role: 'editor', projectIds: [ids.Mine ?? ''] });
      const refused = await manage(service, limited, 'POST', '/portfolio/reports', { body: {} });
      assert.equal(refused.status, 404);
      const viewer = await givenSignedIn(db, account.id, { role: 'viewer' });
      assert.equal((await manage(service, viewer, 'POST', '/portfolio/reports', { body: {} })).status, 403);
      const { project_id } = await order();
      for (const id of [project_id, ids.Mine]) {
        await manage(service, owner, 'PATCH', `/projects/${id}`, { body: { tags: ['Team'] } });
      }
      const tag = await db
        .selectFrom('labels')
        .select('id')
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(await seenProjects(db, [], [tag.id]), [ids.Mine]);
      assert.deepEqual(new Set(await seenProjects(db, [project_id], [tag.id])), new Set([project_id, ids.Mine]));
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      assert.equal((await manage(service, stranger, 'GET', `/projects/${project_id}`)).status, 404);
    });

    test('its copy shows the same, and settings cannot make a project into one', async () => {
      const { account, owner, portfolio, ids, order, read } = await given({ Shop: { amount: 1 } });
      await portfolio.ask();
      await portfolio.refresh();
      const { project_id } = await order();
      const caller = { account, plan };
      const vault = portfolio.context.vault;
      const copy = await db
        .transaction()
        .execute((transaction) => copyProject(transaction, vault, caller, project_id, 'Copy'));
      assert.deepEqual(names((await read(copy.id)).sections), ['Shop']);
      const changed = await manage(service, owner, 'PATCH', `/projects/${ids.Shop}`, { body: { portfolio: {} } });
      assert.equal(changed.status, 400);
    });

    test('a refresh of what a filter finds reads those alone', async () => {
      const { owner, ids } = await given({ Mine: { amount: 1 }, Other: { amount: 2 } });
      await manage(service, owner, 'PATCH', `/projects/${ids.Mine}`, { body: { tags: ['Retail'] } });
      const refresh = (body: object) => manage(service, owner, 'POST', '/portfolio/refresh', { body });
      assert.equal((await refresh({ tag: ['nothing'] })).body.data.queued, 0);
      assert.equal((await refresh({ tag: ['retail'] })).body.data.queued, 1);
      assert.equal((await refresh({ q: 'oth' })).body.data.queued, 1);
      const both = await refresh({ tag: ['retail'], projects: [ids.Mine] });
      assert.deepEqual([both.status, both.body.error.details[0].field], [400, 'projects']);
    });

    test('the plan’s number of projects holds, and a new project is called and speaks as asked', async () => {
      const { account, order } = await given({ Shop: { amount: 1 } });
      const full = { ...plan, maxProjects: 1 };
      const ordered = db
        .transaction()
        .execute((transaction) =>
          orderPortfolioReport(transaction, { account, plan: full, source: 'console' }, { name: 'All' }),
        );
      await assert.rejects(ordered, { code: 'plan_limit_reached' });
      const { project_id } = await order({ name: 'All', locale: 'de-DE', time_zone: 'Asia/Tokyo' });
      const made = await getProject(db, account.id, project_id);
      assert.deepEqual([made.name, made.locale, made.time_zone], ['All', 'de-DE', 'Asia/Tokyo']);
    });
  });
}
