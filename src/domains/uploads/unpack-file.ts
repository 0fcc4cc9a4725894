import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ServiceError } from '../../platform/errors.ts';
import {
  type ArchivedFile,
  ArchiveError,
  listArchive,
  nameOf,
  onlyFileOf,
  openArchived,
} from '../../reporting/connectors/file/zip-archive.ts';
import { unreadable } from './describe-upload.ts';
import { type ReceivedFile, receiveFile, type SenderDeadlines } from './receive-file.ts';
import { readUploadName } from './upload-name.ts';

/** A file as it is kept: unpacked, with its own name. */
export interface UnpackedFile {
  readonly file: ReceivedFile;
  readonly name: string;
}

/** An archive may hold a file that is compressed on its own; more is nobody's export. */
const mostLayers = 2;

/**
 * Unpacks a file that is compressed (gzip, Zstandard) or an archive (ZIP) of one file, as its content tells, into a place
 * of its own, as far as `take` lets it (`receiveFile`); other files stay as they are. Throws `invalid_request` for what cannot be unpacked,
 * and `payload_too_large` as soon as there is more than may be.
 */
export async function unpackFile(
  received: ReceivedFile,
  given: string,
  into: {
    readonly folder: string;
    readonly take: (bytes: number) => void;
    readonly deadlines?: SenderDeadlines | undefined;
  },
): Promise<UnpackedFile> {
  let [file, name] = [received, given];
  for (let layer = 0; ; layer++) {
    const packed = await packedIn(file.path, name);
    if (!packed) return { file, name };
    try {
      if (layer === mostLayers) throw new ArchiveError('It is compressed more than twice. Unpack it first.');
      const unpacked = await receiveFile(await packed.open(), into.folder, into.take, into.deadlines);
      if (file !== received) await file[Symbol.asyncDispose]();
      [file, name] = [unpacked, readUploadName(packed.name)];
    } catch (error) {
      if (file !== received) await file[Symbol.asyncDispose]();
      throw faultOf(error);
    }
  }
}

interface Packed {
  readonly name: string;
  open(): Promise<Readable>;
}

async function packedIn(path: string, name: string): Promise<Packed | undefined> {
  const magic = (await headOf(path)).toString('hex');
  if (magic.startsWith('1f8b')) {
    return { name: name.replace(/\.gz$/i, ''), open: async () => decompressed(path, createGunzip()) };
  }
  if (magic === '28b52ffd') {
    return { name: name.replace(/\.zst$/i, ''), open: async () => decompressed(path, createZstdDecompress()) };
  }
  if (magic !== '504b0304' && magic !== '504b0506') return undefined;
  try {
    const files = await listArchive(path);
    if (isDocument(files)) return undefined;
    const file = onlyFileOf(files);
    return { name: nameOf(file), open: () => openArchived(path, file) };
  } catch (error) {
    throw faultOf(error);
  }
}

/** A stream that fails as its parts do. */
function decompressed<Through extends NodeJS.ReadWriteStream & Readable>(path: string, through: Through): Readable {
  const from = createReadStream(path);
  from.once('error', (error) => through.destroy(error));
  through.once('close', () => from.destroy());
  return from.pipe(through);
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.subarray(0, bytesRead);
}

/** Workbooks and other documents are archives, too. */
function isDocument(files: readonly ArchivedFile[]): boolean {
  const names = new Set(files.map(({ path }) => path));
  if (names.has('mimetype') && names.has('content.xml')) {
    const message = 'The file is an OpenDocument, such as an .ods. Save it as .xlsx.';
    throw new ServiceError('unsupported_media_type', { message });
  }
  return names.has('[Content_Types].xml');
}

function faultOf(error: unknown): unknown {
  if (error instanceof ArchiveError) return unreadable(error.message);
  const { code = '' } = error as { code?: string };
  if (!/^Z(STD)?_/.test(code)) return error;
  return unreadable('Its compressed data are damaged or cut off. Write or upload it again.');
}
