import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { enqueueGeneration } from '../generation-jobs/generation-jobs.ts';
import { lockProject, type ProjectRow } from '../projects/projects.ts';
import { latestOccurrence, nextOccurrence, type Occurrence } from './occurrences.ts';
import { schedulePeriods } from './schedule-periods.ts';
import { readNow, recurrenceOf, type ScheduleRow, type ScheduleRunRow, toText } from './schedules.ts';

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
      .where('next_run_at', '<=', toText(now));
    const schedule = await (isPostgres(transaction) ? row.forUpdate() : row).executeTakeFirst();
    if (!schedule) return false;
    const recurrence = recurrenceOf(schedule);
    const next = toText(nextOccurrence(recurrence, now).instant);
    await transaction
      .updateTable('schedules')
      .set({ next_run_at: next, updated_at: toText(now) })
      .where('id', '=', id)
      .execute();
    const occurrence = latestOccurrence(recurrence, now);
    if (await isFired(transaction, id, occurrence)) return false;
    await startRun(transaction, schedule, project, occurrence);
    return true;
  });
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
  return startRun(transaction, schedule, project, { date, instant }, recipient);
}

/** Starts the generation of an occurrence, and the run that tracks it to the end. */
async function startRun(
  transaction: Queryable,
  { id, account_id, period, compare }: ScheduleRow,
  project: ProjectRow,
  { date, instant }: Occurrence,
  testRecipient: string | null = null,
): Promise<ScheduleRunRow> {
  const today = instant.toZonedDateTimeISO(project.time_zone).toPlainDate().toString();
  const job = await enqueueGeneration(transaction, {
    project,
    plan: await getPlanOfAccount(transaction, account_id),
    periods: schedulePeriods(period, compare, today),
    source: 'schedule',
  });
  const now = toText(await readNow(transaction));
  const runId = newIdentifier('run');
  return transaction
    .insertInto('schedule_runs')
    .values({
      id: runId,
      account_id,
      schedule_id: id,
      occurrence: testRecipient === null ? date : `${date} ${runId}`,
      due_at: toText(instant),
      state: 'generating',
      generation_job_id: job.id,
      report_id: null,
      export_job_ids: '[]',
      failure: null,
      test_recipient: testRecipient,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A clock that was set back reaches an occurrence a second time; the table's unique key backs up this check. */
async function isFired(transaction: Queryable, scheduleId: string, { date }: Occurrence): Promise<boolean> {
  const run = await transaction
    .selectFrom('schedule_runs')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('occurrence', '=', date)
    .executeTakeFirst();
  return run !== undefined;
}
