import { sql } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { readTrace, within } from '../../platform/tracing/spans.ts';
import { getJob, isTerminal } from '../job-summaries/job-summaries.ts';
import { findDocument, getReport } from '../reports/reports.ts';
import { insertNotices } from './approval-notices.ts';
import { areKnown, type Condition, findUnmet } from './conditions.ts';
import { insertDeliveries, startExports } from './release-run.ts';
import { getSchedule, isKnownSchedule, readNow, type ScheduleRow, type ScheduleRunRow, toText } from './schedules.ts';

const pageSize = 100;

/**
 * Moves each unfinished run to its next state once what it waits for has ended: generation, exports, e-mails. Returns
 * how many moved. A run that fails is reported to `onError` and does not hold up the others.
 */
export async function advanceRuns(
  db: Database,
  objects: ObjectStore,
  onError: (error: unknown, runId: string) => void,
): Promise<number> {
  let moved = 0;
  let last: string | undefined;
  do {
    const open = await findOpen(db, last);
    for (const { id } of open) {
      try {
        if (await advance(db, objects, id)) moved++;
      } catch (error) {
        onError(error, id);
      }
    }
    last = open.length === pageSize ? open.at(-1)?.id : undefined;
  } while (last);
  return moved;
}

/** Runs whose generation or e-mails have ended, and those with exports; locking the others would be pointless. */
async function findOpen(db: Queryable, after = ''): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`select id from schedule_runs
    where state in ('generating', 'exporting', 'delivering') and id > ${after}
      and (select ${isKnownSchedule()} from schedules where id = schedule_id) and (
      state = 'exporting'
      or (state = 'generating' and
        (select status from jobs where jobs.id = generation_job_id) not in ('queued', 'running'))
      or (state = 'delivering' and
        (select count(*) from deliveries where run_id = schedule_runs.id and status in ('pending', 'sending')) = 0))
    order by id limit ${pageSize}`.execute(db);
  return rows;
}

type Step = Partial<Pick<ScheduleRunRow, 'state' | 'report_id' | 'export_job_ids' | 'failure' | 'not_sent'>>;

async function advance(db: Database, objects: ObjectStore, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = transaction.selectFrom('schedule_runs').selectAll().where('id', '=', id);
    const run = await (isPostgres(transaction) ? row.forUpdate() : row).executeTakeFirst();
    const step = run && (await nextStep(transaction, objects, run));
    if (!step) return false;
    const updated_at = toText(await readNow(transaction));
    await transaction
      .updateTable('schedule_runs')
      .set({ ...step, updated_at })
      .where('id', '=', id)
      .execute();
    return true;
  });
}

async function nextStep(transaction: Queryable, objects: ObjectStore, run: ScheduleRunRow): Promise<Step | undefined> {
  if (run.state === 'generating') return afterGeneration(transaction, objects, run);
  if (run.state === 'exporting') return afterExports(transaction, run);
  return run.state === 'delivering' ? afterDeliveries(transaction, run) : undefined;
}

async function afterGeneration(
  transaction: Queryable,
  objects: ObjectStore,
  run: ScheduleRunRow,
): Promise<Step | undefined> {
  const job = await getJob(transaction, run.account_id, run.generation_job_id);
  if (!isTerminal(job)) return undefined;
  if (job.status !== 'completed') return failure(job);
  const schedule = await getSchedule(transaction, run.schedule_id);
  const made = { ...run, report_id: job.report_id };
  const inTrace = <Result>(work: () => Result) => within(readTrace(job.trace_context) ?? undefined, work);
  // A test goes to whoever asked for it alone, whatever is in it.
  if (run.test_recipient !== null) return inTrace(() => withExports(transaction, made, schedule));
  if (!areKnown(conditionsOf(schedule))) return undefined;
  const unsent = await unmetBy(transaction, objects, made, schedule);
  if (unsent) return { ...unsent, report_id: job.report_id };
  if (schedule.approve === 1) {
    await insertNotices(transaction, made, schedule);
    return { state: 'awaiting_approval', report_id: job.report_id };
  }
  return inTrace(() => withExports(transaction, made, schedule));
}

async function withExports(transaction: Queryable, run: ScheduleRunRow, schedule: ScheduleRow): Promise<Step> {
  const export_job_ids = await startExports(transaction, run, schedule);
  return { state: 'exporting', report_id: run.report_id, export_job_ids };
}

const conditionsOf = ({ only_if }: ScheduleRow) => JSON.parse(only_if) as Condition[];

/** The end of a run whose report does not meet the schedule's conditions; undefined for one that does. */
async function unmetBy(
  transaction: Queryable,
  objects: ObjectStore,
  { account_id, report_id }: ScheduleRunRow,
  schedule: ScheduleRow,
): Promise<Step | undefined> {
  const conditions = conditionsOf(schedule);
  if (conditions.length === 0) return undefined;
  const report = await getReport(transaction, account_id, report_id ?? '');
  const document = await findDocument(objects, report);
  if (!document) {
    const failure = `The stored document of ${report.id} is lost; generate the report again, and use that.`;
    return { state: 'failed', failure };
  }
  const unsent = findUnmet(conditions, document);
  return unsent && { state: 'not_sent', not_sent: JSON.stringify(unsent) };
}

async function afterExports(transaction: Queryable, run: ScheduleRunRow): Promise<Step | undefined> {
  for (const id of JSON.parse(run.export_job_ids) as string[]) {
    const job = await getJob(transaction, run.account_id, id);
    if (!isTerminal(job)) return undefined;
    if (job.status !== 'completed') return withoutFiles(transaction, run, job);
  }
  // Those of a released run were written with its release.
  const waiting = await transaction
    .updateTable('deliveries')
    .set({ next_attempt_at: databaseTime(transaction), queued_at: databaseTime(transaction) })
    .set({ updated_at: databaseTime(transaction) })
    .where('run_id', '=', run.id)
    .executeTakeFirst();
  if (waiting.numUpdatedRows > 0n) return { state: 'delivering' };
  const isReleased = run.decision !== null;
  const schedule = await getSchedule(transaction, run.schedule_id);
  const count = isReleased ? 0 : await insertDeliveries(transaction, run, schedule, { isDue: true });
  return { state: count > 0 ? 'delivering' : 'completed' };
}

/** E-mails that waited for a file that could not be made are given up. */
async function withoutFiles(transaction: Queryable, run: ScheduleRunRow, job: JobRow): Promise<Step> {
  const failed = failure(job);
  await transaction
    .updateTable('deliveries')
    .set({ status: 'failed', failure: failed.failure ?? null, updated_at: databaseTime(transaction) })
    .where('run_id', '=', run.id)
    .execute();
  return failed;
}

async function afterDeliveries(transaction: Queryable, run: ScheduleRunRow): Promise<Step | undefined> {
  const deliveries = await transaction
    .selectFrom('deliveries')
    .select(['status', 'recipient', 'failure'])
    .where('run_id', '=', run.id)
    .execute();
  if (deliveries.some(({ status }) => status === 'pending' || status === 'sending')) return undefined;
  const failed = deliveries.filter(({ status }) => status === 'failed' || status === 'unknown');
  if (failed.length === 0) return { state: 'completed' };
  return { state: 'failed', failure: failed.map((each) => `${each.recipient}: ${each.failure}`).join('; ') };
}

function failure(job: JobRow): Step {
  const { reason, message } = JSON.parse(job.outcome ?? '{}') as { reason?: string; message?: string };
  return { state: 'failed', failure: `${job.id} ended ${job.status}, ${reason}: ${message}` };
}
