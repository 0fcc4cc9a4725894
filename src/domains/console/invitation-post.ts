import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { InvitationPost } from '../members/invitation-routes.ts';
import { messagesOf } from './answers.ts';
import { invitationLink, invitationMail } from './mails.ts';
import type { ConsoleContext } from './people.ts';

/** Mails under way; those beyond are not sent, since a mail server has stopped then. */
const mostUnderWay = 50;

/** Sends invitations after they were answered, in the language of whoever invites; ends with the service. */
export function invitationPost(app: FastifyInstance, { sendMail, baseUrl }: ConsoleContext): InvitationPost {
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  app.addHook('onClose', async () => {
    stop.abort();
    await Promise.allSettled(underWay);
  });
  return {
    linkOf: (token) => invitationLink(baseUrl, token),
    canMail: sendMail !== undefined,
    send(request, to, accountName, link) {
      if (!sendMail) return;
      if (underWay.size >= mostUnderWay) return void request.log.warn('too many invitations are being sent');
      const told = invitationMail(messagesOf(request), accountName, link);
      const sending: Promise<void> = sendMail({ to, ...told, attachments: [], messageId: randomUUID() }, stop.signal)
        .then(() => {})
        .catch((error: Error) => request.log.warn({ reason: error.message }, 'an invitation was not sent'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
  };
}
