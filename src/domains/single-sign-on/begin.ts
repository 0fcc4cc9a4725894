import { newAttempt, type Purpose, sealAttempt } from './attempts.ts';
import { SignOnFault } from './faults.ts';
import { findProvider, findProviderFor, type ProviderRow } from './providers.ts';
import type { SignOnEnvironment } from './sign-on.ts';

/** The way to a provider. */
export interface Begun {
  /** Where the browser goes on to. */
  readonly address: string;
  /** What it has to bring back in its cookie. */
  readonly cookie: string;
  /** Whether the provider's page posts a form to bring it back, as that of SAML does. */
  readonly isPosted: boolean;
}

/** Begins a sign-in at the provider of an address's domain; undefined where it has none. Throws a SignOnFault. */
export async function beginFor(
  environment: SignOnEnvironment,
  email: string,
  purpose: Purpose,
): Promise<Begun | undefined> {
  const row = await findProviderFor(environment.db, email);
  return row && begin(environment, row, purpose, email);
}

/** The same at the provider of an account. Throws a SignOnFault: `off` where it has none. */
export async function beginAt(
  environment: SignOnEnvironment,
  accountId: string,
  purpose: Purpose,
  email?: string,
): Promise<Begun> {
  const row = await findProvider(environment.db, accountId);
  if (!row || (row.mode === 'off' && purpose.kind !== 'test')) throw new SignOnFault('off');
  return begin(environment, row, purpose, email);
}

async function begin(
  environment: SignOnEnvironment,
  row: ProviderRow,
  purpose: Purpose,
  email?: string,
): Promise<Begun> {
  const attempt = newAttempt(row.account_id, row.revision, purpose);
  const isPosted = row.saml !== null;
  // Each brings a library, which a process that signs nobody in so does not need.
  const { authorizationAddress } = isPosted ? await import('./saml-client.ts') : await import('./provider-client.ts');
  const address = await authorizationAddress(environment, row, attempt);
  // So that nobody has to enter it again (OpenID Connect Core 1.0, section 3.1.2.1).
  if (email !== undefined) address.searchParams.set('login_hint', email);
  return { address: address.href, cookie: sealAttempt(environment.vault, attempt), isPosted };
}
