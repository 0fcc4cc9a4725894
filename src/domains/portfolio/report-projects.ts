import type { JobSource, Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { dayIn } from '../../reporting/documents/calendar.ts';
import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { enqueueGeneration } from '../generation-jobs/generation-jobs.ts';
import { foldLabel } from '../labels/label-names.ts';
import { findLabels } from '../labels/labels.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { createProject, getProject, type ProjectRow } from '../projects/projects.ts';
import { type PortfolioPeriod, periodsOn } from './portfolio-periods.ts';
import { findPortfolioAccount, readPortfolioSettings } from './portfolio-settings.ts';
import { type PortfolioFilter, readPortfolioFilter } from './read-report-part.ts';

export interface ReportOrder {
  /** What a report is started of; none if absent. */
  readonly period?: PortfolioPeriod | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly folder?: string | undefined;
  /** Of a project that has to be made: by what is usual among those it shows if absent. */
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface OrderedReport {
  readonly project_id: string;
  /** Whether the project was made for it. */
  readonly is_new: boolean;
  readonly generation_job_id: string | null;
}

/**
 * The project whose reports show the portfolio of all projects with the tags and in the folder, made unless there is an
 * active one, and the start of a report of the period. For callers who see all projects alone. Throws `plan_limit_reached`,
 * and faults of `tag`, `folder` and `period`.
 */
export async function orderPortfolioReport(
  transaction: Queryable,
  caller: Pick<Caller, 'account' | 'plan'> & { readonly source: JobSource },
  order: ReportOrder,
): Promise<OrderedReport> {
  const { account, plan, source } = caller;
  // Two who ask at once get one project.
  await lockAccount(transaction, account.id);
  const filter = await knownFilter(transaction, account.id, order);
  const found = await findReportProject(transaction, account.id, filter);
  const project = found ?? (await makeProject(transaction, caller, filter, order));
  const about = { project_id: project.id, is_new: found === undefined };
  if (order.period === undefined) return { ...about, generation_job_id: null };
  const periods = periodsOn(dayIn(project.time_zone, new Date().toISOString()))[order.period];
  if (!periods) throw fieldFault('period', 'value', 'No day of this month is over yet. Ask for another period.');
  const job = await enqueueGeneration(transaction, { project, plan, periods, source });
  return { ...about, generation_job_id: job.id };
}

/** The tags and the folder as the account spells them. */
async function knownFilter(db: Queryable, accountId: string, order: ReportOrder): Promise<PortfolioFilter> {
  const spelled = async (kind: 'tag' | 'folder', names: readonly string[]) => {
    const known = await findLabels(db, accountId, kind, names);
    const gone = names.find((name) => known.every(({ folded }) => folded !== foldLabel(name)));
    if (gone === undefined) return known.map(({ name }) => name).sort();
    throw fieldFault(kind, 'value', `The account has no ${kind} "${gone}".`);
  };
  const tag = await spelled('tag', order.tag ?? []);
  const [folder = null] = await spelled('folder', order.folder === undefined ? [] : [order.folder]);
  return { tag, folder };
}

async function findReportProject(
  db: Queryable,
  accountId: string,
  filter: PortfolioFilter,
): Promise<ProjectRow | undefined> {
  const own = db.selectFrom('projects').select(['id', 'portfolio']).where('account_id', '=', accountId);
  const rows = await own.where('portfolio', 'is not', null).where('status', '=', 'active').orderBy('id').execute();
  const found = rows.find((row) => keyOf(readPortfolioFilter(row)) === keyOf(filter));
  return found && getProject(db, accountId, found.id);
}

/** In any spelling. */
function keyOf(filter: PortfolioFilter | null): string {
  return JSON.stringify(filter && [filter.tag.map(foldLabel).sort(), filter.folder && foldLabel(filter.folder)]);
}

async function makeProject(
  transaction: Queryable,
  caller: Pick<Caller, 'account' | 'plan'>,
  filter: PortfolioFilter,
  order: ReportOrder,
): Promise<ProjectRow> {
  const { account } = caller;
  const seen = await narrowed(
    transaction,
    { account, projectIds: null },
    { ...filter, folder: filter.folder ?? undefined },
  );
  const locale = order.locale ?? (await mostUsual(transaction, seen, 'locale')) ?? 'en-US';
  const time_zone = order.time_zone ?? (await mostUsual(transaction, seen, 'time_zone')) ?? 'UTC';
  const { currency } = readPortfolioSettings(await findPortfolioAccount(transaction, account.id));
  const title = messagesFor(locale).portfolio.title;
  const name = order.name ?? [title, filter.folder ?? [], filter.tag].flat(2).join(' · ').slice(0, 200);
  const client_name = account.name.slice(0, 200);
  const fields = { name, client_name, locale, time_zone, ...(currency !== null && { currency }) };
  const project = await createProject(transaction, caller, fields);
  const portfolio = JSON.stringify(filter);
  await transaction.updateTable('projects').set({ portfolio }).where('id', '=', project.id).execute();
  return { ...project, portfolio };
}

/** What most of the projects that are seen have. */
async function mostUsual(
  db: Queryable,
  { account, projectIds }: { readonly account: { readonly id: string }; readonly projectIds: readonly string[] | null },
  column: 'locale' | 'time_zone',
): Promise<string | undefined> {
  let own = db.selectFrom('projects').where('account_id', '=', account.id).where('portfolio', 'is', null);
  if (projectIds !== null) own = own.where('id', 'in', projectIds);
  const counted = own
    .select(column)
    .groupBy(column)
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy(column)
    .limit(1);
  return (await counted.executeTakeFirst())?.[column];
}
