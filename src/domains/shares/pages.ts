import { messagePage, type PlainPage } from './plain-page.ts';

// They are the same for everybody, so that they reveal nothing about the link.

export const notFoundPage = messagePage(
  404,
  'This link leads nowhere',
  'It may be mistyped, have expired or have been withdrawn. Ask whoever sent it to you for a new one.',
);

const faultTitle = 'The page cannot be shown';
export const busyPage = messagePage(503, faultTitle, 'Try again in a moment.');

export const tooManyRequestsPage = messagePage(
  429,
  faultTitle,
  'There were too many requests. Wait a minute, then try again.',
);

/** Any other fault, in general terms. */
export function faultPage(status: number): PlainPage {
  const advice = status < 500 ? 'Open the link as it was sent to you.' : 'Try again later.';
  return messagePage(status, faultTitle, advice);
}
