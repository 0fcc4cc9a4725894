const magic = 0x184d2204;

/**
 * The content of an LZ4 frame (the most common compression of Arrow files; Node has no LZ4). Checksums are not
 * verified. Throws a RangeError for a malformed frame or one that grows past `maxBytes`.
 */
export function decompressLz4Frame(frame: Uint8Array, maxBytes: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint32(0, true) !== magic) throw new RangeError('not an LZ4 frame');
  const flags = view.getUint8(4);
  const hasBlockChecksum = (flags & 0x10) !== 0;
  const hasContentSize = (flags & 0x08) !== 0;
  const hasDictionary = (flags & 0x01) !== 0;
  let position = 7 + (hasContentSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  const output = new Output(maxBytes, hasContentSize ? Number(view.getBigUint64(6, true)) : frame.length * 3);
  for (;;) {
    const header = view.getUint32(position, true);
    position += 4;
    if (header === 0) return output.written();
    const end = position + (header & 0x7fffffff);
    if (end > frame.length) throw new RangeError('the LZ4 frame is cut off');
    const block = frame.subarray(position, end);
    if (header >>> 31) output.append(block);
    else decompressBlock(block, output);
    position = end + (hasBlockChecksum ? 4 : 0);
  }
}

function decompressBlock(block: Uint8Array, output: Output): void {
  let position = 0;
  const next = () => {
    const byte = block[position++];
    if (byte === undefined) throw new RangeError('the LZ4 block is cut off');
    return byte;
  };
  const lengthFrom = (nibble: number) => {
    if (nibble < 15) return nibble;
    let length = nibble;
    for (;;) {
      const byte = next();
      length += byte;
      if (byte < 255) return length;
    }
  };
  while (position < block.length) {
    const token = next();
    const literals = lengthFrom(token >> 4);
    if (position + literals > block.length) throw new RangeError('the LZ4 block is cut off');
    output.append(block.subarray(position, position + literals));
    position += literals;
    if (position === block.length) return;
    const distance = next() | (next() << 8);
    output.repeat(distance, lengthFrom(token & 15) + 4);
  }
}

/** Bytes that grow up to a limit. */
class Output {
  readonly #maxBytes: number;
  #bytes: Uint8Array;
  #length = 0;

  constructor(maxBytes: number, expectedBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytes = new Uint8Array(Math.min(expectedBytes, maxBytes));
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Appends `count` bytes from `distance` back; they may overlap with the bytes being written. */
  repeat(distance: number, count: number): void {
    if (distance === 0 || distance > this.#length) throw new RangeError('an LZ4 match begins before the data');
    this.#reserve(count);
    const from = this.#length - distance;
    for (let done = 0; done < count; ) {
      const step = Math.min(count - done, distance + done);
      this.#bytes.copyWithin(this.#length, from, from + step);
      this.#length += step;
      done += step;
    }
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed > this.#maxBytes) throw new RangeError('the LZ4 frame holds too much');
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.#bytes.length * 2)));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
