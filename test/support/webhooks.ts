import { createVault } from '../../src/domains/connections/vault.ts';
import {
  addEndpoint,
  type EndpointAndSecret,
  type EndpointRow,
  type NewEndpoint,
} from '../../src/domains/webhooks/endpoints.ts';
import { addDeliveries } from '../../src/domains/webhooks/route-events.ts';
import { type SenderContext, startWebhookSender } from '../../src/domains/webhooks/sender.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import type { Database, Queryable } from '../../src/platform/database/tables.ts';
import { eventTypes } from '../../src/platform/events/event-types.ts';
import { writeEvent } from '../../src/platform/events/outbox.ts';
import { localNetwork } from './connector-context.ts';
import { silentLog } from './silent-log.ts';

export const vault = createVault(Buffer.alloc(32, 'a key'));

/** An endpoint of all events, made by the operator, unless told otherwise; its address is not looked at. */
export function givenEndpoint(
  db: Database,
  accountId: string,
  url: string,
  fields: Partial<NewEndpoint> = {},
  sealing = vault,
): Promise<EndpointAndSecret> {
  const all = { description: null, events: eventTypes, projectIds: null, enabled: true, signing: 'v1' } as const;
  const own = { accountId, url, madeBy: 'operator' } as const;
  return db.transaction().execute((transaction) => addEndpoint(transaction, sealing, { ...all, ...own, ...fields }));
}

/** Writes events that tell of a connection, as if its credentials had been refused; returns their ids. */
export async function givenEvents(db: Queryable, accountId: string, subject: string, count = 1): Promise<string[]> {
  const ids: string[] = [];
  const project = await db.selectFrom('projects').select('id').where('account_id', '=', accountId).executeTakeFirst();
  const told = { accountId, projectId: project?.id ?? null, type: 'connection.reauth_required', subject } as const;
  for (let index = 0; index < count; index++) ids.push(await writeEvent(db, { ...told, state: 'reauth_required' }));
  return ids;
}

/** A sender that may reach this machine; stopped on dispose. */
export function startSender(db: Database, more: Partial<SenderContext> = {}): AsyncDisposable {
  const context = { db, vault, network: localNetwork, baseUrl: 'http://127.0.0.1', log: silentLog };
  return startWebhookSender({ ...context, ...more });
}

export const endpointOf = (db: Database, id: string): Promise<EndpointRow> =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const deliveriesOf = (db: Database, endpointId: string) =>
  db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId).orderBy('created_at').execute();

export const attemptsOf = (db: Database, deliveryId: string) =>
  db.selectFrom('webhook_attempts').selectAll().where('delivery_id', '=', deliveryId).orderBy('number').execute();

/** A connection as it is stored, of a system that nobody asks. */
export async function givenStoredConnection(db: Database, accountId: string, projectId: string): Promise<string> {
  const [id, now] = [newIdentifier('con'), new Date().toISOString()];
  const owned = { id, account_id: accountId, project_id: projectId, system: 'file', name: 'Shop', config: 'null' };
  const times = { checked_at: now, created_at: now, updated_at: now };
  const nothing = { secret: null, secret_lease: null, secret_leased_until: null };
  await db
    .insertInto('connections')
    .values({ ...owned, ...times, ...nothing, status: 'connected' })
    .execute();
  return id;
}

/** An endpoint with one event that was sent to it. */
export async function givenToldEndpoint(db: Database, accountId: string, sealing = vault): Promise<EndpointRow> {
  const { endpoint } = await givenEndpoint(db, accountId, 'https://example.com/hooks', {}, sealing);
  const [event = ''] = await givenEvents(db, accountId, 'con_x');
  await db.updateTable('events').set({ routed: 1, data: '{}' }).where('id', '=', event).execute();
  const [id = ''] = await addDeliveries(db, [endpoint], { id: event, type: 'connection.reauth_required' });
  const sent = {
    started_at: '2026-11-21T09:30:00.000Z',
    duration_ms: 5,
    http_status: 200,
    failure: null,
    answer: 'ok',
  };
  await db
    .insertInto('webhook_attempts')
    .values({ ...sent, delivery_id: id, number: 1, account_id: accountId })
    .execute();
  return endpoint;
}
