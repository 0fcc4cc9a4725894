import { sql } from 'kysely';
import type { Page } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type CheckRevision, revised } from '../../platform/http/revisions.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { getProject, lockProject } from '../projects/projects.ts';
import { startTestRun } from './fire-schedules.ts';
import { nextOccurrence, type Recurrence } from './occurrences.ts';
import { schedulePeriods } from './schedule-periods.ts';
import { checkSchedule, noMailServer, type ScheduleFields, shownDay, type weekdays } from './schedule-rules.ts';
import {
  getSchedule,
  type listRuns,
  lockSchedule,
  readNow,
  recurrenceOf,
  type ScheduleRow,
  type ScheduleRunRow,
  storeSchedule,
  toText,
} from './schedules.ts';

const runsShown = 3;

/** What somebody gives of a schedule; what is undefined has its default, or stays. */
export interface GivenSchedule {
  readonly cadence?: ScheduleRow['cadence'] | undefined;
  readonly weekday?: (typeof weekdays)[number] | null | undefined;
  readonly day?: number | null | undefined;
  readonly at?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly period?: ScheduleRow['period'] | undefined;
  readonly compare?: ScheduleRow['compare'] | undefined;
  readonly export?: readonly ExportFormat[] | undefined;
  readonly email?: readonly string[] | undefined;
  readonly deliver?: ScheduleRow['delivery'] | undefined;
  readonly enabled?: boolean | undefined;
}

/** A whole schedule, of what is given and, where it is changed, of what it is. */
export function toFields(given: GivenSchedule, before?: ScheduleRow): ScheduleFields {
  const cadence = given.cadence ?? before?.cadence ?? 'daily';
  const sameDay = before?.cadence === cadence ? shownDay(before) : null;
  const named = cadence === 'weekly' ? given.weekday : cadence === 'monthly' ? given.day : (given.day ?? given.weekday);
  return {
    cadence,
    day: named === undefined ? sameDay : named,
    at: given.at ?? before?.at ?? '',
    timeZone: given.time_zone ?? before?.time_zone ?? '',
    period: given.period ?? before?.period ?? 'previous-day',
    compare: given.compare ?? before?.compare ?? 'previous',
    formats: given.export ?? JSON.parse(before?.formats ?? '[]'),
    recipients: given.email ?? JSON.parse(before?.recipients ?? '[]'),
    delivery: given.deliver ?? before?.delivery ?? 'attachment',
  };
}

/** The caller's schedule; throws `not_found`. */
export async function getOwnSchedule(db: Queryable, { account }: Caller, id: string): Promise<ScheduleRow> {
  const row = await getSchedule(db, id);
  if (row.account_id !== account.id) throw missing('schedule', id);
  return row;
}

/** Changes a schedule; from now on it fires as it is then. Throws a fault of the first field at fault. */
export async function changeSchedule(
  transaction: Queryable,
  caller: Caller,
  id: string,
  given: GivenSchedule,
  { hasMail, checkRevision }: { readonly hasMail: boolean; readonly checkRevision: CheckRevision },
): Promise<ScheduleRow> {
  await lockSchedule(transaction, id);
  const before = await getOwnSchedule(transaction, caller, id);
  checkRevision(before.revision);
  const { recurrence, formats, recipients, ...others } = checkSchedule(toFields(given, before), hasMail);
  const { timeZone: time_zone, ...times } = recurrence;
  return storeSchedule(transaction, before, {
    ...others,
    ...times,
    time_zone,
    formats: JSON.stringify(formats),
    recipients: JSON.stringify(recipients),
    enabled: (given.enabled ?? before.enabled === 1) ? 1 : 0,
  });
}

export async function listOwnSchedules(
  db: Queryable,
  { account, projectIds }: Caller,
  {
    recipient,
    enabled,
    ...page
  }: Page & {
    readonly sort: 'created_at' | 'updated_at';
    readonly recipient?: string | undefined;
    readonly enabled?: boolean | undefined;
  },
  projectId?: string,
) {
  const seen = projectId === undefined ? projectIds : [projectId];
  const projectName = sql<string>`(select name from projects where projects.id = schedules.project_id)`;
  let rows = db
    .selectFrom('schedules')
    .selectAll()
    .select(projectName.as('project_name'))
    .where('account_id', '=', account.id);
  if (seen !== null) rows = rows.where('project_id', 'in', seen);
  if (enabled !== undefined) rows = rows.where('enabled', '=', enabled ? 1 : 0);
  if (recipient !== undefined) rows = rows.where(hasRecipient(recipient));
  return pageOfRows(rows, page, toManaged);
}

/** Takes an address out of all schedules that a caller sees, whatever its case; returns those schedules. */
export async function removeRecipient(transaction: Queryable, caller: Caller, recipient: string): Promise<string[]> {
  const { account, projectIds } = caller;
  let found = transaction.selectFrom('schedules').selectAll().where('account_id', '=', account.id);
  if (projectIds !== null) found = found.where('project_id', 'in', projectIds);
  const rows = await found.where(hasRecipient(recipient)).orderBy('id').execute();
  for (const row of rows) {
    const others = (JSON.parse(row.recipients) as string[]).filter((each) => !isSame(each, recipient));
    await storeSchedule(transaction, row, { recipients: JSON.stringify(others) });
  }
  return rows.map(({ id }) => id);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The addresses are stored as JSON, in which one stands between quotes; the signs of patterns stand for themselves. */
function hasRecipient(recipient: string) {
  const text = JSON.stringify(recipient.toLowerCase()).replace(/[!%_]/g, '!$&');
  return sql<boolean>`lower(recipients) like ${`%${text}%`} escape '!'`;
}

/** Makes a report of the latest period now, for nobody but whoever asks. Throws a fault without a mail server. */
export async function testSchedule(
  transaction: Queryable,
  caller: Caller,
  id: string,
  hasMail: boolean,
): Promise<ScheduleRunRow> {
  if (!hasMail) throw noMailServer();
  const { project_id: projectId } = await getOwnSchedule(transaction, caller, id);
  // Archiving locks the project first, too.
  const project = await lockProject(transaction, caller.account.id, projectId);
  if (project.status === 'archived') throw new ServiceError('project_archived');
  const schedule = await getOwnSchedule(transaction, caller, id);
  return startTestRun(transaction, schedule, project, caller.person?.email ?? '');
}

/** When a schedule that is being written would fire next, and what it would report about. Throws as `checkSchedule` does. */
export async function planRuns(db: Queryable, caller: Caller, projectId: string, given: GivenSchedule) {
  const { time_zone } = await getProject(db, caller.account.id, projectId);
  const { recurrence, period, compare } = checkSchedule(toFields(given), true);
  const runs = nextInstants(recurrence, nextOccurrence(recurrence, await readNow(db)).instant).map((instant) => {
    const today = instant.toZonedDateTimeISO(time_zone).toPlainDate().toString();
    const periods = schedulePeriods(period, compare, today);
    return { due_at: toTimestamp(toText(instant)), period: periods.current, compare: periods.compare };
  });
  return { runs };
}

/** A schedule with the name of its project and its next runs. */
export async function showSchedule(db: Queryable, row: ScheduleRow) {
  const { name } = await db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', row.project_id)
    .executeTakeFirstOrThrow();
  return toManaged({ ...row, project_name: name });
}

function toManaged(row: ScheduleRow & { readonly project_name: string }) {
  const day = shownDay(row);
  const shown = {
    id: row.id,
    project_id: row.project_id,
    project_name: row.project_name,
    cadence: row.cadence,
    weekday: typeof day === 'string' ? (day as (typeof weekdays)[number]) : null,
    day: typeof day === 'number' ? day : null,
    at: row.at,
    time_zone: row.time_zone,
    period: row.period,
    compare: row.compare,
    export: JSON.parse(row.formats) as ExportFormat[],
    email: JSON.parse(row.recipients) as string[],
    deliver: row.delivery,
    enabled: row.enabled === 1,
    next_runs: nextRuns(row),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
  return revised(shown, row.revision);
}

function nextRuns(row: ScheduleRow): string[] {
  if (row.next_run_at === null) return [];
  const instants = nextInstants(recurrenceOf(row), Temporal.Instant.from(row.next_run_at));
  return instants.map((instant) => toTimestamp(toText(instant)));
}

/** The first run and those that follow it. */
function nextInstants(recurrence: Recurrence, first: Temporal.Instant): Temporal.Instant[] {
  const instants = [first];
  for (let last = first; instants.length < runsShown; instants.push(last)) {
    last = nextOccurrence(recurrence, last).instant;
  }
  return instants;
}

/** A run as answers show it; one that has just begun has no e-mails yet. */
export function toRun(run: ScheduleRunRow & Partial<Awaited<ReturnType<typeof listRuns>>[number]>) {
  return {
    occurrence: run.occurrence.slice(0, 'YYYY-MM-DD'.length),
    is_test: run.test_recipient !== null,
    due_at: toTimestamp(run.due_at),
    state: run.state,
    generation_job_id: run.generation_job_id,
    report_id: run.report_id,
    emails: Number(run.deliveries ?? 0),
    emails_sent: Number(run.sent ?? 0),
    failure: run.failure,
  };
}
