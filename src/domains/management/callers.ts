import { sql } from 'kysely';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable, Role } from '../../platform/database/tables.ts';
import type { Caller, CallerAccount, CallerPerson, Plan } from '../../platform/http/caller.ts';
import { scopesOf } from '../../platform/http/roles.ts';
import { clientLiesWithin } from '../../platform/networks.ts';
import { readNetworks } from '../account-security/account-security.ts';
import { type PlanRow, planColumns, toPlan } from '../accounts/plans.ts';
import { findCallerById } from '../accounts/tokens.ts';
import type { Doer } from '../audit/audit.ts';
import { seenProjects } from '../labels/seen-projects.ts';
import { readProjects, readTags } from '../members/members.ts';
import type { SignedIn } from '../users/sessions.ts';

type MembershipRow = PlanRow & {
  account_id: string;
  account_name: string;
  add_ons: string;
  per_minute: number | null;
  per_day: number | null;
  role: Role;
  project_ids: string | null;
  tag_ids: string | null;
  /** That people may come from; null for everywhere. */
  networks: string | null;
  /** Whether people need a second factor: 0, 1, or null for no. */
  requires_factor: number | null;
};

const selectMemberships = (db: Queryable, userId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .innerJoin('plans', 'plans.name', 'accounts.plan')
    .leftJoin('account_security', 'account_security.account_id', 'accounts.id')
    .select(planColumns)
    .select(['accounts.id as account_id', 'accounts.name as account_name', 'accounts.add_ons'])
    .select(['accounts.per_minute', 'accounts.per_day', 'memberships.role', 'memberships.project_ids'])
    .select(['memberships.tag_ids', 'account_security.allowed_networks as networks'])
    .select('account_security.require_second_factor as requires_factor')
    .where('memberships.user_id', '=', userId);

const selectMembership = prepared<MembershipRow, [string, string]>(2, (db, userId, accountId) =>
  selectMemberships(db, userId).where('memberships.account_id', '=', accountId),
);

const selectFirst = prepared<MembershipRow, [string]>(1, (db, userId) =>
  selectMemberships(db, userId).orderBy('accounts.name').orderBy('accounts.id').limit(1),
);

/** What an operator sees of an account that they are no member of. */
const selectLook = prepared<MembershipRow, [string]>(1, (db, accountId) =>
  db
    .selectFrom('accounts')
    .innerJoin('plans', 'plans.name', 'accounts.plan')
    .select(planColumns)
    .select(['accounts.id as account_id', 'accounts.name as account_name', 'accounts.add_ons'])
    .select(['accounts.per_minute', 'accounts.per_day'])
    .select([sql<Role>`'viewer'`.as('role'), sql<string | null>`null`.as('project_ids')])
    .select([sql<string | null>`null`.as('tag_ids'), sql<string | null>`null`.as('networks')])
    .select(sql<number | null>`null`.as('requires_factor'))
    .where('accounts.id', '=', accountId),
);

const noAccount: CallerAccount = { id: '', name: '', addOns: [], perMinute: null, perDay: null };
const noPlan: Plan = {
  name: '',
  apiAccess: false,
  maxProjects: 0,
  maxConnectionsPerProject: 0,
  maxGenerationsPerMonth: 0,
  maxMembers: 0,
  maxWatches: 0,
  maxUploadBytes: 0,
  minKeepMonths: null,
};

/**
 * A person as a caller: for the account that their session is for, which operators need not be members of to read in it,
 * else for their first one by name, else for none.
 * Asks the database each time, so that a change of role, plan or tags holds at once in every process.
 */
export async function findPersonCaller(db: Queryable, { session, user }: SignedIn, address: string): Promise<Caller> {
  const { account_id: chosen } = session;
  const [member] = chosen === null ? [] : await selectMembership(db, user.id, chosen);
  const [looked] = member || chosen === null || !user.isOperator ? [] : await selectLook(db, chosen);
  const [first] = member || looked ? [] : await selectFirst(db, user.id);
  const row = member ?? looked ?? first;
  return {
    ...(await rightsOf(db, row)),
    address,
    source: 'console',
    actor: `user:${user.id}`,
    door: 'console',
    token: null,
    person: {
      ...user,
      ...{ sessionId: session.id, signedInAt: session.confirmed_at ?? session.created_at },
      ...{ sessionBegunAt: session.created_at, expiresAt: session.expires_at },
      ...{ isBySignOn: session.identity_id !== null, isLookingIn: looked !== undefined },
      isNetworkAllowed: clientLiesWithin(address, readNetworks(row?.networks ?? null)),
      factor: session.factor,
      lacksFactor: row?.requires_factor === 1 && session.factor === null && !(await isVouchedFor(db, session, row)),
    },
  };
}

/** Whether the account's own provider let somebody in: what it asks them for is for its owners to say there. */
async function isVouchedFor(
  db: Queryable,
  { identity_id }: SignedIn['session'],
  { account_id }: Pick<MembershipRow, 'account_id'>,
): Promise<boolean> {
  if (identity_id === null) return false;
  const own = db.selectFrom('sso_identities').select('id').where('id', '=', identity_id);
  return (await own.where('account_id', '=', account_id).executeTakeFirst()) !== undefined;
}

/**
 * Whoever asked for work that is done later, with what they may do by now; undefined for who is no member any more, cannot
 * sign in, or has a token that is over. A command of the operator may do all.
 */
export async function findAsker(
  db: Queryable,
  { actor, door, address }: Doer,
  accountId: string,
  now = Date.now(),
): Promise<Caller | undefined> {
  const [kind, id = ''] = actor.split(':');
  if (kind === 'token') {
    const caller = await findCallerById(db, id, now);
    return caller?.account.id === accountId ? { ...caller, address: address ?? '' } : undefined;
  }
  const came = {
    source: 'console',
    actor,
    door: door === 'manage' ? door : 'console',
    address: address ?? '',
  } as const;
  if (door === 'cli') {
    const [account] = await selectLook(db, accountId);
    return account && { ...(await rightsOf(db, { ...account, role: 'owner' })), ...came, token: null, person: null };
  }
  const [member] = await selectMembership(db, id, accountId);
  const person = member && (await findPerson(db, id));
  return person && { ...(await rightsOf(db, member)), ...came, token: null, person };
}

async function findPerson(db: Queryable, id: string): Promise<CallerPerson | undefined> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return (
    user && {
      ...{ id, email: user.email, name: user.name, isOperator: user.operator === 1 },
      ...{ hasPassword: user.password_hash !== null, sessionId: '', signedInAt: '', expiresAt: '' },
      ...{ sessionBegunAt: '', isBySignOn: false },
      // What they asked for was let in when they asked.
      ...{ isLookingIn: false, isNetworkAllowed: true },
      ...{ factor: null, lacksFactor: false },
    }
  );
}

async function rightsOf(db: Queryable, row: MembershipRow | undefined) {
  if (!row) return { account: noAccount, plan: noPlan, role: null, scopes: [], projectIds: null };
  const account: CallerAccount = {
    ...{ id: row.account_id, name: row.account_name, addOns: JSON.parse(row.add_ons) },
    ...{ perMinute: row.per_minute, perDay: row.per_day },
  };
  const projectIds = await seenProjects(db, readProjects(row), readTags(row));
  return { account, plan: toPlan(row), role: row.role, scopes: scopesOf(row.role), projectIds };
}
