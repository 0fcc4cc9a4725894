import type { Database } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { findMember, listAccountsOf } from '../members/members.ts';
import { findFactors } from '../second-factors/factors.ts';
import { readPlanUsage } from '../usage/usage.ts';
import { stepUpMs } from './access.ts';

/** What a caller is told about themselves. */
export async function readSession(db: Database, caller: Caller) {
  const { account, role, scopes, projectIds, plan } = caller;
  const isMember = role !== null;
  const isNetworkAllowed = caller.person?.isNetworkAllowed ?? true;
  return {
    ...(await whoOf(db, caller)),
    account: isMember ? { id: account.id, name: account.name } : null,
    role,
    second_factor_required: caller.person?.lacksFactor ?? false,
    is_looking_in: caller.person?.isLookingIn ?? false,
    is_network_allowed: isNetworkAllowed,
    scopes,
    ...(await limitOf(db, caller)),
    accounts: await accountsOf(db, caller),
    plan: isMember
      ? {
          name: plan.name,
          max_projects: plan.maxProjects,
          max_connections_per_project: plan.maxConnectionsPerProject,
          max_generations_per_month: plan.maxGenerationsPerMonth,
          max_members: plan.maxMembers,
          max_watches: plan.maxWatches,
        }
      : null,
    usage: isMember && isNetworkAllowed && projectIds === null ? await readPlanUsage(db, caller) : null,
  };
}

/** As the membership says, rather than as the tags are at this moment. */
async function limitOf(db: Database, { account, person, projectIds }: Caller) {
  const member = person && projectIds !== null ? await findMember(db, account.id, person.id) : undefined;
  return { project_ids: member?.projectIds ?? projectIds, tags: member?.tags ?? [] };
}

async function whoOf(db: Database, { person, token }: Caller) {
  const factors = person && (await findFactors(db, person.id));
  return {
    user: person && {
      ...{ id: person.id, email: person.email, name: person.name },
      ...{ is_operator: person.isOperator, has_password: person.hasPassword },
      ...{ has_passkey: (factors?.passkeys ?? 0) > 0, has_one_time_codes: factors?.hasCodeApp ?? false },
    },
    session: person && {
      id: person.sessionId,
      signed_in_at: toTimestamp(person.sessionBegunAt),
      step_up_until: after(person.signedInAt, stepUpMs),
      expires_at: toTimestamp(person.expiresAt),
      is_by_sso: person.isBySignOn,
      factor: person.factor,
    },
    token: token && { public_id: token.publicId, name: token.name, expires_at: toTimestamp(token.expiresAt) },
  };
}

function after(time: string, ms: number): string {
  return toTimestamp(new Date(Date.parse(time) + ms).toISOString());
}

async function accountsOf(db: Database, { person, account, role }: Caller) {
  if (!person) return role === null ? [] : [{ id: account.id, name: account.name, role }];
  const own = await listAccountsOf(db, person.id);
  return own.map(({ accountId, accountName, role }) => ({ id: accountId, name: accountName, role }));
}
