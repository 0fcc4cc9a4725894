import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import { type PlainPage, plainPage } from '../shares/plain-page.ts';
import type { Outcome } from './authorizations.ts';
import type { Messages } from './messages/messages.ts';

/** What a person reads before they go to a vendor. */
export interface Asked {
  readonly account: string;
  readonly project: string;
  readonly connection: string;
  readonly system: string;
  /** The vendor's name. */
  readonly vendor: string;
  /** Where the vendor shows what was granted. */
  readonly permissionsPage: string;
}

/** A page in the language of whoever reads it. */
export type Page = (messages: Messages) => PlainPage;

const page = (status: number, messages: Messages, title: string, main: Markup, head?: Markup): PlainPage =>
  plainPage(status, title, html`<h1>${title}</h1>\n${main}`, { ...messages, head });

const said = (status: number, title: keyof Titles, ...texts: readonly (keyof Titles)[]): Page => {
  return (messages) =>
    page(status, messages, messages[title], html`<p>${texts.map((text) => messages[text]).join(' ')}</p>`);
};

/** The texts without anything to fill in. */
type Titles = { [Key in keyof Messages as Messages[Key] extends string ? Key : never]: string };

/** The page that a link opens. The form posts to the page's own address. */
export function askPage({ account, project, connection, system, vendor, permissionsPage }: Asked): Page {
  const { host } = new URL(permissionsPage);
  return (messages) =>
    page(
      200,
      messages,
      messages.connect(vendor),
      html`<p>${messages.asked(vendor)}</p>
<dl>
${entry(messages.account, account)}${entry(messages.project, project)}${entry(messages.connection, connection)}${entry(messages.system, system)}</dl>
<p><strong>${messages.warning}</strong> ${messages.consequence(host)}</p>
<form method="post"><button>${messages.goOn(vendor)}</button></form>`,
    );
}

function entry(term: string, text: string): Markup {
  return html`<dt>${term}</dt><dd><bdi>${text}</bdi></dd>\n`;
}

/**
 * The page that leads on to a vendor. A redirect would belong to the form before it, whose policy allows its own origin
 * alone, in some browsers over all redirects that follow.
 */
export function leadOnPage(vendor: string, address: URL): Page {
  return (messages) =>
    page(
      200,
      messages,
      messages.onTo(vendor),
      html`<p><a href="${address.href}">${messages.goOn(vendor)}</a></p>`,
      html`\n<meta http-equiv="refresh" content="0; url=${address.href}">`,
    );
}

/** What came of a sign-in. */
export function outcomePage(outcome: Outcome, vendor: string, project: string, connection: string): Page {
  if (outcome.status === 'denied') return said(200, 'nothing', 'denied', 'again');
  return (messages) => {
    const { isolate, again } = messages;
    if (outcome.status === 'granted') {
      const text = messages.grantedText(isolate(project), isolate(connection));
      return page(200, messages, messages.granted(vendor), html`<p>${text}</p>`);
    }
    const why = reasonIn(outcome, vendor, messages);
    // What a vendor answered is passed on as it is.
    const exact = why === undefined && messages.language !== 'en';
    const text = why ?? (exact ? messages.failed(vendor) : outcome.message);
    const passedOn = exact ? html`\n<p lang="en" dir="ltr">${outcome.message}</p>` : html``;
    return page(200, messages, messages.nothing, html`<p>${text} ${again}</p>${passedOn}`);
  };
}

function reasonIn(
  outcome: Exclude<Outcome, { status: 'granted' }>,
  vendor: string,
  messages: Messages,
): string | undefined {
  if (outcome.status === 'incomplete') return messages.incomplete;
  switch (outcome.status === 'failed' ? outcome.reason : undefined) {
    case 'refused':
      return messages.refused(vendor);
    case 'no_client':
      return messages.noClient(vendor);
    case 'connection_removed':
      return messages.connectionRemoved;
    default:
      return undefined;
  }
}

export const unknownPage = said(404, 'unknown', 'unknownText', 'again');
export const expiredPage = said(410, 'expired', 'expiredText', 'again');
export const usedPage = said(410, 'used', 'usedText', 'again');
export const otherBrowserPage = said(403, 'otherBrowser', 'otherBrowserText');
export const noCookiePage = said(403, 'cannotGoOn', 'noCookieText');
export const noClientPage =
  (vendor: string): Page =>
  (messages) =>
    page(503, messages, messages.cannotGoOn, html`<p>${messages.noClient(vendor)}</p>`);
export const busyPage = said(503, 'fault', 'busyText');
export const tooManyRequestsPage = said(429, 'fault', 'tooManyText');

/** Any other fault, in general terms. */
export const faultPage = (status: number): Page => said(status, 'fault', status < 500 ? 'openText' : 'laterText');
