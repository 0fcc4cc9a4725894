import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertConnection } from '../src/domains/connections/connections.ts';
import { measureFigures, questionsFor, type StoredFigure } from '../src/domains/portfolio/measure-figures.ts';
import { type PortfolioQuery, pageOfPortfolio, readPortfolio } from '../src/domains/portfolio/portfolio.ts';
import { firstDayOfPeriod, type PortfolioPeriod } from '../src/domains/portfolio/portfolio-periods.ts';
import { seenNow } from '../src/domains/portfolio/seen.ts';
import { sortKeysOf } from '../src/domains/portfolio/sort-keys.ts';
import { requestRefresh } from '../src/domains/portfolio/turns.ts';
import { newIdentifier } from '../src/platform/database/identifiers.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { portfolioPeriods } from '../src/platform/database/words.ts';
import { openFileStore } from '../src/platform/storage/file-store.ts';
import type { MetricDescription } from '../src/reporting/documents/model.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { createFreshDatabase, engines } from '../test/support/databases.ts';
import { removeFolder } from '../test/support/folders.ts';
import { givenReport } from '../test/support/outcomes.ts';
import { givenSchedule } from '../test/support/schedules.ts';
import { median } from './median.ts';

const projects = 1_000;
const connectionsOfEach = 3;
const rounds = 60;
/** Reports of each project, beside which the answer is measured. */
const reports = [1, 50] as const;
const statementRows = 250;

const query: PortfolioQuery = {
  ...{ period: 'month', sort: 'off_course', direction: 'desc', page: 1, per_page: 50, status: 'active' },
};
const asked: Readonly<Record<string, Partial<PortfolioQuery>>> = {
  'first page': {},
  'page 20': { page: 20 },
  '100 of last month by name': { period: 'last_month', sort: 'name', direction: 'asc', per_page: 100 },
  search: { q: 'project 99' },
};

/** Milliseconds of the portfolio of 1,000 projects with 3,000 connections, beside one and fifty reports of each. */
export async function benchPortfolio(): Promise<object> {
  const figures: Record<string, object> = {};
  for (const engine of engines) {
    await using database = await createFreshDatabase(engine);
    const { db } = database;
    const folder = await mkdtemp(join(tmpdir(), 'report-service-bench-'));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => removeFolder(folder));
    const accountId = await fillPortfolio(db, folder);
    const measured: Record<string, Record<string, number>> = {};
    for (const count of reports) {
      await growReports(db, accountId, count);
      for (const [name, more] of Object.entries(asked)) {
        const times = await timesOf(db, accountId, { ...query, ...more });
        measured[name] = { ...measured[name], [`${count * projects} reports`]: median(times) };
      }
    }
    figures[engine] = measured;
  }
  return figures;
}

async function timesOf(db: Database, accountId: string, wanted: PortfolioQuery): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const all = await readPortfolio(db, { accountId, projectIds: null }, wanted);
    const items = await pageOfPortfolio(db, all, wanted);
    JSON.stringify({ items, totals: all.totals });
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** An account with 1,000 projects whose portfolio was read; objects go to `folder`. Returns its id. */
export async function fillPortfolio(db: Database, folder: string): Promise<string> {
  const account = await givenAccount(db, { plan: 'agency' });
  const objects = await openFileStore(join(folder, 'objects'));
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const figures = figuresOn(today);
  for (let index = 0; index < projects; index++) {
    const project = await givenProject(db, account, { name: `Project ${index}` });
    for (let made = 0; made < connectionsOfEach; made++) {
      const owned = { accountId: account.id, projectId: project.id, system: 'google-ads', name: `Source ${made}` };
      await insertConnection(db, { ...owned, status: 'connected', config: {}, seal: () => null });
    }
    await givenSchedule(db, project.id);
    await givenReport(db, objects, account, project.id);
  }
  await db.transaction().execute((transaction) => requestRefresh(transaction, account.id, null));
  const portfolio = await db
    .selectFrom('portfolio_accounts')
    .selectAll()
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  for (const { id, revision } of await db.selectFrom('projects').select(['id', 'revision']).execute()) {
    const connections = await db
      .selectFrom('connections')
      .select(['id', 'revision'])
      .where('project_id', '=', id)
      .execute();
    const keys = (period: PortfolioPeriod) =>
      JSON.stringify(sortKeysOf(figures[period], firstDayOfPeriod(period, today)));
    const read = {
      seen: seenNow({ revision }, connections, portfolio),
      read_at: new Date().toISOString(),
      due_at: null,
    };
    const sorted = { in_month: keys('month'), in_last_month: keys('last_month'), in_days: keys('days') };
    await db
      .updateTable('portfolio_projects')
      .set({ ...read, ...sorted })
      .where('project_id', '=', id)
      .execute();
    const rows = portfolioPeriods.map((period) => ({
      ...{ project_id: id, account_id: account.id, period, figures: JSON.stringify(figures[period]) },
    }));
    await db.insertInto('portfolio_figures').values(rows).execute();
  }
  return account.id;
}

function figuresOn(today: string): Readonly<Record<PortfolioPeriod, readonly StoredFigure[]>> {
  const metrics = Array.from({ length: 6 }, (_, index): MetricDescription => {
    const shared = { unit: 'currency', decimals: null, better: 'up', additive: true } as const;
    return { key: `metric_${index}`, label: `Metric ${index}`, ...shared };
  });
  const queries = questionsFor(metrics, today, 'UTC');
  const answers = queries.map(({ from, by }) => {
    const values = metrics.map((_, index) => 1_234.56 + index);
    const days = Array.from({ length: 61 }, (_, index) =>
      Temporal.PlainDate.from(from).add({ days: index }).toString(),
    );
    const rows = by === 'day' ? days.map((key) => ({ key, values })) : [{ key: null, values }];
    return { rows, groupCount: rows.length, hasData: true, rowsRead: 1, freshAt: null };
  });
  const connection = { id: 'con_1', name: 'Source', system: 'google-ads', description: { metrics, dimensions: [] } };
  const goal = { id: 'g', connection_id: 'con_1', metric: 'metric_0', amount: 9_999, per: 'month' as const };
  return measureFigures({
    ...{ connection, metrics, goals: [goal], currency: 'EUR', today, fetchedAt: new Date().toISOString() },
    ...{ queries, answers },
  });
}

/** Copies reports, until each project has so many. */
async function growReports(db: Database, accountId: string, count: number): Promise<void> {
  const own = db.selectFrom('reports').selectAll().where('account_id', '=', accountId);
  const firsts = await own.orderBy('id').limit(projects).execute();
  const job = await db.selectFrom('jobs').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
  const wanted = firsts.flatMap((report) => Array.from({ length: count - 1 }, () => report));
  for (let at = 0; at < wanted.length; at += statementRows) {
    const some = wanted.slice(at, at + statementRows);
    const jobs = some.map(({ project_id }) => ({ ...job, id: newIdentifier('gen'), project_id }));
    const copies = some.map((report, index) => ({
      ...{ ...report, id: newIdentifier('rep'), generation_job_id: jobs[index]?.id ?? '' },
      created_at: '2026-01-01T00:00:00.000Z',
    }));
    for (let part = 0; part < jobs.length; part += 50) {
      await db
        .insertInto('jobs')
        .values(jobs.slice(part, part + 50))
        .execute();
      await db
        .insertInto('reports')
        .values(copies.slice(part, part + 50))
        .execute();
    }
  }
}
