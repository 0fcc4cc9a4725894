import type { FastifyInstance } from 'fastify';
import { toTimestamp } from '../database/time.ts';
import { type ApiContext, readOperation } from '../http/operations.ts';
import { countGenerationsThisMonth } from '../jobs/jobs.ts';
import { countProjects } from '../projects/projects.ts';
import { apiAccess } from './accounts.ts';
import { Me } from './schema.ts';

export function accountRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  readOperation(
    app,
    context,
    {
      path: '/api/v1/me',
      operationId: 'getMe',
      tag: 'Account',
      summary: 'Read the account and token of the caller',
      description:
        'Who the token belongs to, what it may do, what is left of the request limits, and how much of the plan is used.',
      scope: null,
      data: Me,
    },
    async ({ caller: { account, plan, token }, decision }) => ({
      account: {
        id: account.id,
        name: account.name,
        plan: plan.name,
        add_ons: account.addOns,
        api_access: { enabled: true, granted_by: apiAccess(account.addOns, plan) },
      },
      token: {
        public_id: token.publicId,
        name: token.name,
        kind: token.kind,
        scopes: token.scopes,
        created_at: toTimestamp(token.createdAt),
        last_used_at: toTimestamp(token.lastUsedAt),
        expires_at: toTimestamp(token.expiresAt),
      },
      limits: {
        minute: {
          limit: decision.minute.limit,
          remaining: decision.minute.remaining,
          resets_at: isoTime(decision.minute.resetsAtMs),
        },
        day: {
          limit: decision.day.limit,
          used: decision.day.used,
          remaining: decision.day.remaining,
          resets_at: isoTime(decision.day.resetsAtMs),
        },
      },
      usage: {
        projects: { used: await countProjects(db, account.id), limit: plan.maxProjects },
        generations_this_month: {
          used: await countGenerationsThisMonth(db, account.id),
          limit: plan.maxGenerationsPerMonth,
        },
      },
    }),
  );
}

/** Rounded up, as the headers are. */
function isoTime(epochMs: number): string {
  return toTimestamp(new Date(Math.ceil(epochMs / 1000) * 1000).toISOString());
}
