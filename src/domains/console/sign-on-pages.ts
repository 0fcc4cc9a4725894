import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import type { SignOnReason } from '../single-sign-on/faults.ts';
import type { Messages } from './messages/messages.ts';
import { messagePage, type Page, page } from './page.ts';
import { pathBefore } from './return-path.ts';

/** Sends the browser on by itself, to the provider or on the way to it. */
export function leadOnPage(messages: Messages, address: string, seconds = 0): Page {
  const { signOn } = messages;
  return page(messages, 200, {
    title: signOn.leading,
    main: html`<p><a href="${address}">${signOn.goOn}</a></p>`,
    head: html`\n<meta http-equiv="refresh" content="${seconds}; url=${address}">`,
  });
}

/** Why a sign-in came to nothing, with the way back to the form. */
export function signOnFaultPage(messages: Messages, reason: SignOnReason, text: string, publicUrl: string): Page {
  const status = reason === 'unreachable' ? 503 : 403;
  return messagePage(messages, status, messages.signOn.title, text, backToForm(messages, publicUrl));
}

/** The end of a session, here and as far as is known at the provider. */
export function signedOutPage(messages: Messages, where: 'here' | 'everywhere', publicUrl: string): Page {
  const { signedOut, signIn } = messages;
  const again = html`<a href="${pathBefore(publicUrl)}/console/sign-in">${signIn.title}</a>`;
  return messagePage(messages, 200, signedOut.title, signedOut[where], again);
}

function backToForm({ signIn }: Messages, publicUrl: string): Markup {
  return html`<a href="${pathBefore(publicUrl)}/console/sign-in?way=password">${signIn.withPassword}</a>`;
}

/** The end of what was done in a window of its own. */
export function signOnDonePage(messages: Messages, what: 'tested' | 'linked' | 'confirmed'): Page {
  const { signOn } = messages;
  return messagePage(messages, 200, signOn.done[what], signOn.closeWindow);
}
