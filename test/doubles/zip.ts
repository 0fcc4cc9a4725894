import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of one deflated file. */
export function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const path = Buffer.from(name);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  const local = Buffer.concat([header(0x04034b50, [20, 0, 8, 0, 0]), sizes, shorts([path.length, 0]), path, packed]);
  const entry = [header(0x02014b50, [20, 20, 0, 8, 0, 0]), sizes, shorts([path.length, 0, 0, 0, 0, 0, 0, 0, 0]), path];
  const directory = Buffer.concat(entry);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

function header(signature: number, values: readonly number[]): Buffer {
  const first = Buffer.alloc(4);
  first.writeUInt32LE(signature);
  return Buffer.concat([first, shorts(values)]);
}

function shorts(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2);
  return buffer;
}
