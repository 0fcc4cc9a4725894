import type { ConnectorContext } from './contract.ts';

const renewals = new WeakMap<ConnectorContext, Map<string, Promise<unknown>>>();

/**
 * Renews a secret whose token was `refused`, such as an OAuth grant, and stores it before it is used. One call to `renew`
 * for each refused secret, whatever the number of callers and processes: who comes later gets the secret that is stored
 * by then. Rejects with what `renew` throws, and with a ConnectorError.
 */
export function renewSecret<Secret>(
  context: ConnectorContext,
  refused: Secret,
  renew: (current: Secret) => Promise<Secret>,
): Promise<Secret> {
  const known = renewals.getOrInsertComputed(context, () => new Map());
  const key = JSON.stringify(refused);
  return known.getOrInsertComputed(key, () => renewOnce(context, key, renew)) as Promise<Secret>;
}

async function renewOnce<Secret>(
  context: ConnectorContext,
  refused: string,
  renew: (current: Secret) => Promise<Secret>,
): Promise<Secret> {
  await using lease = await context.leaseSecret();
  const current = lease.secret as Secret;
  if (JSON.stringify(current) !== refused) return current;
  const next = await renew(current);
  await context.saveSecret(next);
  return next;
}
