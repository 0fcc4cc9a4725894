import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../../platform/http/cookies.ts';
import { getAccount } from '../accounts/accounts.ts';
import { completeSignOn } from '../single-sign-on/complete.ts';
import { samlServiceOf } from '../single-sign-on/sign-on.ts';
import { browserOf, formOf } from './answers.ts';
import { attemptCookieName } from './door.ts';
import type { People } from './people.ts';
import { giveAttempt, sendCompleted, sendSignOnFault } from './sign-on-answers.ts';

/** A response of 256 KiB in base64, with its line ends and what a form makes of it. */
export const longestSamlForm = 512 * 1024;

/**
 * What providers of SAML need: our metadata for an account, and where the form of their page brings answers; below
 * `/sso/saml`. The form is of another site, which is why the cookie of the attempt goes with it and that of a session does
 * not: it does nothing without the attempt of the same browser, whose secret id the signed answer names.
 */
export function samlRoutes(app: FastifyInstance, people: People): void {
  const { signOn } = people;

  async function showMetadata(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { account: id } = request.params as { account: string };
    const account = await getAccount(people.db, id);
    const { serviceMetadata } = await import('../single-sign-on/saml/own-metadata.ts');
    const text = await serviceMetadata(samlServiceOf(signOn, account.id));
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    reply.header('content-disposition', 'attachment; filename="metadata.xml"');
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(text);
  }

  async function takeAnswer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cookie = readCookie(request.headers.cookie, attemptCookieName(people.doorOf(request)));
    giveAttempt(people, request, reply, { cookie: '', isPosted: true });
    const read = formOf(request);
    try {
      const answer = { protocol: 'saml', response: read('SAMLResponse') } as const;
      const given = { cookie, state: read('RelayState'), answer, browser: browserOf(request), signedIn: undefined };
      return sendCompleted(people, request, reply, await completeSignOn(signOn, given));
    } catch (error) {
      return sendSignOnFault(people, request, reply, error);
    }
  }

  app.get('/:account/metadata', showMetadata);
  app.post('/acs', takeAnswer);
}
