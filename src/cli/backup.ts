import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Manifest } from '../installation/backup/manifest.ts';
import { restoreBackup } from '../installation/backup/restore-backup.ts';
import { writeBackup } from '../installation/backup/write-backup.ts';
import type { CommandContext } from './context.ts';
import { print } from './output.ts';

export function backupCommands(program: Command, context: CommandContext, version: string): void {
  program
    .command('backup')
    .description(
      'copy tables and objects into a folder while the service keeps running; the vault key is not in the backup',
    )
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
    .description('restore a backup into an empty installation, on either database; stop its service first')
    .argument('<dir>', 'the folder of the backup')
    .option('--json', 'print JSON')
    .action((dir: string, flags: { json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const directory = resolve(dir);
        const manifest = await restoreBackup(installation, directory);
        const note =
          'The vault key was not in the backup: secrets open with the key of this installation. ' +
          'Unfinished jobs are queued again; the request counts start at 0.';
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
    accounts: tables.accounts?.rows ?? 0,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    objects: objects.count,
    missing_objects: objects.missing,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, objects.bytes),
    note,
  };
}
