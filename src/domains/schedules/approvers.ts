import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { tagIdsOfProject } from '../labels/project-labels.ts';
import { listMembers, type Member } from '../members/members.ts';
import { getSchedule, type ScheduleRow } from './schedules.ts';

type Approved = Pick<ScheduleRow, 'account_id' | 'project_id' | 'approvers'>;

/** Those who may release the reports of a schedule, as of now. */
export async function listApprovers(db: Queryable, schedule: Approved): Promise<Member[]> {
  const able = await listEditors(db, schedule.account_id, schedule.project_id);
  return able.filter(({ email }) => isNamed(schedule, email));
}

/** Throws a fault of `approvers` for an address that belongs to nobody who may change the project. */
export async function checkApprovers(
  db: Queryable,
  accountId: string,
  projectId: string,
  approvers: readonly string[],
) {
  if (approvers.length === 0) return;
  const able = await listEditors(db, accountId, projectId);
  const unable = approvers.find((address) => !able.some(({ email }) => isSame(email, address)));
  if (unable === undefined) return;
  const message = `${unable} belongs to no member of role editor or more who sees the project.`;
  throw fieldFault('approvers', 'member', message);
}

/** Whether a caller of role editor may release the reports of a schedule, or reject them. */
export function mayDecide({ person }: Pick<Caller, 'person'>, schedule: Pick<Approved, 'approvers'>): boolean {
  return isNamed(schedule, person?.email ?? null);
}

/** Throws `not_found` for a run of another account, and `insufficient_role` for whoever is not among those named. */
export async function requireApprover(db: Queryable, caller: Caller, runId: string): Promise<ScheduleRow> {
  const run = await db
    .selectFrom('schedule_runs')
    .select('schedule_id')
    .where('id', '=', runId)
    .where('account_id', '=', caller.account.id)
    .executeTakeFirst();
  if (!run) throw missing('run', runId);
  const schedule = await getSchedule(db, run.schedule_id);
  if (mayDecide(caller, schedule)) return schedule;
  const message = 'The schedule names who may release its reports, and you are not among them.';
  throw new ServiceError('insufficient_role', { message });
}

/** Nobody is named: then everybody may. */
function isNamed({ approvers }: Pick<Approved, 'approvers'>, email: string | null): boolean {
  const named = JSON.parse(approvers) as string[];
  return named.length === 0 || (email !== null && named.some((address) => isSame(address, email)));
}

/** The members who may change a project, as of now. */
async function listEditors(db: Queryable, accountId: string, projectId: string): Promise<Member[]> {
  const [members, tagIds] = await Promise.all([listMembers(db, accountId), tagIdsOfProject(db, projectId)]);
  const sees = ({ projectIds, tagIds: own }: Member) =>
    projectIds === null || projectIds.includes(projectId) || own.some((id) => tagIds.includes(id));
  return members.filter((member) => !member.isDisabled && member.role !== 'viewer' && sees(member));
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
