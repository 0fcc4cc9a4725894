import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What a disk is to keep free for the database and everything else that is written. */
export const leastFreeBytes = 512 * 2 ** 20;

/** What is free for the user of the service on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A file of a folder, and when it was written last (epoch milliseconds). */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly at: number;
}

/** The files of a folder; none where there is no such folder. */
export async function filesOf(folder: string, { recursive = false } = {}): Promise<FoundFile[]> {
  const names = await readdir(folder, { recursive }).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const status = await stat(path).catch(() => undefined);
      return status?.isFile() ? [{ path, bytes: status.size, at: status.mtimeMs }] : [];
    }),
  );
  return found.flat();
}

/** What files take together. */
export function bytesOf(files: readonly FoundFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
