import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeKey } from '../installation/backup/cipher.ts';
import { folderSource } from '../installation/backup/folder-source.ts';
import { pruneStore } from '../installation/backup/prune-store.ts';
import { restoreAccount } from '../installation/backup/restore-account.ts';
import { restoreBackup } from '../installation/backup/restore-backup.ts';
import type { BackupSource, BackupSummary } from '../installation/backup/source.ts';
import { type BackupStore, openOrMakeStore, openPlace, openStore } from '../installation/backup/store.ts';
import { listBackups, readStoredManifest } from '../installation/backup/stored-backup.ts';
import { storedSource } from '../installation/backup/stored-source.ts';
import { verifyFolder, verifyStore } from '../installation/backup/verify-backup.ts';
import { writeBackup } from '../installation/backup/write-backup.ts';
import { writeStoredBackup } from '../installation/backup/write-stored-backup.ts';
import type { Installation } from '../installation/open-installation.ts';
import type { Config } from '../platform/config/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { commandLine } from './audit.ts';
import type { CommandContext } from './context.ts';
import { endWithFault, print, type Row, wholeNumber } from './output.ts';

interface Flags {
  readonly json?: boolean;
  readonly to?: string;
  readonly key?: string;
  readonly backup?: string;
  readonly account?: string;
}

const keyOption = ['--key <file>', 'the age key that the store is encrypted with'] as const;
const backupOption = ['--backup <id>', 'one backup of a store; without it the newest'] as const;
/** Days or months: a century. */
const mostKept = 36_500;
const withoutKey =
  'The vault key is not in the backup: keep SECRET_KEY, or secret.key in the data folder, in another place.';

export function backupCommands(program: Command, context: CommandContext, version: string): void {
  const backup = program
    .command('backup')
    .description(
      'copy tables and objects while the service keeps running: whole into a folder, or what is new into a store of backups; the vault key is not in the backup',
    )
    .argument('[dir]', 'a new or empty folder, for a copy that stands alone')
    .option(
      '--to <store>',
      'a store of backups instead, a folder or s3://bucket/prefix: the first is the base, each further one adds what has changed',
    )
    .option('--key <file>', 'encrypt a new store with this age key, or open one that is')
    .option('--json', 'print JSON')
    .action((dir: string | undefined, flags: Flags) =>
      context.withInstallation(async (installation) => {
        if ((dir === undefined) === (flags.to === undefined))
          throw new OperatorError('Name one: a new folder, or a store of backups with --to.');
        if (flags.to !== undefined)
          return print(await addToStore(installation, flags.to, flags.key, version), Boolean(flags.json));
        if (flags.key !== undefined)
          throw new OperatorError('--key goes with --to: a copy in a folder is not encrypted.');
        const directory = resolve(dir ?? '');
        print(toRow(directory, await writeBackup(installation, directory, version), withoutKey), Boolean(flags.json));
      }),
    );

  // Options behind a command of the group are its own, though the group has some of the same name.
  for (const group of [program, backup]) group.enablePositionalOptions();
  backup
    .command('list')
    .description('list the backups of a store, the oldest first')
    .argument('<store>', 'a folder or s3://bucket/prefix')
    .option(...keyOption)
    .option('--json', 'print JSON')
    .action((place: string, flags: Flags) =>
      context.withInstallation(async ({ config }) => {
        const store = await openStore(place, await openPlace(place, config, false), flags.key);
        const rows: Row[] = [];
        for (const id of await listBackups(store)) rows.push(await listed(store, id));
        print(rows, Boolean(flags.json));
      }),
    );

  backup
    .command('verify')
    .description('read every file of backups, and say which are broken; changes nothing')
    .argument('<place>', 'the folder of a backup, or a store')
    .option(...keyOption)
    .option('--backup <id>', 'one backup of a store; without it all')
    .option('--json', 'print JSON')
    .action((place: string, flags: Flags) =>
      context.withInstallation(async ({ config }) => {
        let isWhole = true;
        const rows: Row[] = [];
        for await (const verified of verifyPlace(place, config, flags)) {
          const { faults, ...counts } = verified;
          isWhole &&= faults.length === 0;
          const said = flags.json ? faults : faults.join('; ');
          rows.push({ ...counts, whole: faults.length === 0, faults: said });
        }
        print(rows, Boolean(flags.json));
        if (!isWhole) endWithFault();
      }),
    );

  backup
    .command('prune')
    .description('remove older backups from a store, and what only they have; no backup may be under way')
    .argument('<store>', 'a folder or s3://bucket/prefix')
    .requiredOption(
      '--keep-days <n>',
      'keep all of so many days before the newest, which always stays',
      wholeNumber('--keep-days', 1, mostKept),
    )
    .option(
      '--keep-months <n>',
      'keep the last of each month (UTC), of so many months',
      wholeNumber('--keep-months', 1, mostKept),
      0,
    )
    .option(...keyOption)
    .option('--dry-run', 'only say what would be removed')
    .option('--json', 'print JSON')
    .action((place: string, flags: Flags & { keepDays: number; keepMonths: number; dryRun?: boolean }) =>
      context.withInstallation(async ({ config }) => {
        const store = await openStore(place, await openPlace(place, config, false), flags.key);
        const terms = { days: flags.keepDays, months: flags.keepMonths };
        const { kept, removed, files, bytes } = await pruneStore(store, terms, Boolean(flags.dryRun));
        const counts = { backups_kept: kept.length, backups_removed: removed.length };
        const row = { store: place, ...counts, files_removed: files, bytes_removed: bytes };
        print({ ...row, note: flags.dryRun ? 'Nothing was removed: this was a dry run.' : '' }, Boolean(flags.json));
      }),
    );

  backup
    .command('new-key')
    .description('make a key of age for a store of backups; keep copies of it elsewhere, no backup opens without it')
    .argument('<file>', 'a new file')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: Flags) => {
      print({ file: resolve(file), recipient: await writeKey(resolve(file)) }, Boolean(flags.json));
    });

  program
    .command('restore')
    .description(
      'restore a backup into an empty installation, on either database, once its service is stopped; or one account of it beside others',
    )
    .argument('<place>', 'the folder of a backup, or a store: a folder or s3://bucket/prefix')
    .option(...backupOption)
    .option(...keyOption)
    .option('--account <id>', 'this account alone, into an installation that may have others')
    .option('--json', 'print JSON')
    .action((place: string, flags: Flags) =>
      context.withInstallation(async (installation) => {
        await using source = await openSource(place, installation.config, flags);
        if (flags.account !== undefined) {
          const restored = await restoreAccount(installation, source, flags.account, commandLine());
          print({ directory: source.place, account: flags.account, ...restored }, Boolean(flags.json));
          return;
        }
        await restoreBackup(installation, source);
        const note =
          'The vault key was not in the backup: secrets open with the key of this installation. ' +
          'Unfinished jobs are queued again; the request counts start at 0.';
        print(toRow(source.place, source.summary, note), Boolean(flags.json));
      }),
    );
}

async function addToStore(installation: Installation, place: string, key: string | undefined, version: string) {
  const store = await openOrMakeStore(place, await openPlace(place, installation.config, true), key);
  const { id, manifest, changes } = await writeStoredBackup(installation, store, version);
  const { directory, note, ...row } = toRow(place, manifest, withoutKey);
  return {
    ...{ store: directory, backup: id, ...row, encrypted: key !== undefined },
    ...{ files_added: manifest.added.files, bytes_added: manifest.added.bytes },
    ...{ rows_added: changes?.added ?? null, rows_changed: changes?.changed ?? null },
    ...{ rows_deleted: changes?.deleted ?? null, note },
  };
}

async function listed(store: BackupStore, id: string): Promise<Row> {
  const manifest = await readStoredManifest(store, id).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    return error;
  });
  if (manifest instanceof OperatorError)
    return { backup: id, created_at: null, rows: 0, objects: 0, bytes_added: 0, note: manifest.message };
  const { created_at, tables, objects, added } = manifest;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { backup: id, created_at, rows, objects: objects.count, bytes_added: added.bytes, note: '' };
}

/** A folder with a manifest of its own, which no store has. */
const isFolder = (place: string) => !place.startsWith('s3://') && existsSync(join(place, 'manifest.json'));

async function* verifyPlace(place: string, config: Config, flags: Flags) {
  if (isFolder(place)) {
    yield await verifyFolder(resolve(place));
    return;
  }
  const store = await openStore(place, await openPlace(place, config, false), flags.key);
  yield* verifyStore(store, flags.backup === undefined ? undefined : [flags.backup]);
}

async function openSource(place: string, config: Config, flags: Flags): Promise<BackupSource & AsyncDisposable> {
  if (!isFolder(place) && (place.startsWith('s3://') || existsSync(join(place, 'store')))) {
    const store = await openStore(place, await openPlace(place, config, false), flags.key);
    return storedSource(store, flags.backup);
  }
  if (flags.backup !== undefined || flags.key !== undefined)
    throw new OperatorError(`--backup and --key go with a store of backups, which ${resolve(place)} is not.`);
  return { ...(await folderSource(resolve(place))), async [Symbol.asyncDispose]() {} };
}

function toRow(directory: string, { created_at, service_version, tables, objects }: BackupSummary, note: string) {
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
