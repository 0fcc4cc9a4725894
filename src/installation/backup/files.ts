import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** The size and digest that a file of a backup must have. */
export interface FileDigest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Writes a new file, readable to its owner alone; it is on disk once this resolves. Throws when the file exists. */
export async function writeDigested(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<string | Uint8Array>) {
    for await (const chunk of source) {
      const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      hash.update(buffer);
      bytes += buffer.length;
      yield buffer;
    }
  };
  await pipeline(chunks, counted, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}

/** Whether the file exists with that size and digest. */
export async function isIntact(path: string, expected: FileDigest): Promise<boolean> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > expected.bytes) return false;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return bytes === expected.bytes && hash.digest('hex') === expected.sha256;
}

/** The values of a file of JSON Lines, one after the other. */
export async function* readJsonLines<T>(path: string): AsyncIterable<T> {
  // Not node:readline, which also ends lines at U+2028 and U+2029, and JSON may contain those unescaped.
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
