import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import { getPlanOfAccount } from '../domains/accounts/plans.ts';
import { incomingFolder } from '../domains/uploads/receive-file.ts';
import {
  getAccountOfUpload,
  insertUpload,
  listUploads,
  removeUpload,
  replaceUpload,
  type StoredFile,
  tellUpload,
  toUpload,
  type UploadRow,
} from '../domains/uploads/uploads.ts';
import type { Installation } from '../installation/open-installation.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { print } from './output.ts';

interface AddFlags {
  account: string;
  name?: string;
  json?: boolean;
}

export function uploadCommands(program: Command, context: CommandContext): void {
  const uploads = program.command('uploads').description('manage the files that customers have uploaded');

  uploads
    .command('add')
    .description('upload a file for the connections of an account, and print the path that they take')
    .argument('<file>', 'a CSV, TSV, JSON, NDJSON, Parquet, Arrow or XLSX file, also as .gz, .zst or alone in a .zip')
    .requiredOption('--account <id>', 'the account that it belongs to')
    .option('--name <name>', 'another name than that of the file')
    .option('--json', 'print JSON')
    .action((file: string, flags: AddFlags) =>
      context.withInstallation(async (installation) => {
        await getAccount(installation.db, flags.account);
        const sending = { file, name: flags.name, accountId: flags.account };
        printUpload(await send(installation, sending, 'upload.add', insertUpload), flags);
      }),
    );

  uploads
    .command('list')
    .description('list the uploads of an account, newest first')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: { account: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        await getAccount(db, flags.account);
        const rows = (await listUploads(db, flags.account)).map(toUpload);
        if (flags.json) print(rows, true);
        else
          print(
            rows.map(({ columns, ...row }) => ({ ...row, columns: columns.length })),
            false,
          );
      }),
    );

  uploads
    .command('replace')
    .description('put another file in the place of an upload; connections read it from then on')
    .argument('<id>', 'the upload')
    .argument('<file>', 'the file')
    .option('--name <name>', 'another name than that of the file')
    .option('--json', 'print JSON')
    .action((id: string, file: string, flags: Omit<AddFlags, 'account'>) =>
      context.withInstallation(async (installation) => {
        const accountId = await getAccountOfUpload(installation.db, id);
        const replace: Change = (transaction, stored, maxBytes) => replaceUpload(transaction, id, stored, maxBytes);
        const sending = { file, name: flags.name, accountId, replacedId: id };
        printUpload(await send(installation, sending, 'upload.replace', replace), flags);
      }),
    );

  uploads
    .command('remove')
    .description('remove an upload that no connection reads')
    .argument('<id>', 'the upload')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const accountId = await getAccountOfUpload(db, id);
        const removed = await asOperator(
          db,
          (transaction) => removeUpload(transaction, accountId, id),
          (row) => tellUpload('upload.remove', row),
        );
        printUpload(removed, flags);
      }),
    );
}

type Change = (transaction: Queryable, stored: StoredFile, maxBytes: number | null) => Promise<UploadRow>;

interface Sending {
  readonly file: string;
  readonly name: string | undefined;
  readonly accountId: string;
  readonly replacedId?: string;
}

async function send(
  { db, objects, config }: Installation,
  { file, name, accountId, replacedId }: Sending,
  action: string,
  change: Change,
): Promise<UploadRow> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new OperatorError(`${file} is not a file that can be read.`);
  // It loads what reads files, which no other command should wait for.
  const { storeUpload } = await import('../domains/uploads/store-upload.ts');
  const { maxUploadBytes: maxBytes } = await getPlanOfAccount(db, accountId);
  const sent = {
    ...{ accountId, maxBytes, replacedId, name: name ?? basename(file) },
    ...{ declaredBytes: found.size, bytes: createReadStream(file) },
  };
  const context = { db, objects, incoming: incomingFolder(config.dataDir) };
  return inFlags({ 'query.name.required': '--name takes the name of a file.' }, () =>
    storeUpload(context, sent, async (stored) => {
      const result = await asOperator(
        db,
        (transaction) => change(transaction, stored, maxBytes),
        (row) => tellUpload(action, row),
      );
      return { result, isTaken: true };
    }),
  );
}

function printUpload(row: UploadRow, { json = false }: { readonly json?: boolean }): void {
  const { columns, ...upload } = toUpload(row);
  if (json) print({ ...upload, columns }, true);
  else print({ ...upload, columns: columns.map(({ name, type }) => `${name} (${type})`) }, false);
}
