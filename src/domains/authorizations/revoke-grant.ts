import { ConnectorError } from '../../reporting/connectors/contract.ts';
import type { GrantSecret } from '../../reporting/connectors/hosted/grant.ts';
import { signInProviders } from '../../reporting/connectors/hosted/sign-in/providers.ts';
import { findOAuthClient } from '../connections/oauth-clients.ts';
import type { GrantRow } from '../connections/oauth-grants.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';

const revokeMs = 15_000;

/**
 * Revokes a grant that was removed here at its vendor, too. Where that would end every grant of the same person, only if
 * no other connection has one of this vendor. Returns what a person has left to do, or undefined for nothing.
 */
export async function revokeGrant(environment: ConnectionEnvironment, row: GrantRow): Promise<string | undefined> {
  const { db, vault } = environment;
  const provider = signInProviders[row.sign_in];
  const left = `Its sign-in was deleted here, not at ${provider.title}; the person can withdraw it at ${provider.permissionsPage}.`;
  const client = await findOAuthClient(db, vault, row.sign_in);
  if (client?.client_id !== row.client_id || !provider.revoke) return left;
  const others = db.selectFrom('oauth_grants').select('id').where('sign_in', '=', row.sign_in).limit(1);
  if (provider.revokesPerson && (await others.executeTakeFirst())) return left;
  const { openSignInContext } = await import('./sign-in-context.ts');
  await using context = openSignInContext(environment, revokeMs);
  try {
    await provider.revoke({ grant: vault.open(row.id, row.secret) as GrantSecret['grant'], client }, context);
    return undefined;
  } catch (error) {
    if (error instanceof ConnectorError) return left;
    throw error;
  }
}
