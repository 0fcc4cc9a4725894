import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import { refusedField } from '../../platform/faults.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ConnectionNetwork } from '../connections/open-connection.ts';
import type { Vault } from '../connections/vault.ts';
import { getDelivery, listDeliveries, resendDelivery, resendSince, sendTest, showDelivery } from './deliveries.ts';
import { checkAddress } from './endpoint-network.ts';
import {
  addEndpoint,
  changeEndpoint,
  type EndpointRow,
  getEndpoint,
  removeEndpoint,
  rotateSecret,
  toEndpoint,
} from './endpoints.ts';
import {
  NewWebhook,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryListQuery,
  WebhookListQuery,
  WebhookResend,
  WebhookResent,
  WebhookUpdate,
} from './schema.ts';

const tag = 'Webhooks';
const ofWebhook = Type.Object({ webhook_id: Type.String({ description: "The webhook's id." }) });
const ofDelivery = Type.Object({
  webhook_id: Type.String({ description: "The webhook's id." }),
  webhook_delivery_id: Type.String({ description: "The delivery's id." }),
});
const Nothing = Type.Object({}, { additionalProperties: false });
const read = { role: 'viewer', wholeAccount: true } as const;
const write = { role: 'admin' } as const;
const secret = { role: 'admin', stepUp: true } as const;

export interface WebhookParts {
  readonly vault: Vault;
  readonly network: ConnectionNetwork;
  /** Where people reach the service. */
  readonly baseUrl: string;
  /** What of a secret may be kept beside the key of a request: nothing that it could be guessed from. */
  readonly digest: (value: unknown) => string;
}

/** Addresses to which events are sent, for management. */
export function webhookRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { vault, network, baseUrl, digest }: WebhookParts,
): void {
  const { db } = context;
  const asCustomer = (accountId: string) => ({ account_id: accountId, made_by: 'customer' }) as const;

  listOperation(
    app,
    context,
    {
      path: '/webhooks',
      operationId: 'listWebhooks',
      tag,
      summary: 'List webhooks',
      access: read,
      query: WebhookListQuery,
      data: Webhook,
    },
    ({ caller, query }) => {
      const own = db.selectFrom('webhook_endpoints').selectAll().where('account_id', '=', caller.account.id);
      return pageOfRows(own, query, toEndpoint);
    },
  );

  const one = { tag, params: ofWebhook, data: Webhook, errors: ['not_found'] } as const;
  readOperation(
    app,
    context,
    {
      ...one,
      path: '/webhooks/:webhook_id',
      operationId: 'getWebhook',
      summary: 'Read a webhook',
      access: read,
      hasRevision: true,
    },
    async ({ caller, params }) => toEndpoint(await getEndpoint(db, params.webhook_id, caller.account.id)),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/webhooks',
      operationId: 'createWebhook',
      tag,
      summary: 'Add a webhook',
      description:
        'It is on at once. The answer has the secret that verifies its messages, which is shown this once. Nothing is sent to the address yet: a test does that.',
      access: secret,
      kind: 'webhook.add',
      body: WebhookCreate,
      data: NewWebhook,
      secret: 'secret',
      status: 201,
      hasRevision: true,
      fingerprinted: (body) => ('secret' in body ? { ...body, secret: digest(body.secret) } : body),
      prepare: async (body, caller) => {
        await checkAddress(db, network, asCustomer(caller.account.id), body.url);
        return body;
      },
    },
    async (transaction, { caller, body: { project_ids = null, description = null, signing = 'v1', ...body } }) => {
      const fields = { ...body, signing, description, projectIds: project_ids, enabled: true };
      const owned = { accountId: caller.account.id, madeBy: 'customer' } as const;
      const { endpoint, secret } = await addEndpoint(transaction, vault, { ...fields, ...owned });
      const recorded = { details: { url: originOf(endpoint.url), events: body.events } };
      return { data: withSecret(endpoint, secret), location: `/webhooks/${endpoint.id}`, recorded };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PATCH',
      path: '/webhooks/:webhook_id',
      operationId: 'updateWebhook',
      summary: 'Change a webhook',
      description:
        'Send only the fields to change; `enabled` switches it off, or on again. What waits is sent once it is on; what has happened meanwhile is sent if you ask for what it missed.',
      access: write,
      kind: 'webhook.update',
      body: WebhookUpdate,
      check: (body) => {
        if (Object.keys(body).length === 0) throw refusedField('', 'minProperties', 'names nothing to change');
      },
      status: 200,
      hasRevision: true,
      prepare: async (body, caller, params) => {
        const before = await getEndpoint(db, params.webhook_id, caller.account.id);
        if (body.url !== undefined && body.url !== before.url) {
          await checkAddress(db, network, asCustomer(caller.account.id), body.url);
        }
        return body;
      },
    },
    async (transaction, { caller, params, body: { project_ids, ...body }, checkRevision }) => {
      const before = await getEndpoint(transaction, params.webhook_id, caller.account.id);
      checkRevision(before.revision);
      const changes = { ...body, ...(project_ids !== undefined && { projectIds: project_ids }) };
      const endpoint = await changeEndpoint(transaction, before, changes, 'customer');
      const fields = [...Object.keys(body), ...(project_ids === undefined ? [] : ['project_ids'])].toSorted();
      return { data: toEndpoint(endpoint), recorded: { details: { fields } } };
    },
  );

  removeOperation(
    app,
    context,
    {
      ...one,
      path: '/webhooks/:webhook_id',
      operationId: 'removeWebhook',
      summary: 'Remove a webhook',
      description: 'What was not sent yet is not sent.',
      access: write,
      kind: 'webhook.remove',
    },
    async (transaction, { caller, params }) => {
      const endpoint = await getEndpoint(transaction, params.webhook_id, caller.account.id);
      await removeEndpoint(transaction, endpoint.id);
      return { data: toEndpoint(endpoint), subject: endpoint.id, details: { url: originOf(endpoint.url) } };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'POST',
      path: '/webhooks/:webhook_id/rotate',
      operationId: 'rotateWebhookSecret',
      summary: 'Give a webhook a new secret',
      description:
        'For 24 hours messages carry the signatures of both. The answer has the new secret, which is shown this once.',
      access: secret,
      kind: 'webhook.rotate',
      body: Nothing,
      bodyOptional: true,
      data: NewWebhook,
      secret: 'secret',
      status: 200,
    },
    async (transaction, { caller, params }) => {
      const before = await getEndpoint(transaction, params.webhook_id, caller.account.id);
      const { endpoint, secret } = await rotateSecret(transaction, vault, before);
      return { data: withSecret(endpoint, secret) };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'POST',
      path: '/webhooks/:webhook_id/test',
      operationId: 'testWebhook',
      summary: 'Send a test to a webhook',
      description: 'A message of type `webhook.test`, signed and logged as all are.',
      access: write,
      kind: 'webhook.test',
      body: Nothing,
      bodyOptional: true,
      data: WebhookDeliveryDetails,
      status: 200,
    },
    async (transaction, { caller, params }) => {
      const endpoint = await getEndpoint(transaction, params.webhook_id, caller.account.id);
      const delivery = await sendTest(transaction, endpoint, baseUrl + context.base);
      return { data: await showDelivery(transaction, delivery), recorded: { subject: endpoint.id } };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'POST',
      path: '/webhooks/:webhook_id/resend',
      operationId: 'resendWebhook',
      summary: 'Send again what a webhook has not got',
      description: 'Of the events since a time. Their ids are the same, so that whoever has them knows.',
      access: write,
      kind: 'webhook.resend',
      body: WebhookResend,
      data: WebhookResent,
      status: 200,
    },
    async (transaction, { caller, params, body: { since, which } }) => {
      const endpoint = await getEndpoint(transaction, params.webhook_id, caller.account.id);
      const data = await resendSince(transaction, endpoint, since, which);
      return { data, recorded: { subject: endpoint.id, details: { since, which, resent: data.resent } } };
    },
  );

  listOperation(
    app,
    context,
    {
      path: '/webhooks/:webhook_id/deliveries',
      operationId: 'listWebhookDeliveries',
      fromReplica: true,
      tag,
      summary: 'List the deliveries of a webhook',
      description: 'Those of the last 30 days; older ones are removed.',
      access: read,
      params: ofWebhook,
      query: WebhookDeliveryListQuery,
      data: WebhookDelivery,
      errors: ['not_found'],
    },
    async ({ db, caller, params, query }) => {
      const { id } = await getEndpoint(db, params.webhook_id, caller.account.id);
      return listDeliveries(db, id, query);
    },
  );

  const oneDelivery = { tag, params: ofDelivery, data: WebhookDeliveryDetails, errors: ['not_found'] } as const;
  readOperation(
    app,
    context,
    {
      ...oneDelivery,
      path: '/webhooks/:webhook_id/deliveries/:webhook_delivery_id',
      operationId: 'getWebhookDelivery',
      summary: 'Read a delivery',
      description: 'With its attempts: status, duration and the beginning of each answer.',
      access: read,
    },
    async ({ caller, params }) => {
      const { id } = await getEndpoint(db, params.webhook_id, caller.account.id);
      return showDelivery(db, await getDelivery(db, params.webhook_delivery_id, id));
    },
  );

  writeOperation(
    app,
    context,
    {
      ...oneDelivery,
      method: 'POST',
      path: '/webhooks/:webhook_id/deliveries/:webhook_delivery_id/resend',
      operationId: 'resendWebhookDelivery',
      summary: 'Send one delivery again',
      description: 'At once, whatever came of it, and with all attempts again.',
      access: write,
      kind: 'webhook.resend_delivery',
      body: Nothing,
      bodyOptional: true,
      status: 200,
    },
    async (transaction, { caller, params }) => {
      const endpoint = await getEndpoint(transaction, params.webhook_id, caller.account.id);
      const delivery = await resendDelivery(transaction, endpoint, params.webhook_delivery_id);
      return { data: await showDelivery(transaction, delivery) };
    },
  );
}

function withSecret(endpoint: EndpointRow, secret: string | null) {
  return revised({ ...toEndpoint(endpoint), secret }, endpoint.revision);
}

/** The path and query of an address may be what keeps others out. */
function originOf(url: string): string {
  return new URL(url).origin;
}
