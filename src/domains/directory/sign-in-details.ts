import { ServiceError } from '../../platform/errors.ts';
import { checkEmail } from '../users/emails.ts';
import { checkUserName } from '../users/users.ts';
import type { Values } from './protocol/attributes.ts';
import { refused } from './protocol/faults.ts';

/** What somebody signs in with and is called, as their directory says it. */
export interface SignInDetails {
  readonly email: string;
  readonly name: string;
}

interface Address {
  readonly value?: string;
  readonly type?: string;
  readonly primary?: boolean;
}

/**
 * Their address is the primary one, else that for work, else the first, else their user name; their name what is shown, else the
 * whole one, else its parts, else the address. Throws `invalidValue` where there is no address, and for a name that cannot be one.
 */
export function signInDetails(user: Values): SignInDetails {
  const email = readDetail('emails', () => checkEmail(addressOf(user)));
  return { email, name: readDetail('displayName', () => checkUserName(nameOf(user) || email)) };
}

function addressOf({ emails, userName }: Values): string {
  const addresses = ((emails ?? []) as readonly Address[]).filter(({ value }) => value);
  const chosen =
    addresses.find(({ primary }) => primary === true) ??
    addresses.find(({ type }) => type?.toLowerCase() === 'work') ??
    addresses[0];
  return chosen?.value ?? String(userName);
}

function nameOf({ displayName, name }: Values): string {
  const { formatted, givenName, familyName } = (name ?? {}) as Readonly<Record<string, string | undefined>>;
  return (displayName as string | undefined) || formatted || [givenName, familyName].filter(Boolean).join(' ');
}

/** A fault of a person's own fields, in SCIM's word for it. */
function readDetail(attribute: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError) throw refused('invalidValue', `${attribute}: ${error.message}`);
    throw error;
  }
}
