import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mostPageBytes } from '../domains/previews/preview-pages.ts';
import { mostIncomingBytes } from '../domains/uploads/incoming-room.ts';
import { incomingFolder } from '../domains/uploads/receive-file.ts';
import type { Config } from '../platform/config/config.ts';
import { OperatorError } from '../platform/errors.ts';
import { bytesOf, type FoundFile, filesOf, freeBytes, leastFreeBytes } from '../platform/storage/space.ts';
import { downloadsFolder, maxKeptBytes } from '../reporting/connectors/file/downloads.ts';
import { findAbandonedFolders } from '../reporting/processes/temporary-folders.ts';
import { codeCacheFolder, mostCodeBytes } from './code-cache.ts';

/** For `doctor`: the room for data, and what in it is not kept for good, with its bounds. */
export async function checkDisk({ dataDir, objectStore }: Config) {
  const free = await freeBytes(dataDir);
  const database = (await filesOf(dataDir)).filter(({ path }) => /report-service\.db[^/]*$/.test(path));
  const code = await filesOf(codeCacheFolder(dataDir), { recursive: true });
  const parts = [
    `the database takes ${mebibytes(bytesOf(database))}`,
    bounded('uploads that arrive', await filesOf(incomingFolder(dataDir)), mostIncomingBytes),
    ...(objectStore
      ? []
      : [bounded('pages of previews', await filesOf(join(dataDir, 'objects/previews')), mostPageBytes)]),
    bounded('files of compiled code', code, mostCodeBytes),
  ].join(', ');
  const least = mebibytes(leastFreeBytes);
  if (free < leastFreeBytes) {
    throw new OperatorError(
      `${dataDir} has only ${mebibytes(free)} free; below ${least} no uploads are taken; ${parts}.`,
    );
  }
  return [`${mebibytes(free)} free in ${dataDir}, of which uploads leave ${least}; ${parts}`, null] as const;
}

/** For `doctor`: the room for files that are fetched and for rows, which temporary folders in memory may lack. */
export async function checkTemporaryFolder() {
  const folder = tmpdir();
  const free = await freeBytes(folder);
  const kept = bounded('fetched files', await filesOf(downloadsFolder()), maxKeptBytes);
  if (free < leastFreeBytes) {
    throw new OperatorError(`${folder} has only ${mebibytes(free)} free; make room, or set TMPDIR. ${kept}.`);
  }
  const abandoned = (await findAbandonedFolders()).length;
  const left = abandoned === 0 ? '' : `; folders of killed processes, which the next start removes: ${abandoned}`;
  return [`${mebibytes(free)} free in ${folder}; ${kept}${left}`, null] as const;
}

function bounded(what: string, files: readonly FoundFile[], mostBytes: number): string {
  return `${what} take ${mebibytes(bytesOf(files))} of at most ${mebibytes(mostBytes)}`;
}

const mebibytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`;
