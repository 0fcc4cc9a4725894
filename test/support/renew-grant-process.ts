import { openConnectionSecret } from '../../src/domains/connections/connection-secret.ts';
import { getConnection } from '../../src/domains/connections/connections.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { ConnectorError } from '../../src/reporting/connectors/contract.ts';
import type { GrantSecret } from '../../src/reporting/connectors/hosted/grant.ts';
import { grantTokens } from '../../src/reporting/connectors/hosted/tokens.ts';
import { localNetwork, openTestContext } from './connector-context.ts';

/** Run as a process with what it needs as its argument: prints the access token of a connection, or the kind of a fault. */
const { location, connectionId, vendorUrl } = JSON.parse(process.argv[2] ?? '');
const db = connectDatabase(location);
const row = await getConnection(db, connectionId);
const { secret, store } = await openConnectionSecret(db, createVault(Buffer.alloc(32, 1)), row);
const systemAddresses = { ...localNetwork.systemAddresses, 'google-oauth': vendorUrl };
const context = openTestContext({ secret, secretStore: store, network: { ...localNetwork, systemAddresses } });
try {
  console.log(await grantTokens('google', secret as GrantSecret, context).token());
} catch (error) {
  console.log(error instanceof ConnectorError ? error.kind : String(error));
}
await context[Symbol.asyncDispose]();
await db.destroy();
