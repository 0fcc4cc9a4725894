import { statfsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { ServiceError } from '../../platform/errors.ts';
import { bytesOf, filesOf, freeBytes, leastFreeBytes } from '../../platform/storage/space.ts';

/** The most that files of all accounts may take together while they arrive. */
export const mostIncomingBytes = 8 * 2 ** 30;
/** How much may come before the disk is looked at again. */
const bytesBetweenLooks = 16 * 2 ** 20;

export interface IncomingBounds {
  readonly mostBytes: number;
  readonly leastFree: number;
}

const usualBounds: IncomingBounds = { mostBytes: mostIncomingBytes, leastFree: leastFreeBytes };

/** Room for one file among those that arrive. Disposing gives it back. */
export interface IncomingRoom extends Disposable {
  /** Takes the room of so many bytes in all; throws `api_controls_unavailable` where there are too many, or the disk fills. */
  take(bytes: number): void;
}

/** What this process receives, by folder; files of others and of killed processes are found there. */
const arriving = new Map<string, Set<{ bytes: number }>>();

/** Opens room for a file in the folder, which is made. Throws as `take` does where there is none for what is declared. */
export async function openIncomingRoom(
  folder: string,
  declaredBytes: number | null,
  { mostBytes, leastFree }: IncomingBounds = usualBounds,
): Promise<IncomingRoom> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [before, free] = await Promise.all([filesOf(folder).then(bytesOf), freeBytes(folder)]);
  const all = arriving.getOrInsertComputed(folder, () => new Set());
  const own = { bytes: 0 };
  all.add(own);
  let nextLook = bytesBetweenLooks;
  const room: IncomingRoom = {
    take(bytes) {
      own.bytes = Math.max(own.bytes, bytes);
      const together = all.values().reduce((sum, each) => sum + each.bytes, 0);
      if (Math.max(together, before + own.bytes) > mostBytes) throw full('receives as many files as it has room for');
      if (bytes < nextLook) return;
      nextLook = bytes + bytesBetweenLooks;
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < leastFree) throw full('has too little room on its disk');
    },
    [Symbol.dispose]() {
      all.delete(own);
      if (all.size === 0) arriving.delete(folder);
    },
  };
  try {
    if (free - (declaredBytes ?? 0) < leastFree) throw full('has too little room on its disk');
    // Kept for it from the first byte on.
    own.bytes = declaredBytes ?? 0;
    room.take(0);
    return room;
  } catch (error) {
    room[Symbol.dispose]();
    throw error;
  }
}

function full(what: string): ServiceError {
  return new ServiceError('api_controls_unavailable', { message: `The service ${what}. Send the file again later.` });
}
