import { hash, timingSafeEqual } from 'node:crypto';
import { findMark } from '../../platform/database/marks.ts';
import { lockName } from '../../platform/database/name-lock.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import type { Plan } from '../../platform/http/caller.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { createAccount } from '../accounts/accounts.ts';
import { listPlans } from '../accounts/plans.ts';
import { makeSecret } from '../accounts/secrets.ts';
import { recordAudit } from '../audit/audit.ts';
import { checkPassword } from '../users/password-rules.ts';
import type { Browser } from '../users/sessions.ts';
import { beginNotedSession, personAt, type SignedInNow } from '../users/sign-in.ts';
import { createUser } from '../users/users.ts';
import { insertMember } from './members.ts';

/** Names the mark with the digest and the end of the one link there is. */
const mark = 'first_operator';
const lifetimeMs = 48 * 60 * 60_000;
const longestName = 200;

/** Whether nobody has begun here: there is neither an account nor anybody who signs in. */
export async function isUntouched(db: Queryable): Promise<boolean> {
  const [account, user] = await Promise.all([
    db.selectFrom('accounts').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
  ]);
  return !account && !user;
}

/**
 * The token of a link by which somebody becomes the first operator, stored nowhere; it takes the place of the one before.
 * Undefined once somebody has begun.
 */
export async function inviteFirstOperator(db: Database, now = Date.now()): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockName(transaction, mark);
    if (!(await isUntouched(transaction))) return undefined;
    const token = makeSecret();
    await transaction.deleteFrom('installation_marks').where('name', '=', mark).execute();
    const value = `${hash('sha256', token)} ${new Date(now + lifetimeMs).toISOString()}`;
    await transaction.insertInto('installation_marks').values({ name: mark, value }).execute();
    return token;
  });
}

/** Whether a link makes somebody the first operator, as of now. */
export async function isFirstInvitation(db: Queryable, token: string, now = Date.now()): Promise<boolean> {
  const [digest = '', end = ''] = (await findMark(db, mark))?.split(' ') ?? [];
  const isSame = digest !== '' && timingSafeEqual(Buffer.from(digest), Buffer.from(hash('sha256', token)));
  return isSame && Date.parse(end) > now && (await isUntouched(db));
}

/** What the first operator fills in. */
export interface Beginning {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** What their account is called. */
  readonly account: string;
}

/**
 * Makes the first operator with an account of their own, once, and signs them in; undefined for a link that leads nowhere.
 * Throws a fault of the field at fault.
 */
export async function acceptFirstInvitation(
  db: Database,
  token: string,
  { email, name, password, account: accountName }: Beginning,
  browser: Browser,
): Promise<SignedInNow | undefined> {
  if (!(await isFirstInvitation(db, token))) return undefined;
  checkPassword(password, email);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    await lockName(transaction, mark);
    // Another request may have been faster.
    if (!(await isFirstInvitation(transaction, token))) return undefined;
    const user = await createUser(transaction, { email, name, passwordHash, isOperator: true });
    const plan = mostGenerous(await listPlans(transaction));
    const account = await createAccount(transaction, { name: accountName.trim().slice(0, longestName), plan });
    await insertMember(transaction, account.id, user.id, { role: 'owner', projectIds: null });
    await transaction.deleteFrom('installation_marks').where('name', '=', mark).execute();
    const by = personAt(user.id, browser);
    await recordAudit(transaction, by, {
      action: 'user.create',
      accountId: null,
      subject: user.id,
      details: { operator: true },
    });
    await recordAudit(transaction, by, {
      action: 'account.create',
      accountId: account.id,
      subject: account.id,
      details: { plan },
    });
    return beginNotedSession(transaction, user.id, browser);
  });
}

/** The name of the plan with the fewest limits, then with the highest ones. */
function mostGenerous(plans: readonly Plan[]): string {
  const bounds = (plan: Plan) => [
    plan.apiAccess ? Infinity : 0,
    ...[plan.maxGenerationsPerMonth, plan.maxProjects, plan.maxConnectionsPerProject, plan.maxMembers],
    plan.maxWatches,
    plan.maxUploadBytes,
  ];
  const [first] = plans.toSorted((one, other) => {
    const pairs = bounds(one).map((bound, index) => [bound ?? Infinity, bounds(other)[index] ?? Infinity] as const);
    const [mine = 0, theirs = 0] = pairs.find(([a, b]) => a !== b) ?? [];
    return mine < theirs ? 1 : mine > theirs ? -1 : 0;
  });
  return first?.name ?? '';
}
