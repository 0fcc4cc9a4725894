import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import { messagePage, type PlainPage, plainPage } from '../shares/plain-page.ts';

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

/** The page that a link opens. The form posts to the page's own address. */
export function askPage({ account, project, connection, system, vendor, permissionsPage }: Asked): PlainPage {
  const title = `Connect ${vendor}`;
  const { host } = new URL(permissionsPage);
  return plainPage(
    200,
    title,
    html`<h1>${title}</h1>
<p>You are asked to sign in with ${vendor}, so that reports can read your figures. Nothing can be changed with it.</p>
<dl>
${entry('For', account)}${entry('Project', project)}${entry('Connection', connection)}${entry('Reads', system)}</dl>
<p><strong>Go on only if you know who is meant and expect this request.</strong> Whoever sent it will see the figures of the account that you sign in with. You can withdraw it at any time at ${host}.</p>
<form method="post"><button>Go on to ${vendor}</button></form>`,
  );
}

function entry(term: string, text: string): Markup {
  return html`<dt>${term}</dt><dd><bdi>${text}</bdi></dd>\n`;
}

/**
 * The page that leads on to a vendor. A redirect would belong to the form before it, whose policy allows its own origin
 * alone, in some browsers over all redirects that follow.
 */
export function leadOnPage(vendor: string, address: URL): PlainPage {
  const title = `On to ${vendor}`;
  const main = html`<h1>${title}</h1>\n<p><a href="${address.href}">Go on to ${vendor}</a></p>`;
  return plainPage(200, title, main, html`\n<meta http-equiv="refresh" content="0; url=${address.href}">`);
}

export function grantedPage(vendor: string, project: string, connection: string): PlainPage {
  const title = `${vendor} is connected`;
  const main = html`<h1>${title}</h1>
<p>Reports of <bdi>${project}</bdi> can now read what <bdi>${connection}</bdi> stands for. You can close this page.</p>`;
  return plainPage(200, title, main);
}

const again = 'Ask whoever sent you the link for a new one.';

export const deniedPage = messagePage(
  200,
  'Nothing was connected',
  `You did not allow it. If you want to after all: ${again}`,
);

export function failedPage(message: string): PlainPage {
  return messagePage(200, 'Nothing was connected', `${message} ${again}`);
}

export const unknownPage = messagePage(404, 'This link leads nowhere', `It may be mistyped, or have ended. ${again}`);

export const expiredPage = messagePage(410, 'This link has expired', `It can be answered for half an hour. ${again}`);

export const usedPage = messagePage(
  410,
  'This link was answered before',
  `If you have just read that everything is connected, there is nothing more to do. Otherwise: ${again}`,
);

export const otherBrowserPage = messagePage(
  403,
  'This was begun in another browser',
  'Nothing was connected. Open the link that was sent to you in this browser, with cookies allowed, and go on from there.',
);

export const noCookiePage = messagePage(
  403,
  'The page cannot go on',
  'Your browser did not keep its cookie. Allow cookies for this site, then open the link again.',
);

export function noClientPage(vendor: string): PlainPage {
  return messagePage(
    503,
    'The page cannot go on',
    `This service is not registered with ${vendor} any more. Its operator can change that.`,
  );
}

const faultTitle = 'The page cannot be shown';

export const busyPage = messagePage(503, faultTitle, 'Try again in a moment.');

export const tooManyRequestsPage = messagePage(
  429,
  faultTitle,
  'There were too many requests. Wait a minute, then try again.',
);

/** Any other fault, in general terms. */
export function faultPage(status: number): PlainPage {
  return messagePage(status, faultTitle, status < 500 ? 'Open the link as it was sent to you.' : 'Try again later.');
}
