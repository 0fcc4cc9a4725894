import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import {
  type PortfolioQuery,
  type PortfolioReader,
  pageOfPortfolio,
  readPortfolio,
} from '../../src/domains/portfolio/portfolio.ts';
import { refreshNext } from '../../src/domains/portfolio/refresh-project.ts';
import { requestRefresh } from '../../src/domains/portfolio/turns.ts';
import { type ProjectRow, updateProject } from '../../src/domains/projects/projects.ts';
import type { ProjectCreate, ProjectUpdate } from '../../src/domains/projects/schema.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenProject } from './accounts.ts';
import { localNetwork, noObjects } from './connector-context.ts';
import { silentLog } from './silent-log.ts';

/** A portfolio of the project's account that was asked for, with figures of the project. */
export async function givenPortfolio(db: Database, project: Pick<ProjectRow, 'id' | 'account_id'>): Promise<void> {
  const { id: project_id, account_id } = project;
  await db.transaction().execute((transaction) => requestRefresh(transaction, account_id, null));
  const figures = { project_id, account_id, period: 'days', figures: '[]' } as const;
  await db.insertInto('portfolio_figures').values(figures).execute();
}

/** The days from some months ago until today, in UTC. */
export function recentDays(count = 130): string[] {
  const today = Temporal.Now.plainDateISO('UTC');
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString());
}

/** What reading figures takes where connections read files of a folder. */
export function refreshContext(db: Database, folder: string) {
  return {
    ...{ db, vault: createVault(Buffer.alloc(32, 'test')), dataRoots: [folder], network: localNetwork },
    ...{ objects: noObjects, log: silentLog },
  };
}

/** A file of so many sales a day, and what a connection has to say of it. */
export const salesConfig = (path: string, more: object = {}) => ({
  path,
  date: 'Day',
  metrics: [
    { key: 'revenue', label: 'Revenue', sql: 'sum("Amount")', unit: 'currency', better: 'up', additive: true },
    { key: 'orders', label: 'Orders', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
  ],
  dimensions: [],
  ...more,
});

/** Projects of an account whose connections read files, and their portfolio. */
export async function openPortfolio(db: Database, account: Account, given?: string) {
  const folder = given ?? (await realpath(await mkdtemp(join(tmpdir(), 'report-service-portfolio-'))));
  const context = refreshContext(db, folder);
  /** A file with an amount for each day until today. */
  const write = async (name: string, amount: number, days = recentDays()) => {
    await writeFile(join(folder, name), ['Day,Amount', ...days.map((day) => `${day},${amount}`)].join('\n'));
    return join(folder, name);
  };
  const connect = (projectId: string, name: string, config: unknown) =>
    insertConnection(db, {
      ...{ accountId: account.id, projectId, system: 'file', name, config },
      ...{ status: 'connected' as const, seal: () => null },
    });
  const givenOne = async (name: string, amount: number, fields: Partial<ProjectCreate> = {}) => {
    const project = await givenProject(db, account, { name, currency: 'EUR', ...fields });
    const path = await write(`${project.id}.csv`, amount);
    return { project, path, connection: await connect(project.id, 'Sales', salesConfig(path)) };
  };
  const refresh = async () => {
    while (await refreshNext(context));
  };
  return {
    ...{ folder, context, write, connect, given: givenOne, refresh },
    ask: (ids: readonly string[] | null = null) =>
      db.transaction().execute((transaction) => requestRefresh(transaction, account.id, ids)),
    change: (id: string, fields: ProjectUpdate) =>
      db.transaction().execute((transaction) => updateProject(transaction, account.id, id, fields)),
    /** Lets the time come at which somebody may ask again, and everything is due. */
    elapse: () =>
      db
        .updateTable('portfolio_projects')
        .set({ requested_at: null, leased_until: null, due_at: '2026-01-01T00:00:00.000Z' })
        .where('account_id', '=', account.id)
        .execute(),
    async read(more: Partial<PortfolioQuery & PortfolioReader> = {}, now = new Date()) {
      const { projectIds = null, ...query } = more;
      const asked: PortfolioQuery = {
        ...{ period: 'days', sort: 'off_course', direction: 'desc', page: 1, per_page: 100, status: 'active' },
        ...query,
      };
      const all = await readPortfolio(db, { accountId: account.id, projectIds }, asked, now);
      return { ...all, items: await pageOfPortfolio(db, all, asked, now) };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
