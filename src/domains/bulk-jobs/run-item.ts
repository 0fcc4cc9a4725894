import type { Database, Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import { checkAccess } from '../management/access.ts';
import { findAsker } from '../management/callers.ts';
import { type AnyBulkAction, type BulkContext, ItemFault } from './bulk-action.ts';
import {
  type BulkItemRow,
  type BulkJobRow,
  type Fault,
  findJobOf,
  findNextItem,
  isWaiting,
  postponeItem,
  settleStarted,
  storeFault,
  storeOutcome,
} from './bulk-items.ts';
import { holdNextQueue, holdQueue, noteServed, rest } from './bulk-queues.ts';

/** The waits after an unexpected fault; after the last one the item has failed. */
const retryWaitsMs = [1_000, 10_000];
/** How long preparing an item may take before another process may take it, or one that a newer version knows how to do. */
const elsewhereMs = 60_000;

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
  readonly action: AnyBulkAction;
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
  // The transaction may be run again, and find another item, or none.
  delete taken.work;
  const accountId = await holdNextQueue(transaction);
  if (accountId === undefined) return 'nothing';
  await settleStarted(transaction, accountId);
  const item = await findNextItem(transaction, accountId);
  if (!item) {
    await rest(transaction, accountId);
    return 'rested';
  }
  await noteServed(transaction, accountId);
  const job = await findJobOf(transaction, item);
  const action = runner.actions.find((each) => each.action === job.action);
  if (action) taken.work = { item, job, action };
  if (taken.work && !taken.work.action.prepareItem) return perform(transaction, taken.work, undefined);
  await postponeItem(transaction, item, elsewhereMs);
  return action ? 'to prepare' : 'rested';
}

async function prepareAndRun(runner: BulkRunnerContext, work: Work): Promise<void> {
  const context = await contextOf(runner.db, work);
  const prepared = await work.action.prepareItem?.(context, toItem(work.item));
  const turn = await runner.db.transaction().execute(async (transaction) => {
    await holdQueue(transaction, work.item.account_id);
    return (await isWaiting(transaction, work.item)) ? perform(transaction, work, prepared) : 'done';
  });
  if (turn === 'job started') runner.wakeWorkers(1);
}

/** Whoever asked for it may have lost the right to it since. */
async function contextOf(db: Queryable, { item, job, action }: Work): Promise<BulkContext<unknown>> {
  const { actor, door, address } = job;
  const by = (item.asked_by === null ? { actor, door, address } : JSON.parse(item.asked_by)) as Doer;
  const caller = await findAsker(db, by, job.account_id);
  if (!caller) {
    const message = 'Whoever asked for it can do nothing in this account any more.';
    throw new ItemFault('asker_gone', message, 'Let somebody else start what failed again.');
  }
  checkAccess(caller, action.access);
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

async function perform(transaction: Queryable, work: Work, prepared: unknown): Promise<Turn> {
  const context = await contextOf(transaction, work);
  const outcome = await work.action.runItem(transaction, context, toItem(work.item), prepared);
  for (const { action, subject, details } of outcome.recorded ?? []) {
    const change = { action, accountId: context.accountId, subject };
    await recordAudit(transaction, context.by, { ...change, ...(details && { details }) });
  }
  await storeOutcome(transaction, work.item, outcome);
  return outcome.jobId === undefined ? 'done' : 'job started';
}

/** After its transaction is undone: the item has failed, or waits to be tried again. */
async function noteFault({ db, log }: BulkRunnerContext, { item }: Work, error: unknown): Promise<void> {
  const known = toldOf(error);
  const waitMs = known ? undefined : retryWaitsMs[item.attempt];
  if (!known) log.error({ err: error, item: item.id, bulk_job: item.bulk_job_id }, 'an item was not done');
  await db.transaction().execute(async (transaction) => {
    await holdQueue(transaction, item.account_id);
    await noteServed(transaction, item.account_id);
    await storeFault(transaction, item, { fault: known ?? unexpected, waitMs });
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
