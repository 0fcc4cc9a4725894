import { type Selectable, sql } from 'kysely';
import { databaseTime, isOneOf, isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable, ScheduleRunsTable, SchedulesTable } from '../../platform/database/tables.ts';
import { cadences, deliveryWays, scheduleComparisons, schedulePeriods } from '../../platform/database/words.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing } from '../../platform/faults.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { getAccountOfProject } from '../connections/connections.ts';
import { lockProject } from '../projects/projects.ts';
import type { Condition } from './conditions.ts';
import { requireNext, withFirstDay } from './day-rules.ts';
import type { FreshBy } from './freshness.ts';
import type { Recurrence } from './occurrences.ts';

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
  /** Ids of chat channels. */
  readonly channels?: readonly string[];
  readonly delivery: ScheduleRow['delivery'];
  /** JSON of `MailSettings`; ours where absent. */
  readonly mail?: string;
  readonly approve: boolean;
  /** E-mail addresses of members; none for all who may. */
  readonly approvers: readonly string[];
  /** All of which a report meets that goes out. */
  readonly onlyIf: readonly Condition[];
  /** Until when it waits for its sources; null if not at all. */
  readonly freshBy: FreshBy | null;
}

/**
 * Adds an enabled schedule; throws `not_found` and `project_archived` for its project, and a fault of the field because of
 * which it would never fire.
 */
export async function addSchedule(transaction: Queryable, schedule: NewSchedule): Promise<ScheduleRow> {
  const project = await lockActiveProject(transaction, schedule.projectId);
  const now = await readNow(transaction);
  const recurrence = withFirstDay(schedule.recurrence, now);
  return transaction
    .insertInto('schedules')
    .values({
      id: newIdentifier('sch'),
      account_id: project.account_id,
      project_id: project.id,
      ...recurrenceColumns(recurrence),
      period: schedule.period,
      compare: schedule.compare,
      formats: JSON.stringify(schedule.formats),
      recipients: JSON.stringify(schedule.recipients),
      channels: JSON.stringify(schedule.channels ?? []),
      delivery: schedule.delivery,
      ...(schedule.mail !== undefined && { mail: schedule.mail }),
      approve: schedule.approve ? 1 : 0,
      approvers: JSON.stringify(schedule.approvers),
      only_if: JSON.stringify(schedule.onlyIf),
      fresh_by: freshByColumn(schedule.freshBy),
      enabled: 1,
      next_run_at: toText(requireNext(recurrence, now).instant),
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
 * `project_archived` when it may not, and a fault of the field because of which it never would.
 */
export async function storeSchedule(
  transaction: Queryable,
  before: ScheduleRow,
  changes: Partial<ScheduleRow>,
): Promise<ScheduleRow> {
  const schedule = { ...before, ...changes };
  const now = await readNow(transaction);
  const timing = await changedTiming(transaction, before, schedule, now);
  return transaction
    .updateTable('schedules')
    .set({ ...changes, ...timing, updated_at: toText(now) })
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const timeColumns = [
  ...(['cadence', 'day', 'nth', 'month', 'at', 'time_zone'] as const),
  ...(['starts_on', 'ends_on', 'skip_days', 'enabled'] as const),
];

async function changedTiming(
  transaction: Queryable,
  before: ScheduleRow,
  schedule: ScheduleRow,
  now: Temporal.Instant,
): Promise<Partial<ScheduleRow>> {
  if (timeColumns.every((name) => schedule[name] === before[name])) return {};
  if (schedule.enabled !== 1) return { next_run_at: null };
  await lockActiveProject(transaction, schedule.project_id);
  const recurrence = withFirstDay(recurrenceOf(schedule), now);
  return { starts_on: recurrence.from, next_run_at: toText(requireNext(recurrence, now).instant) };
}

/** Removes a schedule with the record of its runs; their reports stay, and unsent e-mails are not sent. */
export async function removeSchedule(transaction: Queryable, id: string): Promise<ScheduleRow> {
  const schedule = await getSchedule(transaction, id);
  if (isPostgres(transaction)) {
    // The scheduler may be about to start a run, or to move one to its e-mails.
    await sql`select 1 from schedules where id = ${id} for update`.execute(transaction);
    await sql`select 1 from schedule_waits where schedule_id = ${id} for update`.execute(transaction);
    await sql`select 1 from schedule_runs where schedule_id = ${id} for update`.execute(transaction);
  }
  const runs = transaction.selectFrom('schedule_runs').select('id').where('schedule_id', '=', id);
  await transaction.deleteFrom('deliveries').where('run_id', 'in', runs).execute();
  // They name addresses.
  await transaction.deleteFrom('list_counts').where('owner', '=', id).where('list', '=', 'deliveries_to').execute();
  await transaction.deleteFrom('schedule_notices').where('run_id', 'in', runs).execute();
  await transaction.deleteFrom('schedule_runs').where('schedule_id', '=', id).execute();
  await transaction.deleteFrom('schedule_waits').where('schedule_id', '=', id).execute();
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

/** Whether this program knows what a row of the schedules says; the others are left to newer ones. */
export function isKnownSchedule() {
  const words = [
    isOneOf('cadence', cadences),
    isOneOf('period', schedulePeriods),
    isOneOf('compare', scheduleComparisons),
    isOneOf('delivery', deliveryWays),
  ];
  return sql<boolean>`${sql.join(words, sql` and `)}`;
}

export function recurrenceOf(schedule: ScheduleRow): Recurrence {
  const { cadence, day, nth, month, at, time_zone: timeZone, starts_on: from, ends_on: until } = schedule;
  return { cadence, day, nth, month, at, timeZone, from, until, skip: JSON.parse(schedule.skip_days) as string[] };
}

/** Until when a schedule waits for its sources, as it is stored. */
export function freshByColumn(freshBy: FreshBy | null): string | null {
  return freshBy && JSON.stringify(freshBy);
}

/** A recurrence as it is stored. */
export function recurrenceColumns({ timeZone, from, until, skip, ...same }: Recurrence) {
  return { ...same, time_zone: timeZone, starts_on: from, ends_on: until, skip_days: JSON.stringify(skip) };
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
