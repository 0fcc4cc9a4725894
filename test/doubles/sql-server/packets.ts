import type { Duplex } from 'node:stream';

/** The kinds of messages of the protocol ([MS-TDS] 2.2.3.1.1). */
export const kinds = { batch: 1, call: 3, answer: 4, attention: 6, login: 16, prelogin: 18 } as const;

export interface Message {
  readonly kind: number;
  readonly data: Buffer;
}

const headerBytes = 8;
const packetBytes = 4096;
const isLast = 1;

/** The messages that come over a stream, each put together of its packets; none once `raw` gives what takes all. */
export async function* messagesOf(
  stream: Duplex,
  raw: () => ((chunk: Buffer) => void) | undefined = () => undefined,
): AsyncGenerator<Message> {
  let buffered = Buffer.alloc(0);
  let parts: Buffer[] = [];
  for await (const chunk of stream) {
    const take = raw();
    if (take) {
      take(chunk as Buffer);
      continue;
    }
    buffered = Buffer.concat([buffered, chunk as Buffer]);
    while (buffered.length >= headerBytes && buffered.length >= buffered.readUInt16BE(2)) {
      const length = buffered.readUInt16BE(2);
      parts.push(buffered.subarray(headerBytes, length));
      const [kind = 0, status = 0] = buffered;
      buffered = buffered.subarray(length);
      if ((status & isLast) === 0) continue;
      yield { kind, data: Buffer.concat(parts) };
      parts = [];
    }
  }
}

/** The packets of a message. */
export function packetsOf(data: Buffer, kind: number = kinds.answer): Buffer {
  const size = packetBytes - headerBytes;
  const packets: Buffer[] = [];
  for (let at = 0; at === 0 || at < data.length; at += size) {
    packets.push(packetOf(data.subarray(at, at + size), kind, at + size >= data.length));
  }
  return Buffer.concat(packets);
}

/** One packet, which is not the last unless said so. */
export function packetOf(part: Buffer, kind: number = kinds.answer, last = false): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(kind, 0);
  header.writeUInt8(last ? isLast : 0, 1);
  header.writeUInt16BE(part.length + headerBytes, 2);
  return Buffer.concat([header, part]);
}

/** Unsigned and signed numbers, little endian. */
export const u8 = (value: number) => Buffer.from([value]);
export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}
/** UTF-16 after its length in one byte, or in two. */
export const shortText = (text: string) => Buffer.concat([u8(text.length), Buffer.from(text, 'utf16le')]);
export const longText = (text: string) => Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le')]);
