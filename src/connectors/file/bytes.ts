import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ConnectorError } from '../contract.ts';
import { stopped } from './faults.ts';
import type { SourceFile } from './paths.ts';

/** Whether the file's name says that it is compressed. */
export function isCompressed({ name }: SourceFile): boolean {
  return /\.(gz|zst)$/i.test(name);
}

/**
 * Gives `scan` the bytes of a file, decompressed; it may end before they do. Throws `invalid_config` for a compressed file that is
 * damaged or cut off, of which the engine takes what is there for the whole. Any other fault is left for the engine to tell.
 */
export async function scanBytes(
  file: SourceFile,
  signal: AbortSignal,
  scan: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const bytes = createReadStream(file.path);
  try {
    if (!isCompressed(file)) await pipeline(bytes, scan, { signal });
    else await pipeline(bytes, /\.gz$/i.test(file.name) ? createGunzip() : createZstdDecompress(), scan, { signal });
  } catch (error) {
    if (signal.aborted) throw stopped(signal);
    const { code = '' } = error as { code?: string };
    if (!/^Z(STD)?_/.test(code)) return;
    const message = `Reading ${file.name} failed: its compressed data are damaged or cut off. Write or upload it anew.`;
    throw new ConnectorError('invalid_config', message, { cause: error });
  }
}

/** Reads compressed files to their ends; throws as `scanBytes` does. */
export async function assertSound(files: readonly SourceFile[], signal: AbortSignal): Promise<void> {
  for (const file of files.filter(isCompressed)) {
    await scanBytes(file, signal, async (chunks) => {
      for await (const _ of chunks);
    });
  }
}
