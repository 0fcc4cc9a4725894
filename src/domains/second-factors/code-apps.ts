import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable, SecondFactorsTable } from '../../platform/database/tables.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Vault } from '../connections/vault.ts';
import { findStep, readCode } from './one-time-codes.ts';

export type CodeAppRow = Selectable<SecondFactorsTable>;

/** How long an app may be set up before its first code. */
export const setupMs = 10 * 60_000;
const sweepLimit = 1_000;

/** Begins to set up an app by its secret, in base32; it takes the place of one that was begun before, and counts once confirmed. */
export async function beginCodeApp(
  transaction: Queryable,
  vault: Vault,
  userId: string,
  secret: string,
): Promise<CodeAppRow> {
  await ofUser(transaction, userId).where('confirmed_at', 'is', null).execute();
  const id = newIdentifier('fac');
  const begun: CodeAppRow = {
    ...{ id, user_id: userId, secret: vault.seal(id, secret), last_step: -1 },
    ...{ created_at: new Date().toISOString(), confirmed_at: null, last_used_at: null },
  };
  await transaction.insertInto('second_factors').values(begun).execute();
  return begun;
}

/**
 * Confirms an app by the code that it shows, which uses it up; the app before goes. Throws `not_found`, also when it was
 * begun too long ago, and a fault of `code`.
 */
export async function confirmCodeApp(
  transaction: Queryable,
  vault: Vault,
  { id, userId, code }: { readonly id: string; readonly userId: string; readonly code: string },
  now = Date.now(),
): Promise<CodeAppRow> {
  const begun = await findCodeApp(transaction, id, userId);
  if (begun?.confirmed_at !== null || Date.parse(begun.created_at) + setupMs <= now) throw missing('second factor', id);
  if (!(await takeCodeOf(transaction, vault, begun, code, now))) {
    throw fieldFault('code', 'wrong', 'This is not the code that the app shows now.');
  }
  const confirmed_at = new Date(now).toISOString();
  await transaction.updateTable('second_factors').set({ confirmed_at }).where('id', '=', id).execute();
  await ofUser(transaction, userId).where('id', '!=', id).execute();
  return { ...begun, confirmed_at, last_used_at: confirmed_at };
}

/** The user's app; undefined for whoever has none. */
export async function findCodeAppOf(db: Queryable, userId: string): Promise<CodeAppRow | undefined> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
}

/** Uses up the code that a user's app shows, once; false for any other code, and for one that was used. */
export async function takeCode(
  transaction: Queryable,
  vault: Vault,
  userId: string,
  code: string,
  now = Date.now(),
): Promise<boolean> {
  const app = await findCodeAppOf(transaction, userId);
  return app !== undefined && takeCodeOf(transaction, vault, app, code, now);
}

async function takeCodeOf(
  transaction: Queryable,
  vault: Vault,
  { id, secret }: CodeAppRow,
  text: string,
  now: number,
): Promise<boolean> {
  const code = readCode(text);
  const step = code && (await findStep(vault.open(id, secret) as string, code, now));
  if (step === undefined || step === '') return false;
  // One statement, so that of several requests at once one alone gets it.
  const { numUpdatedRows } = await transaction
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a user's app; throws `not_found`. */
export async function removeCodeApp(transaction: Queryable, id: string, userId: string): Promise<CodeAppRow> {
  const removed = await findCodeApp(transaction, id, userId);
  if (!removed) throw missing('second factor', id);
  await transaction.deleteFrom('second_factors').where('id', '=', id).execute();
  return removed;
}

/** Removes all apps of a user; returns how many were in use. */
export async function removeCodeAppsOf(transaction: Queryable, userId: string): Promise<number> {
  const removed = await ofUser(transaction, userId).returning('confirmed_at').execute();
  return removed.filter(({ confirmed_at }) => confirmed_at !== null).length;
}

/** Removes apps whose setting up was left, a limited number per call; returns how many. */
export async function sweepCodeApps(db: Queryable, now = Date.now()): Promise<number> {
  const left = db
    .selectFrom('second_factors')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', new Date(now - setupMs).toISOString())
    .limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('second_factors').where('id', 'in', left).executeTakeFirst();
  return Number(numDeletedRows);
}

function findCodeApp(db: Queryable, id: string, userId: string): Promise<CodeAppRow | undefined> {
  const row = db.selectFrom('second_factors').selectAll().where('id', '=', id);
  return row.where('user_id', '=', userId).executeTakeFirst();
}

function ofUser(transaction: Queryable, userId: string) {
  return transaction.deleteFrom('second_factors').where('user_id', '=', userId);
}
