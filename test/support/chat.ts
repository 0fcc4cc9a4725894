import { addChannel, type ChannelRow, type NewChannel } from '../../src/domains/chat-channels/chat-channels.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { localNetwork } from './connector-context.ts';
import { vault } from './webhooks.ts';

/** What posts to chats in tests: it may reach this machine. */
export const chat = { vault, network: localNetwork };

/** A channel of Slack, made by the operator, unless told otherwise; its address is not looked at. */
export function givenChannel(
  db: Database,
  accountId: string,
  fields: Partial<NewChannel> = {},
  sealing = vault,
): Promise<ChannelRow> {
  const url = 'https://hooks.slack.com/services/T1/B1/secret';
  const all = { accountId, system: 'slack', name: '#marketing', url, madeBy: 'operator' } as const;
  return db.transaction().execute((transaction) => addChannel(transaction, sealing, { ...all, ...fields }));
}
