import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { lockProject } from '../projects/projects.ts';
import { startTestRun } from './fire-schedules.ts';
import { checkAddress } from './mail-settings.ts';
import { noMailServer } from './schedule-rules.ts';
import { getSchedule, type ScheduleRow, type ScheduleRunRow } from './schedules.ts';

/**
 * Makes a report of the schedule's latest period now, which goes to `recipient` alone. Throws `project_archived`, and a fault
 * without a mail server.
 */
export async function startTest(
  transaction: Queryable,
  { id, account_id: accountId, project_id: projectId }: ScheduleRow,
  recipient: string,
  hasMail: boolean,
): Promise<ScheduleRunRow> {
  if (!hasMail) throw noMailServer();
  // Archiving locks the project first, too.
  const project = await lockProject(transaction, accountId, projectId);
  if (project.status === 'archived') throw new ServiceError('project_archived');
  return startTestRun(transaction, await getSchedule(transaction, id), project, recipient);
}

/** The same for an address that an operator names; throws a fault of `to` where nothing may be sent there. */
export async function startTestTo(
  transaction: Queryable,
  scheduleId: string,
  to: string,
  { hasMail, domains }: { readonly hasMail: boolean; readonly domains: readonly string[] | null },
): Promise<ScheduleRunRow> {
  checkAddress('to', to, domains);
  return startTest(transaction, await getSchedule(transaction, scheduleId), to, hasMail);
}
