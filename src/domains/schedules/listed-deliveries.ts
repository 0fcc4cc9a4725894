import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { type DeliveryFilters, pageOfDeliveries, type Seen } from './delivery-pages.ts';
import { toNotThereYet } from './listed-runs.ts';
import { mailReasons } from './mail.ts';

/** E-mails and messages with what they belong to. */
function selectDeliveries(db: Queryable) {
  return db
    .selectFrom('deliveries')
    .innerJoin('schedule_runs', 'schedule_runs.id', 'deliveries.run_id')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .innerJoin('projects', 'projects.id', 'schedules.project_id')
    .leftJoin('schedule_waits', 'schedule_waits.id', 'deliveries.run_id')
    .selectAll('deliveries')
    .select(['schedule_runs.report_id', 'schedule_runs.occurrence'])
    .select(['schedule_runs.schedule_id', 'projects.id as project_id', 'projects.name as project_name'])
    .select(['schedule_waits.ended', 'schedule_waits.missing', 'schedule_waits.periods']);
}

type NamedDelivery = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>;

/** One page of them, by recipient whatever its case, schedule and state. */
export async function listDeliveries(
  db: Queryable,
  caller: Seen,
  { recipient, schedule_id, state, ...page }: Page & DeliveryFilters & { readonly sort: 'created_at' | 'updated_at' },
): Promise<PageOf<ReturnType<typeof toDelivery>>> {
  const { ids, total } = await pageOfDeliveries(db, caller, { recipient, schedule_id, state }, page);
  if (ids.length === 0) return { items: [], total };
  // By their ids alone: without statistics SQLite would look through all of the account.
  const rows = await selectDeliveries(db).where('deliveries.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []).map(toDelivery), total };
}

/** One of them; throws `not_found`. */
export async function getDelivery(db: Queryable, { account, projectIds }: Seen, id: string) {
  const row = await selectDeliveries(db).where('deliveries.id', '=', id).executeTakeFirst();
  const isSeen = row?.account_id === account.id && (projectIds === null || projectIds.includes(row.project_id));
  if (!isSeen) throw missing('e-mail', id);
  return toDelivery(row);
}

/**
 * Sends an e-mail, under a Message-ID of its own, or message again whose delivery has ended. Throws `not_found`, and a fault where it
 * has not ended, or its recipient gets nothing.
 */
export async function sendAgain(transaction: Queryable, caller: Seen, id: string) {
  const row = transaction
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', caller.account.id);
  const delivery = await (isPostgres(transaction) ? row.forUpdate() : row).executeTakeFirst();
  if (!delivery) throw missing('e-mail', id);
  if (delivery.next_attempt_at !== null) {
    throw fieldFault('', 'state', 'This is still to be sent, or being sent; wait until it has ended.');
  }
  if (delivery.status === 'skipped') {
    throw fieldFault(
      '',
      'unwanted',
      `${delivery.recipient} gets no e-mails; an admin can take it off that list first.`,
    );
  }
  const now = databaseTime(transaction);
  await transaction
    .updateTable('deliveries')
    .set({ status: 'pending', next_attempt_at: now, queued_at: now, updated_at: now })
    .set({ failure: null, reason: null, answer: null, handed_at: null, sent_at: null })
    .set(({ eb, ref }) => ({ sends: eb('sends', '+', 1), attempts_before: ref('attempt') }))
    .where('id', '=', id)
    .execute();
  await transaction
    .updateTable('schedule_runs')
    .set({ state: 'delivering', failure: null, updated_at: now })
    .where('id', '=', delivery.run_id)
    .execute();
  return getDelivery(transaction, caller, id);
}

function toDelivery(row: NamedDelivery) {
  return {
    id: row.id,
    project_id: row.project_id,
    project_name: row.project_name,
    schedule_id: row.schedule_id,
    report_id: row.report_id,
    occurrence: row.occurrence.slice(0, 'YYYY-MM-DD'.length),
    recipient: row.recipient,
    system: row.system,
    channel_id: row.channel_id,
    role: row.role,
    state: row.status,
    attempts: row.attempt,
    sent_again: row.sends,
    next_attempt_at: row.status === 'pending' ? toTimestamp(row.next_attempt_at) : null,
    reason: mailReasons.find((each) => each === row.reason) ?? null,
    message: row.failure,
    answer: row.answer,
    not_there_yet: toNotThereYet(row),
    size: row.size,
    sent_at: toTimestamp(row.sent_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
