import type { Database, Queryable } from '../../platform/database/tables.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { recordAudit } from '../audit/audit.ts';
import { checkEmail } from '../users/emails.ts';
import { checkPassword } from '../users/password-rules.ts';
import { isRequiredAt } from '../users/required-sign-on.ts';
import type { Browser } from '../users/sessions.ts';
import {
  checkCredentials,
  type Elsewhere,
  type Entered,
  enter,
  type Failed,
  lockSame,
  personAt,
} from '../users/sign-in.ts';
import { checkUserName, createUser, findUserByEmail, type UserRow } from '../users/users.ts';
import { findInvitation, type InvitationRow, lockInvitation, markAccepted } from './invitations.ts';
import { findMember, insertMember, readProjects, readTags, requireRoom } from './members.ts';

/** What somebody fills in who accepts an invitation. */
export interface Acceptance {
  /** Counts only where the invitation names no address. */
  readonly email: string;
  /** Counts only for whoever is new. */
  readonly name: string;
  /** The one they have, or a new one. */
  readonly password: string;
}

export type Accepted = Failed | Entered | Elsewhere | { readonly result: 'gone' };

/**
 * Makes somebody a member, once, and signs them in. Whoever signs in here already proves it by their password; anybody
 * else becomes a user with this one; at domains that require single sign-on only owners do. Whoever has a factor is a
 * member then, and is asked for it before they are signed in. Throws a fault of the field at fault, or `plan_limit_reached`.
 */
export async function acceptInvitation(
  db: Database,
  token: string,
  given: Acceptance,
  browser: Browser,
): Promise<Accepted> {
  const invitation = await findInvitation(db, token);
  if (!invitation) return { result: 'gone' };
  const acceptance = { ...given, email: checkEmail(invitation.email ?? given.email) };
  if (invitation.role !== 'owner' && (await isRequiredAt(db, acceptance.email))) return { result: 'sso_required' };
  // Before anybody is looked up, so that a password that cannot be anybody's tells nothing.
  checkPassword(acceptance.password, acceptance.email);
  const known = await findUserByEmail(db, acceptance.email);
  return known ? acceptAsKnown(db, invitation, acceptance, browser) : acceptAsNew(db, invitation, acceptance, browser);
}

async function acceptAsKnown(
  db: Database,
  invitation: InvitationRow,
  { email, password }: Acceptance,
  browser: Browser,
): Promise<Accepted> {
  const checked = await checkCredentials(db, { email, password }, browser.address);
  if (checked.result !== 'right') return checked;
  return accept(db, invitation, browser, (transaction) => lockSame(transaction, checked.user));
}

async function acceptAsNew(
  db: Database,
  invitation: InvitationRow,
  { email, name, password }: Acceptance,
  browser: Browser,
): Promise<Accepted> {
  checkUserName(name);
  const passwordHash = await hashPassword(password);
  return accept(db, invitation, browser, (transaction) =>
    createUser(transaction, { email, name, passwordHash, isOperator: false }),
  );
}

/** `findUser` gives nobody when the user has changed since their password was checked. */
async function accept(
  db: Database,
  invitation: InvitationRow,
  browser: Browser,
  findUser: (transaction: Queryable) => Promise<UserRow | undefined>,
): Promise<Accepted> {
  return db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, invitation.account_id);
    if (!(await lockInvitation(transaction, invitation))) return { result: 'gone' };
    const user = await findUser(transaction);
    if (!user) return { result: 'wrong' };
    await takeInvitation(transaction, invitation, user.id, browser);
    return enter(transaction, user.id, browser);
  });
}

/** Makes a user a member by a locked invitation, if they are none yet. Throws `plan_limit_reached`. */
export async function takeInvitation(
  transaction: Queryable,
  invitation: InvitationRow,
  userId: string,
  browser: Browser,
): Promise<void> {
  const { id, account_id: accountId, role } = invitation;
  await markAccepted(transaction, invitation);
  const rights = { role, projectIds: readProjects(invitation), tagIds: readTags(invitation) };
  const isMember = (await findMember(transaction, accountId, userId)) !== undefined;
  if (!isMember) {
    await requireRoom(transaction, accountId, 0);
    await insertMember(transaction, accountId, userId, rights);
  }
  const details = {
    ...{ invitation: id, role, project_ids: rights.projectIds, tag_ids: rights.tagIds },
    was_member: isMember,
  };
  const event = { action: 'member.accept', accountId, subject: userId, details };
  await recordAudit(transaction, personAt(userId, browser), event);
}
