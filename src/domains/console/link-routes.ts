import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfter } from '../../platform/limits/headers.ts';
import { type Accepted, acceptInvitation } from '../members/accept-invitation.ts';
import { findInvitation, type InvitationRow } from '../members/invitations.ts';
import { findProvider, findProviderFor } from '../single-sign-on/providers.ts';
import { findUserOfReset, resetPassword } from '../users/password-resets.ts';
import { browserOf, faultText, formOf, messagesOf, send, sendDeadLink } from './answers.ts';
import { type InvitationForm, invitationPage, passwordSetPage, resetPage } from './pages.ts';
import type { People } from './people.ts';
import { pathBefore } from './return-path.ts';
import { leadOn } from './sign-on-answers.ts';

/** What links lead to: an invitation to an account, and the choice of a password. */
export function linkRoutes(app: FastifyInstance, people: People): void {
  const { db } = people;

  /** The form of an invitation, as far as it is filled in; undefined for a link that leads nowhere. */
  async function findForm(request: FastifyRequest): Promise<InvitationForm | undefined> {
    const invitation = await findInvitation(db, tokenOf(request));
    if (!invitation) return undefined;
    const { name: account } = await db
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', invitation.account_id)
      .executeTakeFirstOrThrow();
    const read = formOf(request);
    const filledIn = { email: read('email'), name: read('name') };
    const { role, email: invitedEmail } = invitation;
    return { account, role, invitedEmail, ...filledIn, signOn: await signOnOf(invitation) };
  }

  /** By the domain of the address that is invited; whoever names theirs may come by the provider of the account. */
  async function signOnOf({ account_id, email, role }: InvitationRow): Promise<InvitationForm['signOn']> {
    const provider = await (email === null ? findProvider(db, account_id) : findProviderFor(db, email));
    if (!provider) return 'off';
    // Owners keep their own way in, and another address may be of another domain.
    return provider.mode === 'required' && (role === 'owner' || email === null) ? 'optional' : provider.mode;
  }

  async function showInvitation(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = await findForm(request);
    return form ? send(reply, invitationPage(messagesOf(request), form)) : sendDeadLink(request, reply);
  }

  async function accept(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = await findForm(request);
    if (!form) return sendDeadLink(request, reply);
    const messages = messagesOf(request);
    if (formOf(request)('way') === 'sso') {
      const purpose = { kind: 'invitation', token: tokenOf(request) } as const;
      const isLed = await leadOn(people, request, reply, form.invitedEmail ?? form.email, purpose);
      return isLed ? reply : send(reply, invitationPage(messages, form, 400, messages.signOn.foreign_email));
    }
    const given = { ...form, password: formOf(request)('password') };
    let accepted: Accepted;
    try {
      accepted = await acceptInvitation(db, tokenOf(request), given, browserOf(request));
    } catch (error) {
      return send(reply, invitationPage(messages, form, 400, faultText(error, messages)));
    }
    switch (accepted.result) {
      case 'right':
      case 'factor_needed':
        return people.sendOn(request, reply, accepted, `${pathBefore(people.publicUrl)}/console`);
      case 'wrong':
        return send(reply, invitationPage(messages, form, 403, messages.invitation.wrong));
      case 'refused':
        reply.header('retry-after', retryAfter(accepted.waitMs));
        return send(reply, invitationPage(messages, form, 429, messages.signIn.tooMany));
      case 'sso_required':
        return send(reply, invitationPage(messages, form, 403, messages.signOn.required));
      case 'gone':
        return sendDeadLink(request, reply);
    }
  }

  async function showReset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const user = await findUserOfReset(db, tokenOf(request));
    return user ? send(reply, resetPage(messagesOf(request), user.email)) : sendDeadLink(request, reply);
  }

  async function setPassword(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const messages = messagesOf(request);
    const user = await findUserOfReset(db, tokenOf(request));
    if (!user) return sendDeadLink(request, reply);
    try {
      const set = await resetPassword(db, tokenOf(request), formOf(request)('password'), browserOf(request));
      return set ? send(people.setToken(request, reply, ''), passwordSetPage(messages)) : sendDeadLink(request, reply);
    } catch (error) {
      return send(reply, resetPage(messages, user.email, 400, faultText(error, messages)));
    }
  }

  app.get('/invitation/:token', showInvitation);
  app.post('/invitation/:token', accept);
  app.get('/reset/:token', showReset);
  app.post('/reset/:token', setPassword);
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}
