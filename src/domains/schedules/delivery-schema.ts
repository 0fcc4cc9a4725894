import { Type } from 'typebox';
import { deliveryRoles, deliveryStates, deliverySystems, unwantedReasons } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ChatChannelId,
  ConnectionId,
  DeliveryId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { labelFilters } from '../labels/schema.ts';
import { mailReasons } from './mail.ts';

const Address = Type.String({ minLength: 1, maxLength: 330, examples: ['ann@example.com'] });
const State = oneOf(deliveryStates, {
  description:
    '`unknown`: the mail server or chat had all of it and did not answer, so it may have arrived and is not sent again by itself; `skipped`: its recipient is on the list of those who get none.',
});

export const Delivery = resource(
  {
    id: DeliveryId,
    project_id: ProjectId,
    project_name: Type.String({ maxLength: 200, examples: ['Northwind'] }),
    schedule_id: ScheduleId,
    report_id: nullable(ReportId),
    occurrence: Type.String({ maxLength: 10, description: 'The local day of its run.', examples: ['2026-11-21'] }),
    recipient: Type.String({
      minLength: 1,
      maxLength: 330,
      description: 'An e-mail address, or the name that the chat channel had.',
      examples: ['ann@example.com'],
    }),
    system: oneOf(deliverySystems, { description: 'By what it goes out.' }),
    channel_id: nullable(ChatChannelId, {
      description: 'Where it is posted, even if that was removed since; null for an e-mail.',
      examples: [null],
    }),
    role: oneOf(deliveryRoles, { description: 'How the recipient stands in the head of an e-mail; `bcc` not at all.' }),
    state: State,
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.', examples: [1] }),
    sent_again: Type.Integer({ minimum: 0, description: 'How often somebody had it sent again.', examples: [0] }),
    next_attempt_at: nullable(Timestamp, { description: 'When a pending one is tried next.' }),
    reason: nullable(oneOf(mailReasons), { description: 'Why it did not go out, for programs.', examples: [null] }),
    message: nullable(Type.String(), { description: 'The same in English.', examples: [null] }),
    answer: nullable(Type.String(), {
      description:
        'What the mail server answered last, with its codes (RFC 5321, RFC 3463), or the chat, with its HTTP status.',
      examples: ['250 2.0.0 Ok: queued as 4F1'],
    }),
    size: nullable(Type.Integer({ minimum: 0 }), { description: 'Bytes of the whole message.', examples: [48_213] }),
    not_there_yet: Type.Array(
      resource(
        {
          connection_id: ConnectionId,
          connection_name: Type.String({ maxLength: 200, examples: ['Google Ads'] }),
          day: Type.String({ format: 'date', maxLength: 10, examples: ['2026-01-24'] }),
        },
        { title: 'NotThereYet' },
      ),
      {
        maxItems: 1_000,
        description: 'The connections that the report was made without, since they had no figures of that day in time.',
        examples: [[]],
      },
    ),
    sent_at: nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Delivery', description: 'One e-mail or message of a run of a schedule to one recipient.' },
);

export const Mailing = resource(
  {
    has_server: Type.Boolean({ description: 'Whether e-mails can be sent at all.', examples: [true] }),
    bounces_are_read: Type.Boolean({
      description: 'Whether e-mails that come back after they were sent are read, and fail then.',
      examples: [false],
    }),
    allowed_domains: nullable(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 10_000 }), {
      description: 'The only domains that schedules send to; null for every domain.',
      examples: [null],
    }),
  },
  { title: 'Mailing', description: 'What the installation can mail.' },
);

export const DeliveryListQuery = listQuery(['created_at', 'updated_at'], {
  recipient: Type.Optional(
    Type.String({ maxLength: 330, description: 'Only those to this address or channel name, in any case.' }),
  ),
  schedule_id: Type.Optional(Type.String({ maxLength: 40, description: 'Only those of this schedule.' })),
  state: Type.Optional(State),
  ...labelFilters,
});

export const UnwantedAddress = resource(
  {
    address: Address,
    reason: oneOf(unwantedReasons, {
      description:
        'Whether its owner unsubscribed, somebody removed it everywhere, or a mail server said that there is no such address.',
    }),
    created_at: Timestamp,
  },
  {
    title: 'UnwantedAddress',
    description: 'An address that the account sends nothing to, whatever its schedules say.',
  },
);

export const UnwantedAddressListQuery = listQuery(['created_at'], {});
export const UnwantedAddressBody = resource({ address: Address }, { title: 'UnwantedAddressRemoval' });
