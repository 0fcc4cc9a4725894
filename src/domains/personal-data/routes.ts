import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isNewerSchema } from '../../platform/database/schema-state.ts';
import { ServiceError } from '../../platform/errors.ts';
import { meta, success } from '../../platform/http/envelope.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import type { Decision, Limiter } from '../../platform/limits/limiter.ts';
import { accountsOpenTo } from '../account-security/account-security.ts';
import { recordAudit } from '../audit/audit.ts';
import { listAccountsOf } from '../members/members.ts';
import { getUser } from '../users/users.ts';
import { exportPerson } from './export-person.ts';
import { PersonalExport } from './schema.ts';

/** Of one person: every table is looked through for them. */
const exportLimits = { perMinute: 3, perDay: 50 };

/** What is stored about whoever calls. */
export function personalDataRoutes(app: FastifyInstance, context: ApiContext, limiter: Limiter): void {
  const { db } = context;
  route(
    app,
    context,
    'GET',
    {
      path: '/session/profile/export',
      operationId: 'exportProfile',
      tag: 'Session',
      summary: 'Download what is stored about you',
      description:
        'Your profile, memberships, sessions and links, what you changed and wrote, and what names your address in the accounts that you work in and that let you in from where you are, as a JSON file. No passwords and tokens: those are stored as digests alone. Three times a minute, and 50 times a day.',
      access: { role: null, peopleOnly: true },
    },
    {
      success: {
        200: { description: 'The file.', schema: success(PersonalExport), headers: ['Content-Disposition'] },
      },
      async handler(request, reply) {
        const { caller } = request;
        const user = await getUser(db, caller.person?.id ?? '');
        // While versions change over, a newer process answers; the answer below has begun when the export finds out.
        if (await isNewerSchema(db)) throw new ServiceError('api_controls_unavailable');
        await admit(limiter, user.id);
        const accounts = await listAccountsOf(db, user.id);
        // Not where somebody looks whether it is there.
        if (request.method === 'GET') {
          await recordAudit(db, caller, { action: 'user.export', accountId: null, subject: user.id });
        }
        const own = accounts.map(({ accountId }) => accountId);
        const accountIds = await accountsOpenTo(db, own, caller.address);
        reply.type('application/json; charset=utf-8');
        reply.header('content-disposition', 'attachment; filename="personal-data.json"');
        return reply.send(Readable.from(enveloped(request, exportPerson(db, user, { accountIds }))));
      },
    },
  );
}

async function admit(limiter: Limiter, userId: string): Promise<void> {
  let decision: Decision;
  try {
    decision = await limiter.admit(`exports of ${userId}`, exportLimits);
  } catch (cause) {
    throw new ServiceError('api_controls_unavailable', { cause });
  }
  if (decision.admitted) return;
  throw new ServiceError('rate_limit_exceeded', { headers: { 'retry-after': retryAfter(decision.retryAfterMs) } });
}

/** The envelope of every answer, around a text that is too long to be made at once. */
async function* enveloped(request: FastifyRequest, data: AsyncIterable<string>): AsyncIterable<string> {
  yield '{"ok":true,"data":';
  yield* data;
  yield `,"meta":${JSON.stringify(meta(request))}}`;
}
