import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import type { TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';

const blockBytes = 65_536;

/** A separate file system that can be filled up and made read-only. Disposing it unmounts it. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Fills all remaining space except some bytes. */
  fill(leaveBytes?: number): void;
  /** Frees the space that `fill` took. */
  free(): void;
  /** From then on every write gets EROFS. Waits until no file is open for writing. */
  makeReadOnly(): Promise<void>;
  makeWritable(): void;
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

/** A tmpfs of the given MiB in a new folder, or over an empty folder. */
export function mountSmallDisk(
  mebibytes: number,
  path = mkdtempSync(join(tmpdir(), 'report-service-disk-')),
): SmallDisk {
  run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'report-service-test', path);
  const ballast = join(path, '.ballast');
  const remount = (mode: 'ro' | 'rw') => run('mount', '-o', `remount,${mode}`, path);
  return {
    path,
    fill(leaveBytes = 0) {
      const file = openSync(ballast, 'w');
      try {
        for (const block = Buffer.alloc(blockBytes, 1); ; ) writeSync(file, block);
      } catch (error) {
        // Others write at the same time, so the free space is unknown until it is used up.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        ftruncateSync(file, Math.max(0, Math.trunc(fstatSync(file).size - leaveBytes)));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    async makeReadOnly() {
      const isDone = () => {
        try {
          remount('ro');
          return true;
        } catch {
          return false;
        }
      };
      await eventually(isDone);
    },
    makeWritable: () => remount('rw'),
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
