import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import { unkept } from '../shares/plain-page.ts';
import { answerFault, sendForeign, sendPlain, sendTooMany } from './answers.ts';
import { appRoutes, type ConsoleParts } from './app-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { doorOf, isOwnForm } from './door.ts';
import { entranceRoutes } from './entrance-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { passkeyOffers, passkeyRoutes } from './passkey-routes.ts';
import { type ConsoleContext, peopleOf } from './people.ts';
import { resetRequestRoutes } from './reset-request-routes.ts';
import { longestSamlForm, samlRoutes } from './saml-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signOnRoutes } from './sign-on-routes.ts';

/** Requests in a minute from one address, over all pages with forms. */
const requestsPerAddress = 120;
const formLimit = 4 * 1024;

/**
 * The console, and the pages by which people sign in, below `/console`, and below `/sso` by a provider; those work without a script. All is refused over plain
 * http from elsewhere than this machine, and each form unless one of these pages sent it, but for answers of SAML.
 */
export function consoleRoutes(app: FastifyInstance, context: ConsoleContext, parts: ConsoleParts): void {
  const requests = createAddressThrottle(requestsPerAddress);
  const people = peopleOf(context);
  const offer = passkeyOffers(people, parts.folder);

  async function refusePlain(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.headers(unkept);
    return doorOf(request, context.publicUrl) ? undefined : sendPlain(request, reply);
  }

  async function refuseForeign(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const door = people.doorOf(request);
    return request.method === 'POST' && !isOwnForm(request, door) ? sendForeign(request, reply) : undefined;
  }

  async function count(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const waitMs = requests.retryAfterMs(request.ip);
    if (waitMs > 0) return sendTooMany(request, reply, waitMs);
    requests.record(request.ip);
    return undefined;
  }

  const answersPages = (pages: FastifyInstance, longestForm = formLimit) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    pages.addHook('onRequest', refusePlain);
    pages.setNotFoundHandler(() => {
      throw new ServiceError('not_found');
    });
    pages.setErrorHandler(answerFault);
  };

  app.register(
    async (pages) => {
      answersPages(pages);
      pages.addHook('onRequest', refuseForeign);
      appRoutes(pages, people, parts);
      // The console itself, which has many files, is not counted with what anybody may ask.
      pages.register(async (forms) => {
        forms.addHook('onRequest', count);
        signInRoutes(forms, people, offer);
        codeRoutes(forms, people, offer);
        passkeyRoutes(forms, people);
        resetRequestRoutes(forms, people);
        linkRoutes(forms, people);
        entranceRoutes(forms, people);
      });
    },
    { prefix: '/console' },
  );
  app.register(
    async (pages) => {
      answersPages(pages);
      pages.addHook('onRequest', refuseForeign);
      pages.addHook('onRequest', count);
      signOnRoutes(pages, people);
    },
    { prefix: '/sso' },
  );
  // The one form that another site sends.
  app.register(
    async (pages) => {
      answersPages(pages, longestSamlForm);
      pages.addHook('onRequest', count);
      samlRoutes(pages, people);
    },
    { prefix: '/sso/saml' },
  );
}
