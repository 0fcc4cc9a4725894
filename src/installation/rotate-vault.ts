import { recordAudit } from '../domains/audit/audit.ts';
import { resealSecrets } from '../domains/connections/sealed-secrets.ts';
import { type Environment, readConfig } from '../platform/config/config.ts';
import { requireOwnSchema } from '../platform/database/schema-state.ts';
import { OperatorError } from '../platform/errors.ts';
import { lockEmbeddedKey, openInstallation } from './open-installation.ts';
import { beginRotation, endRotation } from './vault-keys.ts';

export interface Rotation {
  /** The id of the key that everything is sealed with now. */
  readonly keyId: string;
  readonly resealed: number;
}

/**
 * Seals all stored secrets with a new key: SECRET_KEY, with the old one as SECRET_KEY_PREVIOUS, so that running
 * processes that have both continue; or a key created now in the data folder of an embedded installation, whose service
 * must be stopped. If interrupted, it continues where it was. Throws an OperatorError that says what is missing.
 */
export async function rotateVault(actor: string, environment?: Environment): Promise<Rotation> {
  const config = readConfig(environment);
  if (config.secretKey && !config.secretKeyPrevious) {
    throw new OperatorError(
      'Set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to the current one, restart the service with both, then run the command again.',
    );
  }
  using stack = new DisposableStack();
  if (!config.secretKey) {
    // A running service would keep using the key it has read.
    stack.use(lockEmbeddedKey(config.dataDir));
    await (await openInstallation(config))[Symbol.asyncDispose]();
    beginRotation(config);
  }
  await using installation = await openInstallation(config);
  const { db, vault } = installation;
  await requireOwnSchema(db, 'a rotation by this one');
  const resealed = await resealSecrets(db, vault);
  // Before the end, so that a rotation that could not be recorded is run again.
  const details = { resealed };
  await recordAudit(db, actor, { action: 'vault.rotate', accountId: null, subject: vault.keyId, details });
  if (!config.secretKey) endRotation(config);
  return { keyId: vault.keyId, resealed };
}
