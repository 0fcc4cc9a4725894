import { OperatorError } from '../../platform/errors.ts';
import type { Vault } from '../connections/vault.ts';

/** What browsers carry for us; what was sealed as one of these opens as no other. */
const records = {
  ...{ attempt: 'sso attempt', ticket: 'sso ticket' },
  ...{ signOut: 'sso sign-out', signedOut: 'sso signed out', hint: 'sso hint' },
} as const;
type Sealed = keyof typeof records;

/** A sealed text of letters, digits, `-` and `_`. */
export function seal(vault: Vault, what: Sealed, content: unknown): string {
  return Buffer.from(vault.seal(records[what], content)).toString('base64url');
}

/** What was sealed; undefined for what is of a key that is no longer there, or nothing of ours. */
export function open<Content>(vault: Vault, what: Sealed, text: string): Content | undefined {
  try {
    return vault.open(records[what], Buffer.from(text, 'base64url').toString()) as Content;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}
