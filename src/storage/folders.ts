import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing, for its owner alone; throws what the file system says. Node's own
 * recursive mkdir never ends where a folder that is there answers that it is not, as those of /proc do.
 */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error;
  }
}
