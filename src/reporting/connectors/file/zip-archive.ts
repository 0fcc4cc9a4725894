import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, createZstdDecompress } from 'node:zlib';

/** An archive that cannot be read, or not as one file; the message is a sentence for people. */
export class ArchiveError extends Error {}

/** A file of an archive, as its directory says (APPNOTE.TXT 6.3.10 of PKWARE). */
export interface ArchivedFile {
  /** With its folders. */
  readonly path: string;
  /** 0 stored, 8 deflated, 93 Zstandard. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  readonly crc: number;
  /** Where its local header begins. */
  readonly offset: number;
}

const mostFiles = 10_000;
const mostDirectoryBytes = 4 * 1024 * 1024;
const endBytes = 22;
const mostCommentBytes = 65_535;
const wide = 0xffff_ffff;

/** The files of an archive, in the order of its directory. Throws an ArchiveError for one that is no complete archive. */
export async function listArchive(path: string): Promise<ArchivedFile[]> {
  await using handle = await open(path);
  const { start, bytes, count } = await findDirectory(handle);
  if (count > mostFiles || bytes > mostDirectoryBytes) throw new ArchiveError(`It holds more than ${mostFiles} files.`);
  const directory = await read(handle, start, bytes);
  const files: ArchivedFile[] = [];
  for (let at = 0; files.length < count; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const lengths = [28, 30, 32].map((place) => directory.readUInt16LE(at + place));
    const end = at + 46 + lengths.reduce((sum, length) => sum + length, 0);
    if (end > directory.length) throw damaged();
    files.push(entryOf(directory.subarray(at, end), lengths[0] ?? 0, lengths[1] ?? 0));
    at = end;
  }
  return files;
}

interface Directory {
  readonly start: number;
  readonly bytes: number;
  readonly count: number;
}

async function findDirectory(handle: FileHandle): Promise<Directory> {
  const { size } = await handle.stat();
  const from = Math.max(0, size - endBytes - mostCommentBytes);
  const tail = await read(handle, from, size - from);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + endBytes > tail.length) throw damaged();
  const [count, bytes, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (start !== wide && count !== 0xffff) return within({ start, bytes, count }, size);
  const locator = end - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) throw damaged();
  const record = await read(handle, Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (record.readUInt32LE(0) !== 0x06064b50) throw damaged();
  const [wideCount, wideBytes, wideStart] = [32, 40, 48].map((place) => Number(record.readBigUInt64LE(place)));
  return within({ start: wideStart ?? 0, bytes: wideBytes ?? 0, count: wideCount ?? 0 }, size);
}

function within(directory: Directory, size: number): Directory {
  if (directory.start + directory.bytes > size) throw damaged();
  return directory;
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length < 0 || !Number.isSafeInteger(position)) throw damaged();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw damaged();
  return buffer;
}

function entryOf(entry: Buffer, nameBytes: number, extraBytes: number): ArchivedFile {
  const flags = entry.readUInt16LE(8);
  const extra = entry.subarray(46 + nameBytes, 46 + nameBytes + extraBytes);
  const packed = entry.readUInt32LE(20);
  const offset = entry.readUInt32LE(42);
  const wides = widesOf(extra, entry.readUInt32LE(24) === wide);
  return {
    path: new TextDecoder().decode(entry.subarray(46, 46 + nameBytes)),
    method: entry.readUInt16LE(10),
    isEncrypted: (flags & 1) !== 0,
    packedBytes: packed === wide ? (wides.shift() ?? 0) : packed,
    crc: entry.readUInt32LE(16),
    offset: offset === wide ? (wides.shift() ?? 0) : offset,
  };
}

/** The packed size and the offset of files beyond 4 GB, those of them that do not fit into four bytes. */
function widesOf(extra: Buffer, hasSize: boolean): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    const field = extra.subarray(at + 4, at + 4 + length);
    if (id === 1) {
      const count = Math.trunc(field.length / 8);
      return Array.from({ length: count }, (_, place) => Number(field.readBigUInt64LE(place * 8))).slice(
        hasSize ? 1 : 0,
      );
    }
    at += 4 + length;
  }
  return [];
}

/** What systems put into archives besides. */
const besides = /^__MACOSX\/|(?:^|\/)(?:\.[^/]*|thumbs\.db|desktop\.ini)$/i;
const mostNamed = 10;

/** The one file of an archive. Throws an ArchiveError that names them if there are several. */
export function onlyFileOf(files: readonly ArchivedFile[]): ArchivedFile {
  const found = files.filter(({ path }) => !path.endsWith('/') && !besides.test(path));
  const [file, ...others] = found;
  if (!file) throw new ArchiveError('It is an archive that holds no file.');
  if (others.length === 0) return file;
  const names = found.slice(0, mostNamed).map(({ path }) => path.slice(0, 100));
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : '';
  throw new ArchiveError(
    `It is an archive of ${found.length} files: ${names.join(', ')}${more}. Take the one that is meant out of it.`,
  );
}

/** The name of an archived file, without folders. */
export function nameOf({ path }: ArchivedFile): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/**
 * The bytes of an archived file, which the reader has to bound: what the archive says about their number need not be
 * true. The stream ends in an ArchiveError if they are not those that were put in.
 */
export async function openArchived(archive: string, file: ArchivedFile): Promise<Readable> {
  if (file.isEncrypted) throw new ArchiveError('It is an archive with a password. Take the file out of it.');
  const inflate = inflaterOf(file);
  await using handle = await open(archive);
  const header = await read(handle, file.offset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  const start = file.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed =
    file.packedBytes === 0
      ? new PassThrough().end()
      : createReadStream(archive, { start, end: start + file.packedBytes - 1 });
  const checked = checking(file.crc);
  pipeline(packed, inflate, checked).catch((cause) => {
    checked.destroy(cause instanceof ArchiveError ? cause : damaged(cause));
  });
  return checked;
}

function inflaterOf({ method }: ArchivedFile): Transform {
  if (method === 0) return new PassThrough();
  if (method === 8) return createInflateRaw();
  if (method === 93) return createZstdDecompress();
  throw new ArchiveError('It is an archive that is compressed in an unusual way. Make it anew, with Deflate.');
}

function checking(expected: number): Transform {
  let found = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      found = crc32(chunk, found);
      callback(null, chunk);
    },
    flush(callback) {
      callback(found === expected ? null : damaged());
    },
  });
}

function damaged(cause?: unknown): ArchiveError {
  return new ArchiveError('It is an archive that is damaged or cut off. Write or upload it again.', { cause });
}
