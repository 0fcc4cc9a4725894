import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ConnectorError } from '../contract.ts';
import { stopped } from './faults.ts';
import type { SourceFile } from './paths.ts';

/** How a file is compressed, judging by its name in the configuration or, behind a symbolic link, its real name. */
export function compressionOf({ name, path }: SourceFile): 'gzip' | 'zstd' | 'none' {
  const [, ending] = /\.(gz|zst)$/i.exec(name) ?? /\.(gz|zst)$/i.exec(path) ?? [];
  if (ending === undefined) return 'none';
  return ending.toLowerCase() === 'gz' ? 'gzip' : 'zstd';
}

export function isCompressed(file: SourceFile): boolean {
  return compressionOf(file) !== 'none';
}

/**
 * Passes `scan` the decompressed bytes of a file; it may stop early. Throws `invalid_config` for a compressed file that
 * is damaged or truncated, which the engine would mistake for a complete one. Other faults are left for the engine to
 * report.
 */
export async function scanBytes(
  file: SourceFile,
  signal: AbortSignal,
  scan: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const bytes = createReadStream(file.path);
  try {
    const compression = compressionOf(file);
    if (compression === 'none') await pipeline(bytes, scan, { signal });
    else await pipeline(bytes, compression === 'gzip' ? createGunzip() : createZstdDecompress(), scan, { signal });
  } catch (error) {
    if (signal.aborted) throw stopped(signal);
    const { code = '' } = error as { code?: string };
    if (!/^Z(STD)?_/.test(code)) return;
    const message = `Reading ${file.name} failed: its compressed data are damaged or cut off. Write or upload it again.`;
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
