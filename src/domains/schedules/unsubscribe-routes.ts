import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/tables.ts';
import { acceptedLanguage } from '../../platform/http/accepted-language.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import { retryAfter } from '../../platform/limits/headers.ts';
import { isolated } from '../../reporting/documents/direction.ts';
import { html } from '../../reporting/renderers/text/markup.ts';
import { audited } from '../audit/audit.ts';
import { tooManyRequestsPage } from '../shares/pages.ts';
import { htmlType, type PlainPage, plainPage, plainPagePolicy, unkept } from '../shares/plain-page.ts';
import { type UnsubscribeTexts, unsubscribeTexts } from './unsubscribe-texts.ts';
import { addUnwanted, findUnsubscribeLink } from './unwanted.ts';

/** Requests in a minute from one address. */
const requestsPerAddress = 120;
const formLimit = 1024;

/**
 * `/unsubscribe/TOKEN`, to which e-mails link: a GET asks, since programs that check links open them too; a POST takes the
 * address off at once, without a sign-in (RFC 8058).
 */
export function unsubscribeRoutes(app: FastifyInstance, db: Database): void {
  const requests = createAddressThrottle(requestsPerAddress);

  async function countRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const waitMs = requests.retryAfterMs(request.ip);
    if (waitMs > 0) return sendPage(reply.header('retry-after', retryAfter(waitMs)), tooManyRequestsPage);
    requests.record(request.ip);
    return undefined;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params as { token: string };
    const link = await findUnsubscribeLink(db, token);
    const page = pageIn(request.headers['accept-language']);
    if (!link)
      return sendPage(
        reply,
        page(
          404,
          ({ unknownTitle }) => unknownTitle,
          ({ unknown }) => unknown,
        ),
      );
    const { account_id: accountId, account_name: account, address } = link;
    if (request.method !== 'POST') {
      return sendPage(
        reply,
        page(
          200,
          ({ title }) => title,
          ({ ask }, name) => ask(name(account), name(address)),
          true,
        ),
      );
    }
    await audited(
      db,
      `recipient:${address}`,
      (transaction) => addUnwanted(transaction, accountId, address, 'unsubscribed'),
      () => ({ action: 'recipient.unsubscribe', accountId, subject: accountId, details: { recipient: address } }),
    );
    return sendPage(
      reply,
      page(
        200,
        ({ doneTitle }) => doneTitle,
        ({ done }, name) => done(name(account), name(address)),
      ),
    );
  }

  app.register(
    async (pages) => {
      pages.removeAllContentTypeParsers();
      // What mail programs post says nothing more, and some post it as multipart.
      pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: formLimit }, async () => undefined);
      pages.addHook('onRequest', async (_request, reply) => {
        reply.headers(unkept);
      });
      pages.get('/:token', { onRequest: countRequest }, answer);
      pages.post('/:token', { onRequest: countRequest }, answer);
    },
    { prefix: '/unsubscribe' },
  );
}

type Told = (texts: UnsubscribeTexts, name: (text: string) => string) => string;

/** A page in the language that a browser asks for. */
function pageIn(acceptLanguage: string | undefined) {
  const language = acceptedLanguage(acceptLanguage, Object.keys(unsubscribeTexts)) ?? 'en';
  const texts = unsubscribeTexts[language] as UnsubscribeTexts;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const name = (text: string) => isolated(text, direction);
  return (status: number, title: Told, text: Told, asks = false): PlainPage => {
    const form = asks && html`\n<form method="post"><button>${texts.confirm}</button></form>`;
    const main = html`<h1>${title(texts, name)}</h1>\n<p>${text(texts, name)}</p>${form}`;
    return plainPage(status, title(texts, name), main, { language, direction });
  };
}

function sendPage(reply: FastifyReply, { status, html: page }: PlainPage): FastifyReply {
  const headers = { 'content-security-policy': plainPagePolicy, vary: 'Accept-Language' };
  return reply.code(status).headers(headers).type(htmlType).send(page);
}
