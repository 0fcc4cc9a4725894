import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ConnectorError } from '../contract.ts';
import { stopped } from './faults.ts';
import type { SourceFile } from './paths.ts';
import { quote } from './sql.ts';

/** Files below that are read faster by one thread, and beside others. */
export const smallBytes = 8 * 1024 * 1024;

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

/** How many bytes files have, decompressed. Reads compressed ones to their ends; throws as `scanBytes` does. */
export async function assertSound(files: readonly SourceFile[], signal: AbortSignal): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    if (!isCompressed(file)) bytes += file.bytes;
    else {
      await scanBytes(file, signal, async (chunks) => {
        for await (const chunk of chunks) bytes += chunk.length;
      });
    }
  }
  return bytes;
}

/**
 * DuckDB looks at the lower-case extension of the real path. If files differ in compression, no single setting fits
 * all.
 */
export function compressionOption(files: readonly SourceFile[]): string {
  const [compression = 'none', ...others] = new Set(files.map(compressionOf));
  return compression === 'none' || others.length > 0 ? '' : `, compression = ${quote(compression)}`;
}
