import { closeSync, existsSync, openSync, writeSync } from 'node:fs';

interface WrittenBytes {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** The two copies of the header of SQLite's WAL index, and how much of the log is already in the database. */
const indexHeaderLength = 136;

/**
 * Simulates a power cut on a SQLite database, given the calls that wrote and synced its files: some writes that were
 * not synced, or only by a failed sync, are lost. Their bytes become zeros. Returns how many were lost.
 */
export function losePower(database: string, calls: readonly string[], random: () => number): string {
  const atRisk = unsyncedWrites(calls);
  const gone = atRisk.filter(() => random() < 0.5);
  for (const written of gone) clear(written);
  // Shared memory is lost as well; here the test still holds it, so SQLite is made to rebuild it from the log.
  const path = `${database}-shm`;
  if (existsSync(path)) clear({ path, offset: 0, length: indexHeaderLength });
  return `${gone.length} of ${atRisk.length} unsynced writes gone after the power cut`;
}

function clear({ path, offset, length }: WrittenBytes): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(length), 0, length, offset);
  closeSync(file);
}

/**
 * A failed sync drops what it should have written to disk, whatever later ones say: only writing it again helps. It
 * drops what was written through its own file descriptor. The kernel would report the fault to other descriptors at
 * their next sync; strace does not.
 */
function unsyncedWrites(calls: readonly string[]): WrittenBytes[] {
  const unsynced = new Map<string, WrittenBytes & { descriptor: string; isDropped: boolean }>();
  for (const call of calls) {
    const [, descriptor = '', path = '', length, offset] =
      /^pwrite64\((\d+)<([^>]*)>, .*, (\d+), (\d+)\) += \d+$/.exec(call) ?? [];
    if (path) {
      const written = { path, offset: Number(offset), length: Number(length), descriptor, isDropped: false };
      unsynced.set(`${path} ${offset}`, written);
    }
    const [, syncing, syncedPath, result] = /^f(?:data)?sync\((\d+)<([^>]*)>\) += (-?\d+)/.exec(call) ?? [];
    for (const [key, written] of unsynced) {
      if (written.path !== syncedPath || written.isDropped) continue;
      if (result === '0') unsynced.delete(key);
      else if (written.descriptor === syncing) written.isDropped = true;
    }
  }
  return [...unsynced.values()];
}
