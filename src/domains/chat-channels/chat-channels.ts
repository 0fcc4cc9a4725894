import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { ChatChannelsTable, ConnectionMaker, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { Vault } from '../connections/vault.ts';

export type ChannelRow = Selectable<ChatChannelsTable>;

const mostChannels = 50;

export interface NewChannel {
  readonly accountId: string;
  readonly system: ChannelRow['system'];
  readonly name: string;
  /** As it was checked; whoever has it may post. */
  readonly url: string;
  readonly madeBy: ConnectionMaker;
}

/** An account's channel; throws `not_found`. Within a transaction it is locked. */
export async function getChannel(db: Queryable, id: string, accountId?: string): Promise<ChannelRow> {
  const row = db.selectFrom('chat_channels').selectAll().where('id', '=', id);
  const channel = await (db.isTransaction && isPostgres(db) ? row.forUpdate() : row).executeTakeFirst();
  if (!channel || (accountId !== undefined && channel.account_id !== accountId)) throw missing('chat channel', id);
  return channel;
}

/** The same where it may be gone. */
export async function findChannel(db: Queryable, id: string): Promise<ChannelRow | undefined> {
  return db.selectFrom('chat_channels').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All of an account, the oldest first; there are few. */
export async function listChannels(db: Queryable, accountId: string): Promise<ChannelRow[]> {
  const all = db.selectFrom('chat_channels').selectAll().where('account_id', '=', accountId);
  return all.orderBy('created_at').orderBy('id').execute();
}

/** Stores a channel whose address was checked, sealed. Throws faults of `name` and `url`. */
export async function addChannel(
  transaction: Queryable,
  vault: Vault,
  { accountId, system, name, url, madeBy }: NewChannel,
): Promise<ChannelRow> {
  const shown = checkName(name);
  // Two at once would else both find room for one more.
  if (isPostgres(transaction)) {
    await transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  }
  if ((await listChannels(transaction, accountId)).length >= mostChannels) {
    throw fieldFault('url', 'most', `An account has at most ${mostChannels} chat channels; remove one first.`);
  }
  const id = newIdentifier('chn');
  const now = new Date().toISOString();
  await transaction
    .insertInto('chat_channels')
    .values({
      ...{ id, account_id: accountId, system, name: shown, made_by: madeBy },
      ...sealed(vault, id, url),
      ...{ gone_at: null, created_at: now, updated_at: now },
    })
    .execute();
  return getChannel(transaction, id);
}

/** Gives a channel another name, or another address that was checked; `madeBy` is whose it is with that. */
export async function changeChannel(
  transaction: Queryable,
  vault: Vault,
  before: ChannelRow,
  { name, url }: { readonly name?: string | undefined; readonly url?: string | undefined },
  madeBy: ConnectionMaker,
): Promise<ChannelRow> {
  await transaction
    .updateTable('chat_channels')
    .set({
      ...(name !== undefined && { name: checkName(name) }),
      ...(url !== undefined && { ...sealed(vault, before.id, url), gone_at: null, made_by: madeBy }),
      updated_at: new Date().toISOString(),
      revision: before.revision + 1,
    })
    .where('id', '=', before.id)
    .execute();
  return getChannel(transaction, before.id);
}

/** What schedules still hold of it is for them to take out. */
export async function removeChannel(transaction: Queryable, id: string): Promise<void> {
  await transaction.deleteFrom('chat_channels').where('id', '=', id).execute();
}

/** Notes whether the chat says that there is such a channel, unless the channel has another address by now. */
export async function noteGone(db: Queryable, { id, secret }: ChannelRow, isGone: boolean): Promise<void> {
  const gone_at = isGone ? new Date().toISOString() : null;
  const changed = db.updateTable('chat_channels').set({ gone_at }).where('id', '=', id).where('secret', '=', secret);
  await changed.where('gone_at', isGone ? 'is' : 'is not', null).execute();
}

/** Its whole address. */
export function openAddress(vault: Vault, { id, secret }: Pick<ChannelRow, 'id' | 'secret'>): string {
  return (vault.open(id, secret) as { readonly url: string }).url;
}

/** As it is shown: of its address no more than where it leads. */
export function toChannel(row: ChannelRow) {
  const shown = {
    id: row.id,
    system: row.system,
    name: row.name,
    address: `${row.origin}/…`,
    made_by: row.made_by,
    gone_at: toTimestamp(row.gone_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
  return revised(shown, row.revision);
}

function sealed(vault: Vault, id: string, url: string) {
  return { origin: new URL(url).origin, secret: vault.seal(id, { url }) };
}

function checkName(name: string): string {
  const shown = name.trim();
  if (shown === '' || /[\p{Cc}\u2028\u2029]/u.test(shown)) {
    throw fieldFault('name', 'pattern', 'A name is one line with at least one character.');
  }
  return shown;
}
