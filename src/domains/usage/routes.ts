import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import { readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import type { Limiter, RequestLimits, Usage as RequestUsage } from '../../platform/limits/limiter.ts';
import { shownLimits } from '../me/routes.ts';
import { Usage } from './schema.ts';
import { listUsageDays, readPlanUsage } from './usage.ts';

interface UsageParts {
  readonly limiter: Limiter;
  /** The limits of accounts without their own. */
  readonly defaultLimits: RequestLimits;
}

/** How much of its limits an account uses. */
export function usageRoutes(app: FastifyInstance, context: ApiContext, { limiter, defaultLimits }: UsageParts): void {
  const { db } = context;

  async function peek(account: { readonly id: string } & Partial<Record<keyof RequestLimits, number | null>>) {
    const { perMinute, perDay } = defaultLimits;
    const limits = { perMinute: account.perMinute ?? perMinute, perDay: account.perDay ?? perDay };
    return limiter.peek(account.id, limits).catch((cause: unknown): RequestUsage => {
      throw new ServiceError('api_controls_unavailable', { cause });
    });
  }

  readOperation(
    app,
    context,
    {
      path: '/usage',
      operationId: 'getUsage',
      tag: 'Usage',
      summary: 'Read how much is used',
      description:
        'Of the request limits of the public API in this minute and day, of what the plan allows, and what was made on each of the last 30 days.',
      access: { role: 'viewer', wholeAccount: true },
      data: Usage,
    },
    async ({ caller }) => {
      const [requests, plan, days] = await Promise.all([
        peek(caller.account),
        readPlanUsage(db, caller),
        listUsageDays(db, caller.account.id),
      ]);
      return { plan: caller.plan.name, requests: shownLimits(requests), ...plan, days };
    },
  );
}
