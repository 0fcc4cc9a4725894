import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { createVault } from '../../src/domains/connections/vault.ts';
import { beginCodeApp, confirmCodeApp } from '../../src/domains/second-factors/code-apps.ts';
import { makeCodeSetup } from '../../src/domains/second-factors/one-time-codes.ts';
import { makeRecoveryCodes } from '../../src/domains/second-factors/recovery-codes.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { manage, type SignedInMember } from './manage.ts';
import type { TestService } from './service.ts';

const stepMs = 30_000;

/** A vault of its own, for tests without a service. */
export const testVault = createVault(Buffer.alloc(32, 7));

/** What an app shows at a time (epoch milliseconds). */
export function codeAt(secret: string, at = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at,
  });
}

/** A code that is right for a minute at least, however late it is sent, and that no sign-in has used: of the next step. */
export function nextCode(secret: string): string {
  return codeAt(secret, Date.now() + stepMs);
}

/** An app of a user that was set up some steps ago, so that the code of now is unused. */
export async function givenCodeApp(
  db: Database,
  user: { readonly id: string; readonly email: string },
  vault = testVault,
): Promise<{ readonly id: string; readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await makeCodeSetup(user.email);
  const before = Date.now() - 10 * stepMs;
  return db.transaction().execute(async (transaction) => {
    const { id } = await beginCodeApp(transaction, vault, user.id, secret);
    await confirmCodeApp(transaction, vault, { id, userId: user.id, code: codeAt(secret, before) }, before);
    return { id, secret, recoveryCodes: await makeRecoveryCodes(transaction, user.id) };
  });
}

/** Sets an app up for somebody who is signed in, as they would; gives its secret. The code of now is used up. */
export async function setUpCodes(
  service: Pick<TestService, 'call'>,
  who: Pick<SignedInMember, 'headers'>,
): Promise<string> {
  const begun = await manage(service, who, 'POST', '/second-factors');
  const { id, setup } = begun.body.data;
  const confirmed = await manage(service, who, 'POST', `/second-factors/${id}/confirm`, {
    body: { code: codeAt(setup.secret) },
  });
  assert.equal(confirmed.status, 200, confirmed.text);
  return setup.secret;
}
