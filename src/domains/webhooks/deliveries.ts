import { sql } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import { type Page, selectPage } from '../../platform/database/pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { type SentType, sentTypes, testEventType } from '../../platform/events/event-types.ts';
import { keptDays, markRouted, writeEvent } from '../../platform/events/outbox.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { EndpointRow } from './endpoints.ts';
import { addDeliveries } from './route-events.ts';
import type { DeliveryRow } from './turns.ts';

/** One request asks for no more: each is a row, written in its transaction. */
export const mostResent = 10_000;
const dayMs = 24 * 60 * 60_000;
const sweptRows = 500;

/** `failed`: what was given up. `missed`: also what was never sent, such as while the endpoint was off. */
export const resendChoices = ['failed', 'missed'] as const;

/** One page of an endpoint's deliveries. */
export function listDeliveries(
  db: Queryable,
  endpointId: string,
  {
    status,
    type,
    ...page
  }: Page & {
    readonly sort: 'created_at';
    readonly status?: DeliveryRow['status'] | undefined;
    readonly type?: string | undefined;
  },
) {
  const listed = { owner: endpointId, kind: type, kinds: sentTypes, status };
  return selectPage(db, 'webhook_deliveries', shownColumns, listed, page, toDelivery);
}

const shownColumns = [
  ...(['id', 'endpoint_id', 'event_id', 'type', 'status', 'attempt'] as const),
  ...(['next_attempt_at', 'created_at', 'updated_at'] as const),
];

/** A delivery to an endpoint; throws `not_found`. */
export async function getDelivery(db: Queryable, id: string, endpointId?: string): Promise<DeliveryRow> {
  const row = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (endpointId !== undefined && row.endpoint_id !== endpointId)) throw missing('delivery', id);
  return row;
}

/** With its attempts, the latest first. */
export async function showDelivery(db: Queryable, row: DeliveryRow) {
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', row.id)
    .orderBy('number', 'desc')
    .limit(mostShown)
    .execute();
  return {
    ...toDelivery(row),
    attempts: attempts.map(({ number, started_at, duration_ms, http_status, failure, answer }) => {
      return { number, started_at: toTimestamp(started_at), duration_ms, http_status, failure, answer };
    }),
  };
}

export const mostShown = 100;

function toDelivery(row: Pick<DeliveryRow, (typeof shownColumns)[number]>) {
  return {
    id: row.id,
    webhook_id: row.endpoint_id,
    event_id: row.event_id,
    type: row.type as SentType,
    status: row.status,
    attempts_made: row.attempt,
    next_attempt_at: toTimestamp(row.next_attempt_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** Sends a delivery again, at once and with all of its attempts, whatever came of it. */
export async function resendDelivery(transaction: Queryable, endpoint: EndpointRow, id: string): Promise<DeliveryRow> {
  checkOn(endpoint);
  const { id: own } = await getDelivery(transaction, id, endpoint.id);
  await transaction
    .updateTable('webhook_deliveries')
    // Being sent now or not: what was due at another time is written no more.
    .set({
      status: 'pending',
      step: 0,
      next_attempt_at: databaseTime(transaction),
      updated_at: databaseTime(transaction),
    })
    .where('id', '=', own)
    .execute();
  return getDelivery(transaction, own);
}

/** Sends again what an endpoint has not got of the events since a time (RFC 3339); at most `mostResent`, the oldest first. */
export async function resendSince(
  transaction: Queryable,
  endpoint: EndpointRow,
  since: string,
  which: (typeof resendChoices)[number],
): Promise<{ readonly resent: number; readonly is_all: boolean }> {
  checkOn(endpoint);
  const from = new Date(checkSince(since)).toISOString();
  const failed = await resendFailed(transaction, endpoint, from);
  const room = mostResent - failed;
  const missed = which === 'missed' && room > 0 ? await sendMissed(transaction, endpoint, from, room) : 0;
  return { resent: failed + missed, is_all: failed + missed < mostResent };
}

function checkSince(text: string): number {
  const since = Date.parse(text);
  if (since <= Date.now() && since >= Date.now() - keptDays * dayMs) return since;
  throw fieldFault('since', 'range', `Events are kept for ${keptDays} days: name a time within them.`);
}

async function resendFailed(transaction: Queryable, { id, account_id }: EndpointRow, from: string): Promise<number> {
  const now = databaseTime(transaction);
  const { numAffectedRows = 0n } = await sql`update webhook_deliveries
    set status = 'pending', step = 0, next_attempt_at = ${now}, updated_at = ${now}
    where id in (select webhook_deliveries.id from webhook_deliveries join events on events.id = event_id
      where endpoint_id = ${id} and status = 'failed' and events.account_id = ${account_id} and at >= ${from}
      order by at limit ${mostResent})`.execute(transaction);
  return Number(numAffectedRows);
}

async function sendMissed(
  transaction: Queryable,
  { id, account_id, events, project_ids }: EndpointRow,
  from: string,
  most: number,
): Promise<number> {
  const now = databaseTime(transaction);
  const newId = isPostgres(transaction)
    ? sql`'whd_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 26)`
    : sql`'whd_' || substr(lower(hex(randomblob(13))), 1, 26)`;
  const isOfProject = project_ids === null ? sql`true` : sql`project_id in (${sql.join(JSON.parse(project_ids))})`;
  const { numAffectedRows = 0n } = await sql`insert into webhook_deliveries
    (id, account_id, endpoint_id, event_id, type, status, attempt, step, next_attempt_at, created_at, updated_at)
    select ${newId}, account_id, cast(${id} as text), id, type, 'pending', 0, 0, ${now}, ${now}, ${now} from events
    where account_id = ${account_id} and at >= ${from} and routed = 1 and data is not null
      and type in (${sql.join(JSON.parse(events))}) and ${isOfProject}
      and not exists (select 1 from webhook_deliveries as sent where sent.endpoint_id = ${id} and sent.event_id = events.id)
    order by at limit ${most}`.execute(transaction);
  return Number(numAffectedRows);
}

/** Sends an event that tells of nothing; gives its delivery. `base` is the address of the management API. */
export async function sendTest(transaction: Queryable, endpoint: EndpointRow, base: string): Promise<DeliveryRow> {
  checkOn(endpoint);
  const { id: subject, account_id: accountId } = endpoint;
  const id = await writeEvent(transaction, { accountId, projectId: null, type: testEventType, subject });
  const event = await transaction.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await markRouted(transaction, [{ id, data: { id: subject, url: `${base}/webhooks/${subject}` } }]);
  const [delivery = ''] = await addDeliveries(transaction, [endpoint], event);
  return getDelivery(transaction, delivery);
}

function checkOn({ enabled }: EndpointRow): void {
  if (enabled === 0) throw fieldFault('enabled', 'on', 'The webhook is off. Switch it on first.');
}

/** Removes some deliveries of events that are kept no more, and of endpoints that are gone; returns how many. */
export async function sweepDeliveries(db: Queryable): Promise<number> {
  const before = databaseTime(db, -keptDays * dayMs);
  const old = await sql`delete from webhook_deliveries where id in
    (select id from webhook_deliveries where created_at < ${before} limit ${sweptRows})`.execute(db);
  const orphaned = await sql`delete from webhook_deliveries where id in
    (select id from webhook_deliveries where not exists
      (select 1 from webhook_endpoints where webhook_endpoints.id = endpoint_id) limit ${sweptRows})`.execute(db);
  return Number((old.numAffectedRows ?? 0n) + (orphaned.numAffectedRows ?? 0n));
}

export async function sweepAttempts(db: Queryable): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from webhook_attempts where (delivery_id, number) in
    (select delivery_id, number from webhook_attempts where started_at < ${databaseTime(db, -keptDays * dayMs)}
      limit ${sweptRows})`.execute(db);
  return Number(numAffectedRows);
}
