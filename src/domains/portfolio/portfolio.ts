import { sql } from 'kysely';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listConnections } from '../connections/connections.ts';
import { hasWords } from '../projects/project-lists.ts';
import { getProject } from '../projects/projects.ts';
import type { FollowedSettings } from '../templates/follow.ts';
import { basisOf } from './choose-figures.ts';
import type { StoredFigure } from './measure-figures.ts';
import { firstDayOfPeriod, type PortfolioPeriod, todayOf } from './portfolio-periods.ts';
import {
  findPortfolioAccount,
  type PortfolioAccountRow,
  readPortfolioSettings,
  readRates,
} from './portfolio-settings.ts';
import { detailsOf } from './project-details.ts';
import type { FigureFault } from './refresh-context.ts';
import { seenText } from './seen.ts';
import type { SortKeys } from './sort-keys.ts';
import { convertTotals, totalsOf } from './totals.ts';

export const portfolioSorts = ['off_course', 'change', 'name', 'read_at'] as const;

export interface PortfolioQuery {
  readonly period: PortfolioPeriod;
  readonly sort: (typeof portfolioSorts)[number];
  readonly direction: 'asc' | 'desc';
  readonly page: number;
  readonly per_page: number;
  readonly status: 'active' | 'archived';
  readonly q?: string | undefined;
}

/** How many projects that were changed are looked at again in one answer; others have to wait for the next. */
const mostRechecked = 200;

/** Whose projects: of an account, and of those the ones that a member is limited to. */
export interface PortfolioReader {
  readonly accountId: string;
  readonly projectIds: readonly string[] | null;
}

const columnOf = { month: 'in_month', last_month: 'in_last_month', days: 'in_days' } as const;

interface ListedRow {
  readonly id: string;
  readonly name: string;
  readonly client_name: string | null;
  readonly time_zone: string;
  readonly currency: string;
  readonly revision: number;
  readonly seen: string | null;
  readonly read_at: string | null;
  readonly tried_at: string | null;
  readonly due_at: string | null;
  readonly leased_until: string | null;
  readonly faults: string | null;
  readonly keys: string | null;
}

/** A project with what it is sorted by; without keys its figures are not read yet, or mean something else by now. */
export interface ListedProject {
  readonly row: ListedRow;
  readonly keys: SortKeys | null;
  readonly connections: ConnectionCount;
}

interface ConnectionCount {
  readonly total: number;
  readonly faulty: number;
  readonly revisions: number;
  readonly last: string;
}

/** All projects that the reader sees and the query asks for, in its order, with what adds up over them. */
export async function readPortfolio(
  db: Database,
  reader: PortfolioReader,
  query: PortfolioQuery,
  now = new Date(),
  { recheck = mostRechecked }: { readonly recheck?: number } = {},
) {
  const account = await findPortfolioAccount(db, reader.accountId);
  const all = await listed(db, reader, query, account, { now, recheck });
  const isAskedFor = hasWords(query.q);
  const found = all.filter(({ row }) => isAskedFor(row));
  const totals = totalsOf(found.flatMap(({ keys }) => keys?.sums ?? []));
  const settings = readPortfolioSettings(account);
  const { currency, rates: source } = settings;
  const rates = readRates(account);
  const conversion = currency !== null && source ? { currency, source, rates } : undefined;
  return {
    found: found.toSorted(orderOf(query)),
    totals,
    conversion,
    converted: convertTotals(totals, conversion),
    refresh: {
      enabled: settings.enabled,
      requested_at: toTimestamp(account?.requested_at ?? null),
      waiting: all.filter(({ row }) => isWaiting(row, now)).length,
      read: all.filter(({ keys }) => keys !== null).length,
      rates_date: rates?.date ?? null,
      rates_fault: rates?.fault ?? null,
    },
  };
}

export type ReadPortfolio = Awaited<ReturnType<typeof readPortfolio>>;

/** One page of them, with their figures, connections and reports. */
export async function pageOfPortfolio(db: Database, { found }: ReadPortfolio, query: PortfolioQuery, now = new Date()) {
  const first = (query.page - 1) * query.per_page;
  return toItems(db, found.slice(first, first + query.per_page), query.period, now);
}

export async function toItems(
  db: Queryable,
  page: readonly ListedProject[],
  period: PortfolioPeriod,
  now = new Date(),
) {
  const ids = page.map(({ row }) => row.id);
  if (ids.length === 0) return [];
  const [figures, details] = await Promise.all([figuresOf(db, ids, period), detailsOf(db, ids)]);
  const firstDay = firstDaysOf(period, now);
  return page.map(({ row, keys, connections }) => {
    const { id, name, client_name, time_zone, currency } = row;
    const first = firstDay(time_zone);
    const isCurrent = (figure: StoredFigure) => first === null || !figure.period || figure.period.from === first;
    const own = keys ? (figures.get(id) ?? []).filter(isCurrent) : [];
    return {
      ...{ project_id: id, name, client_name, time_zone, currency },
      state: keys ? ('read' as const) : ('not_read' as const),
      is_waiting: isWaiting(row, now),
      read_at: keys ? toTimestamp(row.read_at) : null,
      tried_at: toTimestamp(row.tried_at),
      faults: JSON.parse(row.faults ?? '[]') as FigureFault[],
      off_course: keys?.off_course ?? null,
      figures: own.map((figure) => ({ ...figure, read_at: toTimestamp(figure.read_at) })),
      connections: { total: connections.total, faulty: details.faulty.get(id) ?? [] },
      last_report: details.reports.get(id) ?? null,
      next_report: details.runs.get(id) ?? null,
    };
  });
}

export type PortfolioItem = Awaited<ReturnType<typeof toItems>>[number];

function isWaiting({ due_at, leased_until }: ListedRow, now: Date): boolean {
  const time = now.toISOString();
  return (leased_until ?? '') > time || (due_at !== null && due_at <= time);
}

async function figuresOf(db: Queryable, ids: readonly string[], period: PortfolioPeriod) {
  const rows = await db
    .selectFrom('portfolio_figures')
    .select(['project_id', 'figures'])
    .where('project_id', 'in', ids)
    .where('period', '=', period)
    .execute();
  return new Map(rows.map(({ project_id, figures }) => [project_id, JSON.parse(figures) as StoredFigure[]]));
}

async function listed(
  db: Database,
  reader: PortfolioReader,
  { status, period }: PortfolioQuery,
  account: PortfolioAccountRow | undefined,
  { now, recheck: most }: { readonly now: Date; readonly recheck: number },
): Promise<ListedProject[]> {
  const keys = columnOf[period];
  const [rows, counts] = await Promise.all([
    ownProjects(db, reader)
      .leftJoin('portfolio_projects as read', 'read.project_id', 'projects.id')
      .select(['projects.id', 'projects.name', 'projects.client_name', 'projects.time_zone', 'projects.currency'])
      .select(['projects.revision', 'read.seen', 'read.read_at', 'read.tried_at', 'read.due_at', 'read.leased_until'])
      .select(['read.faults', `read.${keys} as keys`])
      .where('projects.status', '=', status)
      .execute(),
    countConnections(db, reader),
  ]);
  const none: ConnectionCount = { total: 0, faulty: 0, revisions: 0, last: '' };
  const isCurrent = (row: ListedRow, { total, revisions, last }: ConnectionCount) =>
    row.seen === seenText({ project: row.revision, connections: total, revisions, last, account });
  const changed = rows.filter((row) => row.seen !== null && !isCurrent(row, counts.get(row.id) ?? none));
  const unchanged = await recheck(db, reader.accountId, changed.slice(0, most), account);
  const firstDay = firstDaysOf(period, now);
  return rows.map((row) => {
    const connections = counts.get(row.id) ?? none;
    const isRead = row.read_at !== null && (isCurrent(row, connections) || unchanged.has(row.id));
    const read = isRead && row.keys !== null ? (JSON.parse(row.keys) as SortKeys) : null;
    // What was this month is last month by now.
    return { row, connections, keys: read?.from === firstDay(row.time_zone) ? read : null };
  });
}

/** The first day that figures of a period have to begin with, by time zone: a calendar takes longer than the rest of a row. */
function firstDaysOf(period: PortfolioPeriod, now: Date): (timeZone: string) => string | null {
  const known = new Map<string, string | null>();
  const find = (timeZone: string) => firstDayOfPeriod(period, todayOf([timeZone], now.toISOString()));
  return (timeZone) => known.getOrInsertComputed(timeZone, find);
}

function ownProjects(db: Queryable, { accountId, projectIds }: PortfolioReader) {
  const reports = db.selectFrom('projects').select('id').where('account_id', '=', accountId);
  const own = db
    .selectFrom('projects')
    .where('projects.account_id', '=', accountId)
    // Those whose reports show it have no figures of their own.
    .where('projects.id', 'not in', reports.where('portfolio', 'is not', null));
  return projectIds === null ? own : own.where('projects.id', 'in', projectIds);
}

async function countConnections(db: Queryable, { accountId, projectIds }: PortfolioReader) {
  let own = db.selectFrom('connections').where('account_id', '=', accountId);
  if (projectIds !== null) own = own.where('project_id', 'in', projectIds);
  const rows = await own
    .select(({ fn }) => [
      'project_id',
      fn.countAll().as('total'),
      fn.sum('revision').as('revisions'),
      fn.max('id').as('last'),
    ])
    .select(sql<number>`sum(case when status = 'connected' then 0 else 1 end)`.as('faulty'))
    .groupBy('project_id')
    .execute();
  return new Map(
    rows.map(({ project_id, total, revisions, last, faulty }) => [
      project_id,
      { total: Number(total), revisions: Number(revisions), last: String(last), faulty: Number(faulty) },
    ]),
  );
}

/**
 * Of projects of which something has changed since their figures were read, those whose figures mean the same: another
 * name changes none of them. They need not be looked at again.
 */
async function recheck(
  db: Database,
  accountId: string,
  rows: readonly ListedRow[],
  account: PortfolioAccountRow | undefined,
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  const { figures } = readPortfolioSettings(account);
  for (const { id } of rows) {
    const project = await getProject(db, accountId, id);
    const connections = await listConnections(db, id);
    const basis = basisOf(
      { settings: JSON.parse(project.settings) as FollowedSettings, connections, figures },
      project,
    );
    const own = db.selectFrom('portfolio_projects').select('basis').where('project_id', '=', id);
    if ((await own.executeTakeFirst())?.basis !== basis) continue;
    same.add(id);
    const revisions = connections.reduce((sum, { revision }) => sum + revision, 0);
    const last = connections.at(-1)?.id ?? '';
    const seen = seenText({ project: project.revision, connections: connections.length, revisions, last, account });
    await db
      .updateTable('portfolio_projects')
      .set({ seen })
      .where('project_id', '=', id)
      .where('basis', '=', basis)
      .execute();
  }
  return same;
}

type Order = (one: ListedProject, other: ListedProject) => number;

/** Projects without figures stand at the end, whichever way the others go; ties break by name. */
function orderOf({ sort, direction }: PortfolioQuery): Order {
  const sign = direction === 'asc' ? 1 : -1;
  const byName: Order = (one, other) => byText(one.row.name, other.row.name) || byText(one.row.id, other.row.id);
  if (sort === 'name') return (one, other) => sign * byName(one, other);
  const by = valuesOf[sort];
  return (one, other) => {
    for (const value of by) {
      const [first, second] = [value(one), value(other)];
      if (first === second) continue;
      if (first === null) return 1;
      if (second === null) return -1;
      return sign * (first < second ? -1 : 1);
    }
    return byName(one, other);
  };
}

const valuesOf: Readonly<
  Record<Exclude<PortfolioQuery['sort'], 'name'>, readonly ((project: ListedProject) => number | string | null)[]>
> = {
  off_course: [({ keys }) => keys?.off_course ?? null, ({ keys }) => keys?.adverse ?? null],
  change: [({ keys }) => keys?.change ?? null],
  read_at: [({ row, keys }) => keys && row.read_at],
};

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
