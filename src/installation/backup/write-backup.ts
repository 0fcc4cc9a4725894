import { mkdir, open, opendir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sealedTables } from '../../domains/connections/sealed-secrets.ts';
import { sealedKeyId } from '../../domains/connections/vault.ts';
import { readArtifact } from '../../domains/export-jobs/export-jobs.ts';
import { picturesIn } from '../../domains/pictures/pictures.ts';
import type { ProjectRow } from '../../domains/projects/projects.ts';
import type { ReportRow } from '../../domains/reports/reports.ts';
import type { TemplateRevisionRow, TemplateRow } from '../../domains/templates/templates.ts';
import type { UploadRow } from '../../domains/uploads/uploads.ts';
import { requireOwnSchema } from '../../platform/database/schema-state.ts';
import { listMigrations, type PortableTable, readPages, readSnapshot } from '../../platform/database/snapshot.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';
import { makeFolders } from '../../platform/storage/folders.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { readJsonLines, writeDigested } from './files.ts';
import { backupFormat, type Manifest, type ObjectEntry, pathsOf, tableNames } from './manifest.ts';

/**
 * Writes a backup into a new or empty folder while the service keeps running: all tables as of one moment, then the
 * objects that their rows name. The manifest comes last, so an interrupted backup is not mistaken for a complete one.
 * Holds at most a page of rows or a part of an object in memory. Throws an OperatorError when the folder cannot be
 * used.
 */
export async function writeBackup(
  { db, objects }: { readonly db: Database; readonly objects: ObjectStore },
  directory: string,
  serviceVersion: string,
): Promise<Manifest> {
  const paths = pathsOf(directory);
  await makeFolder(directory);
  await mkdir(paths.tables, { mode: 0o700 });
  const createdAt = new Date().toISOString();
  const vaultKeyIds = new Set<string>();
  const { migrations, tables } = await readSnapshot(db, async (snapshot) => ({
    migrations: await knownMigrations(snapshot),
    tables: await writeTables(snapshot, directory, vaultKeyIds),
  }));
  const manifest: Manifest = {
    format: backupFormat,
    created_at: createdAt,
    service_version: serviceVersion,
    migrations,
    vault_key_ids: [...vaultKeyIds],
    tables,
    objects: await writeObjects(objects, directory),
  };
  const draft = `${paths.manifest}.draft`;
  await writeDigested(draft, [`${JSON.stringify(manifest, null, 2)}\n`]);
  for (const folder of await foldersOf(directory)) await syncFolder(folder);
  await rename(draft, paths.manifest);
  await syncFolder(directory);
  await syncFolder(dirname(directory));
  return manifest;
}

/** A newer program may have added to the schema since the backup began. */
async function knownMigrations(snapshot: Queryable): Promise<string[]> {
  await requireOwnSchema(snapshot, 'a backup by this one');
  return listMigrations(snapshot);
}

async function makeFolder(directory: string): Promise<void> {
  try {
    makeFolders(directory);
    const [entry] = await readdir(directory);
    if (entry === undefined) return;
  } catch (error) {
    throw new OperatorError(`The backup folder ${directory} cannot be used: ${(error as Error).message}.`);
  }
  throw new OperatorError(`The backup folder ${directory} is not empty; name a new one.`);
}

async function writeTables(
  snapshot: Queryable,
  directory: string,
  vaultKeyIds: Set<string>,
): Promise<Manifest['tables']> {
  const written: Partial<Record<PortableTable, Manifest['tables'][PortableTable]>> = {};
  for (const table of tableNames) {
    let rows = 0;
    const lines = async function* () {
      for await (const page of readPages(snapshot, table)) {
        rows += page.length;
        if (table in sealedTables) for (const { secret } of page) if (secret) vaultKeyIds.add(sealedKeyId(`${secret}`));
        yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
      }
    };
    const digest = await writeDigested(pathsOf(directory).table(table), lines());
    written[table] = { rows, ...digest };
  }
  return written as Manifest['tables'];
}

/** Reads the rows back from the backup, so no list of keys is kept in memory and the database's snapshot can end. */
async function writeObjects(objects: ObjectStore, directory: string): Promise<Manifest['objects']> {
  const paths = pathsOf(directory);
  const folders = new Set<string>();
  let count = 0;
  let bytes = 0;
  let missing = 0;
  const lines = async function* () {
    for await (const key of objectKeys(directory)) {
      const path = paths.object(key);
      if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      folders.add(dirname(path));
      const found = await objects.open(key);
      if (!found) {
        missing++;
        continue;
      }
      const entry: ObjectEntry = { key, ...(await writeDigested(path, found.stream)) };
      if (entry.bytes !== found.size) throw new OperatorError(`The object ${key} ended early; back up again.`);
      count++;
      bytes += entry.bytes;
      yield `${JSON.stringify(entry)}\n`;
    }
  };
  const index = await writeDigested(paths.index, lines());
  return { count, bytes, missing, index };
}

async function* objectKeys(directory: string): AsyncIterable<string> {
  for await (const report of readJsonLines<ReportRow>(pathsOf(directory).table('reports'))) {
    yield report.document_key;
  }
  for await (const job of readJsonLines<JobRow>(pathsOf(directory).table('jobs'))) {
    const artifact = job.live === 1 ? readArtifact(job) : null;
    if (artifact) yield artifact.key;
  }
  for await (const upload of readJsonLines<UploadRow>(pathsOf(directory).table('uploads'))) {
    yield upload.object_key;
  }
  yield* pictureKeys(directory);
}

/** The pictures of brands, each once; there are far fewer than files. */
async function* pictureKeys(directory: string): AsyncIterable<string> {
  const paths = pathsOf(directory);
  const told = new Set<string>();
  const untold = (accountId: string, json: string) =>
    picturesIn(accountId, json).filter((key) => told.size < told.add(key).size);
  for await (const { id, brand } of readJsonLines<{ readonly id: string; readonly brand: string | null }>(
    paths.table('accounts'),
  )) {
    yield* untold(id, brand ?? '');
  }
  for await (const { account_id, settings, template_own } of readJsonLines<ProjectRow>(paths.table('projects'))) {
    yield* untold(account_id, settings + (template_own ?? ''));
  }
  for await (const { account_id, draft } of readJsonLines<TemplateRow>(paths.table('templates'))) {
    yield* untold(account_id, draft);
  }
  for await (const { account_id, content } of readJsonLines<TemplateRevisionRow>(paths.table('template_revisions'))) {
    yield* untold(account_id, content);
  }
}

async function foldersOf(directory: string): Promise<string[]> {
  const folders: string[] = [];
  for await (const entry of await opendir(directory, { recursive: true })) {
    if (entry.isDirectory()) folders.push(join(entry.parentPath, entry.name));
  }
  return folders;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and journals file names itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
