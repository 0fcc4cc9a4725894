import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BounceConfig } from '../../platform/config/bounces.ts';
import { ServiceError } from '../../platform/errors.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { confirmationAddress, readNotices } from './bounce-notices.ts';
import { mostRead, readBounce } from './bounce-report.ts';
import { type BounceContext, noteBounce } from './bounces.ts';

const mostBytes = 1024 * 1024;
/** Wrong secrets in a minute from one address. */
const wrongPerAddress = 20;

/**
 * `POST /mail-bounces/SECRET`, for `MAIL_BOUNCES=webhook:SECRET`: takes what a provider of mails tells by JSON, or a whole
 * message that came back (RFC 3464), and notes it at the e-mail that it is about. 204, whether or not it was about one.
 */
export function bounceRoutes(app: FastifyInstance, context: BounceContext, { inbox, address }: BounceConfig): void {
  if (inbox.form !== 'webhook') return;
  const wrong = createAddressThrottle(wrongPerAddress);
  const isSecret = (given: string) => timingSafeEqual(digest(given), digest(inbox.secret));

  async function refuseWrong(request: FastifyRequest): Promise<void> {
    const waitMs = wrong.retryAfterMs(request.ip);
    if (waitMs > 0) throw new ServiceError('rate_limit_exceeded', { headers: { 'retry-after': retryAfter(waitMs) } });
    if (isSecret((request.params as { secret: string }).secret)) return;
    wrong.record(request.ip);
    throw new ServiceError('not_found');
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = request.body as Buffer;
    const json = readJson(body);
    const confirm = confirmationAddress(json);
    if (confirm) context.log.info({ url: confirm }, 'open this address once, so that Amazon SNS tells bounces');
    const reports =
      json === undefined ? [readBounce(body.toString('latin1', 0, mostRead), address)] : readNotices(json);
    for (const report of reports) await noteBounce(context, report);
    return reply.code(204).send();
  }

  app.register(
    async (hooks) => {
      hooks.removeAllContentTypeParsers();
      // Amazon SNS posts its JSON as text.
      hooks.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: mostBytes },
        async (_: unknown, body: Buffer) => body,
      );
      hooks.post('/:secret', { onRequest: refuseWrong }, take);
    },
    { prefix: '/mail-bounces' },
  );
}

/** Undefined for a message. */
function readJson(body: Buffer): unknown {
  if (!/^\s*[[{]/.test(body.toString('latin1', 0, 100))) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ServiceError('invalid_request', { message: 'The body is no JSON, though it begins like it.' });
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
