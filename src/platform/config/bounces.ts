import { isAbsolute } from 'node:path';

/** Where e-mails that come back arrive. */
export interface BounceInbox {
  readonly form: 'maildir' | 'mbox';
  /** Absolute. */
  readonly path: string;
}

export interface BounceConfig {
  readonly inbox: BounceInbox;
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
  const [, form, path = ''] = /^(maildir|mbox):(.*)$/.exec(inbox) ?? [];
  if (!form || !isAbsolute(path)) {
    faults.push(`MAIL_BOUNCES must be "maildir:" or "mbox:" with an absolute path, not "${inbox}"`);
    return null;
  }
  return { inbox: { form: form as BounceInbox['form'], path }, address };
}
