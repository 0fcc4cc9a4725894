import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { Recurrence } from '../../src/domains/schedules/occurrences.ts';
import { addSchedule, type NewSchedule, type ScheduleRow } from '../../src/domains/schedules/schedules.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenReport } from './outcomes.ts';

/** A schedule of the project: every day at 06:00 UTC, the day before without files or e-mails, unless told otherwise. */
export async function givenSchedule(
  db: Database,
  projectId: string,
  { cadence, day, nth, month, at, timeZone, from, until, skip, ...fields }: Partial<Recurrence & NewSchedule> = {},
): Promise<ScheduleRow> {
  const given = { cadence, day, nth, month, at, timeZone, from, until, skip };
  return addSchedule(db, {
    projectId,
    recurrence: recurrenceWith(given),
    period: 'previous-day',
    compare: 'previous',
    formats: [],
    recipients: [],
    delivery: 'attachment',
    approve: false,
    approvers: [],
    onlyIf: [],
    freshBy: null,
    ...fields,
  });
}

/** A recurrence: every day at 06:00 UTC, unless told otherwise. */
export function recurrenceWith(
  given: { readonly [Key in keyof Recurrence]?: Recurrence[Key] | undefined },
): Recurrence {
  return {
    ...{
      cadence: given.cadence ?? 'daily',
      day: given.day ?? null,
      nth: given.nth ?? null,
      month: given.month ?? null,
    },
    ...{ at: given.at ?? '06:00', timeZone: given.timeZone ?? 'UTC' },
    ...{ from: given.from ?? null, until: given.until ?? null, skip: given.skip ?? [] },
  };
}

/** Moves the time at which the schedule fires next to the past, as if the service had been off. */
export async function makeDue(db: Database, id: string, since = '2026-01-01T00:00:00.000Z'): Promise<void> {
  await db.updateTable('schedules').set({ next_run_at: since }).where('id', '=', id).execute();
}

/** A run of the schedule whose report is made and waits to be released; returns the ids of both. */
export async function givenWaitingReport(
  db: Database,
  objects: ObjectStore,
  account: Account,
  schedule: ScheduleRow,
): Promise<{ runId: string; reportId: string }> {
  const { reportId, job } = await givenReport(db, objects, account, schedule.project_id);
  const [runId, now] = [newIdentifier('run'), new Date().toISOString()];
  const times = { due_at: now, created_at: now, updated_at: now };
  const ids = { id: runId, account_id: account.id, schedule_id: schedule.id, generation_job_id: job.id };
  await db
    .insertInto('schedule_runs')
    .values({
      ...{ ...ids, ...times, report_id: reportId, occurrence: `${now.slice(0, 10)} ${runId}` },
      ...{ state: 'awaiting_approval', export_job_ids: '[]', failure: null },
    })
    .execute();
  return { runId, reportId };
}

/** A run of the schedule whose report is made, with one e-mail that is due; returns the e-mail's id. */
export async function givenDueDelivery(
  db: Database,
  objects: ObjectStore,
  account: Account,
  schedule: ScheduleRow,
  recipient = 'ann@example.com',
): Promise<string> {
  const { reportId, job } = await givenReport(db, objects, account, schedule.project_id);
  const [runId, id, now] = [newIdentifier('run'), newIdentifier('dlv'), new Date().toISOString()];
  const shared = { account_id: account.id, failure: null, created_at: now, updated_at: now };
  const run = { schedule_id: schedule.id, occurrence: now.slice(0, 10), due_at: now, generation_job_id: job.id };
  await db
    .insertInto('schedule_runs')
    .values({ ...shared, ...run, id: runId, state: 'delivering', report_id: reportId, export_job_ids: '[]' })
    .execute();
  await db
    .insertInto('deliveries')
    .values({
      ...shared,
      id,
      run_id: runId,
      recipient,
      status: 'pending',
      attempt: 0,
      next_attempt_at: now,
      sent_at: null,
    })
    .execute();
  return id;
}
