import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { PasskeysTable, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault, missing } from '../../platform/faults.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

const mostPasskeys = 20;
export const longestPasskeyName = 100;

/** What a browser has made and was found right. */
export interface NewPasskey {
  readonly userId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
}

/** Of one user, the oldest first; there are few. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** A user's passkey; throws `not_found`. */
async function getPasskey(db: Queryable, id: string, userId: string): Promise<PasskeyRow> {
  const row = db.selectFrom('passkeys').selectAll().where('id', '=', id).where('user_id', '=', userId);
  const passkey = await row.executeTakeFirst();
  if (!passkey) throw missing('passkey', id);
  return passkey;
}

/** Whosever it is, by what a browser calls it. */
export async function findPasskey(db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Adds a passkey. Throws faults of `name` and `response`. The user is to be locked. */
export async function addPasskey(
  transaction: Queryable,
  { userId, name, credentialId, publicKey, counter, transports, isSynced }: NewPasskey,
): Promise<PasskeyRow> {
  if ((await listPasskeys(transaction, userId)).length >= mostPasskeys) {
    throw fieldFault('response', 'most', `You have ${mostPasskeys} passkeys, the most there can be; remove one first.`);
  }
  if (await findPasskey(transaction, credentialId)) {
    throw fieldFault('response', 'unique', 'This passkey is there already.');
  }
  const passkey: PasskeyRow = {
    ...{ id: newIdentifier('psk'), user_id: userId, name: checkPasskeyName(name) },
    ...{ credential_id: credentialId, public_key: publicKey, counter: String(counter) },
    ...{ transports: JSON.stringify(transports), synced: isSynced ? 1 : 0 },
    ...{ created_at: new Date().toISOString(), last_used_at: null },
  };
  await transaction.insertInto('passkeys').values(passkey).execute();
  return passkey;
}

/** Gives a passkey another name. Throws `not_found` and a fault of `name`. */
export async function renamePasskey(
  transaction: Queryable,
  id: string,
  userId: string,
  name: string,
): Promise<PasskeyRow> {
  const passkey = await getPasskey(transaction, id, userId);
  const changed = { name: checkPasskeyName(name) };
  await transaction.updateTable('passkeys').set(changed).where('id', '=', id).execute();
  return { ...passkey, ...changed };
}

/**
 * Notes that a passkey has signed; false when it has done so meanwhile with a counter that is as high, as a copy of it
 * would.
 */
export async function notePasskey(
  transaction: Queryable,
  { id, counter }: PasskeyRow,
  used: { readonly counter: number; readonly isSynced: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('passkeys')
    .set({
      ...{ counter: String(used.counter), synced: used.isSynced ? 1 : 0 },
      last_used_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a user's passkey; throws `not_found`. */
export async function removePasskey(transaction: Queryable, id: string, userId: string): Promise<PasskeyRow> {
  const passkey = await getPasskey(transaction, id, userId);
  await transaction.deleteFrom('passkeys').where('id', '=', id).execute();
  return passkey;
}

/** Removes all passkeys of a user; returns how many. */
export async function removePasskeysOf(transaction: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await transaction.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** How browsers reach it, as they said themselves. */
export function listedTransports({ transports }: PasskeyRow): string[] {
  return JSON.parse(transports) as string[];
}

/** As it is shown. */
export function toPasskey({ id, name, synced, created_at, last_used_at }: PasskeyRow) {
  return {
    ...{ id, name, is_synced: synced === 1 },
    ...{ created_at: toTimestamp(created_at), last_used_at: toTimestamp(last_used_at) },
  };
}

function checkPasskeyName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name !== '' && [...name].length <= longestPasskeyName && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) return name;
  throw fieldFault('name', 'length', `A name is one line of 1 to ${longestPasskeyName} characters.`);
}
