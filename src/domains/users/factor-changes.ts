import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing } from '../../platform/faults.ts';
import type { CallerPerson } from '../../platform/http/caller.ts';
import { type Factors, findFactors, hasFactor, removeFactors } from '../second-factors/factors.ts';
import { countRecoveryCodes, makeRecoveryCodes, removeRecoveryCodes } from '../second-factors/recovery-codes.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endOtherSessions, endSessionsOf, noteFactor } from './sessions.ts';
import { lockUser } from './users.ts';

/** Locks whoever changes what they sign in with. Throws `not_found` when they are gone. */
export async function lockPerson(transaction: Queryable, { id }: Pick<CallerPerson, 'id'>): Promise<void> {
  if (!(await lockUser(transaction, id))) throw missing('user', id);
}

/**
 * What goes with a new factor: other sessions of the person end, and the current one counts as begun with it. Returns
 * recovery codes for whoever has none yet, shown once; else null.
 */
export async function settleNewFactor(
  transaction: Queryable,
  person: CallerPerson,
  factor: 'passkey' | 'code',
): Promise<string[] | null> {
  await endOthers(transaction, person);
  await noteFactor(transaction, person.sessionId, factor);
  const { left } = await countRecoveryCodes(transaction, person.id);
  return left === 0 ? makeRecoveryCodes(transaction, person.id) : null;
}

/**
 * What goes with the end of one: other sessions of the person end, and with the last one the recovery codes go. Throws
 * `last_second_factor` where an account of theirs requires one.
 */
export async function settleRemovedFactor(transaction: Queryable, person: CallerPerson): Promise<void> {
  await endOthers(transaction, person);
  if (hasFactor(await findFactors(transaction, person.id))) return;
  if (await isFactorRequired(transaction, person.id)) throw new ServiceError('last_second_factor');
  await removeRecoveryCodes(transaction, person.id);
  await noteFactor(transaction, person.sessionId, null);
}

/** Removes all that a user signs in with but the password, and ends every session of theirs; returns what there was. */
export async function resetFactors(transaction: Queryable, userId: string): Promise<Factors> {
  await lockUser(transaction, userId);
  const removed = await removeFactors(transaction, userId);
  await endPendingSignIns(transaction, userId);
  await endSessionsOf(transaction, userId);
  return removed;
}

/** Whether an account that the user is a member of requires a second factor. */
async function isFactorRequired(transaction: Queryable, userId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('memberships')
    .innerJoin('account_security', 'account_security.account_id', 'memberships.account_id')
    .select('memberships.account_id')
    .where('memberships.user_id', '=', userId)
    .where('account_security.require_second_factor', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function endOthers(transaction: Queryable, { id, sessionId }: CallerPerson): Promise<void> {
  await endPendingSignIns(transaction, id);
  await endOtherSessions(transaction, id, sessionId);
}
