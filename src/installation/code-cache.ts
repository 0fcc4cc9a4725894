import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf, filesOf } from '../platform/storage/space.ts';

/** The most that the compiled code of child processes may take; what runs needs a tenth of it. */
export const mostCodeBytes = 128 * 2 ** 20;

/** Where child processes keep their compiled code, a folder for each version of Node. */
export function codeCacheFolder(dataDir: string): string {
  return join(dataDir, 'cache');
}

/** Removes the oldest compiled code beyond the bound, such as that of former versions; returns how many files. */
export async function sweepCodeCache(folder: string, mostBytes = mostCodeBytes): Promise<number> {
  const files = await filesOf(folder, { recursive: true });
  let bytes = bytesOf(files);
  let removed = 0;
  for (const file of files.toSorted((one, other) => one.at - other.at)) {
    if (bytes <= mostBytes) break;
    await rm(file.path, { force: true });
    bytes -= file.bytes;
    removed++;
  }
  return removed;
}
