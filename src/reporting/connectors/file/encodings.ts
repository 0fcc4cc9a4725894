import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { compressionOf } from './bytes.ts';
import { stopped } from './faults.ts';
import { assertUnchanged, type SourceFile, stampOf } from './paths.ts';
import { makeScratchFolder, maxScratchBytes } from './scratch-folder.ts';

/** Whether text has to be decoded before the engine, which reads UTF-8, can read it. Throws for an unknown encoding. */
export function isForeign(encoding: string): boolean {
  return decoderOf(encoding).encoding !== 'utf-8';
}

/**
 * Copies text files, decompressed, in UTF-8, and without their last lines that are not blank. Throws `invalid_config`
 * for text that is not in the encoding.
 */
export async function copyText(
  files: readonly SourceFile[],
  encoding: string,
  skipLast: number,
  context: ConnectorContext,
): Promise<SourceFile[]> {
  const folder = await makeScratchFolder(context);
  const budget = { bytes: maxScratchBytes };
  const copies: SourceFile[] = [];
  for (const [index, file] of files.entries()) {
    const path = join(folder, `${index}.txt`);
    await decode(file, await exactEncoding(encoding, file), path, budget, context.signal);
    await cutLastLines(path, skipLast);
    copies.push(await copyOf(file, path));
  }
  await assertUnchanged(files);
  return copies;
}

const mostCutBytes = 1024 * 1024;

async function cutLastLines(path: string, count: number): Promise<void> {
  if (count === 0) return;
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - mostCutBytes);
    const { buffer } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    await handle.truncate(start + endBefore(buffer, count));
  } finally {
    await handle.close();
  }
}

/** Where the lines end that come before the last ones. */
function endBefore(bytes: Buffer, count: number): number {
  let end = bytes.length;
  for (let left = count; left > 0 && end > 0; ) {
    const start = bytes.lastIndexOf(10, end - 2) + 1;
    if (bytes.subarray(start, end).toString().trim() !== '') left--;
    end = start;
  }
  return end;
}

/** A file as the source of the rows of another: with its name and time. */
export async function copyOf(original: SourceFile, path: string): Promise<SourceFile> {
  const { size } = await stat(path);
  const name = original.name.replace(/\.(gz|zst)$/i, '');
  return { ...original, name, path, bytes: size, stamp: await stampOf(path) };
}

async function decode(
  file: SourceFile,
  encoding: string,
  path: string,
  budget: { bytes: number },
  signal: AbortSignal,
): Promise<void> {
  const decoder = decoderOf(encoding);
  const decoding = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      try {
        callback(null, spend(budget, decoder.decode(chunk, { stream: true })));
      } catch (error) {
        callback(error as Error);
      }
    },
    flush(callback) {
      try {
        callback(null, decoder.decode());
      } catch (error) {
        callback(error as Error);
      }
    },
  });
  const from = createReadStream(file.path);
  const to = createWriteStream(path, { mode: 0o600 });
  try {
    const compression = compressionOf(file);
    if (compression === 'none') await pipeline(from, decoding, to, { signal });
    else
      await pipeline(from, compression === 'gzip' ? createGunzip() : createZstdDecompress(), decoding, to, { signal });
  } catch (error) {
    if (signal.aborted) throw stopped(signal);
    throw faultOf(error, file, encoding);
  }
}

function spend(budget: { bytes: number }, text: string): string {
  budget.bytes -= Buffer.byteLength(text);
  if (budget.bytes >= 0) return text;
  throw invalid(
    'Files to be decoded, or cut, may have 512 MB of text in total. Save them as plain UTF-8, or as Parquet.',
  );
}

function faultOf(error: unknown, { name }: SourceFile, encoding: string): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '' } = error as { code?: string };
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return invalid(`Reading ${name} failed: it is not encoded in ${encoding}. Change "encoding", or save it as UTF-8.`);
  }
  if (/^Z(STD)?_/.test(code)) {
    return invalid(`Reading ${name} failed: its compressed data are damaged or cut off. Write or upload it again.`);
  }
  return new ConnectorError('transient', `Reading ${name} failed: ${code || 'it cannot be copied'}.`, { cause: error });
}

/** UTF-16 says by its first two bytes which way round it is. */
async function exactEncoding(encoding: string, file: SourceFile): Promise<string> {
  if (decoderOf(encoding).encoding !== 'utf-16le' || compressionOf(file) !== 'none') return encoding;
  const handle = await open(file.path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.readUInt16BE() === 0xfeff ? 'utf-16be' : encoding;
  } finally {
    await handle.close();
  }
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    const known = 'utf-8, utf-16, windows-1252, iso-8859-1, iso-8859-15, windows-1250, macintosh or shift_jis';
    throw invalid(`The encoding "${encoding}" is not known. Use a name such as ${known}.`);
  }
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
