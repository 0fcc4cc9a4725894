import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { fieldFault } from '../../platform/faults.ts';
import type { Challenges } from './challenges.ts';
import { listedTransports, type NewPasskey, type PasskeyRow } from './passkeys.ts';

/** For whom passkeys are made: the host by which people reach the service, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const name = 'Report Service';
/** A page with a challenge may be open for a while before somebody signs in on it. */
const signInMs = 30 * 60_000;
const registrationMs = 10 * 60_000;
const signInPurpose = 'sign-in';
/** Ed25519, ES256 and RS256, which all browsers have one of (COSE). */
const algorithms = [-8, -7, -257];
const registrationPurpose = (userId: string) => `registration of ${userId}`;

// Few requests need the library, which takes megabytes, so it is loaded by the first one that does.
const loadLibrary = () => import('@simplewebauthn/server');

/** The relying party at an origin; undefined for an IP address, which Web Authentication knows no passkeys for. */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined;
}

/** What a browser needs to make a passkey of a user: one that finds itself, and asks who is there. */
export async function registrationOptions(
  challenges: Challenges,
  party: RelyingParty,
  user: { readonly id: string; readonly email: string; readonly name: string },
  known: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    ...{ rpName: name, rpID: party.id, userName: user.email, userDisplayName: user.name },
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: new Uint8Array(Buffer.from(challenges.make(registrationPurpose(user.id), registrationMs), 'base64url')),
    timeout: registrationMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: listedTransports(row) })),
  });
}

/** What a browser has made, and the challenge for it. Throws a fault of `response` unless all of it is right. */
export async function checkRegistration(
  challenges: Challenges,
  party: RelyingParty,
  userId: string,
  response: unknown,
): Promise<Omit<NewPasskey, 'name'> & { readonly challenge: string }> {
  const { verifyRegistrationResponse } = await loadLibrary();
  let challenge = '';
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge(given) {
        challenge = given;
        return challenges.isGood(registrationPurpose(userId), given);
      },
      ...{ expectedOrigin: party.origin, expectedRPID: party.id, requireUserVerification: true },
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) throw new TypeError('The registration is not verified');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      ...{ userId, challenge, credentialId: credential.id, counter: credential.counter },
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      transports: credential.transports ?? [],
      isSynced: credentialBackedUp,
    };
  } catch (cause) {
    throw fieldFault('response', 'passkey', 'What the browser sent makes no passkey. Try once more.', cause);
  }
}

/** What a browser needs to sign in by a passkey, of whomever it has one: a page shows it before anybody asks for it. */
export function signInOptions(challenges: Challenges, party: RelyingParty) {
  return {
    ...{ rpId: party.id, challenge: challenges.make(signInPurpose, signInMs), allowCredentials: [] },
    ...{ timeout: registrationMs, userVerification: 'required' as const },
  };
}

/** What a passkey has signed: its new counter, and whether it is synced by now. */
export interface Signed {
  readonly challenge: string;
  readonly counter: number;
  readonly isSynced: boolean;
}

/** What the owner of a passkey has signed with it; undefined unless all of it is right. */
export async function checkSignature(
  challenges: Challenges,
  party: RelyingParty,
  passkey: PasskeyRow,
  response: unknown,
): Promise<Signed | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  let challenge = '';
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge(given) {
        challenge = given;
        return challenges.isGood(signInPurpose, given);
      },
      ...{ expectedOrigin: party.origin, expectedRPID: party.id, requireUserVerification: true },
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: Number(passkey.counter),
        transports: listedTransports(passkey),
      },
    });
    if (!verified) return undefined;
    return { challenge, counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
  } catch {
    // Whatever is wrong with it, it is no sign-in.
    return undefined;
  }
}

/** What a browser's answer says that it was signed with; empty for what is no answer. */
export function credentialIdOf(response: unknown): string {
  const id = (response as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : '';
}
