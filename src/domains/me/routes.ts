import type { FastifyInstance } from 'fastify';
import { toTimestamp } from '../../platform/database/time.ts';
import type { apiTokenKinds } from '../../platform/database/words.ts';
import { readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import type { Usage } from '../../platform/limits/limiter.ts';
import { getApiAccess } from '../accounts/accounts.ts';
import { countGenerationsThisMonth } from '../job-summaries/job-summaries.ts';
import { countProjects } from '../projects/projects.ts';
import { Me } from './schema.ts';

export function accountRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  readOperation(
    app,
    context,
    {
      path: '/me',
      operationId: 'getMe',
      tag: 'Account',
      summary: 'Read the account and token of the caller',
      description:
        'Who the token belongs to, what it may do, what is left of the request limits, and how much of the plan is used.',
      scope: null,
      data: Me,
    },
    async ({ caller: { account, plan, token }, decision }) => {
      if (!token) throw new TypeError('Only tokens call the public API');
      const kind: (typeof apiTokenKinds)[number] = token.kind === 'try_it' ? 'try_it' : 'live';
      const [projects, generations] = await Promise.all([
        countProjects(db, account.id),
        countGenerationsThisMonth(db, account.id),
      ]);
      return {
        account: {
          id: account.id,
          name: account.name,
          plan: plan.name,
          add_ons: account.addOns,
          api_access: { enabled: true, granted_by: getApiAccess(account.addOns, plan) },
        },
        token: {
          public_id: token.publicId,
          name: token.name,
          kind,
          scopes: token.scopes,
          created_at: toTimestamp(token.createdAt),
          last_used_at: toTimestamp(token.lastUsedAt),
          expires_at: toTimestamp(token.expiresAt),
        },
        limits: shownLimits(decision),
        usage: {
          projects: { used: projects, limit: plan.maxProjects },
          generations_this_month: { used: generations, limit: plan.maxGenerationsPerMonth },
        },
      };
    },
  );
}

/** The request limits of an account, and what is left of them. */
export function shownLimits({ minute, day }: Usage) {
  return {
    minute: { limit: minute.limit, remaining: minute.remaining, resets_at: isoTime(minute.resetsAtMs) },
    day: { limit: day.limit, used: day.used, remaining: day.remaining, resets_at: isoTime(day.resetsAtMs) },
  };
}

/** Rounded up, like the headers. */
function isoTime(epochMs: number): string {
  return toTimestamp(new Date(Math.ceil(epochMs / 1000) * 1000).toISOString());
}
