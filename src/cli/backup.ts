import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Manifest } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

export function backupCommands(program: Command, context: CommandContext, version: string): void {
  program
    .command('backup')
    .description('copy tables and objects into a folder while the service goes on; the vault key is not in the backup')
    .argument('<dir>', 'a new or empty folder')
    .option('--json', 'print JSON')
    .action((dir: string, flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const directory = resolve(dir);
        const manifest = await writeBackup(installation, directory, version);
        const note =
          'The vault key is not in the backup: keep SECRET_KEY, or secret.key in the data folder, in another place.';
        print(toRow(directory, manifest, note), Boolean(flags.json));
      }),
    );

  program
    .command('restore')
    .description('put a backup into an empty installation, of either database; stop its service before')
    .argument('<dir>', 'the folder of the backup')
    .option('--json', 'print JSON')
    .action((dir: string, flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const directory = resolve(dir);
        const manifest = await restoreBackup(installation, directory);
        const note =
          'The vault key was not in the backup: the secrets open with the key that this installation has. ' +
          'Jobs that had not ended are queued anew; the request counts begin at 0.';
        print(toRow(directory, manifest, note), Boolean(flags.json));
      }),
    );
}

function toRow(directory: string, { created_at, service_version, tables, objects }: Manifest, note: string) {
  const files = Object.values(tables);
  return {
    directory,
    created_at,
    service_version,
    accounts: tables.accounts.rows,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    objects: objects.count,
    missing_objects: objects.missing,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, objects.bytes),
    note,
  };
}
