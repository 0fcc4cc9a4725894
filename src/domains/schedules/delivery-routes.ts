import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { narrowed } from '../labels/seen-projects.ts';
import {
  Delivery,
  DeliveryListQuery,
  Mailing,
  UnwantedAddress,
  UnwantedAddressBody,
  UnwantedAddressListQuery,
} from './delivery-schema.ts';
import { getDelivery, listDeliveries, sendAgain } from './listed-deliveries.ts';
import { listUnwanted, removeUnwanted } from './unwanted.ts';

const tag = 'Deliveries';
const ofDelivery = Type.Object({ delivery_id: Type.String({ description: 'The id of the e-mail or message.' }) });
const Nothing = Type.Object({}, { additionalProperties: false });

/** What the installation can mail; `domains` are null for every domain. */
export interface MailingFacts {
  readonly hasServer: boolean;
  readonly readsBounces: boolean;
  readonly domains: readonly string[] | null;
}

/** The e-mails and messages of schedules, for management, and who gets none. */
export function deliveryRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { hasServer, readsBounces, domains }: MailingFacts,
): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/deliveries',
      operationId: 'listDeliveries',
      fromReplica: true,
      tag,
      summary: 'List all deliveries',
      description: 'The e-mails and messages of all projects that the caller sees, by recipient, schedule and state.',
      access: { role: 'viewer' },
      query: DeliveryListQuery,
      data: Delivery,
    },
    async ({ db, caller, query: { tag, folder, ...query } }) =>
      listDeliveries(db, await narrowed(db, caller, { tag, folder }), query),
  );

  readOperation(
    app,
    context,
    {
      path: '/deliveries/:delivery_id',
      operationId: 'getDelivery',
      tag,
      summary: 'Read a delivery',
      access: { role: 'viewer' },
      params: ofDelivery,
      errors: ['not_found'],
      data: Delivery,
    },
    ({ caller, params }) => getDelivery(db, caller, params.delivery_id),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/deliveries/:delivery_id/send',
      operationId: 'sendDelivery',
      tag,
      summary: 'Send an e-mail or message again',
      description:
        'Sends an e-mail or message whose delivery has ended, with the report as it reads now. One whose state is `unknown` may then arrive twice.',
      access: { role: 'editor' },
      kind: 'delivery.send',
      params: ofDelivery,
      body: Nothing,
      bodyOptional: true,
      status: 200,
      errors: ['not_found'],
      data: Delivery,
    },
    async (transaction, { caller, params }) => {
      const data = await sendAgain(transaction, caller, params.delivery_id);
      const { id, recipient, schedule_id } = data;
      return { data, recorded: { subject: id, details: { recipient, schedule_id } } };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/mailing',
      operationId: 'getMailing',
      tag,
      summary: 'Read what the installation can mail',
      access: { role: 'viewer' },
      data: Mailing,
    },
    async () => ({
      has_server: hasServer,
      bounces_are_read: readsBounces,
      allowed_domains: domains === null ? null : [...domains],
    }),
  );

  listOperation(
    app,
    context,
    {
      path: '/unwanted-addresses',
      operationId: 'listUnwantedAddresses',
      tag,
      summary: 'List the addresses that get no e-mail',
      description: 'Those who unsubscribed, were removed everywhere, or do not exist. No schedule overrides it.',
      access: { role: 'admin', wholeAccount: true },
      query: UnwantedAddressListQuery,
      data: UnwantedAddress,
    },
    ({ caller, query }) => listUnwanted(db, caller.account.id, query),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/unwanted-addresses/remove',
      operationId: 'removeUnwantedAddress',
      tag,
      summary: 'Let an address get e-mail again',
      description: 'For somebody who asks for it: whoever unsubscribed has said that they want none.',
      access: { role: 'admin', wholeAccount: true },
      kind: 'recipient.allow',
      body: UnwantedAddressBody,
      status: 200,
      errors: ['not_found'],
      data: UnwantedAddress,
    },
    async (transaction, { caller, body: { address } }) => {
      const data = await removeUnwanted(transaction, caller.account.id, address);
      return { data, recorded: { subject: caller.account.id, details: { recipient: address } } };
    },
  );
}
