import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { checkChatAddress } from '../domains/chat-channels/chat-address.ts';
import {
  addChannel,
  type ChannelRow,
  changeChannel,
  getChannel,
  listChannels,
  removeChannel,
  toChannel,
} from '../domains/chat-channels/chat-channels.ts';
import { testChannel } from '../domains/chat-channels/test-channel.ts';
import { dropChannel } from '../domains/schedules/schedule-channels.ts';
import { chatSystems } from '../platform/database/words.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { oneOf, print } from './output.ts';

const words = { name: '--name', language: '--locale' };

interface AddFlags {
  account: string;
  system: ChannelRow['system'];
  name: string;
  url: string;
  json?: boolean;
}

/** Channels of chats that schedules post to. */
export function chatChannelCommands(program: Command, context: CommandContext): void {
  const channels = program.command('chat-channels').description('manage the chat channels that schedules post to');

  channels
    .command('add')
    .description('add a channel of a chat; its address is stored sealed and never shown')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--system <system>', chatSystems.join(' or '), oneOf('--system', chatSystems))
    .requiredOption('--name <name>', 'what it is called, such as "#marketing"')
    .requiredOption('--url <url>', 'the address that the chat gives for it; whoever has it may post')
    .option('--json', 'print JSON')
    .action(({ account: accountId, system, name, url, json }: AddFlags) =>
      context.withInstallation(async ({ db, vault, network }) => {
        const { id } = await getAccount(db, accountId);
        await checkChatAddress(db, network, { account_id: id, made_by: 'operator' }, { system, text: url });
        const add = () =>
          asOperator(
            db,
            (transaction) => addChannel(transaction, vault, { accountId, system, name, url, madeBy: 'operator' }),
            (channel) => told('add', channel, { system, name: channel.name }),
          );
        print(toRow(await inFlags(words, add)), Boolean(json));
      }),
    );

  channels
    .command('update')
    .description('give a channel another name or address')
    .argument('<id>', 'the channel')
    .option('--name <name>', 'what it is called')
    .option('--url <url>', 'the address that the chat gives for it')
    .option('--json', 'print JSON')
    .action((id: string, { name, url, json }: { name?: string; url?: string; json?: boolean }) =>
      context.withInstallation(async ({ db, vault, network }) => {
        const { system, account_id } = await getChannel(db, id);
        if (url !== undefined) {
          await checkChatAddress(db, network, { account_id, made_by: 'operator' }, { system, text: url });
        }
        const fields = Object.entries({ name, url }).flatMap(([field, value]) => (value === undefined ? [] : [field]));
        const change = () =>
          asOperator(
            db,
            async (transaction) =>
              changeChannel(transaction, vault, await getChannel(transaction, id), { name, url }, 'operator'),
            (channel) => told('update', channel, { fields, name: channel.name }),
          );
        print(toRow(await inFlags(words, change)), Boolean(json));
      }),
    );

  channels
    .command('list')
    .description('list the channels of an account')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: { account: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { id } = await getAccount(db, flags.account);
        print((await listChannels(db, id)).map(toRow), Boolean(flags.json));
      }),
    );

  channels
    .command('test')
    .description('post a sentence to a channel now, and say whether the chat has taken it')
    .argument('<id>', 'the channel')
    .option('--locale <locale>', 'the language of the sentence, such as de', 'en')
    .option('--json', 'print JSON')
    .action((id: string, { locale, json }: { locale: string; json?: boolean }) =>
      context.withInstallation(async ({ db, vault, network }) => {
        const channel = await getChannel(db, id);
        const tested = await inFlags(words, () => testChannel({ db, vault, network }, channel, locale));
        const { is_taken } = tested;
        await asOperator(
          db,
          async () => channel,
          () => told('test', channel, { is_taken }),
        );
        print(tested, Boolean(json));
      }),
    );

  channels
    .command('remove')
    .description('remove a channel, also from schedules; what was not posted yet is given up')
    .argument('<id>', 'the channel')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { channel, schedule_ids } = await asOperator(
          db,
          async (transaction) => {
            const channel = await getChannel(transaction, id);
            const schedule_ids = await dropChannel(transaction, channel.account_id, id);
            await removeChannel(transaction, id);
            return { channel, schedule_ids };
          },
          ({ channel, schedule_ids }) => {
            const { system, name } = channel;
            return told('remove', channel, { system, name, schedule_ids });
          },
        );
        print({ ...toRow(channel), schedule_ids }, Boolean(flags.json));
      }),
    );
}

function told(verb: string, { id, account_id }: ChannelRow, details: Readonly<Record<string, unknown>>) {
  return { action: `chat_channel.${verb}`, accountId: account_id, subject: id, details };
}

function toRow(channel: ChannelRow) {
  const { id, system, name, address, gone_at, created_at } = toChannel(channel);
  return { id, system, name, address, gone_at, created_at };
}
