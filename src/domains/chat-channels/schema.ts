import { Type } from 'typebox';
import { chatSystems, connectionMakers } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { ChatChannelId, nullable, oneOf, ScheduleId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { chatReasons } from './post-message.ts';

const System = oneOf(chatSystems, { description: 'Slack, by an incoming webhook, or Microsoft Teams, by Workflows.' });
const Name = Type.String({
  minLength: 1,
  maxLength: 80,
  description: 'What you call it, such as the name that the channel has there.',
  examples: ['#marketing'],
});
const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'The address that the chat gives for the channel, a secret: whoever has it may post. It is stored sealed and never shown.',
  examples: ['https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'],
});

const channel = {
  id: ChatChannelId,
  system: System,
  name: Name,
  address: Type.String({
    maxLength: 300,
    description: 'Where the address leads, without what is secret.',
    examples: ['https://hooks.slack.com/…'],
  }),
  made_by: oneOf(connectionMakers, {
    description: 'Of the private networks it reaches what the account is granted if a customer made it.',
  }),
  gone_at: nullable(Timestamp, {
    description:
      'Since when the chat says that there is no such channel; nothing is posted until a test arrives or it has another address.',
    examples: [null],
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const ChatChannel = resource(channel, {
  title: 'ChatChannel',
  description: 'A channel of a chat that schedules post to, without its address.',
});

export const RemovedChatChannel = resource(
  {
    ...channel,
    schedule_ids: Type.Array(ScheduleId, { maxItems: 100_000, description: 'The schedules it was taken out of.' }),
  },
  { title: 'RemovedChatChannel' },
);

export const ChatChannelCreate = resource({ system: System, name: Name, url: Url }, { title: 'ChatChannelCreate' });

export const ChatChannelUpdate = resource(
  { name: Type.Optional(Name), url: Type.Optional(Url) },
  { title: 'ChatChannelUpdate' },
);

export const ChatChannelListQuery = listQuery(['created_at'], {});

export const ChatChannelTest = resource(
  {
    language: Type.Optional(
      Type.String({ maxLength: 35, description: 'BCP 47; English unless given.', examples: ['de'] }),
    ),
  },
  { title: 'ChatChannelTest' },
);

export const ChatChannelTested = resource(
  {
    id: ChatChannelId,
    is_taken: Type.Boolean({ description: 'Whether the chat has taken the message.', examples: [true] }),
    reason: nullable(oneOf([...chatReasons, 'unreachable', 'unknown'] as const), {
      description: 'Why not, for programs; `unknown` where it did not answer.',
      examples: [null],
    }),
    message: nullable(Type.String(), { description: 'The same in English.', examples: [null] }),
    answer: nullable(Type.String(), {
      description: 'The HTTP status with the beginning of what the chat answered.',
      examples: ['200 ok'],
    }),
  },
  { title: 'ChatChannelTested', description: 'What became of a test message.' },
);
