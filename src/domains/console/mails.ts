import type { Mail } from '../schedules/compose-mail.ts';
import type { Messages } from './messages/messages.ts';

type Told = Pick<Mail, 'subject' | 'text'>;

/** The address of a link, under that where people reach the service. */
export function invitationLink(baseUrl: string, token: string): string {
  return `${baseUrl}/console/invitation/${token}`;
}

export function resetLink(baseUrl: string, token: string): string {
  return `${baseUrl}/console/reset/${token}`;
}

/** By which the first operator begins. */
export function setupLink(baseUrl: string, token: string): string {
  return `${baseUrl}/console/setup/${token}`;
}

/** By which somebody is signed in. */
export function signInLink(baseUrl: string, token: string): string {
  return `${baseUrl}/console/enter/${token}`;
}

export function invitationMail({ mails, isolate }: Messages, account: string, link: string): Told {
  const name = isolate(oneLine(account));
  return { subject: mails.invitation(name), text: textOf(mails.invitationText(name), link, mails.unexpected) };
}

export function resetMail({ mails }: Messages, link: string): Told {
  return { subject: mails.reset, text: textOf(mails.resetText, link, mails.unexpected) };
}

/** For a user whom somebody else has made. */
export function firstPasswordMail({ mails }: Messages, link: string): Told {
  return { subject: mails.first, text: textOf(mails.firstText, link, mails.unexpected) };
}

function textOf(...paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}

/** A name must not end the subject's line, or look like more of the mail. */
function oneLine(name: string): string {
  return name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
