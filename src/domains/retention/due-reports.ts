import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/tables.ts';
import { holdsOfAccount } from './legal-holds.ts';
import { dueFrom, keptSince } from './periods.ts';

/** What is counted at most; more is told as more. */
const mostCounted = 100_000;

const over = sql`('completed', 'blocked', 'failed')`;

/**
 * Whether a finished generation `jobs`, with its report `reports` if it has one, has to stay, in this order: a legal hold;
 * something of it that goes on, or is younger than `before`; a guest link that shows it at `now`. Null where it may go.
 */
export function reasonToStay(before: string, now: string): RawBuilder<'held' | 'in_use' | 'linked' | null> {
  return sql`case
    when exists (select 1 from legal_holds where subject in (jobs.account_id, jobs.project_id)) then 'held'
    when exists (select 1 from jobs as exports where exports.report_id = reports.id and exports.type = 'export'
        and (exports.status not in ${over} or coalesce(exports.completed_at, exports.created_at) >= ${before}))
      or exists (select 1 from schedule_runs where generation_job_id = jobs.id
        and (state not in ('completed', 'not_sent', 'rejected', 'failed') or exists (select 1 from deliveries
          where run_id = schedule_runs.id and status in ('pending', 'sending'))))
      then 'in_use'
    when exists (select 1 from shares where shares.report_id = reports.id and revoked_at is null
        and (expires_at is null or expires_at > ${now})) then 'linked'
  end`;
}

/**
 * The generations of an account that are over and, with their reports, older than `before`. One that was refused at its
 * start has no end of its own. The columns of `jobs_of_account` find them.
 */
export function oldGenerations(accountId: string, before: string): RawBuilder<unknown> {
  return sql`jobs.account_id = ${accountId} and jobs.created_at < ${before} and jobs.type = 'generation'
    and jobs.status in ${over} and coalesce(jobs.completed_at, jobs.created_at) < ${before}
    and (reports.created_at is null or reports.created_at < ${before})`;
}

/** What would be deleted of an account that keeps its reports for some months, as of a time. */
export interface DueReports {
  readonly reports: number;
  /** Generations, those without a report too, and exports. */
  readonly jobs: number;
  /** Exports whose files are still there. */
  readonly files: number;
  /** Guest links to them, which have ended. */
  readonly links: number;
  /** Uploads that no connection reads. */
  readonly uploads: number;
  /** Whether there are more than are counted. */
  readonly isCut: boolean;
  /** When the oldest of them was made; null for none. */
  readonly oldestAt: string | null;
  /** About when the next is old enough, of those that stay for now; null for none. */
  readonly nextAt: string | null;
  /** What is old enough and stays, and why. */
  readonly kept: { readonly held: number; readonly inUse: number; readonly linked: number };
}

/** `now` is the time that they are as old as; an account that keeps all for ever has nothing due. */
export async function countDue(
  db: Queryable,
  accountId: string,
  months: number | null,
  now: string,
): Promise<DueReports> {
  if (months === null) return nothingDue;
  const before = keptSince(months, now);
  const ofReport = (table: string, more: RawBuilder<unknown>) =>
    sql`(select count(*) from ${sql.table(table)} as own where own.report_id = reports.id ${more})`;
  const { rows } = await sql<
    {
      [Column in 'found' | 'going' | 'reports' | 'exports' | 'files' | 'links' | 'held' | 'in_use' | 'linked']: unknown;
    } & {
      oldest: string | null;
    }
  >`select count(*) as found, sum(case when stays is null then 1 else 0 end) as going,
      sum(case when stays is null and report_id is not null then 1 else 0 end) as reports,
      sum(case when stays is null then exports else 0 end) as exports,
      sum(case when stays is null then files else 0 end) as files,
      sum(case when stays is null then links else 0 end) as links,
      sum(case when stays = 'held' then 1 else 0 end) as held,
      sum(case when stays = 'in_use' then 1 else 0 end) as in_use,
      sum(case when stays = 'linked' then 1 else 0 end) as linked,
      min(case when stays is null then created_at end) as oldest
    from (select jobs.created_at, reports.id as report_id, ${reasonToStay(before, now)} as stays,
        ${ofReport('jobs', sql`and own.type = 'export'`)} as exports,
        ${ofReport('jobs', sql`and own.type = 'export' and own.live = 1`)} as files,
        ${ofReport('shares', sql``)} as links
      from jobs left join reports on reports.generation_job_id = jobs.id where ${oldGenerations(accountId, before)}
      order by jobs.created_at limit ${mostCounted + 1}) as old`.execute(db);
  const [counted] = rows;
  const number = (value: unknown) => Number(value ?? 0);
  const going = number(counted?.going);
  return {
    reports: number(counted?.reports),
    jobs: going + number(counted?.exports),
    files: number(counted?.files),
    links: number(counted?.links),
    uploads: await countUnusedUploads(db, accountId, before),
    isCut: number(counted?.found) > mostCounted,
    oldestAt: counted?.oldest ?? null,
    nextAt: await findNext(db, accountId, months, before),
    kept: { held: number(counted?.held), inUse: number(counted?.in_use), linked: number(counted?.linked) },
  };
}

const nothingDue: DueReports = {
  ...{ reports: 0, jobs: 0, files: 0, links: 0, uploads: 0, isCut: false, oldestAt: null, nextAt: null },
  kept: { held: 0, inUse: 0, linked: 0 },
};

/** Whether anything would be deleted. */
export function isAnythingDue({ jobs, uploads }: DueReports): boolean {
  return jobs + uploads > 0;
}

async function findNext(db: Queryable, accountId: string, months: number, before: string): Promise<string | null> {
  const next = await db
    .selectFrom('jobs')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', before)
    .where('type', '=', 'generation')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return next ? dueFrom(months, next.created_at) : null;
}

/** The uploads of an account that were not changed since `before` and that no connection reads, the oldest first. */
export function unusedUploads(accountId: string, before: string): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`select id from uploads where account_id = ${accountId} and updated_at < ${before}
    and not exists (select 1 from connections where connections.account_id = uploads.account_id and system = 'file'
      and config like '%upload:' || uploads.id || '%')
    order by id`;
}

/** They belong to no project, so that a hold of any keeps them. */
async function countUnusedUploads(db: Queryable, accountId: string, before: string): Promise<number> {
  if ((await holdsOfAccount(db, accountId)).length > 0) return 0;
  const { rows } = await sql<{ number: unknown }>`select count(*) as number
    from (${unusedUploads(accountId, before)} limit ${mostCounted}) as unused`.execute(db);
  return Number(rows[0]?.number ?? 0);
}
