import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/engine.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { SignOnFault } from './faults.ts';
import { endProviderSession, takeLogoutToken } from './logout.ts';
import type { SignOnEnvironment } from './sign-on.ts';

/** Requests in a minute from one address: of a provider it may be that of all its people. */
const requestsPerAddress = 600;
const longestToken = 16 * 1024;
const longestText = 1_000;

/**
 * Where providers tell that their sessions have ended, at `/sso/logout`: by a POST from server to server with a signed token,
 * or in a frame of theirs by a GET that names the session.
 */
export function logoutRoutes(app: FastifyInstance, environment: SignOnEnvironment): void {
  const requests = createAddressThrottle(requestsPerAddress);

  async function guard({ ip }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    const waitMs = requests.retryAfterMs(ip);
    if (waitMs > 0) return reply.code(429).header('retry-after', retryAfter(waitMs)).send();
    requests.record(ip);
    return undefined;
  }

  async function takeToken(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const text = request.body instanceof URLSearchParams ? (request.body.get('logout_token') ?? '') : '';
    try {
      const ended = await takeLogoutToken(environment, text, request.ip);
      request.log.info({ ended }, 'a provider ended sessions');
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof SignOnFault)) throw error;
      request.log.warn({ reason: error.reason, err: error.cause }, 'a logout token was refused');
      // As OpenID Connect Back-Channel Logout 1.0, section 2.8, has it.
      return reply.code(error.reason === 'unreachable' ? 503 : 400).send({ error: 'invalid_request' });
    }
  }

  async function takeFrame(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { iss, sid } = request.query as Readonly<Record<string, unknown>>;
    const [issuer, providerSession] = [iss, sid].map(textOf);
    if (!issuer || !providerSession) return reply.code(400).send();
    await endProviderSession(environment, issuer, providerSession, request.ip);
    const ancestor = URL.canParse(issuer) ? new URL(issuer).origin : "'none'";
    reply.header('content-security-policy', `default-src 'none'; frame-ancestors ${ancestor}`);
    return reply.type('text/html; charset=utf-8').send('<!doctype html><title>Report Service</title>');
  }

  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    const form = { parseAs: 'string', bodyLimit: longestToken } as const;
    pages.addContentTypeParser('application/x-www-form-urlencoded', form, async (_request: unknown, body: string) => {
      return new URLSearchParams(body);
    });
    pages.addHook('onRequest', guard);
    pages.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
      const status = isDatabaseUnavailable(error) ? 503 : (error.statusCode ?? 500);
      if (status >= 500) request.log.error({ err: error }, 'a logout by a provider failed');
      return reply.code(status).send();
    });
    pages.post('/sso/logout', takeToken);
    pages.get('/sso/logout', { exposeHeadRoute: false }, takeFrame);
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longestText ? value : undefined;
}
