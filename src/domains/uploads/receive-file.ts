import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../../platform/errors.ts';

/** How long a sender may be silent, and how long it may take in all. */
export interface SenderDeadlines {
  readonly silentMs: number;
  readonly wholeMs: number;
}

const usualDeadlines: SenderDeadlines = { silentMs: 30_000, wholeMs: 60 * 60_000 };
/** Longer than anything is written here; what is older was left by a process that was killed. */
const leftoverMs = 2 * 60 * 60_000;

/** A file that has arrived, in a place of its own until it is disposed. */
export interface ReceivedFile extends AsyncDisposable {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Where files arrive before they are stored. */
export function incomingFolder(dataDir: string): string {
  return join(dataDir, 'incoming');
}

/**
 * Writes a stream to a file of the folder, a piece at a time and as fast as the disk takes it. `take` is told of each before,
 * with the bytes so far, and refuses by what it throws. Throws that, and `invalid_request` for a sender that is too slow or
 * leaves; then nothing of it is left.
 */
export async function receiveFile(
  source: Readable,
  folder: string,
  take: (bytes: number) => void,
  { silentMs, wholeMs } = usualDeadlines,
): Promise<ReceivedFile> {
  const path = join(folder, randomUUID());
  const remove = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const late = new AbortController();
  const whole = setTimeout(() => late.abort(), wholeMs);
  const silent = setTimeout(() => late.abort(), silentMs);
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      silent.refresh();
      try {
        take(bytes + chunk.length);
      } catch (error) {
        return callback(error as Error);
      }
      bytes += chunk.length;
      hash.update(chunk);
      callback(null, chunk);
    },
  });
  try {
    await pipeline(source, counting, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: late.signal });
  } catch (error) {
    await remove();
    throw late.signal.aborted ? tooSlow() : faultOf(error);
  } finally {
    clearTimeout(whole);
    clearTimeout(silent);
  }
  return { path, bytes, sha256: hash.digest('hex'), [Symbol.asyncDispose]: remove };
}

function tooSlow(): ServiceError {
  const message =
    'The file took too long to arrive: nothing came for 30 seconds, or it took more than an hour. Send it again.';
  return new ServiceError('invalid_request', { message });
}

function faultOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ServiceError('api_controls_unavailable', { cause: error });
  const hasLeft = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR';
  return hasLeft ? new ServiceError('invalid_request', { message: 'The file ended early.', cause: error }) : error;
}

/** Removes what killed processes have left; returns how many files. */
export async function sweepIncoming(folder: string): Promise<number> {
  let removed = 0;
  const entries = await opendir(folder).catch(() => undefined);
  for await (const { name } of entries ?? []) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || Date.now() - found.mtimeMs < leftoverMs) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
