import { checkEmail } from '../users/emails.ts';
import { SignOnFault } from './faults.ts';

/** What a provider says of whoever signed in, once everything is checked that proves it. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's name for its own session, if it says. */
  readonly providerSession: string | null;
  /** When they last gave it their password or the like, in seconds since 1970; null where it does not say. */
  readonly authenticatedAt: number | null;
  /** The address, where the protocol has no claim that says whether it is verified, as SAML; null for none. */
  readonly email?: string | null;
  /** The ID token itself; null for a protocol that has none. */
  readonly idToken: string | null;
  /** All claims, of the ID token and of the user info. */
  readonly all: Readonly<Record<string, unknown>>;
}

/** Microsoft Entra says so of an address whose domain it has verified; it has no `email_verified`. */
const entraHost = 'login.microsoftonline.com';

/** The address that the provider vouches for. Throws `unverified_email` where it vouches for none. */
export function verifiedEmail({ issuer, email, all }: Pick<ProviderClaims, 'issuer' | 'email' | 'all'>): string {
  const vouched = email === undefined && isVerified(issuer, all) ? all.email : email;
  if (typeof vouched !== 'string') throw new SignOnFault('unverified_email');
  try {
    return checkEmail(vouched);
  } catch (error) {
    throw new SignOnFault('unverified_email', error);
  }
}

function isVerified(issuer: string, { email_verified, xms_edov }: Readonly<Record<string, unknown>>): boolean {
  if (email_verified === true || email_verified === 'true') return true;
  if (email_verified !== undefined || new URL(issuer).host !== entraHost) return false;
  return xms_edov === true || xms_edov === 'true' || xms_edov === '1' || xms_edov === 1;
}

/** What somebody is called: by the provider, else by their address. */
export function nameIn({ all }: Pick<ProviderClaims, 'all'>, email: string): string {
  const parts = [all.given_name, all.family_name].filter((part) => typeof part === 'string');
  const given = typeof all.name === 'string' ? all.name : parts.join(' ');
  const name = [...given.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim()].slice(0, 200).join('');
  return name || (email.split('@')[0] ?? email);
}

const mostShown = 60;
const longestShown = 2_000;
/** Of no use to whoever looks at the claims, or bound to one sign-in. */
const hidden = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti', 'iat', 'exp', 'nbf', 'rat', 'sid']);

/** The claims as people read them: each one text, bounded, without what belongs to one sign-in. */
export function shownClaims(all: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  const shown = Object.entries(all).filter(([name]) => !hidden.has(name));
  return shown.slice(0, mostShown).map(([name, value]) => ({
    name: name.slice(0, 200),
    value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestShown),
  }));
}
