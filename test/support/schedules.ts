import type { Database } from '../../src/database/tables.ts';
import type { Recurrence } from '../../src/schedules/occurrences.ts';
import { addSchedule, type NewSchedule, type ScheduleRow } from '../../src/schedules/schedules.ts';

/** A schedule of the project: every day at 06:00 UTC, the day before without files or e-mails, unless told otherwise. */
export async function givenSchedule(
  db: Database,
  projectId: string,
  { cadence, day, at, timeZone, ...fields }: Partial<Recurrence & NewSchedule> = {},
): Promise<ScheduleRow> {
  return addSchedule(db, {
    projectId,
    recurrence: { cadence: cadence ?? 'daily', day: day ?? null, at: at ?? '06:00', timeZone: timeZone ?? 'UTC' },
    period: 'previous-day',
    compare: 'previous',
    formats: [],
    recipients: [],
    delivery: 'attachment',
    ...fields,
  });
}

/** Moves the time at which the schedule fires next to the past, as if the service had been off. */
export async function makeDue(db: Database, id: string, since = '2026-01-01T00:00:00.000Z'): Promise<void> {
  await db.updateTable('schedules').set({ next_run_at: since }).where('id', '=', id).execute();
}
