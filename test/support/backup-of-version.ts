import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { givenFullInstallation } from './full-installation.ts';
import { givenInstallation } from './process.ts';

/** What seals the secrets in the backups of released versions. */
export const backupKey = createHash('sha256').update('backups of released versions').digest();

/** Writes a small backup of an installation that has everything, as this version makes it, for all later ones to restore. */
async function makeBackup(directory: string): Promise<void> {
  await using installation = await givenInstallation('sqlite', { SECRET_KEY: backupKey.toString('base64') });
  await givenFullInstallation(installation, { vaultKey: backupKey, artifactBytes: 1_000, keys: 3 });
  await installation.json(['backup', resolve(directory)]);
}

if (import.meta.main) await makeBackup(process.argv[2] ?? '');
