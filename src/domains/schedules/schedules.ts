import { type Selectable, sql } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable, ScheduleRunsTable, SchedulesTable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing } from '../../platform/faults.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { getAccountOfProject } from '../connections/connections.ts';
import { lockProject } from '../projects/projects.ts';
import { nextOccurrence, type Recurrence } from './occurrences.ts';

export type ScheduleRow = Selectable<SchedulesTable>;
export type ScheduleRunRow = Selectable<ScheduleRunsTable>;

/** A new schedule, as `checkSchedule` gives it. */
export interface NewSchedule {
  readonly projectId: string;
  readonly recurrence: Recurrence;
  readonly period: ScheduleRow['period'];
  readonly compare: ScheduleRow['compare'];
  readonly formats: readonly ExportFormat[];
  readonly recipients: readonly string[];
  readonly delivery: ScheduleRow['delivery'];
}

/** Adds an enabled schedule; throws `not_found` and `project_archived` for its project. */
export async function addSchedule(transaction: Queryable, schedule: NewSchedule): Promise<ScheduleRow> {
  const project = await lockActiveProject(transaction, schedule.projectId);
  const now = await readNow(transaction);
  const { cadence, day, at, timeZone } = schedule.recurrence;
  return transaction
    .insertInto('schedules')
    .values({
      id: newIdentifier('sch'),
      account_id: project.account_id,
      project_id: project.id,
      cadence,
      day,
      at,
      time_zone: timeZone,
      period: schedule.period,
      compare: schedule.compare,
      formats: JSON.stringify(schedule.formats),
      recipients: JSON.stringify(schedule.recipients),
      delivery: schedule.delivery,
      enabled: 1,
      next_run_at: toText(nextOccurrence(schedule.recurrence, now).instant),
      created_at: toText(now),
      updated_at: toText(now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function listSchedules(db: Queryable, projectId: string): Promise<ScheduleRow[]> {
  await getAccountOfProject(db, projectId);
  return db.selectFrom('schedules').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
}

/** Switches a schedule on from now on, or off; occurrences missed while it was off are not made up for. */
export async function setScheduleEnabled(transaction: Queryable, id: string, enabled: boolean): Promise<ScheduleRow> {
  return storeSchedule(transaction, await getSchedule(transaction, id), { enabled: enabled ? 1 : 0 });
}

/**
 * Stores what is changed of a schedule. Where that is when it fires, or that it does, it does so from now on; throws
 * `project_archived` when it may not.
 */
export async function storeSchedule(
  transaction: Queryable,
  before: ScheduleRow,
  changes: Partial<ScheduleRow>,
): Promise<ScheduleRow> {
  const schedule = { ...before, ...changes };
  const times = ['cadence', 'day', 'at', 'time_zone', 'enabled'] as const;
  const isTimed = times.some((name) => schedule[name] !== before[name]);
  if (isTimed && schedule.enabled === 1) await lockActiveProject(transaction, schedule.project_id);
  const now = await readNow(transaction);
  const next = schedule.enabled === 1 ? toText(nextOccurrence(recurrenceOf(schedule), now).instant) : null;
  return transaction
    .updateTable('schedules')
    .set({ ...changes, ...(isTimed && { next_run_at: next }), updated_at: toText(now) })
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes a schedule with the record of its runs; their reports stay, and unsent e-mails are not sent. */
export async function removeSchedule(transaction: Queryable, id: string): Promise<ScheduleRow> {
  const schedule = await getSchedule(transaction, id);
  if (isPostgres(transaction)) {
    // The scheduler may be about to start a run, or to move one to its e-mails.
    await sql`select 1 from schedules where id = ${id} for update`.execute(transaction);
    await sql`select 1 from schedule_runs where schedule_id = ${id} for update`.execute(transaction);
  }
  const runs = transaction.selectFrom('schedule_runs').select('id').where('schedule_id', '=', id);
  await transaction.deleteFrom('deliveries').where('run_id', 'in', runs).execute();
  await transaction.deleteFrom('schedule_runs').where('schedule_id', '=', id).execute();
  await transaction.deleteFrom('schedules').where('id', '=', id).execute();
  return schedule;
}

/** Throws `not_found`. */
export async function getSchedule(db: Queryable, id: string): Promise<ScheduleRow> {
  const row = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('schedule', id);
  return row;
}

/** A schedule that nobody else changes until the transaction ends. */
export async function lockSchedule(transaction: Queryable, id: string): Promise<void> {
  if (isPostgres(transaction)) await sql`select 1 from schedules where id = ${id} for update`.execute(transaction);
}

const runsShown = 100;

/** The latest runs of a schedule, newest first, at most 100, each with its number of sent e-mails. */
export async function listRuns(db: Queryable, scheduleId: string) {
  await getSchedule(db, scheduleId);
  const sent = (status: string) =>
    sql<string | number>`(select count(*) from deliveries where run_id = schedule_runs.id and status like ${status})`;
  return db
    .selectFrom('schedule_runs')
    .selectAll()
    .select([sent('sent').as('sent'), sent('%').as('deliveries')])
    .where('schedule_id', '=', scheduleId)
    .orderBy('occurrence', 'desc')
    .limit(runsShown)
    .execute();
}

export function recurrenceOf({ cadence, day, at, time_zone: timeZone }: ScheduleRow): Recurrence {
  return { cadence, day, at, timeZone };
}

/** The current time by the database's clock, which all processes share. */
export async function readNow(db: Queryable): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: string }>`select ${databaseTime(db)} as now`.execute(db);
  return Temporal.Instant.from(rows[0]?.now ?? '');
}

/** An instant in the form of the time columns. */
export function toText(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}

async function lockActiveProject(transaction: Queryable, id: string) {
  const project = await lockProject(transaction, await getAccountOfProject(transaction, id), id);
  if (project.status === 'archived') throw new ServiceError('project_archived');
  return project;
}
