import { sql } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { startExportJob } from '../export-jobs/export-jobs.ts';
import { getJob, isTerminal } from '../job-summaries/job-summaries.ts';
import { getSchedule, readNow, type ScheduleRunRow, toText } from './schedules.ts';

const pageSize = 100;

/**
 * Moves each unfinished run to its next state once what it waits for has ended: generation, exports, e-mails. Returns
 * how many moved. A run that fails is reported to `onError` and does not hold up the others.
 */
export async function advanceRuns(db: Database, onError: (error: unknown, runId: string) => void): Promise<number> {
  let moved = 0;
  let last: string | undefined;
  do {
    const open = await findOpen(db, last);
    for (const { id } of open) {
      try {
        if (await advance(db, id)) moved++;
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
    where state in ('generating', 'exporting', 'delivering') and id > ${after} and (
      state = 'exporting'
      or (state = 'generating' and
        (select status from jobs where jobs.id = generation_job_id) not in ('queued', 'running'))
      or (state = 'delivering' and
        (select count(*) from deliveries where run_id = schedule_runs.id and status in ('pending', 'sending')) = 0))
    order by id limit ${pageSize}`.execute(db);
  return rows;
}

type Step = Partial<Pick<ScheduleRunRow, 'state' | 'report_id' | 'export_job_ids' | 'failure'>>;

async function advance(db: Database, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = transaction.selectFrom('schedule_runs').selectAll().where('id', '=', id);
    const run = await (isPostgres(transaction) ? row.forUpdate() : row).executeTakeFirst();
    const step = run && (await nextStep(transaction, run));
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

async function nextStep(transaction: Queryable, run: ScheduleRunRow): Promise<Step | undefined> {
  if (run.state === 'generating') return afterGeneration(transaction, run);
  if (run.state === 'exporting') return afterExports(transaction, run);
  return run.state === 'delivering' ? afterDeliveries(transaction, run) : undefined;
}

async function afterGeneration(transaction: Queryable, run: ScheduleRunRow): Promise<Step | undefined> {
  const job = await getJob(transaction, run.account_id, run.generation_job_id);
  if (!isTerminal(job)) return undefined;
  if (job.status !== 'completed') return failure(job);
  const schedule = await getSchedule(transaction, run.schedule_id);
  const ids: string[] = [];
  for (const format of JSON.parse(schedule.formats) as ExportFormat[]) {
    const starter = { accountId: run.account_id, source: 'schedule' as const };
    const { job: exported } = await startExportJob(transaction, starter, job.report_id ?? '', { format });
    ids.push(exported.id);
  }
  return { state: 'exporting', report_id: job.report_id, export_job_ids: JSON.stringify(ids) };
}

async function afterExports(transaction: Queryable, run: ScheduleRunRow): Promise<Step | undefined> {
  for (const id of JSON.parse(run.export_job_ids) as string[]) {
    const job = await getJob(transaction, run.account_id, id);
    if (!isTerminal(job)) return undefined;
    if (job.status !== 'completed') return failure(job);
  }
  const schedule = await getSchedule(transaction, run.schedule_id);
  const now = toText(await readNow(transaction));
  const recipients = run.test_recipient === null ? (JSON.parse(schedule.recipients) as string[]) : [run.test_recipient];
  if (recipients.length === 0) return { state: 'completed' };
  const deliveries = recipients.map((recipient) => ({
    id: newIdentifier('dlv'),
    account_id: run.account_id,
    run_id: run.id,
    recipient,
    status: 'pending' as const,
    attempt: 0,
    next_attempt_at: now,
    failure: null,
    sent_at: null,
    created_at: now,
    updated_at: now,
  }));
  await transaction.insertInto('deliveries').values(deliveries).execute();
  return { state: 'delivering' };
}

async function afterDeliveries(transaction: Queryable, run: ScheduleRunRow): Promise<Step | undefined> {
  const deliveries = await transaction
    .selectFrom('deliveries')
    .select(['status', 'recipient', 'failure'])
    .where('run_id', '=', run.id)
    .execute();
  if (deliveries.some(({ status }) => status === 'pending' || status === 'sending')) return undefined;
  const failed = deliveries.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return { state: 'completed' };
  return { state: 'failed', failure: failed.map((each) => `${each.recipient}: ${each.failure}`).join('; ') };
}

function failure(job: JobRow): Step {
  const { reason, message } = JSON.parse(job.outcome ?? '{}') as { reason?: string; message?: string };
  return { state: 'failed', failure: `${job.id} ended ${job.status}, ${reason}: ${message}` };
}
