import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIdentifier } from '../../platform/database/identifiers.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { audited } from '../audit/audit.ts';
import { listAccountsOf } from '../members/members.ts';
import { changePassword } from '../users/password-resets.ts';
import { endSession, listSessions, type SignedIn } from '../users/sessions.ts';
import { personAt } from '../users/sign-in.ts';
import { browserOf, faultText, formOf, messagesOf, send } from './answers.ts';
import { homePage } from './pages.ts';
import type { People } from './people.ts';

type SignedInHandler = (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The page of whoever is signed in, and what they do on it. */
export function homeRoutes(app: FastifyInstance, people: People): void {
  const { db } = people;

  /** Only for whoever is signed in; others are led to the form, at this path below their present one. */
  const signedInOnly =
    (signIn: string, handle: SignedInHandler) => async (request: FastifyRequest, reply: FastifyReply) => {
      const signedIn = await people.findSignedIn(request);
      return signedIn ? handle(signedIn, request, reply) : people.setToken(request, reply, '').redirect(signIn, 303);
    };

  async function show(
    signedIn: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
    told: { readonly status?: number; readonly fault?: string; readonly done?: string; readonly base?: string } = {},
  ): Promise<FastifyReply> {
    const accounts = await listAccountsOf(db, signedIn.user.id);
    const sessions = await listSessions(db, signedIn.user.id);
    const { status = 200, fault = null, done = null, base = '' } = told;
    return send(reply, homePage(messagesOf(request), status, { signedIn, accounts, sessions, fault, done, base }));
  }

  const end = (signedIn: SignedIn, request: FastifyRequest, id: string) =>
    audited(
      db,
      personAt(signedIn.user.id, browserOf(request)),
      (transaction) => endSession(transaction, id, signedIn.user.id),
      (ended) => ({ action: 'session.end', accountId: null, subject: id, details: { ended: ended ? 1 : 0 } }),
    );

  async function endOther(signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request.params as { id: string };
    if (isIdentifier(id)) await end(signedIn, request, id);
    return reply.redirect('../../../console', 303);
  }

  async function signOut(signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await end(signedIn, request, signedIn.session.id);
    return people.setToken(request, reply, '').redirect('sign-in', 303);
  }

  async function change(signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const messages = messagesOf(request);
    const read = formOf(request);
    const refuse = (status: number, fault: string) => show(signedIn, request, reply, { status, fault, base: '../' });
    const passwords = { current: read('current'), next: read('password') };
    const changed = await changePassword(db, signedIn.user.email, passwords, browserOf(request)).catch(
      (error: unknown) => ({ result: 'fault', text: faultText(error, messages) }) as const,
    );
    if (changed.result === 'fault') return refuse(400, changed.text);
    if (changed.result === 'wrong') return refuse(403, messages.home.wrong);
    if (changed.result === 'refused') {
      reply.header('retry-after', retryAfter(changed.waitMs));
      return refuse(429, messages.signIn.tooMany);
    }
    const now = { ...signedIn, session: changed.session };
    return show(now, request, people.setToken(request, reply, changed.token), {
      done: messages.home.changed,
      base: '../',
    });
  }

  app.get('', signedInOnly('console/sign-in', show));
  app.post('/sign-out', signedInOnly('sign-in', signOut));
  app.post('/sessions/:id/end', signedInOnly('../../sign-in', endOther));
  app.post('/password', signedInOnly('sign-in', change));
}
