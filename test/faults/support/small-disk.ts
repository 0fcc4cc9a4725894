import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../../../src/database/connect.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { TestDatabase } from '../../support/databases.ts';

/** A file system of its own that can be filled up and turned read-only. Disposing it unmounts it. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Takes all the room that is left but for some bytes. */
  fill(leaveBytes?: number): void;
  /** Gives back the room that `fill` took. */
  free(): void;
  /** From now on every write gets EROFS, or goes through again. Files that are open for writing keep it from happening. */
  remount(mode: 'ro' | 'rw'): void;
}

/** Why no disk can be mounted here; false when it can. For a test's `skip`. */
export const mountFault: string | false = probe();

function probe(): string | false {
  if (process.platform !== 'linux') return 'mounting a tmpfs needs Linux';
  try {
    mountSmallDisk(1)[Symbol.dispose]();
    return false;
  } catch (error) {
    return `a tmpfs cannot be mounted: ${(error as Error).message.trim()}`;
  }
}

/** A tmpfs of so many MiB in a new folder, or over an empty folder. */
export function mountSmallDisk(
  mebibytes: number,
  path = mkdtempSync(join(tmpdir(), 'report-service-disk-')),
): SmallDisk {
  run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'report-service-test', path);
  const ballast = join(path, '.ballast');
  return {
    path,
    fill(leaveBytes = 0) {
      rmSync(ballast, { force: true });
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes), 1));
    },
    free: () => rmSync(ballast, { force: true }),
    remount: (mode) => run('mount', '-o', `remount,${mode}`, path),
    [Symbol.dispose]() {
      // Lazily: a process that was killed a moment ago may still hold a file.
      run('umount', '-l', path);
      rmdirSync(path);
    },
  };
}

/** A migrated SQLite database in a data folder on the disk. */
export async function createDatabaseOn({ path }: SmallDisk): Promise<TestDatabase> {
  const dataDir = join(path, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const location = { engine: 'sqlite', path: join(dataDir, 'report-service.db') } as const;
  const db = connectDatabase(location);
  await migrate(db);
  return { db, location, [Symbol.asyncDispose]: () => db.destroy() };
}

function run(command: string, ...argv: string[]): void {
  const { status, stderr, error } = spawnSync(command, argv, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr);
}
