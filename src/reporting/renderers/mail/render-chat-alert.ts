import { messagesFor } from '../../documents/messages/messages.ts';
import type { ChatOrder } from './chat-message.ts';
import { slackMessage } from './slack-message.ts';
import { teamsMessage } from './teams-message.ts';

/** What a message of a few sentences says, as plain texts. */
export interface ChatAlert {
  readonly title: string;
  readonly place: string;
  readonly lines: readonly string[];
  /** Null where nobody knows the address of the service. */
  readonly link: { readonly address: string; readonly open: string } | null;
}

/** A message of a title, some sentences and a link, JSON. */
export function renderChatAlert(
  system: ChatOrder['system'],
  { title, place, lines, link }: ChatAlert,
  locale: string,
): string {
  const message = {
    ...{ summary: title, title, about: [place], figures: [], chart: null, notes: lines, footer: null },
    link: link && { ...link, ends: '' },
  };
  const { direction } = messagesFor(locale);
  return JSON.stringify(
    system === 'slack' ? slackMessage(message) : teamsMessage(message, { language: locale, direction }, null),
  );
}
