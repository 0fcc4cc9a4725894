import { isAbsolute } from 'node:path';

/** A folder or file in which e-mails that come back arrive. */
export interface BounceInbox {
  readonly form: 'maildir' | 'mbox';
  /** Absolute. */
  readonly path: string;
}

/** A path of the service, ending in the secret, to which they are posted. */
interface BounceHook {
  readonly form: 'webhook';
  readonly secret: string;
}

export interface BounceConfig {
  readonly inbox: BounceInbox | BounceHook;
  /** They come back to `LOCAL+ID@DOMAIN` of this; null has them come to the sender's address. */
  readonly address: string | null;
}

/** Reads `MAIL_BOUNCES` and `MAIL_BOUNCE_ADDRESS`; null where the first is not set or at fault. */
export function readBounces(inbox: string | null, address: string | null, faults: string[]): BounceConfig | null {
  if (address !== null && !/^[a-z0-9!#$%&'*/=?^_`{|}~.-]{1,25}@[a-z0-9.-]{1,253}$/i.test(address)) {
    faults.push(
      `MAIL_BOUNCE_ADDRESS must be an address such as bounces@example.com, with at most 25 characters and no "+" before the "@", not "${address}"`,
    );
  }
  if (inbox === null) return null;
  const [, form, rest = ''] = /^(maildir|mbox|webhook):(.*)$/.exec(inbox) ?? [];
  if (form === 'webhook') {
    if (/^[\w-]{24,100}$/.test(rest)) return { inbox: { form, secret: rest }, address };
    faults.push(
      'MAIL_BOUNCES must have 24 to 100 letters, digits, "-" and "_" behind "webhook:", which nobody guesses',
    );
    return null;
  }
  if (!form || !isAbsolute(rest)) {
    faults.push(
      `MAIL_BOUNCES must be "maildir:" or "mbox:" with an absolute path, or "webhook:" with a secret, not "${inbox}"`,
    );
    return null;
  }
  return { inbox: { form: form as BounceInbox['form'], path: rest }, address };
}
