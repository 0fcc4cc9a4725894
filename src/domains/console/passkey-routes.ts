import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../reporting/renderers/text/markup.ts';
import { relyingPartyOf, signInOptions } from '../second-factors/ceremonies.ts';
import { signInByPasskey } from '../users/sign-in-by-passkey.ts';
import { browserOf, formOf, messagesOf, send, sendTooMany } from './answers.ts';
import type { ConsoleFolder } from './built-console.ts';
import { messagePage } from './page.ts';
import type { PasskeyOffer } from './pages.ts';
import type { People } from './people.ts';
import { onwardPath, pathBefore } from './return-path.ts';

/** What a page at a request offers passkeys by; null at an IP address, and where the console is not built. */
export type OfferPasskeys = (request: FastifyRequest) => PasskeyOffer;

export function passkeyOffers(people: People, folder: ConsoleFolder): OfferPasskeys {
  const base = pathBefore(people.publicUrl);
  return (request) => {
    const party = relyingPartyOf(people.doorOf(request).origin);
    const script = folder.find()?.signInScript;
    if (!party || script === undefined) return null;
    return {
      options: JSON.stringify(signInOptions(people.challenges, party)),
      script: `${base}/console/assets/${script}`,
      action: `${base}/console/sign-in/passkey?to=${encodeURIComponent(onwardPath(request, base))}`,
    };
  };
}

/** Takes what a passkey has signed on one of the pages. */
export function passkeyRoutes(app: FastifyInstance, people: People): void {
  const base = pathBefore(people.publicUrl);

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const party = relyingPartyOf(people.doorOf(request).origin);
    if (!party) return sendWrong(request, reply);
    const { db, challenges } = people;
    const response = readJson(formOf(request)('response'));
    const entered = await signInByPasskey(db, { challenges, party }, response, browserOf(request));
    if (entered.result === 'refused') return sendTooMany(request, reply, entered.waitMs);
    if (entered.result === 'wrong') return sendWrong(request, reply);
    return people.sendOn(request, reply, entered, onwardPath(request, base));
  }

  function sendWrong(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const messages = messagesOf(request);
    const { passkey, signIn, code } = messages;
    const to = encodeURIComponent(onwardPath(request, base));
    const again = html`<a href="../sign-in?to=${to}">${code.back}</a>`;
    return send(reply, messagePage(messages, 403, signIn.title, passkey.wrong, again));
  }

  app.post('/sign-in/passkey', enter);
}

/** What no browser has sent is no sign-in either. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
