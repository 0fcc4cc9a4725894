import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { NewcomerPost } from '../directory/newcomer-post.ts';
import type { InvitationPost } from '../members/invitation-routes.ts';
import { messagesOf } from './answers.ts';
import { firstPasswordMail, invitationLink, invitationMail, resetLink } from './mails.ts';
import { messagesFor } from './messages/messages.ts';
import type { ConsoleContext } from './people.ts';

/** Mails under way; those beyond are not sent, since a mail server has stopped then. */
const mostUnderWay = 50;

/** Sends invitations after they were answered, in the language of whoever invites; ends with the service. */
export function invitationPost(app: FastifyInstance, context: ConsoleContext): InvitationPost {
  const post = outgoing(app, context);
  return {
    linkOf: (token) => invitationLink(context.baseUrl, token),
    canMail: context.sendMail !== undefined,
    send: (request, to, accountName, link) =>
      post(request.log, to, invitationMail(messagesOf(request), accountName, link)),
  };
}

/** The same for people whom a directory has made, in the language that it says of them. */
export function newcomerPost(app: FastifyInstance, context: ConsoleContext): NewcomerPost {
  const post = outgoing(app, context);
  return {
    canMail: context.sendMail !== undefined,
    send: (to, token, languages) =>
      post(app.log, to, firstPasswordMail(messagesFor(languages), resetLink(context.baseUrl, token))),
  };
}

type Told = ReturnType<typeof invitationMail>;

function outgoing(app: FastifyInstance, { sendMail }: ConsoleContext) {
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  app.addHook('onClose', async () => {
    stop.abort();
    await Promise.allSettled(underWay);
  });
  return (log: FastifyBaseLogger, to: string, told: Told): void => {
    if (!sendMail) return;
    if (underWay.size >= mostUnderWay) return void log.warn('too many invitations are being sent');
    const sending: Promise<void> = sendMail({ to, ...told, attachments: [], messageId: randomUUID() }, stop.signal)
      .then(() => {})
      .catch((error: Error) => log.warn({ reason: error.message }, 'an invitation was not sent'))
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
}
