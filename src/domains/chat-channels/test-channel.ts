import { refusedField } from '../../platform/faults.ts';
import { isLocale } from '../../platform/locales.ts';
import { renderChatTest } from '../../reporting/renderers/mail/render-chat-test.ts';
import type { ChannelRow } from './chat-channels.ts';
import { type ChatContext, postMessage } from './post-message.ts';

/** Posts a sentence to a channel, in a language (BCP 47), and tells what became of it. Throws a fault of `language`. */
export async function testChannel(context: ChatContext, channel: ChannelRow, language = 'en') {
  if (!isLocale(language)) {
    throw refusedField('language', 'value', `takes a language such as de or pt-BR, not "${language}"`);
  }
  const { refusal, answer } = await postMessage(context, channel, renderChatTest(channel.system, language));
  return {
    id: channel.id,
    is_taken: refusal === null,
    reason: refusal?.reason ?? null,
    message: refusal?.message ?? null,
    answer,
  };
}
