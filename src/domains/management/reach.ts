import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';

type Table =
  | 'reports'
  | 'jobs'
  | 'connections'
  | 'schedules'
  | 'shares'
  | 'oauth_authorizations'
  | 'schedule_runs'
  | 'deliveries'
  | 'watches'
  | 'incidents';

/**
 * What the ids in paths name: a project, something of a project, by the table that has it, something of the account as a
 * whole, something of the person who calls, or a content that only those can name who have been told it.
 */
const named: Readonly<Record<string, 'project' | Table | 'account' | 'person' | 'content'>> = {
  project_id: 'project',
  report_id: 'reports',
  job_id: 'jobs',
  generation_job_id: 'jobs',
  export_job_id: 'jobs',
  connection_id: 'connections',
  schedule_id: 'schedules',
  delivery_id: 'deliveries',
  run_id: 'schedule_runs',
  share_id: 'shares',
  watch_id: 'watches',
  incident_id: 'incidents',
  authorization_id: 'oauth_authorizations',
  grant_id: 'account',
  upload_id: 'account',
  legal_hold_id: 'account',
  account_id: 'account',
  plan: 'account',
  vendor: 'account',
  user_id: 'account',
  invitation_id: 'account',
  public_id: 'account',
  directory_group_id: 'account',
  credential_id: 'account',
  channel_id: 'account',
  webhook_id: 'account',
  template_id: 'account',
  tag_id: 'account',
  library_id: 'account',
  revision_number: 'account',
  webhook_delivery_id: 'account',
  // Whoever is limited to projects sees those that they asked for, which the domain looks at.
  bulk_job_id: 'person',
  session_id: 'person',
  passkey_id: 'person',
  second_factor_id: 'person',
  preview_id: 'person',
  picture: 'content',
};

/** Throws a TypeError for a path with an id of which nobody has said what it names. */
export function checkPath(path: string): void {
  const unknown = [...path.matchAll(/:(\w+)/g)].find(([, name = '']) => !Object.hasOwn(named, name));
  if (unknown) throw new TypeError(`Nobody knows what ${unknown[1]} of ${path} names; say it in reach.ts`);
}

/** Throws `not_found`, as for what is not there, when a caller limited to projects may not see what a path names. */
export async function checkReach(
  db: Queryable,
  { account, projectIds }: Pick<Caller, 'account' | 'projectIds'>,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  if (projectIds === null) return;
  for (const [name, id] of Object.entries(params)) {
    const what = named[name] ?? 'account';
    if (what === 'person' || what === 'content') continue;
    const projectId = what === 'project' ? id : what === 'account' ? '' : await findProjectId(db, what, account.id, id);
    if (!projectIds.includes(projectId)) throw new ServiceError('not_found');
  }
}

/** The project of something of the account; empty when there is no such thing. */
async function findProjectId(db: Queryable, table: Table, accountId: string, id: string): Promise<string> {
  if (table === 'deliveries') return findProjectOfDelivery(db, accountId, id);
  if (table === 'schedule_runs') return findProjectOfRun(db, accountId, id);
  const row = await db
    .selectFrom(table)
    .select('project_id')
    .where(table === 'oauth_authorizations' ? 'public_id' : 'id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.project_id ?? '';
}

async function findProjectOfDelivery(db: Queryable, accountId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('schedule_runs', 'schedule_runs.id', 'deliveries.run_id')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .select('schedules.project_id')
    .where('deliveries.id', '=', id)
    .where('deliveries.account_id', '=', accountId)
    .executeTakeFirst();
  return row?.project_id ?? '';
}

async function findProjectOfRun(db: Queryable, accountId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('schedule_runs')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .select('schedules.project_id')
    .where('schedule_runs.id', '=', id)
    .where('schedule_runs.account_id', '=', accountId)
    .executeTakeFirst();
  return row?.project_id ?? '';
}
