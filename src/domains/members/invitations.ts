import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { InvitationsTable, Queryable } from '../../platform/database/tables.ts';
import { missing } from '../../platform/faults.ts';
import { getAccount, lockAccount } from '../accounts/accounts.ts';
import { makeSecret } from '../accounts/secrets.ts';
import { checkEmail } from '../users/emails.ts';
import { checkRights, limitColumns, type Rights, requireRoom } from './members.ts';

export type InvitationRow = Selectable<InvitationsTable>;

const invitationMs = 48 * 60 * 60_000;
/** How long what has become of an invitation can be looked up. */
const keptMs = 30 * 24 * 60 * 60_000;
const sweepLimit = 1_000;

export interface NewInvitation extends Rights {
  readonly accountId: string;
  /** Null where whoever accepts names theirs. */
  readonly email: string | null;
  /** Who invites, such as `operator:ann`. */
  readonly madeBy: string;
}

/**
 * Invites somebody to an account by a link, whether they sign in here already or not. Returns the link's token, which is
 * stored nowhere. Throws a fault of the field at fault, or `plan_limit_reached`.
 */
export async function createInvitation(
  transaction: Queryable,
  { accountId, email, role, projectIds, tags, madeBy }: NewInvitation,
): Promise<{ readonly token: string; readonly invitation: InvitationRow }> {
  await lockAccount(transaction, accountId);
  await getAccount(transaction, accountId);
  const rights = await checkRights(transaction, accountId, { role, projectIds, tags });
  await requireRoom(transaction, accountId, (await listOpenInvitations(transaction, accountId)).length);
  const token = makeSecret();
  const now = Date.now();
  const invitation: InvitationRow = {
    id: newIdentifier('inv'),
    token_hash: hash('sha256', token),
    account_id: accountId,
    email: email === null ? null : checkEmail(email),
    role,
    ...limitColumns(rights),
    made_by: madeBy,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + invitationMs).toISOString(),
    accepted_at: null,
    revoked_at: null,
  };
  await transaction.insertInto('invitations').values(invitation).execute();
  return { token, invitation };
}

function selectOpen(db: Queryable) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString());
}

/** The invitation behind a link; undefined when it is unknown, accepted, revoked or over. */
export async function findInvitation(db: Queryable, token: string): Promise<InvitationRow | undefined> {
  return selectOpen(db).where('token_hash', '=', hash('sha256', token)).executeTakeFirst();
}

/** Those that nobody has accepted yet, oldest first. */
export async function listOpenInvitations(db: Queryable, accountId: string): Promise<InvitationRow[]> {
  return selectOpen(db).where('account_id', '=', accountId).orderBy('id').execute();
}

/** Throws `not_found` unless the account has it open. */
export async function getOpenInvitation(db: Queryable, accountId: string, id: string): Promise<InvitationRow> {
  const open = selectOpen(db).where('id', '=', id).where('account_id', '=', accountId);
  const invitation = await open.executeTakeFirst();
  if (!invitation) throw missing('open invitation', id);
  return invitation;
}

/** Whether an invitation is still open; then it stays so until the transaction ends. */
export async function lockInvitation(transaction: Queryable, { id }: InvitationRow): Promise<boolean> {
  const open = selectOpen(transaction).where('id', '=', id);
  return (await (isPostgres(transaction) ? open.forUpdate() : open).executeTakeFirst()) !== undefined;
}

export async function markAccepted(transaction: Queryable, { id }: InvitationRow): Promise<void> {
  const accepted = { accepted_at: new Date().toISOString() };
  await transaction.updateTable('invitations').set(accepted).where('id', '=', id).execute();
}

/** Makes an invitation's link worthless, at once. Throws `not_found` unless the account has it open. */
export async function revokeInvitation(transaction: Queryable, accountId: string, id: string): Promise<InvitationRow> {
  const revoked = await transaction
    .updateTable('invitations')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!revoked) throw missing('open invitation', id);
  return revoked;
}

/** Removes invitations 30 days after their end, a limited number per call; returns how many. */
export async function sweepInvitations(db: Queryable): Promise<number> {
  const before = new Date(Date.now() - keptMs).toISOString();
  const old = db.selectFrom('invitations').select('id').where('expires_at', '<', before).limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('invitations').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
