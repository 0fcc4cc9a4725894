import { databaseTime } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { type EventRow, markRouted, routeOldest } from '../../platform/events/outbox.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { type EndpointRow, listEndpoints, takes } from './endpoints.ts';
import { dataOfEvents } from './event-data.ts';

export interface RoutingContext {
  readonly db: Database;
  /** Where people reach the service. */
  readonly baseUrl: string;
  readonly log: JobLog;
}

/** A statement has so many parameters at most. */
const rowsAtOnce = 500;

/** Writes the deliveries of the oldest events that were not told yet; returns how many events that were. */
export async function routeEvents({ db, baseUrl, log }: RoutingContext): Promise<number> {
  return routeOldest(db, async (transaction, events) => {
    const endpoints = new Map<string, readonly EndpointRow[]>();
    for (const { account_id: id } of events) {
      if (!endpoints.has(id)) endpoints.set(id, await listEndpoints(transaction, id));
    }
    const routed = await dataOfEvents(transaction, `${baseUrl}/manage/v1`, events, log);
    const deliveries = events.flatMap((event, index) => {
      const taking = routed[index]?.data ? (endpoints.get(event.account_id) ?? []) : [];
      return taking.filter((each) => isTaken(each, event)).map((each) => newDelivery(transaction, each, event));
    });
    await markRouted(transaction, routed);
    await insertDeliveries(transaction, deliveries);
  });
}

function isTaken(endpoint: EndpointRow, { type, project_id }: EventRow): boolean {
  return endpoint.enabled === 1 && takes(endpoint, type, project_id);
}

/** Notes that endpoints are to be told of an event, at once. */
export async function addDeliveries(
  transaction: Queryable,
  endpoints: readonly Pick<EndpointRow, 'id' | 'account_id'>[],
  event: Pick<EventRow, 'id' | 'type'>,
): Promise<string[]> {
  const rows = endpoints.map((endpoint) => newDelivery(transaction, endpoint, event));
  await insertDeliveries(transaction, rows);
  return rows.map(({ id }) => id);
}

type NewDelivery = ReturnType<typeof newDelivery>;

function newDelivery(
  db: Queryable,
  { id: endpoint_id, account_id }: Pick<EndpointRow, 'id' | 'account_id'>,
  { id: event_id, type }: Pick<EventRow, 'id' | 'type'>,
) {
  const now = new Date().toISOString();
  return {
    ...{ id: newIdentifier('whd'), account_id, endpoint_id, event_id, type },
    ...({ status: 'pending', attempt: 0, step: 0 } as const),
    next_attempt_at: databaseTime(db),
    ...{ created_at: now, updated_at: now },
  };
}

async function insertDeliveries(transaction: Queryable, deliveries: readonly NewDelivery[]): Promise<void> {
  for (let from = 0; from < deliveries.length; from += rowsAtOnce) {
    await transaction
      .insertInto('webhook_deliveries')
      .values(deliveries.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
      .execute();
  }
}
