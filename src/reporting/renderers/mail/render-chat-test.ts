import { messagesFor } from '../../documents/messages/messages.ts';
import type { ChatOrder } from './chat-message.ts';
import { slackSentence } from './slack-message.ts';
import { teamsSentence } from './teams-message.ts';

/** A message that says that reports will come here, JSON. Throws RangeError for a locale that Intl does not know. */
export function renderChatTest(system: ChatOrder['system'], locale: string): string {
  const { mail, direction } = messagesFor(locale);
  const { chatTest } = mail;
  return JSON.stringify(
    system === 'slack' ? slackSentence(chatTest) : teamsSentence(chatTest, { language: locale, direction }),
  );
}
