import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { jobTypes } from '../../platform/database/words.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { isAtLeast } from '../../platform/http/roles.ts';
import { noticeMs } from '../connections/oauth-grants.ts';
import { jobsById, toListedJob } from '../job-summaries/all-jobs.ts';
import { toReport } from '../reports/reports.ts';
import { getRetention } from '../retention/retention.ts';
import { mayDecide } from '../schedules/approvers.ts';
import { listOpenIncidents } from '../watches/show-incidents.ts';
import { listEndpoints } from '../webhooks/endpoints.ts';
import { most } from './schema.ts';

const recentMs = 30 * 24 * 60 * 60_000;

/** Whose projects are looked at, and those alone where a member is limited to some. */
type Seen = Pick<Caller, 'account' | 'projectIds' | 'person' | 'role'>;

/** What home shows, of the projects that a caller sees. Each part is bounded, whatever the account has. */
export async function readOverview(db: Queryable, seen: Seen, language = 'en', now = Date.now()) {
  const since = new Date(now - recentMs).toISOString();
  const [
    connections,
    blocked_jobs,
    failed_deliveries,
    webhooks,
    incidents,
    waiting_reports,
    next_runs,
    reports,
    checklist,
    retention,
  ] = await Promise.all([
    dueConnections(db, seen, new Date(now + noticeMs).toISOString()),
    blockedJobs(db, seen, since),
    failedDeliveries(db, seen, since),
    stoppedWebhooks(db, seen),
    listOpenIncidents(db, seen, most.incidents, language),
    waitingReports(db, seen),
    nextRuns(db, seen),
    newestReports(db, seen),
    readChecklist(db, seen),
    comingDeletion(db, seen, now),
  ]);
  return {
    connections,
    blocked_jobs,
    failed_deliveries,
    webhooks,
    incidents,
    waiting_reports,
    next_runs,
    reports,
    checklist,
    retention,
  };
}

/** The projects that are worked on. */
function activeProjects(db: Queryable, { account, projectIds }: Seen) {
  const active = db.selectFrom('projects').where('projects.account_id', '=', account.id);
  const own = active.where('projects.status', '=', 'active');
  return projectIds === null ? own : own.where('projects.id', 'in', projectIds);
}

async function dueConnections(db: Queryable, seen: Seen, endsBefore: string) {
  const rows = await activeProjects(db, seen)
    .innerJoin('connections', 'connections.project_id', 'projects.id')
    .leftJoin('oauth_grants', 'oauth_grants.id', 'connections.grant_id')
    .select(['connections.id', 'connections.project_id', 'projects.name as project_name', 'connections.system'])
    .select(['connections.name', 'connections.status', 'oauth_grants.ends_at', 'connections.checked_at'])
    .where(({ or, eb }) =>
      or([eb('connections.status', '!=', 'connected'), eb('oauth_grants.ends_at', '<', endsBefore)]),
    )
    .orderBy('projects.name')
    .orderBy('connections.id')
    .limit(most.connections)
    .execute();
  return rows.map(({ ends_at, checked_at, ...row }) => ({
    ...row,
    sign_in_ends_at: toTimestamp(ends_at),
    checked_at: toTimestamp(checked_at),
  }));
}

/** What was completed since needs nobody any more. */
async function blockedJobs(db: Queryable, { account, projectIds }: Seen, since: string) {
  let stuck = db
    .selectFrom('list_counts')
    .where('account_id', '=', account.id)
    .where('list', '=', 'jobs')
    .where('status', '=', 'blocked');
  if (projectIds !== null) stuck = stuck.where('owner', 'in', projectIds);
  // By what is counted the few projects are known that have any, and with them the index of their jobs by status.
  const projects = stuck
    .select('owner')
    .groupBy('owner')
    .having(({ fn }) => fn.sum('number'), '>', 0);
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('project_id', 'in', projects)
    .where('type', 'in', jobTypes)
    .where('status', '=', 'blocked')
    .where('created_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs as later')
            .select('later.id')
            .whereRef('later.project_id', '=', 'jobs.project_id')
            .whereRef('later.type', '=', 'jobs.type')
            .where('later.status', '=', 'completed')
            .whereRef('later.created_at', '>', 'jobs.created_at'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most.blockedJobs)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows = await jobsById(db, ids);
  return ids.flatMap((id) => rows.get(id) ?? []).map(toListedJob);
}

async function failedDeliveries(db: Queryable, { account, projectIds }: Seen, since: string) {
  let failed = db
    .selectFrom('deliveries')
    .innerJoin('schedule_runs', 'schedule_runs.id', 'deliveries.run_id')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .innerJoin('projects', 'projects.id', 'schedules.project_id')
    .where('deliveries.account_id', '=', account.id)
    .where('deliveries.status', 'in', ['failed', 'unknown'])
    .where('deliveries.updated_at', '>', since);
  if (projectIds !== null) failed = failed.where('projects.id', 'in', projectIds);
  const rows = await failed
    .select(['projects.id as project_id', 'projects.name as project_name', 'schedule_runs.schedule_id'])
    .select(['schedule_runs.report_id', 'deliveries.recipient', 'deliveries.system', 'deliveries.failure'])
    .select('deliveries.updated_at')
    .orderBy('deliveries.updated_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(most.deliveries)
    .execute();
  return rows.map(({ updated_at, ...row }) => ({ ...row, failed_at: toTimestamp(updated_at) }));
}

async function waitingReports(db: Queryable, seen: Seen) {
  const { account, projectIds, role } = seen;
  let waiting = db
    .selectFrom('schedule_runs')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .innerJoin('projects', 'projects.id', 'schedules.project_id')
    .where('schedule_runs.account_id', '=', account.id)
    .where('schedule_runs.state', '=', 'awaiting_approval');
  if (projectIds !== null) waiting = waiting.where('projects.id', 'in', projectIds);
  const rows = await waiting
    .select(['projects.id as project_id', 'projects.name as project_name', 'schedules.id as schedule_id'])
    .select([
      'schedules.approvers',
      'schedules.recipients',
      'schedules.channels',
      'schedule_runs.id as run_id',
      'schedule_runs.report_id',
    ])
    .select('schedule_runs.updated_at')
    .orderBy('schedule_runs.updated_at')
    .orderBy('schedule_runs.id')
    .limit(most.approvals)
    .execute();
  return rows.map(({ approvers, recipients, channels, updated_at, ...row }) => ({
    ...row,
    recipients: countOf(recipients, channels),
    may_decide: isAtLeast(role, 'editor') && mayDecide(seen, { approvers }),
    waits_since: toTimestamp(updated_at),
  }));
}

/** Those that the service has switched off; nobody who is limited to projects sees any. */
async function stoppedWebhooks(db: Queryable, { account, projectIds }: Seen) {
  if (projectIds !== null) return [];
  const rows = await listEndpoints(db, account.id);
  return rows.flatMap(({ id, url, off_reason, off_since }) =>
    off_reason === 'gone' || off_reason === 'failing'
      ? [{ id, url, reason: off_reason, since: toTimestamp(off_since ?? '') }]
      : [],
  );
}

/** What will be deleted and is not yet, for whoever may do something about it. */
async function comingDeletion(db: Queryable, { account, projectIds, role }: Seen, now: number) {
  if (projectIds !== null || !isAtLeast(role, 'admin')) return null;
  const { keepMonths, next, firstFrom } = await getRetention(db, account.id);
  const from = next?.from ?? firstFrom;
  if (from === null || Date.parse(from) <= now) return null;
  return { keep_reports_months: next?.keepMonths ?? keepMonths, from: toTimestamp(from) };
}

async function nextRuns(db: Queryable, seen: Seen) {
  const rows = await activeProjects(db, seen)
    .innerJoin('schedules', 'schedules.project_id', 'projects.id')
    .where('schedules.enabled', '=', 1)
    .where('schedules.next_run_at', 'is not', null)
    .select(['projects.id as project_id', 'projects.name as project_name', 'schedules.id as schedule_id'])
    .select(['schedules.cadence', 'schedules.recipients', 'schedules.channels', 'schedules.next_run_at'])
    .orderBy('schedules.next_run_at')
    .orderBy('schedules.id')
    .limit(most.runs)
    .execute();
  return rows.map(({ recipients, channels, next_run_at, ...row }) => ({
    ...row,
    recipients: countOf(recipients, channels),
    run_at: toTimestamp(next_run_at ?? ''),
  }));
}

/** How many are in JSON arrays together. */
function countOf(...lists: readonly string[]): number {
  return lists.flatMap((each) => JSON.parse(each) as string[]).length;
}

async function newestReports(db: Queryable, { account, projectIds }: Seen) {
  let reports = db
    .selectFrom('reports')
    .innerJoin('projects', 'projects.id', 'reports.project_id')
    .where('reports.account_id', '=', account.id);
  if (projectIds !== null) reports = reports.where('reports.project_id', 'in', projectIds);
  const rows = await reports
    .selectAll('reports')
    .select('projects.name as project_name')
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(most.reports)
    .execute();
  return rows.map((row) => ({ ...toReport(row), project_name: row.project_name }));
}

async function readChecklist(db: Queryable, { account, projectIds }: Seen) {
  const own = (column: string) => {
    const ofAccount = sql`account_id = ${account.id}`;
    return projectIds === null ? ofAccount : sql`${ofAccount} and ${sql.ref(column)} in (${sql.join(projectIds)})`;
  };
  const anyOf = (table: string, more = sql``, column = 'project_id') =>
    sql<number>`case when exists (select 1 from ${sql.table(table)} where ${own(column)} ${more}) then 1 else 0 end`;
  // As it is counted: to find that there is none of many rows would take reading them all.
  const anyExport = sql<number>`case when (select sum(number) from list_counts
    where ${own('owner')} and list = 'jobs' and kind = 'export') > 0 then 1 else 0 end`;
  const query = sql<Record<'project' | 'connection' | 'report' | 'exported' | 'shared' | 'scheduled', number>>`select
    ${anyOf('projects', sql``, 'id')} as project,
    ${anyOf('connections', sql`and status = 'connected'`)} as connection,
    ${anyOf('reports')} as report,
    ${anyExport} as exported,
    ${anyOf('shares')} as shared,
    ${anyOf('schedules')} as scheduled`;
  const { rows } = await query.execute(db);
  const [found] = rows;
  return {
    project: found?.project === 1,
    connection: found?.connection === 1,
    report: found?.report === 1,
    delivery: [found?.exported, found?.shared, found?.scheduled].includes(1),
  };
}
