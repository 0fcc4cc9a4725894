import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError } from '../contract.ts';

const number = Type.Number();
const graphqlPoints = Type.Object({
  cost: Type.Object({
    requestedQueryCost: number,
    throttleStatus: Type.Object({ currentlyAvailable: number, restoreRate: number }),
  }),
});
const shopifyqlPoints = Type.Object({
  shopifyqlCost: Type.Object({ requestedQueryCost: number, currentlyAvailable: number, windowResetAt: Type.String() }),
});

const windowMs = 60_000;
/** What is left of the deadline after a wait, so that the answer can still be used. */
const spareMs = 10_000;

/**
 * How long until there are points for a request such as the one that was answered with these extensions, in milliseconds;
 * 0 if there are now. Points of GraphQL come back by the second, those of ShopifyQL all at once at the next full minute.
 */
export function pointsWaitMs(extensions: unknown, now = Date.now()): number {
  const waits = [0];
  if (Value.Check(graphqlPoints, extensions)) {
    const { requestedQueryCost, throttleStatus } = extensions.cost;
    waits.push(((requestedQueryCost - throttleStatus.currentlyAvailable) / throttleStatus.restoreRate) * 1000);
  }
  if (Value.Check(shopifyqlPoints, extensions)) {
    const { requestedQueryCost, currentlyAvailable, windowResetAt } = extensions.shopifyqlCost;
    if (currentlyAvailable < requestedQueryCost) waits.push(Date.parse(windowResetAt) - now);
  }
  // Clocks differ, and a rate may be 0.
  return Math.min(Math.max(...waits.filter((ms) => !Number.isNaN(ms))), windowMs);
}

/** When each context may ask again, in epoch milliseconds. */
const readyAt = new WeakMap<ConnectorContext, number>();

/** Keeps the context's next request back for a while. */
export function holdBack(context: ConnectorContext, waitMs: number): void {
  readyAt.set(context, Date.now() + waitMs);
}

/** Waits until the context may ask; throws `transient` if that is too late for its work. */
export async function awaitPoints(context: ConnectorContext): Promise<void> {
  const waitMs = (readyAt.get(context) ?? 0) - Date.now();
  if (waitMs <= 0) return;
  if (Date.now() + waitMs + spareMs > context.deadline) throw usedUp(waitMs);
  await wait(waitMs, undefined, { signal: context.signal }).catch(() => {
    throw usedUp(waitMs);
  });
}

/** The fault of requests that Shopify does not take for now. */
export function usedUp(retryAfterMs = windowMs): ConnectorError {
  return new ConnectorError('transient', 'Shopify asks for fewer requests (429): its points are used up.', {
    retryAfterMs,
  });
}
