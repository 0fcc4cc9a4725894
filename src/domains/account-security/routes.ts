import type { FastifyInstance } from 'fastify';
import { readOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { type AccountSecurity, getAccountSecurity, saveAccountSecurity } from './account-security.ts';
import { Security, type SecurityUpdate, SecurityUpdate as Update } from './schema.ts';

const shared = { tag: 'Security', path: '/security', data: Security, hasRevision: true } as const;

/** What an account asks of the people who work in it. Owners decide, since it can keep everybody else out. */
export function securityRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  readOperation(
    app,
    context,
    {
      ...shared,
      operationId: 'getSecurity',
      summary: 'Read the security of the account',
      access: { role: 'admin' },
    },
    async ({ caller: { account } }) => toShownSecurity(await getAccountSecurity(db, account.id)),
  );

  writeOperation(
    app,
    context,
    {
      ...shared,
      method: 'PATCH',
      operationId: 'updateSecurity',
      summary: 'Change the security of the account',
      description:
        'Send only the fields to change. It holds at once, for sessions that live already, too, in every process.',
      access: { role: 'owner', stepUp: true, peopleOnly: true },
      kind: 'account.security',
      body: Update,
      status: 200,
    },
    async (transaction, { caller: { account, address }, body, checkRevision }) => {
      const terms = { address, checkRevision };
      const saved = await saveAccountSecurity(transaction, account.id, toChanges(body), terms);
      const shown = toShownSecurity(saved);
      const details = Object.fromEntries(Object.entries(shown).filter(([field]) => field in body));
      return { data: shown, recorded: { subject: account.id, details } };
    },
  );
}

function toChanges(body: SecurityUpdate) {
  return {
    requireSecondFactor: body.require_second_factor,
    allowedNetworks: body.allowed_networks,
    sessionIdleMinutes: body.session_idle_minutes,
    sessionLongestMinutes: body.session_longest_minutes,
  };
}

/** As the API and commands show it. */
export function toShownSecurity(security: AccountSecurity) {
  const shown = {
    require_second_factor: security.requireSecondFactor,
    allowed_networks: [...security.allowedNetworks],
    session_idle_minutes: security.sessionIdleMinutes,
    session_longest_minutes: security.sessionLongestMinutes,
  };
  return revised(shown, security.revision);
}
