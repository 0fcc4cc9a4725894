import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import type { Periods } from '../../reporting/documents/model.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { enqueueGeneration, type NotThereYet } from '../generation-jobs/generation-jobs.ts';
import type { ProjectRow } from '../projects/projects.ts';
import type { Occurrence } from './occurrences.ts';
import { schedulePeriods } from './schedule-periods.ts';
import { readNow, type ScheduleRow, type ScheduleRunRow, toText } from './schedules.ts';

/** A run that begins, of a schedule and its project. */
export interface BeginningRun {
  readonly schedule: ScheduleRow;
  readonly project: ProjectRow;
  readonly periods: Periods;
  /** The id of what has waited before; a new one if absent. */
  readonly id?: string;
  /** The local day; of a test the id of the run is added, since a day has any number of tests. */
  readonly occurrence: string;
  readonly dueAt: string;
  readonly testRecipient?: string;
  /** The sources whose figures of a day are not there, which the report says. */
  readonly notThereYet?: readonly NotThereYet[];
}

/** The periods of the report of an occurrence, by the days of its project. */
export function periodsOf({ period, compare }: ScheduleRow, project: ProjectRow, { instant }: Occurrence): Periods {
  return schedulePeriods(period, compare, instant.toZonedDateTimeISO(project.time_zone).toPlainDate().toString());
}

/** Starts the generation of an occurrence, and the run that tracks it to the end. The transaction holds the project. */
export async function startRun(transaction: Queryable, begins: BeginningRun): Promise<ScheduleRunRow> {
  const { schedule, project, periods, testRecipient, occurrence, dueAt, notThereYet = [] } = begins;
  const { account_id, id: schedule_id } = schedule;
  const plan = await getPlanOfAccount(transaction, account_id);
  const job = await enqueueGeneration(transaction, { project, plan, periods, source: 'schedule', notThereYet });
  const now = toText(await readNow(transaction));
  const id = begins.id ?? newIdentifier('run');
  return transaction
    .insertInto('schedule_runs')
    .values({
      id,
      account_id,
      schedule_id,
      occurrence: testRecipient === undefined ? occurrence : `${occurrence} ${id}`,
      due_at: dueAt,
      state: 'generating',
      generation_job_id: job.id,
      report_id: null,
      export_job_ids: '[]',
      failure: null,
      test_recipient: testRecipient ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
