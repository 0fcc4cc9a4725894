import { zipSync } from 'fflate';

/** A ZIP archive of files by their path. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const bytes = Object.entries(files).map(([path, content]) => [path, Buffer.from(content as string)] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

/** The same with one bit of the first file's data turned, where its checksum alone tells. */
export function damagedZip(path: string, content: string): Buffer {
  const bytes = Buffer.from(zipSync({ [path]: [Buffer.from(content), { level: 0 }] }));
  const place = 30 + Buffer.byteLength(path);
  bytes.writeUInt8((bytes[place] ?? 0) ^ 1, place);
  return bytes;
}

/** The same said to be encrypted. */
export function lockedZip(path: string, content: string): Buffer {
  const bytes = zipOf({ [path]: content });
  const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt16LE(1, directory + 8);
  return bytes;
}
