import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { ConnectorError } from '../contract.ts';

/** The most that a report may be once unpacked. */
const mostUnpackedBytes = 64 * 1024 * 1024;

/** Unpacks gzip. Throws `transient` for what is damaged, `invalid_config` for more than 64 MiB. */
export function gunzip(packed: Buffer): Buffer {
  return unpacked(() => gunzipSync(packed, { maxOutputLength: mostUnpackedBytes }));
}

const endBytes = 22;
const directoryBytes = 46;
const headerBytes = 30;

/** The one file of a ZIP archive in memory (APPNOTE.TXT 6.3.10 of PKWARE). Throws as `gunzip` does. */
export function unzipOne(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + endBytes > archive.length || archive.readUInt16LE(end + 10) !== 1) throw damaged();
  const at = archive.readUInt32LE(end + 16);
  if (at + directoryBytes > end || archive.readUInt32LE(at) !== 0x02014b50) throw damaged();
  const [method, crc, packed] = [
    archive.readUInt16LE(at + 10),
    archive.readUInt32LE(at + 16),
    archive.readUInt32LE(at + 20),
  ];
  const offset = archive.readUInt32LE(at + 42);
  if (offset + headerBytes > at || archive.readUInt32LE(offset) !== 0x04034b50) throw damaged();
  const start = offset + headerBytes + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (start + packed > at) throw damaged();
  const content = archive.subarray(start, start + packed);
  const file = method === 0 ? content : method === 8 ? inflate(content) : undefined;
  if (file === undefined || crc32(file) !== crc) throw damaged();
  return file;
}

function inflate(content: Buffer): Buffer {
  return unpacked(() => inflateRawSync(content, { maxOutputLength: mostUnpackedBytes }));
}

function unpacked(unpack: () => Buffer): Buffer {
  try {
    return unpack();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw damaged();
  }
}

function damaged(): ConnectorError {
  return new ConnectorError('transient', 'The finished report is damaged: it cannot be unpacked.');
}

function tooLarge(): ConnectorError {
  const message = `The report has more than ${mostUnpackedBytes} bytes. Choose a shorter period, or another dimension.`;
  return new ConnectorError('invalid_config', message);
}
