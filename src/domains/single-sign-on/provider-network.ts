import type { Queryable } from '../../platform/database/tables.ts';
import { openConnectorContext } from '../../reporting/connectors/context.ts';
import { reachOf } from '../connections/connections.ts';
import { newSecret } from '../connections/stored-secret.ts';
import type { SignOnEnvironment } from './sign-on.ts';

/** All calls of one step of a sign-in together. */
export const stepMs = 10_000;
/** Of any answer: metadata and keys have a few kilobytes. */
const maxBodyBytes = 512 * 1024;
const quiet = { info() {}, warn() {} };

/** What reaches the provider of an account, as far as its own connections may reach, for at most ten seconds. */
export async function openProviderNetwork(
  db: Queryable,
  { network }: Pick<SignOnEnvironment, 'network'>,
  accountId: string,
): Promise<AsyncDisposable & { readonly fetch: typeof globalThis.fetch }> {
  const { networks } = await reachOf(db, { account_id: accountId, made_by: 'customer' });
  return openConnectorContext({
    ...{ signal: AbortSignal.timeout(stepMs), deadline: Date.now() + stepMs, maxBodyBytes },
    ...{ dataRoots: [], network: { ...network, grantedNetworks: networks }, log: quiet },
    ...{ secret: null, secretStore: newSecret(null) },
  });
}
