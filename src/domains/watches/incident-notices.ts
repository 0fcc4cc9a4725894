import { sql } from 'kysely';
import { databaseTime } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import type { Part } from './findings.ts';
import type { IncidentRow } from './incidents.ts';

interface Recipient {
  readonly user_id: string | null;
  readonly channel_id: string | null;
}

/** Has those told who are named by the watches of some parts, each once. */
export async function tellOpened(transaction: Queryable, incident: IncidentRow, parts: readonly Part[]): Promise<void> {
  const ids = [...new Set(parts.map(({ watch_id }) => watch_id))];
  const rows = await transaction.selectFrom('watches').select(['people', 'channels']).where('id', 'in', ids).execute();
  const people = new Set(rows.flatMap((row) => JSON.parse(row.people) as string[]));
  const channels = new Set(rows.flatMap((row) => JSON.parse(row.channels) as string[]));
  const known = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ['', ...people])
    .execute();
  await insertNotices(transaction, incident, 'opened', [
    ...known.map(({ id }) => ({ user_id: id, channel_id: null })),
    ...[...channels].map((id) => ({ user_id: null, channel_id: id })),
  ]);
}

/** Has those told that it is over who were to be told of it. */
export async function tellClosed(transaction: Queryable, incident: IncidentRow): Promise<void> {
  await insertNotices(transaction, incident, 'closed', await toldOf(transaction, incident));
}

async function toldOf(transaction: Queryable, { id }: IncidentRow): Promise<Recipient[]> {
  const notices = transaction.selectFrom('incident_notices').select(['user_id', 'channel_id']);
  return notices.where('incident_id', '=', id).where('occasion', '=', 'opened').execute();
}

/** Has those told once more, at a time (ISO 8601 with milliseconds), who were told of it; that of an earlier time is not due any more. */
export async function tellAgain(transaction: Queryable, incident: IncidentRow, at: string): Promise<void> {
  await sql`update incident_notices set status = 'skipped', next_attempt_at = null, reason = 'snoozed',
      updated_at = ${databaseTime(transaction)}
    where incident_id = ${incident.id} and occasion like 'reminded %' and status = 'pending'`.execute(transaction);
  await insertNotices(transaction, incident, `reminded ${at}`, await toldOf(transaction, incident), at);
}

/** What was to be told of an incident, and nobody has begun to send, is said by the message that it is over. */
export async function dropUnsaid(transaction: Queryable, incidentId: string): Promise<void> {
  await sql`update incident_notices set status = 'skipped', next_attempt_at = null, reason = 'over',
      updated_at = ${databaseTime(transaction)}
    where incident_id = ${incidentId} and status = 'pending'`.execute(transaction);
}

async function insertNotices(
  transaction: Queryable,
  { id: incident_id, account_id }: IncidentRow,
  occasion: string,
  recipients: readonly Recipient[],
  at?: string,
): Promise<void> {
  if (recipients.length === 0) return;
  const now = databaseTime(transaction);
  await transaction
    .insertInto('incident_notices')
    .values(
      recipients.map(({ user_id, channel_id }) => ({
        ...{ id: newIdentifier('ntc'), account_id, incident_id, occasion, recipient: user_id ?? channel_id ?? '' },
        ...{ user_id, channel_id, status: 'pending' as const, attempt: 0, next_attempt_at: at ?? now, handed_at: null },
        ...{ sent_at: null, reason: null, failure: null, answer: null, created_at: now, updated_at: now },
      })),
    )
    .onConflict((conflict) => conflict.columns(['incident_id', 'occasion', 'recipient']).doNothing())
    .execute();
}
