import { type Selectable, sql } from 'kysely';
import { databaseTime } from '../../platform/database/engine.ts';
import type { BulkJobItemsTable, BulkJobsTable, Database, Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import { checkAccess } from '../management/access.ts';
import { findAsker } from '../management/callers.ts';
import { type AnyBulkAction, type BulkContext, ItemFault, type ItemOutcome } from './bulk-action.ts';
import { holdNextQueue, holdQueue, noteServed, rest } from './bulk-queues.ts';

export type BulkItemRow = Selectable<BulkJobItemsTable>;
export type BulkJobRow = Selectable<BulkJobsTable>;

/** How many generations and exports of an account's bulk jobs are under way at once: its others do not wait behind more. */
export const mostStarted = 32;
/** The waits after an unexpected fault; after the last one the item has failed. */
const retryWaitsMs = [1_000, 10_000];
/** How long preparing an item may take before another process may take it. */
const prepareMs = 60_000;

export interface BulkRunnerContext {
  readonly db: Database;
  readonly actions: readonly AnyBulkAction[];
  readonly log: JobLog;
  /** Makes the workers of this process check the queue. */
  wakeWorkers(jobs: number): void;
}

interface Work {
  readonly item: BulkItemRow;
  readonly job: BulkJobRow;
}

/**
 * Does one item of the account whose turn it is, in one transaction with the mark that it is done; false when there is nothing
 * to do now. Any number of processes may do so at once.
 */
export async function runNextItem(runner: BulkRunnerContext): Promise<boolean> {
  const taken: { work?: Work } = {};
  try {
    const turn = await runner.db.transaction().execute((transaction) => takeTurn(transaction, runner, taken));
    if (turn === 'to prepare' && taken.work) await prepareAndRun(runner, taken.work);
    if (turn === 'job started') runner.wakeWorkers(1);
    return turn !== 'nothing';
  } catch (error) {
    if (!taken.work) throw error;
    await noteFault(runner, taken.work, error);
    return true;
  }
}

type Turn = 'nothing' | 'rested' | 'to prepare' | 'done' | 'job started';

async function takeTurn(transaction: Queryable, runner: BulkRunnerContext, taken: { work?: Work }): Promise<Turn> {
  const accountId = await holdNextQueue(transaction);
  if (accountId === undefined) return 'nothing';
  await settleStarted(transaction, accountId);
  const item = await findNext(transaction, accountId);
  if (!item) {
    await rest(transaction, accountId);
    return 'rested';
  }
  await noteServed(transaction, accountId);
  const job = await findJob(transaction, item);
  taken.work = { item, job };
  if (!actionOf(runner, job).prepareItem) return perform(transaction, runner, taken.work, undefined);
  const due_at = databaseTime(transaction, prepareMs);
  await transaction.updateTable('bulk_job_items').set({ due_at }).where('id', '=', item.id).execute();
  return 'to prepare';
}

async function prepareAndRun(runner: BulkRunnerContext, work: Work): Promise<void> {
  const context = await contextOf(runner.db, runner, work);
  const prepared = await actionOf(runner, work.job).prepareItem?.(context, toItem(work.item));
  const turn = await runner.db.transaction().execute(async (transaction) => {
    await holdQueue(transaction, work.item.account_id);
    const isStill = await transaction
      .selectFrom('bulk_job_items')
      .select('id')
      .where('id', '=', work.item.id)
      .where('state', '=', 'waiting')
      .where('attempt', '=', work.item.attempt)
      .executeTakeFirst();
    return isStill ? perform(transaction, runner, work, prepared) : 'done';
  });
  if (turn === 'job started') runner.wakeWorkers(1);
}

/** What has ended of the jobs that items have started. */
async function settleStarted(transaction: Queryable, accountId: string): Promise<void> {
  await sql`update bulk_job_items set updated_at = ${databaseTime(transaction)},
      state = (select case status when 'completed' then 'done' else 'failed' end from jobs where jobs.id = job_id),
      fault = (select outcome from jobs where jobs.id = job_id and status <> 'completed')
    where account_id = ${accountId} and state = 'started'
      and exists (select 1 from jobs where jobs.id = job_id and status in ('completed', 'blocked', 'failed'))`.execute(
    transaction,
  );
}

/** The oldest that may be done. What starts no job is quick, and goes first. */
async function findNext(transaction: Queryable, accountId: string): Promise<BulkItemRow | undefined> {
  const first = (startsJob: number) =>
    transaction
      .selectFrom('bulk_job_items')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('starts_job', '=', startsJob)
      .where('state', '=', sql.lit('waiting'))
      .where('due_at', '<=', databaseTime(transaction))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  const quick = await first(0);
  if (quick) return quick;
  const { started } = await transaction
    .selectFrom('bulk_job_items')
    .select(({ fn }) => fn.countAll().as('started'))
    .where('account_id', '=', accountId)
    .where('state', '=', sql.lit('started'))
    .executeTakeFirstOrThrow();
  return Number(started) < mostStarted ? first(1) : undefined;
}

function findJob(db: Queryable, { bulk_job_id: id }: BulkItemRow): Promise<BulkJobRow> {
  return db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function actionOf({ actions }: Pick<BulkRunnerContext, 'actions'>, { action }: BulkJobRow): AnyBulkAction {
  const known = actions.find((each) => each.action === action);
  if (known) return known;
  throw new ItemFault('unexpected', `This version does not know the action ${action}.`, 'Update the service.');
}

/** Whoever asked for it may have lost the right to it since. */
async function contextOf(db: Queryable, runner: BulkRunnerContext, { item, job }: Work): Promise<BulkContext<unknown>> {
  const { actor, door, address } = job;
  const by = (item.asked_by === null ? { actor, door, address } : JSON.parse(item.asked_by)) as Doer;
  const caller = await findAsker(db, by, job.account_id);
  if (!caller) {
    const message = 'Whoever asked for it can do nothing in this account any more.';
    throw new ItemFault('asker_gone', message, 'Let somebody else start what failed again.');
  }
  checkAccess(caller, actionOf(runner, job).access);
  if (caller.projectIds !== null && !caller.projectIds.includes(item.project_id ?? '')) {
    const message = 'Whoever asked for it does not see this project any more.';
    throw new ItemFault('not_allowed', message, 'Let somebody start it again who sees the project.');
  }
  return {
    ...{ accountId: job.account_id, bulkJobId: job.id, caller, by },
    ...{ parameters: JSON.parse(job.parameters) as unknown, askedAt: job.created_at },
  };
}

function toItem({ id, project_id: projectId, input }: BulkItemRow) {
  return { id, projectId, input: input === null ? null : (JSON.parse(input) as unknown) };
}

async function perform(
  transaction: Queryable,
  runner: BulkRunnerContext,
  work: Work,
  prepared: unknown,
): Promise<Turn> {
  const context = await contextOf(transaction, runner, work);
  const outcome = await actionOf(runner, work.job).runItem(transaction, context, toItem(work.item), prepared);
  for (const { action, subject, details } of outcome.recorded ?? []) {
    const change = { action, accountId: context.accountId, subject };
    await recordAudit(transaction, context.by, { ...change, ...(details && { details }) });
  }
  await storeOutcome(transaction, work.item, outcome);
  return outcome.jobId === undefined ? 'done' : 'job started';
}

async function storeOutcome(
  transaction: Queryable,
  { id }: BulkItemRow,
  { jobId, result, projectId }: ItemOutcome,
): Promise<void> {
  await transaction
    .updateTable('bulk_job_items')
    .set({
      ...{ state: jobId === undefined ? 'done' : 'started', job_id: jobId ?? null, fault: null },
      ...{ result: result === undefined ? null : JSON.stringify(result) },
      ...(projectId !== undefined && { project_id: projectId }),
      updated_at: databaseTime(transaction),
    })
    .where('id', '=', id)
    .execute();
}

/** What an item has failed of, as it is stored. */
interface Fault {
  readonly reason: string;
  readonly message: string;
  readonly action: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** After its transaction is undone: the item has failed, or waits to be tried again. */
async function noteFault(runner: BulkRunnerContext, { item }: Work, error: unknown): Promise<void> {
  const known = toldOf(error);
  const waitMs = known ? undefined : retryWaitsMs[item.attempt];
  if (!known) runner.log.error({ err: error, item: item.id, bulk_job: item.bulk_job_id }, 'an item was not done');
  const { db } = runner;
  await db.transaction().execute(async (transaction) => {
    await holdQueue(transaction, item.account_id);
    await noteServed(transaction, item.account_id);
    await transaction
      .updateTable('bulk_job_items')
      .set({
        ...{ attempt: item.attempt + 1, updated_at: databaseTime(transaction) },
        ...(waitMs === undefined
          ? { state: 'failed', fault: JSON.stringify(known ?? unexpected) }
          : { due_at: databaseTime(transaction, waitMs) }),
      })
      .where('id', '=', item.id)
      .where('state', '=', 'waiting')
      .where('attempt', '=', item.attempt)
      .execute();
  });
}

const unexpected: Fault = {
  reason: 'unexpected',
  message: 'The service failed to do it.',
  action: 'Start it again. If it fails again, report the id of the bulk job to the operator.',
  details: {},
};

/** What an item is told of a refusal; undefined for a fault of the service. */
function toldOf(error: unknown): Fault | undefined {
  if (error instanceof ItemFault) {
    return { reason: error.reason, message: error.message, action: error.action, details: {} };
  }
  if (!(error instanceof ServiceError) || error.status >= 500) return undefined;
  const fields = error.details ?? [];
  const own = fields.length === 0 || fields.some(({ message }) => error.message.includes(message));
  const sentences = fields.map(({ field, message }) => (field === '' ? message : `${field} ${message}`));
  const message = own ? error.message : `${sentences.join('; ')}.`;
  return { reason: error.code, message, action: null, details: fields.length > 0 ? { fields } : {} };
}
