import { recordAudit } from './audit/audit.ts';
import { readConfig } from './config.ts';
import { resealSecrets } from './connections/connections.ts';
import { OperatorError } from './errors.ts';
import { lockEmbeddedKey, openInstallation } from './installation.ts';
import { beginRotation, endRotation } from './vault-keys.ts';

export interface Rotation {
  /** Names the key that everything is sealed with now. */
  readonly keyId: string;
  readonly resealed: number;
}

/**
 * Seals all stored secrets with a new key: SECRET_KEY, with SECRET_KEY_PREVIOUS as the one before, so that running processes
 * that have both go on; or a key made now in the data folder of an embedded installation, whose service is stopped meanwhile.
 * Cut short, it goes on where it was. Throws an OperatorError that says what is missing.
 */
export async function rotateVault(actor: string): Promise<Rotation> {
  const config = readConfig();
  if (config.secretKey && !config.secretKeyPrevious) {
    throw new OperatorError(
      'Set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to the present one, restart the service with both, then give the command again.',
    );
  }
  using stack = new DisposableStack();
  if (!config.secretKey) {
    // A running service would go on with the key it has read.
    stack.use(lockEmbeddedKey(config.dataDir));
    await (await openInstallation(config))[Symbol.asyncDispose]();
    beginRotation(config);
  }
  await using installation = await openInstallation(config);
  const { db, vault } = installation;
  const resealed = await resealSecrets(db, vault);
  // Before the end, so that a rotation that could not be recorded is given again.
  const details = { resealed };
  await recordAudit(db, actor, { action: 'vault.rotate', accountId: null, subject: vault.keyId, details });
  if (!config.secretKey) endRotation(config);
  return { keyId: vault.keyId, resealed };
}
