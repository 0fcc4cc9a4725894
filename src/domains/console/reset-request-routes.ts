import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import type { SendMail } from '../schedules/mail.ts';
import { requestReset } from '../users/password-resets.ts';
import { browserOf, formOf, messagesOf, send, sendTooMany } from './answers.ts';
import { resetLink, resetMail } from './mails.ts';
import { askResetPage, resetSentPage } from './pages.ts';
import type { People } from './people.ts';

/** Links that may be asked for in a minute from one address. */
const asksPerAddress = 10;
/** Mails under way; what is asked for beyond them is not sent, since a mail server has stopped then. */
const mostUnderWay = 50;

/**
 * The form for whoever forgot their password. It answers before anybody is looked up, so that neither the answer nor
 * its time tells who signs in here.
 */
export function resetRequestRoutes(app: FastifyInstance, people: People): void {
  const { db, sendMail } = people;
  const asks = createAddressThrottle(asksPerAddress);
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  app.addHook('onClose', async () => {
    stop.abort();
    await Promise.allSettled(underWay);
  });

  async function ask(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const messages = messagesOf(request);
    if (!sendMail) return send(reply, askResetPage(messages, false));
    const waitMs = asks.retryAfterMs(request.ip);
    if (waitMs > 0) return sendTooMany(request, reply, waitMs);
    asks.record(request.ip);
    reply.raw.once('finish', () => sendLater(request, sendMail));
    return send(reply, resetSentPage(messages));
  }

  function sendLater(request: FastifyRequest, mailer: SendMail): void {
    if (underWay.size >= mostUnderWay) return void request.log.warn('too many links to set a password are under way');
    const sending = sendLink(request, mailer)
      .catch((error: Error) => request.log.warn({ reason: error.message }, 'a link to set a password was not sent'))
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  }

  async function sendLink(request: FastifyRequest, mailer: SendMail): Promise<void> {
    const reset = await requestReset(db, formOf(request)('email'), browserOf(request));
    if (!reset) return;
    const told = resetMail(messagesOf(request), resetLink(people.baseUrl, reset.token));
    await mailer({ to: reset.user.email, ...told, attachments: [], messageId: randomUUID() }, stop.signal);
  }

  app.get('/reset', async (request, reply) => send(reply, askResetPage(messagesOf(request), sendMail !== undefined)));
  app.post('/reset', ask);
}
