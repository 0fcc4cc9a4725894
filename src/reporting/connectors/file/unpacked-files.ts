import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { copyOf } from './encodings.ts';
import { stopped } from './faults.ts';
import { assertUnchanged, type SourceFile } from './paths.ts';
import { makeScratchFolder, maxScratchBytes } from './scratch-folder.ts';
import { ArchiveError, listArchive, nameOf, onlyFileOf, openArchived } from './zip-archive.ts';

const isArchive = ({ name }: SourceFile) => /\.zip$/i.test(name);

/**
 * Files with the one file of each `.zip` in its place. Throws `invalid_config` for an archive of none or several, for one
 * that is damaged or has a password, and for more than 512 MB unpacked.
 */
export async function unpackArchives(
  files: readonly SourceFile[],
  context: ConnectorContext,
): Promise<readonly SourceFile[]> {
  if (!files.some(isArchive)) return files;
  const folder = await makeScratchFolder(context);
  const budget = { bytes: maxScratchBytes };
  const unpacked: SourceFile[] = [];
  for (const [index, file] of files.entries()) {
    unpacked.push(isArchive(file) ? await unpack(file, join(folder, `${index}`), budget, context) : file);
  }
  await assertUnchanged(files);
  return unpacked;
}

async function unpack(
  file: SourceFile,
  path: string,
  budget: { bytes: number },
  { signal }: ConnectorContext,
): Promise<SourceFile> {
  try {
    const archived = onlyFileOf(await listArchive(file.path));
    const from = await openArchived(file.path, archived);
    await pipeline(from, bounded(budget), createWriteStream(path, { mode: 0o600 }), { signal });
    return { ...(await copyOf(file, path)), name: nameOf(archived) };
  } catch (error) {
    if (signal.aborted) throw stopped(signal);
    if (!(error instanceof ArchiveError)) throw error;
    throw new ConnectorError('invalid_config', `Reading ${file.name} failed. ${error.message}`, { cause: error });
  }
}

function bounded(budget: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      budget.bytes -= chunk.length;
      callback(
        budget.bytes < 0 ? new ArchiveError('Unpacked it has more than 512 MB. Use .gz, .zst or Parquet.') : null,
        chunk,
      );
    },
  });
}
