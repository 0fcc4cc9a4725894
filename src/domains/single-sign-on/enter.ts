import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { recordAudit } from '../audit/audit.ts';
import { takeInvitation } from '../members/accept-invitation.ts';
import { findInvitation, type InvitationRow, lockInvitation } from '../members/invitations.ts';
import { findMember, insertMember, requireRoom, updateMember } from '../members/members.ts';
import { emailKey } from '../users/emails.ts';
import { domainOf } from '../users/required-sign-on.ts';
import type { Browser } from '../users/sessions.ts';
import { beginNotedSession, personAt, type SignedInNow } from '../users/sign-in.ts';
import { createUser, findUserByEmail, lockUser, type UserRow } from '../users/users.ts';
import { nameIn, type ProviderClaims, verifiedEmail } from './claims.ts';
import { SignOnFault } from './faults.ts';
import { findIdentity, type IdentityRow, linkIdentity, noteUse } from './identities.ts';
import { type ProviderRow, readRoleClaim } from './providers.ts';
import { roleOf, type SignOnRole } from './role-by-claim.ts';

/** Somebody whom the provider vouches for, within the domains of its account. */
interface Newcomer {
  readonly row: ProviderRow;
  readonly claims: ProviderClaims;
  readonly email: string;
  readonly role: SignOnRole | null;
  readonly browser: Browser;
}

/**
 * Signs somebody in whom the provider vouches for: the user that their subject is linked to; a new one, where sign-ins make
 * users; or whoever was invited under this address, whose invitation links them. An address alone links nobody. Throws a
 * SignOnFault.
 */
export async function enter(
  transaction: Queryable,
  row: ProviderRow,
  claims: ProviderClaims,
  browser: Browser,
  invitationToken: string | null,
): Promise<SignedInNow> {
  await lockAccount(transaction, row.account_id);
  const email = await emailWithin(transaction, row, claims);
  const newcomer = { row, claims, email, role: roleOf(claims.all, readRoleClaim(row), row.default_role), browser };
  const invitation = invitationToken === null ? null : await takeableInvitation(transaction, invitationToken, email);
  const known = await findIdentity(transaction, claims);
  const { user, identity } = known
    ? { user: await knownUser(transaction, newcomer, known, invitation), identity: known }
    : await newIdentity(transaction, newcomer, invitation);
  if (invitation) await joining(() => takeInvitation(transaction, invitation, user.id, browser));
  await applyRole(transaction, newcomer, user, invitation);
  await noteUse(transaction, identity.id);
  const signOn = {
    ...{ identityId: identity.id, providerSession: claims.providerSession, accountId: row.account_id },
    confirmedAt: claims.authenticatedAt === null ? null : confirmedAt(claims.authenticatedAt),
  };
  return beginNotedSession(transaction, user.id, browser, { signOn });
}

/** Never in the future, whatever the provider's clock says. */
function confirmedAt(seconds: number, now = Date.now()): string {
  return new Date(Math.min(Math.max(0, seconds * 1000), now)).toISOString();
}

/** The address that the provider vouches for; throws `foreign_email` unless it is of a domain of the account. */
export async function emailWithin(db: Queryable, { account_id }: ProviderRow, claims: ProviderClaims): Promise<string> {
  const email = verifiedEmail(claims);
  await requireDomain(db, account_id, email);
  return email;
}

async function requireDomain(db: Queryable, accountId: string, email: string): Promise<void> {
  const own = await db
    .selectFrom('sso_domains')
    .select('domain')
    .where('domain', '=', domainOf(email))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!own) throw new SignOnFault('foreign_email');
}

/** Throws `invitation_gone` unless the link is open and for this address, or for nobody in particular. */
async function takeableInvitation(transaction: Queryable, token: string, email: string): Promise<InvitationRow> {
  const invitation = await findInvitation(transaction, token);
  const isTheirs = invitation && (invitation.email === null || emailKey(invitation.email) === emailKey(email));
  if (isTheirs && (await lockInvitation(transaction, invitation))) return invitation;
  throw new SignOnFault('invitation_gone');
}

/** The user behind a link, who may have left the account or changed since. */
async function knownUser(
  transaction: Queryable,
  { row }: Newcomer,
  identity: IdentityRow,
  invitation: InvitationRow | null,
): Promise<UserRow> {
  if (identity.account_id !== row.account_id) throw new SignOnFault('taken');
  const user = await lockUser(transaction, identity.user_id);
  if (!user || user.disabled_at !== null) throw new SignOnFault('disabled');
  if (user.operator === 1) throw new SignOnFault('operator');
  await requireDomain(transaction, row.account_id, user.email);
  const isInvited = invitation?.account_id === row.account_id;
  const isMember = (await findMember(transaction, row.account_id, user.id)) !== undefined;
  if (isMember || isInvited) return user;
  throw new SignOnFault('not_member');
}

async function newIdentity(
  transaction: Queryable,
  newcomer: Newcomer,
  invitation: InvitationRow | null,
): Promise<{ readonly user: UserRow; readonly identity: IdentityRow }> {
  const { row, claims, email } = newcomer;
  const user =
    (await invitedUser(transaction, newcomer, invitation)) ?? (await newUser(transaction, newcomer, invitation));
  const identity = await linkIdentity(transaction, row.account_id, user.id, claims, email);
  await recordLink(transaction, identity, newcomer.browser, invitation ? 'invitation' : 'first_sign_in');
  return { user, identity };
}

/**
 * The user who has the address already. Only an invitation of this account to this very address links them: whoever sent it
 * and the provider both mean them.
 */
async function invitedUser(
  transaction: Queryable,
  { row, email }: Newcomer,
  invitation: InvitationRow | null,
): Promise<UserRow | undefined> {
  const found = await findUserByEmail(transaction, email);
  const user = found && (await lockUser(transaction, found.id));
  if (!user) return undefined;
  if (invitation?.account_id !== row.account_id || invitation.email === null) throw new SignOnFault('unlinked');
  if (user.disabled_at !== null) throw new SignOnFault('disabled');
  if (user.operator === 1) throw new SignOnFault('operator');
  return user;
}

async function newUser(
  transaction: Queryable,
  { row, claims, email, role, browser }: Newcomer,
  invitation: InvitationRow | null,
): Promise<UserRow> {
  const isInvited = invitation?.account_id === row.account_id;
  if (!isInvited && row.creates_users === 0) throw new SignOnFault('not_invited');
  if (!isInvited && role === null) throw new SignOnFault('no_role');
  const user = await createUser(transaction, {
    ...{ email, name: nameIn(claims, email), passwordHash: null, isOperator: false },
  });
  const by = personAt(user.id, browser);
  const created = { action: 'user.create', accountId: row.account_id, subject: user.id, details: { email } };
  await recordAudit(transaction, by, created);
  if (isInvited || role === null) return user;
  await joining(() => requireRoom(transaction, row.account_id, 0));
  await insertMember(transaction, row.account_id, user.id, { role, projectIds: null });
  const joined = { action: 'member.join', accountId: row.account_id, subject: user.id, details: { role } };
  await recordAudit(transaction, by, joined);
  return user;
}

/**
 * Sets the role anew where a claim gives it; owners stay what they are. Whom an invitation has just brought keeps its role
 * where no claim gives one. Throws `no_role`.
 */
async function applyRole(
  transaction: Queryable,
  { row, role, browser }: Newcomer,
  user: UserRow,
  invitation: InvitationRow | null,
): Promise<void> {
  const member = await findMember(transaction, row.account_id, user.id);
  if (!member || member.role === 'owner' || row.role_claim === null) return;
  if (role === null) {
    if (invitation?.account_id === row.account_id) return;
    throw new SignOnFault('no_role');
  }
  if (member.role === role) return;
  await updateMember(transaction, row.account_id, user.id, { role });
  const details = { role, before: member.role, by: 'single_sign_on' };
  const event = { action: 'member.update', accountId: row.account_id, subject: user.id, details };
  await recordAudit(transaction, personAt(user.id, browser), event);
}

/** A link of a subject and a user, for the audit log. */
export async function recordLink(
  transaction: Queryable,
  { id, account_id, user_id, issuer, subject }: IdentityRow,
  browser: Browser,
  by: 'invitation' | 'first_sign_in' | 'profile',
): Promise<void> {
  const details = { identity: id, issuer, subject, by };
  const event = { action: 'sso.link', accountId: account_id, subject: user_id, details };
  await recordAudit(transaction, personAt(user_id, browser), event);
}

/** A plan that is full is the sign-in's fault, told to whoever comes. */
async function joining(join: () => Promise<void>): Promise<void> {
  try {
    await join();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'plan_limit_reached') throw new SignOnFault('full', error);
    throw error;
  }
}
