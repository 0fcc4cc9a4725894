import { type Selectable, sql } from 'kysely';
import { databaseTime, isOneOf } from '../../platform/database/engine.ts';
import type { Database, Queryable, WebhookDeliveriesTable } from '../../platform/database/tables.ts';
import { webhookSignings } from '../../platform/database/words.ts';
import type { EventRow } from '../../platform/events/outbox.ts';
import type { TraceHeaders } from '../../platform/tracing/spans.ts';
import { recordAudit } from '../audit/audit.ts';
import { findTraces } from '../job-summaries/job-traces.ts';
import type { EndpointRow } from './endpoints.ts';
import { pauseAfter, seemsDead, waitAfter } from './retry-waits.ts';
import type { Answer } from './send-attempt.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** Longer than a turn takes; renewed while an endpoint is sent to. Short, so that after a crash others go on soon. */
export const leaseMs = 6_000;
/** How many messages of an endpoint are held at once: what is read ahead, under way and not recorded yet. */
const mostHeld = 50;
/** With fewer left, more are read; enough for those at once until they come. */
const fewHeld = 32;
/** After so long with nothing but failures an endpoint is switched off. */
const failingMs = 5 * 24 * 60 * 60_000;

/** A delivery that is due, with what is sent; the event is null once it is kept no more. */
export interface Due {
  readonly delivery: DeliveryRow;
  readonly event: EventRow | null;
  /** Of the job that the event tells of; null for other events, and while nothing is traced. */
  readonly trace: TraceHeaders | null;
}

export interface Finished {
  readonly delivery: DeliveryRow;
  readonly answer: Answer;
}

/**
 * Leases up to `count` endpoints that something is due for, those first that have waited longest. Each look-up is in an
 * index, whatever waits behind it.
 */
export async function leaseEndpoints(db: Database, newLease: () => string, count: number): Promise<EndpointRow[]> {
  const now = databaseTime(db);
  const isFree = sql<boolean>`enabled = 1 and ${isOneOf('signing', webhookSignings)} and (leased_until is null or leased_until < ${now})
    and (paused_until is null or paused_until <= ${now})`;
  // The first of each, rather than whether any exists, which PostgreSQL may look for among those of all endpoints.
  const { rows } = await sql<{ id: string }>`select id from webhook_endpoints where ${isFree} and (
      select next_attempt_at from webhook_deliveries where endpoint_id = webhook_endpoints.id
      and next_attempt_at is not null order by next_attempt_at limit 1) <= ${now}
    order by served_at limit ${count}`.execute(db);
  const leased: EndpointRow[] = [];
  for (const { id } of rows) {
    const row = await db
      .updateTable('webhook_endpoints')
      .set({ lease: newLease(), leased_until: databaseTime(db, leaseMs) })
      .where('id', '=', id)
      .where(isFree)
      .returningAll()
      .executeTakeFirst();
    if (row) leased.push(row);
  }
  return leased;
}

export async function renewLeases(db: Database, leases: readonly string[]): Promise<void> {
  if (leases.length === 0) return;
  await db
    .updateTable('webhook_endpoints')
    .set({ leased_until: databaseTime(db, leaseMs) })
    .where('lease', 'in', leases)
    .execute();
}

export async function releaseEndpoint(db: Database, id: string, lease: string): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ lease: null, leased_until: null, served_at: databaseTime(db) })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

interface Turn {
  readonly id: string;
  readonly lease: string;
  readonly finished: readonly Finished[];
  /** The deliveries that are under way, or read and not begun yet. */
  readonly held: readonly string[];
  readonly mayRead: boolean;
}

/** What a turn has found. */
export interface Taken {
  /** Null when the lease is lost, or the endpoint is off or gone. */
  readonly endpoint: EndpointRow | null;
  /** Nothing more may be begun now, not even of what is held. */
  readonly isPaused: boolean;
  readonly due: readonly Due[];
}

/**
 * Renews the lease, records what has ended and reads what is due next, in one transaction. Who has lost the lease records
 * nothing: another sends that again.
 */
export async function takeTurn(db: Database, { id, lease, finished, held, mayRead }: Turn): Promise<Taken> {
  return db.transaction().execute(async (transaction) => {
    const found = await holdLease(transaction, id, lease);
    if (!found) return { endpoint: null, isPaused: true, due: [] };
    const { now, ...before } = found;
    if (finished.length > 0) await record(transaction, finished, now);
    const endpoint = await noteHealth(transaction, before, finished, now);
    if (endpoint.enabled === 0) return { endpoint: null, isPaused: true, due: [] };
    const isPaused = endpoint.paused_until !== null && endpoint.paused_until > now;
    const most = endpoint.failures >= seemsDead ? 1 : mostHeld;
    const isWanted = mayRead && !isPaused && held.length < Math.min(most, fewHeld);
    return { endpoint, isPaused, due: isWanted ? await readDue(transaction, id, held, most - held.length) : [] };
  });
}

/** The endpoint, locked until the transaction ends, and the time; undefined when the lease is another's. */
async function holdLease(transaction: Queryable, id: string, lease: string) {
  return transaction
    .updateTable('webhook_endpoints')
    .set({ leased_until: databaseTime(transaction, leaseMs) })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returningAll()
    .returning(databaseTime(transaction).as('now'))
    .executeTakeFirst();
}

/** What somebody has asked for again meanwhile is left as it is, and sent once more. */
async function record(transaction: Queryable, finished: readonly Finished[], now: string): Promise<void> {
  const ended = finished.map(({ delivery: { id, attempt, next_attempt_at, step }, answer }) => {
    const isOver = answer.failure === null || answer.httpStatus === 410 || answer.own === 'final';
    const waitMs = isOver ? null : waitAfter(step + 1, answer.askedMs);
    const status = answer.failure === null ? 'delivered' : waitMs === null ? 'failed' : 'pending';
    const next = waitMs === null ? null : new Date(Date.parse(now) + waitMs).toISOString();
    const [own, due, then, at] = [id, next_attempt_at, status, next].map((value) => sql`cast(${value} as text)`);
    return sql`(${own}, cast(${attempt} as integer), ${due}, ${then}, ${at})`;
  });
  const { rows } = await sql<{ id: string }>`with ended (id, attempt, due, status, next) as (values ${sql.join(ended)})
    update webhook_deliveries set status = ended.status, attempt = ended.attempt + 1, step = step + 1,
      next_attempt_at = ended.next, updated_at = ${now}
    from ended where webhook_deliveries.id = ended.id and webhook_deliveries.attempt = ended.attempt
      and next_attempt_at = ended.due
      and webhook_deliveries.id in (${sql.join(finished.map(({ delivery }) => delivery.id))})
    returning webhook_deliveries.id`.execute(transaction);
  const recorded = new Set(rows.map(({ id }) => id));
  const attempts = finished.filter(({ delivery }) => recorded.has(delivery.id));
  if (attempts.length === 0) return;
  await transaction
    .insertInto('webhook_attempts')
    .values(
      attempts.map(({ delivery, answer }) => ({
        delivery_id: delivery.id,
        number: delivery.attempt + 1,
        account_id: delivery.account_id,
        started_at: answer.startedAt,
        duration_ms: answer.durationMs,
        http_status: answer.httpStatus,
        failure: answer.failure,
        answer: answer.answer,
      })),
    )
    .execute();
}

/** Overloaded, or what stands before it is. */
const overloaded = new Set([429, 502, 504]);

/** Notes how an endpoint does: pauses it, or switches it off. Writes nothing while all goes well. */
async function noteHealth(
  transaction: Queryable,
  before: EndpointRow,
  finished: readonly Finished[],
  now: string,
): Promise<EndpointRow> {
  let { failures } = before;
  let pauseMs = 0;
  let isGone = false;
  for (const { answer } of finished.filter((each) => each.answer.own === undefined)) {
    failures = answer.failure === null ? 0 : failures + 1;
    const isOverloaded =
      overloaded.has(answer.httpStatus ?? 0) || (answer.httpStatus === 503 && answer.askedMs !== undefined);
    pauseMs = failures === 0 ? 0 : Math.max(pauseMs, pauseAfter(failures, isOverloaded, answer.askedMs));
    isGone ||= answer.httpStatus === 410;
  }
  if (failures === before.failures && !isGone && pauseMs === 0) return before;
  const failing_since = failures === 0 ? null : (before.failing_since ?? now);
  const isFailing = failing_since !== null && Date.parse(now) - Date.parse(failing_since) >= failingMs;
  const found = isGone ? 'gone' : isFailing ? 'failing' : null;
  const reason: 'gone' | 'failing' | null = before.enabled === 1 ? found : null;
  const health = {
    failures,
    failing_since,
    paused_until: pauseMs === 0 ? null : new Date(Date.parse(now) + pauseMs).toISOString(),
    ...(reason !== null && { enabled: 0, off_reason: reason, off_since: now, to_tell: 1 }),
  };
  await transaction.updateTable('webhook_endpoints').set(health).where('id', '=', before.id).execute();
  if (reason !== null) {
    const change = { action: 'webhook.switch_off', accountId: before.account_id, subject: before.id };
    await recordAudit(transaction, `webhook:${before.id}`, { ...change, details: { reason } });
  }
  return { ...before, ...health };
}

/** Those that have waited longest. Only who holds the lease sends, so they need no mark of their own. */
async function readDue(transaction: Queryable, id: string, held: readonly string[], most: number): Promise<Due[]> {
  let due = transaction
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', id)
    .where('next_attempt_at', '<=', databaseTime(transaction));
  if (held.length > 0) due = due.where('id', 'not in', held);
  const rows = await due.orderBy('next_attempt_at').limit(most).execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ event_id }) => event_id);
  const events = await transaction.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(events.map((event) => [event.id, event]));
  const traces = await findTraces(
    transaction,
    events.map(({ subject }) => subject),
  );
  return rows.map((delivery) => {
    const event = byId.get(delivery.event_id) ?? null;
    return { delivery, event, trace: traces.get(event?.subject ?? '') ?? null };
  });
}
