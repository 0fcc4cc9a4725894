import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { lockProject, type ProjectRow } from '../projects/projects.ts';
import { latestOccurrence, nextOccurrence, type Occurrence } from './occurrences.ts';
import { isKnownSchedule, readNow, recurrenceOf, type ScheduleRow, type ScheduleRunRow, toText } from './schedules.ts';
import { periodsOf, startRun } from './start-run.ts';
import { insertWait } from './waits.ts';

const pageSize = 100;

/**
 * Fires every schedule that is due, each in a transaction of its own; returns how many. Of several missed occurrences
 * only the latest is made up for. A schedule that cannot be fired is reported to `onError` and does not hold up the
 * others.
 */
export async function fireDueSchedules(
  db: Database,
  onError: (error: unknown, scheduleId: string) => void,
): Promise<number> {
  let fired = 0;
  let last: ScheduleRow | undefined;
  do {
    const due = await findDue(db, last);
    for (const schedule of due) {
      try {
        if (await fire(db, schedule)) fired++;
      } catch (error) {
        onError(error, schedule.id);
      }
    }
    last = due.length === pageSize ? due.at(-1) : undefined;
  } while (last);
  return fired;
}

async function findDue(db: Queryable, after: ScheduleRow | undefined): Promise<ScheduleRow[]> {
  let due = db
    .selectFrom('schedules')
    .selectAll()
    .where('enabled', '=', 1)
    .where('next_run_at', '<=', databaseTime(db))
    .where(isKnownSchedule())
    .orderBy('next_run_at')
    .orderBy('id')
    .limit(pageSize);
  if (after) {
    due = due.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('next_run_at', 'id'), '>', tuple(after.next_run_at as string | null, after.id)),
    );
  }
  return due.execute();
}

/**
 * Locks the project first, as archiving does, then the schedule: another process may have fired it meanwhile, or an
 * operator may be disabling it.
 */
async function fire(db: Database, { id, account_id: accountId, project_id: projectId }: ScheduleRow): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const project = await lockProject(transaction, accountId, projectId);
    const now = await readNow(transaction);
    const row = transaction
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', id)
      .where('enabled', '=', 1)
      .where('next_run_at', '<=', toText(now))
      .where(isKnownSchedule());
    const schedule = await (isPostgres(transaction) ? row.forUpdate() : row).executeTakeFirst();
    if (!schedule) return false;
    const recurrence = recurrenceOf(schedule);
    const next = nextOccurrence(recurrence, now);
    await transaction
      .updateTable('schedules')
      .set({ next_run_at: next ? toText(next.instant) : null, updated_at: toText(now) })
      .where('id', '=', id)
      .execute();
    const occurrence = latestOccurrence(recurrence, now);
    if (!occurrence || (await isFired(transaction, id, occurrence))) return false;
    await begin(transaction, schedule, project, occurrence);
    return true;
  });
}

/** Begins the run, or lets it wait for its sources. */
async function begin(transaction: Queryable, schedule: ScheduleRow, project: ProjectRow, occurrence: Occurrence) {
  if (schedule.fresh_by !== null) return insertWait(transaction, schedule, project, occurrence);
  const periods = periodsOf(schedule, project, occurrence);
  const dueAt = toText(occurrence.instant);
  return startRun(transaction, { schedule, project, periods, occurrence: occurrence.date, dueAt });
}

/**
 * Makes the report of the schedule's latest period now, which goes to `recipient` alone. The transaction holds the
 * project.
 */
export async function startTestRun(
  transaction: Queryable,
  schedule: ScheduleRow,
  project: ProjectRow,
  recipient: string,
): Promise<ScheduleRunRow> {
  const instant = await readNow(transaction);
  const date = instant.toZonedDateTimeISO(schedule.time_zone).toPlainDate().toString();
  const periods = periodsOf(schedule, project, { date, instant });
  const run = { schedule, project, periods, occurrence: date, dueAt: toText(instant), testRecipient: recipient };
  return startRun(transaction, run);
}

/** A clock that was set back reaches an occurrence a second time; the tables' unique keys back up this check. */
async function isFired(transaction: Queryable, scheduleId: string, { date }: Occurrence): Promise<boolean> {
  for (const table of ['schedule_runs', 'schedule_waits'] as const) {
    const fired = await transaction
      .selectFrom(table)
      .select('id')
      .where('schedule_id', '=', scheduleId)
      .where('occurrence', '=', date)
      .executeTakeFirst();
    if (fired) return true;
  }
  return false;
}
