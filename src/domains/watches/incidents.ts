import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { IncidentsTable, Queryable } from '../../platform/database/tables.ts';
import { writeEvent } from '../../platform/events/outbox.ts';
import { missing } from '../../platform/faults.ts';
import type { Part } from './findings.ts';
import { dropUnsaid, tellAgain, tellClosed, tellOpened } from './incident-notices.ts';
import type { WatchStateRow } from './watches.ts';

export type IncidentRow = Selectable<IncidentsTable>;

/** How long after an incident has opened what else goes wrong in the same way is a part of it. */
const joinedWithinDays = 2;
const mostParts = 50;

/** The connection in which something was found, on a day. */
export interface FoundAt {
  readonly account_id: string;
  readonly project_id: string;
  readonly connection_id: string;
  readonly day: string;
}

export const partsOf = ({ parts }: Pick<IncidentRow, 'parts'>): readonly Part[] => JSON.parse(parts) as Part[];

/** An account's incident; throws `not_found`. Within a transaction it is locked. */
export async function getIncident(db: Queryable, accountId: string, id: string): Promise<IncidentRow> {
  const own = db.selectFrom('incidents').selectAll().where('id', '=', id).where('account_id', '=', accountId);
  const incident = await (db.isTransaction && isPostgres(db) ? own.forUpdate() : own).executeTakeFirst();
  if (!incident) throw missing('incident', id);
  return incident;
}

/**
 * Opens an incident for what was found in one connection on one day: one for all that went wrong in the same way, or they
 * become parts of that which is open since yesterday. Returns the incident of each part, in their order.
 */
export async function openParts(transaction: Queryable, at: FoundAt, parts: readonly Part[]): Promise<string[]> {
  const ids = new Map<Part, string>();
  for (const [way, some] of Map.groupBy(parts, wayOf)) {
    const { id } = await openOrJoin(transaction, at, `${at.connection_id} ${way}`, some);
    for (const part of some) ids.set(part, id);
  }
  return parts.map((part) => ids.get(part) ?? '');
}

/** What goes wrong in the same way at once has one cause; what a watch finds of goals belongs together. */
function wayOf({ kind, direction }: Part): string {
  return kind === 'silence' || kind === 'goal' ? kind : `figures ${direction}`;
}

async function openOrJoin(
  transaction: Queryable,
  at: FoundAt,
  cause: string,
  parts: readonly Part[],
): Promise<IncidentRow> {
  const open = await findJoined(transaction, at, cause);
  if (open) return join(transaction, open, at, parts);
  const now = new Date().toISOString();
  const { day, ...place } = at;
  const row: IncidentRow = {
    ...{ id: newIdentifier('inc'), ...place, cause, open_cause: `${cause} ${day}`, state: 'open' },
    ...{ parts: JSON.stringify(parts.slice(0, mostParts)), first_day: firstOf(parts), last_day: day },
    ...{ opened_at: now, closed_at: null, close_reason: null, acknowledged_at: null, acknowledged_by: null },
    ...{ snoozed_until: null, created_at: now, updated_at: now, revision: 1 },
  };
  await transaction.insertInto('incidents').values(row).execute();
  await tellOpened(transaction, row, parts);
  await writeEvent(transaction, {
    ...{ accountId: row.account_id, projectId: row.project_id, type: 'alert.opened', subject: row.id, state: 'open' },
  });
  return row;
}

async function findJoined(transaction: Queryable, { connection_id, account_id, day }: FoundAt, cause: string) {
  const since = Temporal.PlainDate.from(day).subtract({ days: joinedWithinDays });
  const open = transaction
    .selectFrom('incidents')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('connection_id', '=', connection_id)
    .where('cause', '=', cause)
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .limit(1);
  const row = await (isPostgres(transaction) ? open.forUpdate() : open).executeTakeFirst();
  if (!row) return undefined;
  const opened = row.open_cause?.slice(-day.length) ?? '';
  return opened >= since.toString() ? row : undefined;
}

/** It was told already: who is named by a watch that joins is told, nobody twice. */
async function join(
  transaction: Queryable,
  row: IncidentRow,
  { day }: FoundAt,
  parts: readonly Part[],
): Promise<IncidentRow> {
  const isSame = (one: Part, other: Part) => one.watch_id === other.watch_id && one.finding === other.finding;
  const kept = partsOf(row).filter((part) => !parts.some((other) => isSame(part, other)));
  const joined = await storeParts(transaction, row, [...kept, ...parts].slice(0, mostParts), day);
  await tellOpened(transaction, joined, parts);
  return joined;
}

async function storeParts(
  transaction: Queryable,
  row: IncidentRow,
  parts: readonly Part[],
  day: string,
): Promise<IncidentRow> {
  const changed = {
    parts: JSON.stringify(parts),
    first_day: firstOf(parts),
    last_day: day > row.last_day ? day : row.last_day,
    updated_at: new Date().toISOString(),
    revision: row.revision + 1,
  };
  await transaction.updateTable('incidents').set(changed).where('id', '=', row.id).execute();
  return { ...row, ...changed };
}

function firstOf(parts: readonly Part[]): string {
  return parts.map(({ since }) => since).toSorted()[0] ?? '';
}

/** Stores what was found of open parts on another day, so that the incident shows how it stands. */
export async function refreshParts(
  transaction: Queryable,
  incidentId: string,
  day: string,
  parts: readonly Part[],
): Promise<void> {
  const row = await findOpen(transaction, incidentId);
  if (!row) return;
  const now = new Map(parts.map((part) => [`${part.watch_id} ${part.finding}`, part]));
  const kept = partsOf(row).map((part) => {
    const found = now.get(`${part.watch_id} ${part.finding}`);
    // As it was told: since when, and what explains it.
    return found ? { ...found, since: part.since, explained: part.explained ?? found.explained } : part;
  });
  const known = new Set(partsOf(row).map((part) => `${part.watch_id} ${part.finding}`));
  const added = [...now].flatMap(([key, part]) => (known.has(key) ? [] : [part]));
  await storeParts(transaction, row, [...kept, ...added].slice(0, mostParts), day);
}

async function findOpen(transaction: Queryable, id: string): Promise<IncidentRow | undefined> {
  const open = transaction.selectFrom('incidents').selectAll().where('id', '=', id).where('state', '=', 'open');
  return (isPostgres(transaction) ? open.forUpdate() : open).executeTakeFirst();
}

/**
 * Ends what a watch has found in a connection; with the last of its parts the incident closes, which those are told who
 * were told of it.
 */
export async function closePartsOf(
  transaction: Queryable,
  { incident_id, watch_id }: Pick<WatchStateRow, 'incident_id' | 'watch_id'>,
  reason: NonNullable<IncidentRow['close_reason']>,
  day?: string,
): Promise<void> {
  const row = incident_id === null ? undefined : await findOpen(transaction, incident_id);
  if (!row) return;
  const parts = partsOf(row).map((part) => (part.watch_id === watch_id ? { ...part, is_over: true } : part));
  const stored = await storeParts(transaction, row, parts, day ?? row.last_day);
  if (parts.some(({ is_over }) => !is_over)) return;
  const now = new Date().toISOString();
  const closed = {
    state: 'closed',
    open_cause: null,
    closed_at: now,
    close_reason: reason,
    snoozed_until: null,
  } as const;
  await transaction.updateTable('incidents').set(closed).where('id', '=', row.id).execute();
  await dropUnsaid(transaction, row.id);
  await tellClosed(transaction, stored);
  await writeEvent(transaction, {
    ...{ accountId: row.account_id, projectId: row.project_id, type: 'alert.closed', subject: row.id, state: 'closed' },
  });
}

/** Notes that somebody has seen it; once, whoever comes second. */
export async function acknowledge(transaction: Queryable, row: IncidentRow, actor: string): Promise<IncidentRow> {
  if (row.acknowledged_at !== null) return row;
  const now = new Date().toISOString();
  const changed = { acknowledged_at: now, acknowledged_by: actor, updated_at: now, revision: row.revision + 1 };
  await transaction.updateTable('incidents').set(changed).where('id', '=', row.id).execute();
  return { ...row, ...changed };
}

/** Keeps an open incident out of sight until a time (ISO 8601), when it is told once more if it is open still. */
export async function snooze(transaction: Queryable, row: IncidentRow, until: string): Promise<IncidentRow> {
  const changed = { snoozed_until: until, updated_at: new Date().toISOString(), revision: row.revision + 1 };
  await transaction.updateTable('incidents').set(changed).where('id', '=', row.id).execute();
  await tellAgain(transaction, row, until);
  return { ...row, ...changed };
}
