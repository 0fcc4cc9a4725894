import type { PortableRow, PortableTable } from '../../platform/database/snapshot.ts';
import { OperatorError } from '../../platform/errors.ts';
import { isIntact, readJsonLines } from './files.ts';
import { type Manifest, type ObjectEntry, pathsOf, readManifest, tableNames } from './manifest.ts';
import type { BackupSource } from './source.ts';

const batchRows = 100;

/** A backup that is a folder of its own. Throws an OperatorError when there is none. */
export async function folderSource(directory: string): Promise<BackupSource> {
  const summary = await readManifest(directory);
  const paths = pathsOf(directory);
  return {
    place: directory,
    summary,
    async verify() {
      for await (const path of changedFiles(directory, summary))
        throw new OperatorError(`The backup is damaged: ${path} has changed since it was written.`);
    },
    rows: (table) => rowsOfFile(directory, table),
    async *keys() {
      for await (const { key } of readJsonLines<ObjectEntry>(paths.index)) yield key;
    },
    copyObject: (key, to) => to.putFile(key, paths.object(key)),
  };
}

/** The files that are not what they were, or missing. */
export async function* changedFiles(directory: string, { tables, objects }: Manifest): AsyncIterable<string> {
  const paths = pathsOf(directory);
  for (const table of tableNames) {
    const [path, digest] = [paths.table(table), tables[table]];
    if (digest && !(await isIntact(path, digest))) yield path;
  }
  if (!(await isIntact(paths.index, objects.index))) {
    yield paths.index;
    return;
  }
  for await (const entry of readJsonLines<ObjectEntry>(paths.index)) {
    const path = paths.object(entry.key);
    if (!(await isIntact(path, entry))) yield path;
  }
}

async function* rowsOfFile(directory: string, table: PortableTable): AsyncIterable<readonly PortableRow[]> {
  let batch: PortableRow[] = [];
  for await (const row of readJsonLines<PortableRow>(pathsOf(directory).table(table))) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
