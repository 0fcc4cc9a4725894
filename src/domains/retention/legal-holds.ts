import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { LegalHoldsTable, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { readTime } from '../../platform/jobs/queue.ts';
import { getAccount } from '../accounts/accounts.ts';
import { lockRetention } from './retention-row.ts';

export type LegalHoldRow = Selectable<LegalHoldsTable>;

/** How many an account has at most: one for each project would be one for the account. */
const mostHolds = 1_000;

/** The legal holds of an account and of its projects, the oldest first. */
export function holdsOfAccount(db: Queryable, accountId: string): Promise<LegalHoldRow[]> {
  return db.selectFrom('legal_holds').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export interface NewHold {
  readonly accountId: string;
  /** Null for everything of the account. */
  readonly projectId: string | null;
  readonly reason: string;
  /** Such as `user:usr_…`. */
  readonly madeBy: string;
}

/**
 * From now on nothing of the account, or of the project, is deleted: what is being deleted at this moment is over when this
 * returns. Throws a fault of the field at fault.
 */
export async function setHold(transaction: Queryable, hold: NewHold): Promise<LegalHoldRow> {
  const { accountId, projectId, madeBy } = hold;
  await getAccount(transaction, accountId);
  await lockRetention(transaction, accountId);
  const reason = hold.reason.trim();
  if (reason === '') throw fieldFault('reason', 'required', 'Say why, such as the number of the case.');
  await requireProject(transaction, accountId, projectId);
  const subject = projectId ?? accountId;
  const holds = await holdsOfAccount(transaction, accountId);
  const same = holds.find((each) => each.subject === subject);
  if (same) throw fieldFault('project_id', 'unique', `There is a legal hold of ${subject} already, ${same.id}.`);
  if (holds.length >= mostHolds) {
    throw fieldFault('project_id', 'maximum', `There are ${mostHolds} legal holds; set one of the whole account.`);
  }
  const row = {
    ...{ id: newIdentifier('hld'), account_id: accountId, project_id: projectId, subject, reason, made_by: madeBy },
    created_at: await readTime(transaction, 0),
  };
  await transaction.insertInto('legal_holds').values(row).execute();
  return row;
}

async function requireProject(db: Queryable, accountId: string, projectId: string | null): Promise<void> {
  if (projectId === null) return;
  const own = db.selectFrom('projects').select('id').where('id', '=', projectId).where('account_id', '=', accountId);
  if (await own.executeTakeFirst()) return;
  throw fieldFault('project_id', 'exists', `The account has no project ${projectId}.`);
}

/**
 * Ends a hold. What it kept is deleted no sooner than people were told anew, as before a first deletion. Throws
 * `not_found`.
 */
export async function endHold(transaction: Queryable, accountId: string, id: string): Promise<LegalHoldRow> {
  await lockRetention(transaction, accountId);
  const hold = (await holdsOfAccount(transaction, accountId)).find((each) => each.id === id);
  if (!hold) throw missing('legal hold', id);
  await transaction.deleteFrom('legal_holds').where('id', '=', id).execute();
  await transaction
    .updateTable('account_retention')
    .set({ first_from: null, looked_to: null })
    .where('account_id', '=', accountId)
    .execute();
  return hold;
}

/** As the API and commands show it. */
export function toLegalHold({ id, project_id, reason, made_by, created_at }: LegalHoldRow) {
  return { id, project_id, reason, made_by, created_at: toTimestamp(created_at) };
}
