import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { refusedField } from '../../platform/faults.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ConnectionNetwork } from '../connections/open-connection.ts';
import type { Vault } from '../connections/vault.ts';
import { checkChatAddress } from './chat-address.ts';
import { addChannel, changeChannel, getChannel, removeChannel, toChannel } from './chat-channels.ts';
import {
  ChatChannel,
  ChatChannelCreate,
  ChatChannelListQuery,
  ChatChannelTest,
  ChatChannelTested,
  ChatChannelUpdate,
  RemovedChatChannel,
} from './schema.ts';
import { testChannel } from './test-channel.ts';

const tag = 'Chat channels';
const ofChannel = Type.Object({ channel_id: Type.String({ description: "The channel's id." }) });
const read = { role: 'viewer', wholeAccount: true } as const;
const write = { role: 'admin' } as const;
/** Where a report goes, anybody there may read it. */
const secret = { ...write, stepUp: true } as const;

export interface ChatChannelParts {
  readonly vault: Vault;
  readonly network: ConnectionNetwork;
  /** What of a secret may be kept beside the key of a request: nothing that it could be guessed from. */
  readonly digest: (value: unknown) => string;
  /** Takes a channel out of all schedules, and returns those. */
  readonly dropFromSchedules: (transaction: Queryable, accountId: string, id: string) => Promise<string[]>;
}

/** Channels of chats that schedules post to, for management. */
export function chatChannelRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { vault, network, digest, dropFromSchedules }: ChatChannelParts,
): void {
  const { db } = context;
  const fingerprinted = <Body extends { readonly url?: string }>({ url, ...body }: Body) => {
    return { ...body, ...(url !== undefined && { url: digest(url) }) };
  };
  const asCustomer = (accountId: string) => ({ account_id: accountId, made_by: 'customer' }) as const;

  listOperation(
    app,
    context,
    {
      path: '/chat-channels',
      operationId: 'listChatChannels',
      tag,
      summary: 'List chat channels',
      access: read,
      query: ChatChannelListQuery,
      data: ChatChannel,
    },
    ({ caller, query }) => {
      const own = db.selectFrom('chat_channels').selectAll().where('account_id', '=', caller.account.id);
      return pageOfRows(own, query, toChannel);
    },
  );

  const one = { tag, params: ofChannel, data: ChatChannel, errors: ['not_found'] } as const;
  readOperation(
    app,
    context,
    {
      ...one,
      path: '/chat-channels/:channel_id',
      operationId: 'getChatChannel',
      summary: 'Read a chat channel',
      access: read,
      hasRevision: true,
    },
    async ({ caller, params }) => toChannel(await getChannel(db, params.channel_id, caller.account.id)),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/chat-channels',
      operationId: 'createChatChannel',
      tag,
      summary: 'Add a chat channel',
      description: 'Schedules can then name it in `channels`. Nothing is posted yet: a test does that.',
      access: secret,
      kind: 'chat_channel.add',
      body: ChatChannelCreate,
      data: ChatChannel,
      status: 201,
      hasRevision: true,
      fingerprinted,
      prepare: async (body, caller) => {
        await checkChatAddress(db, network, asCustomer(caller.account.id), { system: body.system, text: body.url });
        return body;
      },
    },
    async (transaction, { caller, body }) => {
      const channel = await addChannel(transaction, vault, {
        ...body,
        accountId: caller.account.id,
        madeBy: 'customer',
      });
      const { system, name } = channel;
      const data = toChannel(channel);
      return { data, location: `/chat-channels/${channel.id}`, recorded: { details: { system, name } } };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PATCH',
      path: '/chat-channels/:channel_id',
      operationId: 'updateChatChannel',
      summary: 'Change a chat channel',
      description: 'Send only the fields to change; another `url` is where everything goes from now on.',
      access: secret,
      kind: 'chat_channel.update',
      body: ChatChannelUpdate,
      check: (body) => {
        if (Object.keys(body).length === 0) throw refusedField('', 'minProperties', 'names nothing to change');
      },
      status: 200,
      hasRevision: true,
      fingerprinted,
      prepare: async (body, caller, params) => {
        const { system } = await getChannel(db, params.channel_id, caller.account.id);
        if (body.url !== undefined) {
          await checkChatAddress(db, network, asCustomer(caller.account.id), { system, text: body.url });
        }
        return body;
      },
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const before = await getChannel(transaction, params.channel_id, caller.account.id);
      checkRevision(before.revision);
      const channel = await changeChannel(transaction, vault, before, body, 'customer');
      const details = { fields: Object.keys(body).toSorted(), name: channel.name };
      return { data: toChannel(channel), recorded: { details } };
    },
  );

  removeOperation(
    app,
    context,
    {
      ...one,
      data: RemovedChatChannel,
      path: '/chat-channels/:channel_id',
      operationId: 'removeChatChannel',
      summary: 'Remove a chat channel',
      description: 'It is taken out of all schedules, and what was not posted yet is given up.',
      access: write,
      kind: 'chat_channel.remove',
    },
    async (transaction, { caller, params }) => {
      const channel = await getChannel(transaction, params.channel_id, caller.account.id);
      const schedule_ids = await dropFromSchedules(transaction, channel.account_id, channel.id);
      await removeChannel(transaction, channel.id);
      const { id: subject, system, name } = channel;
      return { data: { ...toChannel(channel), schedule_ids }, subject, details: { system, name, schedule_ids } };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'POST',
      path: '/chat-channels/:channel_id/test',
      operationId: 'testChatChannel',
      summary: 'Post a test to a chat channel',
      description: 'One sentence, at once. The answer says whether the chat has taken it; it is not tried again.',
      access: write,
      kind: 'chat_channel.test',
      body: ChatChannelTest,
      bodyOptional: true,
      data: ChatChannelTested,
      status: 200,
      prepare: async ({ language }, caller, params) => {
        const channel = await getChannel(db, params.channel_id, caller.account.id);
        return testChannel({ db, vault, network }, channel, language);
      },
    },
    async (_transaction, { body: data }) => {
      return { data, recorded: { subject: data.id, details: { is_taken: data.is_taken } } };
    },
  );
}
