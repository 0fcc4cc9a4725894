import { type Selectable, sql } from 'kysely';
import { databaseTime, isOneOf, isPostgres } from '../database/engine.ts';
import { newIdentifier } from '../database/identifiers.ts';
import type { Database, EventsTable, Queryable } from '../database/tables.ts';
import { type SentType, sentTypes } from './event-types.ts';

export type EventRow = Selectable<EventsTable>;

/** What has happened, and to what. */
export interface Happening {
  readonly accountId: string;
  readonly projectId: string | null;
  readonly type: SentType;
  /** The id of what it is about. */
  readonly subject: string;
  readonly state?: string;
}

/** How long events are kept, with their deliveries: as long can be made up for what an endpoint has missed. */
export const keptDays = 30;

const batchEvents = 200;
const sweptRows = 500;

/**
 * Writes an event in the transaction of what it tells; nothing for an account without endpoints. Returns its id. Jobs, connections, links
 * and e-mails need no call: triggers write theirs (migration 0035).
 */
export async function writeEvent(transaction: Queryable, happening: Happening): Promise<string> {
  const id = newIdentifier('evt');
  const { accountId, projectId, type, subject, state = null } = happening;
  await sql`insert into events (id, account_id, project_id, type, subject, state, at)
    select ${sql.join([id, accountId, projectId, type, subject, state].map(text))}, ${databaseTime(transaction)}
    where exists (select 1 from webhook_endpoints where account_id = ${accountId})`.execute(transaction);
  return id;
}

/** PostgreSQL cannot tell from a `select` alone what a parameter is. */
const text = (value: string | null) => sql`cast(${value} as text)`;

const isKnown = isOneOf('type', sentTypes);

/**
 * Gives the oldest events that nobody was told of yet to `route`, in one transaction that marks them: each is routed once, in
 * whatever process. Returns how many they were.
 */
export async function routeOldest(
  db: Database,
  route: (transaction: Queryable, events: readonly EventRow[]) => Promise<void>,
): Promise<number> {
  const waiting = await sql`select 1 from events where routed = 0 and ${isKnown} limit 1`.execute(db);
  if (waiting.rows.length === 0) return 0;
  return db.transaction().execute(async (transaction) => {
    const lock = isPostgres(transaction) ? sql`for update skip locked` : sql``;
    const { rows } = await sql<EventRow>`select * from events where routed = 0 and ${isKnown}
      order by at, id limit ${batchEvents} ${lock}`.execute(transaction);
    if (rows.length > 0) await route(transaction, rows);
    return rows.length;
  });
}

/** What is sent of an event: null for what is gone. */
export interface RoutedEvent {
  readonly id: string;
  readonly data: object | null;
}

/** Notes what is sent of events, whose ids are named once more so that each engine looks them up. */
export async function markRouted(transaction: Queryable, events: readonly RoutedEvent[]): Promise<void> {
  const told = events.map(({ id, data }) => sql`(${text(id)}, ${text(data && JSON.stringify(data))})`);
  await sql`with told (id, data) as (values ${sql.join(told)})
    update events set routed = 1, data = told.data from told
    where events.id = told.id and events.id in (${sql.join(events.map(({ id }) => id))})`.execute(transaction);
}

/** Removes some events that are older than `keptDays`; returns how many. */
export async function sweepEvents(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from events where id in
    (select id from events where at < ${databaseTime(db, -keptDays * 86_400_000)} limit ${sweptRows})`.execute(db);
  return Number(numAffectedRows);
}
