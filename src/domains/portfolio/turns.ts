import { type Selectable, sql } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import type { PortfolioProjectsTable, Queryable } from '../../platform/database/tables.ts';
import { nextOccurrence } from '../schedules/occurrences.ts';
import { usePortfolio } from './portfolio-settings.ts';

export type TurnRow = Selectable<PortfolioProjectsTable>;

/** Local time of each project. */
const nightly = '05:00';
/** Longer than reading a project may take. After that another process may do it. */
const leaseMs = 3 * 60_000;
/** Who asks again so soon gets what was just read: vendors count what they are asked. */
const leastBetweenMs = 15 * 60_000;
const mostPlanned = 500;

/** When a project is read next: each night at five of its own clock, or when clocks skip that, an hour later. */
export function nextNight(timeZone: string, now: Temporal.Instant = Temporal.Now.instant()): string {
  const every = { cadence: 'daily', day: null, nth: null, month: null, at: nightly, timeZone } as const;
  const next = nextOccurrence({ ...every, from: null, until: null, skip: [] }, now);
  if (!next) throw new TypeError(`There is no night in ${timeZone}`);
  return next.instant.toString({ fractionalSecondDigits: 3 });
}

/** Has projects read each night that are not yet, of accounts that want it: a few hundred at a time. Whether there may be more. */
export async function planNights(db: Queryable, accountId?: string): Promise<boolean> {
  let waiting = db
    .selectFrom('portfolio_accounts')
    .innerJoin('projects', 'projects.account_id', 'portfolio_accounts.account_id')
    .leftJoin('portfolio_projects', 'portfolio_projects.project_id', 'projects.id')
    .select(['projects.id', 'projects.account_id', 'projects.time_zone'])
    .where('portfolio_accounts.enabled', '=', 1)
    .where('projects.status', '=', 'active')
    .where('projects.portfolio', 'is', null)
    .where('portfolio_projects.due_at', 'is', null);
  if (accountId !== undefined) waiting = waiting.where('portfolio_accounts.account_id', '=', accountId);
  const projects = await waiting.orderBy('projects.id').limit(mostPlanned).execute();
  const rows = projects.map(({ id, account_id, time_zone }) => newTurn(id, account_id, nextNight(time_zone)));
  if (rows.length > 0) {
    await db
      .insertInto('portfolio_projects')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('project_id')
          .doUpdateSet(({ ref }) => ({ due_at: ref('excluded.due_at') }))
          .where('portfolio_projects.due_at', 'is', null),
      )
      .execute();
  }
  return projects.length === mostPlanned;
}

function newTurn(projectId: string, accountId: string, dueAt: string | null): TurnRow {
  return {
    ...{ project_id: projectId, account_id: accountId, due_at: dueAt, leased_until: null, claims: 0, tries: 0 },
    ...{ requested_at: null, seen: null, basis: null, read_at: null, tried_at: null, faults: '[]' },
    ...{ in_month: null, in_last_month: null, in_days: null },
  };
}

export interface Requested {
  /** How many are read now, and how many were asked for too short a while ago. */
  readonly queued: number;
  readonly skipped: number;
  readonly requestedAt: string;
}

/**
 * Asks for the figures of an account's active projects, of some if they are named, as soon as a process has time for them. The
 * first time also has all of them read each night, unless `startsNights` is false.
 */
export async function requestRefresh(
  transaction: Queryable,
  accountId: string,
  projectIds: readonly string[] | null,
  { startsNights = true }: { readonly startsNights?: boolean } = {},
): Promise<Requested> {
  await usePortfolio(transaction, accountId, { enabled: startsNights });
  const named = projectIds === null ? sql`` : sql`and id in (${sql.join(projectIds)})`;
  if (projectIds?.length === 0) return { queued: 0, skipped: 0, requestedAt: new Date().toISOString() };
  await sql`insert into portfolio_projects (project_id, account_id, claims, tries, faults)
    select id, account_id, 0, 0, '[]' from projects
    where account_id = ${accountId} and status = 'active' and portfolio is null ${named}
    on conflict (project_id) do nothing`.execute(transaction);
  const active = sql`project_id in (
    select id from projects where account_id = ${accountId} and status = 'active' ${named})`;
  const now = new Date();
  const requestedAt = now.toISOString();
  const before = new Date(now.getTime() - leastBetweenMs).toISOString();
  const { numAffectedRows = 0n } = await sql`update portfolio_projects
    set due_at = ${databaseTime(transaction)}, tries = 0, requested_at = ${requestedAt}
    where account_id = ${accountId} and ${active}
    and (requested_at is null or requested_at <= ${before})
    and (leased_until is null or leased_until <= ${databaseTime(transaction)})`.execute(transaction);
  const { rows } = await sql<{ total: number }>`select count(*) as total from portfolio_projects
    where account_id = ${accountId} and ${active}`.execute(transaction);
  const queued = Number(numAffectedRows);
  if (queued > 0) {
    const account = transaction.updateTable('portfolio_accounts').where('account_id', '=', accountId);
    await account.set({ requested_at: requestedAt }).execute();
  }
  await planNights(transaction, accountId);
  return { queued, skipped: Number(rows[0]?.total ?? 0) - queued, requestedAt };
}

/** What `ThreadWhileDue` does of portfolios. */
export const portfolioWork = { name: 'portfolios', isAnyDue, plan: (db: Queryable) => planNights(db) };

/** Whether any project waits to be read. */
export async function isAnyDue(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from portfolio_projects
    where due_at <= ${databaseTime(db)} and (leased_until is null or leased_until <= ${databaseTime(db)})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes the project that is to be read next, for this process: that of the account which has waited longest for a turn. */
export async function claimTurn(db: Queryable): Promise<TurnRow | undefined> {
  const lock = isPostgres(db) ? sql`for update of turn skip locked` : sql``;
  const { rows } = await sql<TurnRow>`update portfolio_projects
    set claims = claims + 1, tries = tries + 1, leased_until = ${databaseTime(db, leaseMs)},
      tried_at = ${databaseTime(db)}
    where project_id = (
      select turn.project_id from portfolio_projects as turn
      inner join portfolio_accounts as account on account.account_id = turn.account_id
      where turn.due_at <= ${databaseTime(db)}
        and (turn.leased_until is null or turn.leased_until <= ${databaseTime(db)})
      order by account.served_at, turn.due_at, turn.project_id limit 1 ${lock})
    returning *`.execute(db);
  const [turn] = rows;
  if (turn) {
    const account = db.updateTable('portfolio_accounts').where('account_id', '=', turn.account_id);
    await account.set({ served_at: databaseTime(db) }).execute();
  }
  return turn;
}

/** Lets another process read it at once, when this one stops. */
export async function giveBackTurn(db: Queryable, { project_id, claims, tries }: TurnRow): Promise<void> {
  const own = db.updateTable('portfolio_projects').where('project_id', '=', project_id).where('claims', '=', claims);
  await own.set({ leased_until: null, tries: tries - 1 }).execute();
}

/** Stores how a turn ended; false when another process has taken it since. */
export async function endTurn(
  transaction: Queryable,
  { project_id, claims }: TurnRow,
  ended: Partial<TurnRow>,
): Promise<boolean> {
  const own = transaction
    .updateTable('portfolio_projects')
    .where('project_id', '=', project_id)
    .where('claims', '=', claims);
  const { numUpdatedRows } = await own.set({ ...ended, leased_until: null }).executeTakeFirst();
  return numUpdatedRows > 0n;
}
