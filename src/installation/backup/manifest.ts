import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PortableTable, portableTables } from '../../platform/database/snapshot.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { FileDigest } from './files.ts';

export const backupFormat = 'report-service-backup-1';

/** The contents of a backup. It is written last, so a folder without it is not a backup. */
export interface Manifest {
  readonly format: typeof backupFormat;
  readonly created_at: string;
  readonly service_version: string;
  /** The schema version of the rows. */
  readonly migrations: readonly string[];
  /** The ids of the keys that seal the connections' secrets; the keys themselves are not in the backup. */
  readonly vault_key_ids: readonly string[];
  /** One JSON Lines file for each table of that schema. */
  readonly tables: Readonly<Partial<Record<PortableTable, FileDigest & { readonly rows: number }>>>;
  /** The documents and artifacts; `index` lists each with its size and digest. */
  readonly objects: {
    readonly count: number;
    readonly bytes: number;
    /** Named by a row but no longer in the store. */
    readonly missing: number;
    readonly index: FileDigest;
  };
}

/** One line of the index of objects. */
export interface ObjectEntry extends FileDigest {
  readonly key: string;
}

export const pathsOf = (directory: string) => ({
  manifest: join(directory, 'manifest.json'),
  tables: join(directory, 'tables'),
  table: (table: PortableTable) => join(directory, 'tables', `${table}.jsonl`),
  index: join(directory, 'objects.jsonl'),
  objects: join(directory, 'objects'),
  object: (key: string) => join(directory, 'objects', key),
});

export const tableNames = Object.keys(portableTables) as PortableTable[];

export function notOneOf(directory: string): OperatorError {
  return new OperatorError(`The manifest.json in ${directory} is not one of ${backupFormat}.`);
}

/** Throws an OperatorError when the folder has no complete backup in this format. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(pathsOf(directory).manifest, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new OperatorError(`${directory} holds no finished backup: it has no manifest.json.`);
  });
  const manifest = parse(text);
  if (manifest?.format === backupFormat && isWhole(manifest)) return manifest;
  throw notOneOf(directory);
}

/** It may have been edited by hand. Which tables there must be, the schema says. */
function isWhole({ tables, objects, migrations, vault_key_ids }: Partial<Manifest>): boolean {
  return Boolean(tables && objects?.index) && Array.isArray(migrations) && Array.isArray(vault_key_ids);
}

function parse(text: string): Manifest | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
