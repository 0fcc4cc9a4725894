import { type Attempt, confirmSeconds } from './attempts.ts';
import type { ProviderClaims } from './claims.ts';
import { SignOnFault, type SignOnReason } from './faults.ts';
import { useOnce } from './once.ts';
import { type ProviderRow, readSaml } from './providers.ts';
import { skewMs } from './saml/certificates.ts';
import type { SamlProvider } from './saml/identity-metadata.ts';
import { readResponse, type SamlAnswer } from './saml/read-response.ts';
import { SamlRefusal } from './saml/refusal.ts';
import { requestAddress, requestIdOf } from './saml/request.ts';
import { type SignOnEnvironment, samlServiceOf } from './sign-on.ts';

/** What counts once is remembered no longer than this; the request that it answers has ended long before. */
const longestRememberedMs = 24 * 60 * 60_000;

/** Where somebody goes to sign in. Throws a SignOnFault. */
export async function authorizationAddress(
  environment: Pick<SignOnEnvironment, 'baseUrl'>,
  row: ProviderRow,
  { state, nonce, purpose }: Attempt,
): Promise<URL> {
  const service = samlServiceOf(environment, row.account_id);
  const request = { requestId: requestIdOf(nonce), state, isFresh: purpose.kind === 'confirm' };
  return requestAddress(providerOf(row), service, request);
}

/**
 * What the provider says of whoever it sends back. The assertion counts once, in all processes. Throws a SignOnFault, whose
 * cause is the SamlRefusal.
 */
export async function readAnswer(
  environment: SignOnEnvironment,
  row: ProviderRow,
  { nonce, purpose }: Attempt,
  response: string,
  now = Date.now(),
): Promise<ProviderClaims> {
  const { entityId: audience, recipient } = samlServiceOf(environment, row.account_id);
  const answer = await read(providerOf(row), response, { audience, recipient, requestId: requestIdOf(nonce) }, now);
  const until = Math.min(answer.untilMs, now + longestRememberedMs);
  const isNew = await useOnce(environment.db, `assertion ${row.account_id} ${answer.assertionId}`, until);
  if (!isNew) throw new SignOnFault('used');
  if (purpose.kind === 'confirm' && !isFresh(answer, now)) throw new SignOnFault('invalid_answer');
  const { subject, email, name, attributes, authenticatedAt } = answer;
  return {
    issuer: issuerWithin(row),
    ...{ subject, email, providerSession: null, authenticatedAt, idToken: null },
    all: { NameID: subject, ...attributes, ...(name !== null && { name }) },
  };
}

function providerOf(row: ProviderRow): SamlProvider {
  const provider = readSaml(row);
  if (!provider) throw new SignOnFault('misconfigured');
  return provider;
}

async function read(...parameters: Parameters<typeof readResponse>): Promise<SamlAnswer> {
  try {
    return await readResponse(...parameters);
  } catch (error) {
    if (error instanceof SamlRefusal) throw new SignOnFault(reasonOf(error), error);
    throw error;
  }
}

function reasonOf({ reason }: SamlRefusal): SignOnReason {
  if (reason === 'not_successful') return 'refused';
  return reason === 'certificate_expired' ? 'misconfigured' : 'invalid_answer';
}

function isFresh({ authenticatedAt }: SamlAnswer, now: number): boolean {
  return authenticatedAt !== null && authenticatedAt * 1000 + confirmSeconds * 1000 + skewMs > now;
}

/**
 * Under which its subjects are known. Metadata prove nothing about the entity id that they name, unlike the address of an
 * issuer: it means something within its account alone, so that no account can take the subjects of another one's provider.
 */
function issuerWithin({ issuer, account_id }: ProviderRow): string {
  return `${issuer} (${account_id})`;
}
