import { sql } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type ScheduleRow, storeSchedule } from './schedules.ts';

/** Throws a fault of `channels` for one that the account does not have. Within a transaction they stay until it ends. */
export async function checkChannels(db: Queryable, accountId: string, channels: readonly string[]): Promise<void> {
  if (channels.length === 0) return;
  const own = db.selectFrom('chat_channels').select('id').where('account_id', '=', accountId);
  const named = own.where('id', 'in', channels);
  const found = await (db.isTransaction && isPostgres(db) ? named.forShare() : named).execute();
  const known = new Set(found.map(({ id }) => id));
  const unknown = channels.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw fieldFault('channels', 'existing', `There is no chat channel ${unknown} in this account.`);
}

/** Channels belong to the account as a whole: whoever sees only some projects leaves them as they are. */
export function checkMayName(
  { projectIds }: Pick<Caller, 'projectIds'>,
  channels: readonly string[] | undefined,
  before?: Pick<ScheduleRow, 'channels'>,
): void {
  if (projectIds === null || channels === undefined) return;
  const known = JSON.parse(before?.channels ?? '[]') as string[];
  if (channels.length === known.length && channels.every((id) => known.includes(id))) return;
  const message = 'Only members who see all projects say in which chat channels a report is posted.';
  throw fieldFault('channels', 'whole_account', message);
}

/** Takes a channel out of all schedules of its account; returns those. What is still to be posted there is given up. */
export async function dropChannel(transaction: Queryable, accountId: string, id: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`channels like ${`%"${id}"%`}`)
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const others = (JSON.parse(row.channels) as string[]).filter((each) => each !== id);
    await storeSchedule(transaction, row, { channels: JSON.stringify(others) });
  }
  return rows.map((row) => row.id);
}
