import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import { unkept } from '../shares/plain-page.ts';
import { answerFault, sendForeign, sendPlain, sendTooMany } from './answers.ts';
import { doorOf, isOwnForm } from './door.ts';
import { homeRoutes } from './home-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { type ConsoleContext, peopleOf } from './people.ts';
import { resetRequestRoutes } from './reset-request-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Requests in a minute from one address, over all pages. */
const requestsPerAddress = 120;
const formLimit = 4 * 1024;

/**
 * The pages by which people sign in, below `/console`. They need no script. Each is refused over plain http from
 * elsewhere than this machine, and each form unless one of these pages sent it.
 */
export function consoleRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const requests = createAddressThrottle(requestsPerAddress);
  const people = peopleOf(context);

  async function guard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.headers(unkept);
    const waitMs = requests.retryAfterMs(request.ip);
    if (waitMs > 0) return sendTooMany(request, reply, waitMs);
    requests.record(request.ip);
    const door = doorOf(request, context.publicUrl);
    if (!door) return sendPlain(request, reply);
    return request.method === 'POST' && !isOwnForm(request, door) ? sendForeign(request, reply) : undefined;
  }

  app.register(
    async (pages) => {
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: formLimit },
        async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
      );
      pages.addHook('onRequest', guard);
      pages.setNotFoundHandler(() => {
        throw new ServiceError('not_found');
      });
      pages.setErrorHandler(answerFault);
      homeRoutes(pages, people);
      signInRoutes(pages, people);
      resetRequestRoutes(pages, people);
      linkRoutes(pages, people);
    },
    { prefix: '/console' },
  );
}
