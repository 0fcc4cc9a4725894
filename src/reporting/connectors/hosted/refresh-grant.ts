import type { ConnectorContext } from '../contract.ts';
import type { GrantSecret, SignIn } from './grant.ts';
import { signInProviders } from './sign-in/providers.ts';

/**
 * Renews the access token of a grant. A refresh token that comes along replaces the one before. Throws `reauth_required`
 * when the vendor refuses or the grant cannot be renewed, and `invalid_config` when the client is refused.
 */
export async function refreshGrant(
  signIn: SignIn,
  secret: GrantSecret,
  context: ConnectorContext,
): Promise<GrantSecret> {
  const grant = await signInProviders[signIn].refresh(secret, context);
  return { grant, client: secret.client };
}
