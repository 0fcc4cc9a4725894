/** A point of a contour in units of the font, upwards; points off the curve are the controls of quadratic curves. */
interface ContourPoint {
  readonly x: number;
  readonly y: number;
  readonly on: boolean;
}
type Contour = readonly ContourPoint[];

export interface Glyph {
  /** The data of an SVG path, in units of the font and upwards. */
  readonly path: string;
  readonly advance: number;
}

/** How deep composite glyphs may nest. */
const maxDepth = 5;

/**
 * The outlines of a static TrueType font (OpenType specification: cmap, loca, glyf, hmtx), one glyph a character. There
 * is no shaping: scripts whose letters join, stack or run from right to left need more than this.
 */
export class OutlineFont {
  readonly unitsPerEm: number;
  readonly #data: DataView;
  readonly #tables = new Map<string, number>();
  readonly #longOffsets: boolean;
  readonly #metricCount: number;
  readonly #characters: number;
  readonly #glyphs = new Map<number, Glyph | undefined>();

  /** Takes the bytes of a `.ttf`. */
  constructor(font: Uint8Array) {
    this.#data = new DataView(font.buffer, font.byteOffset, font.byteLength);
    for (let record = 12; record < 12 + this.#data.getUint16(4) * 16; record += 16) {
      const tag = String.fromCharCode(...font.subarray(record, record + 4));
      this.#tables.set(tag, this.#data.getUint32(record + 8));
    }
    this.unitsPerEm = this.#data.getUint16(this.#table('head') + 18);
    this.#longOffsets = this.#data.getInt16(this.#table('head') + 50) === 1;
    this.#metricCount = this.#data.getUint16(this.#table('hhea') + 34);
    this.#characters = this.#characterMap();
  }

  /** Undefined when the font has no glyph for the character. */
  glyph(codePoint: number): Glyph | undefined {
    if (!this.#glyphs.has(codePoint)) this.#glyphs.set(codePoint, this.#readGlyph(codePoint));
    return this.#glyphs.get(codePoint);
  }

  #table(tag: string): number {
    const offset = this.#tables.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}.`);
    return offset;
  }

  /** The offset of the character table: format 12 (all of Unicode) or 4 (its first plane). */
  #characterMap(): number {
    const cmap = this.#table('cmap');
    const count = this.#data.getUint16(cmap + 2);
    const offsets = Array.from({ length: count }, (_, index) => cmap + this.#data.getUint32(cmap + 8 + index * 8));
    for (const format of [12, 4]) {
      const found = offsets.find((offset) => this.#data.getUint16(offset) === format);
      if (found !== undefined) return found;
    }
    throw new Error('The font has no table of characters in format 4 or 12.');
  }

  #readGlyph(codePoint: number): Glyph | undefined {
    const index = this.#data.getUint16(this.#characters) === 12 ? this.#findIn12(codePoint) : this.#findIn4(codePoint);
    if (index === 0) return undefined;
    const metric = this.#table('hmtx') + Math.min(index, this.#metricCount - 1) * 4;
    return { path: this.#contours(index, 0).map(pathOf).join(''), advance: this.#data.getUint16(metric) };
  }

  #findIn12(codePoint: number): number {
    let low = 0;
    let high = this.#data.getUint32(this.#characters + 12) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = this.#characters + 16 + middle * 12;
      const first = this.#data.getUint32(group);
      if (codePoint < first) high = middle - 1;
      else if (codePoint > this.#data.getUint32(group + 4)) low = middle + 1;
      else return this.#data.getUint32(group + 8) + codePoint - first;
    }
    return 0;
  }

  #findIn4(codePoint: number): number {
    const length = this.#data.getUint16(this.#characters + 6);
    const ends = this.#characters + 14;
    for (let at = 0; at < length; at += 2) {
      if (codePoint > this.#data.getUint16(ends + at)) continue;
      const start = this.#data.getUint16(ends + length + 2 + at);
      if (codePoint < start) return 0;
      const delta = this.#data.getUint16(ends + 2 * length + 2 + at);
      const place = ends + 3 * length + 2 + at;
      const range = this.#data.getUint16(place);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const index = this.#data.getUint16(place + range + 2 * (codePoint - start));
      return index === 0 ? 0 : (index + delta) & 0xffff;
    }
    return 0;
  }

  #contours(index: number, depth: number): Contour[] {
    const loca = this.#table('loca');
    const offset = (at: number) =>
      this.#longOffsets ? this.#data.getUint32(loca + at * 4) : this.#data.getUint16(loca + at * 2) * 2;
    if (offset(index) === offset(index + 1)) return [];
    const glyph = this.#table('glyf') + offset(index);
    const count = this.#data.getInt16(glyph);
    if (count >= 0) return this.#simpleContours(glyph + 10, count);
    return depth < maxDepth ? this.#composedContours(glyph + 10, depth) : [];
  }

  #simpleContours(start: number, count: number): Contour[] {
    const ends = Array.from({ length: count }, (_, index) => this.#data.getUint16(start + index * 2));
    const total = (ends.at(-1) ?? -1) + 1;
    let at = start + count * 2;
    at += 2 + this.#data.getUint16(at);
    const flags: number[] = [];
    while (flags.length < total) {
      const flag = this.#data.getUint8(at++);
      const repeats = flag & 8 ? this.#data.getUint8(at++) : 0;
      for (let repeat = 0; repeat <= repeats; repeat += 1) flags.push(flag);
    }
    const coordinates = (short: number, same: number) => {
      let value = 0;
      return flags.slice(0, total).map((flag) => {
        if (flag & short) value += flag & same ? this.#data.getUint8(at++) : -this.#data.getUint8(at++);
        else if (!(flag & same)) {
          value += this.#data.getInt16(at);
          at += 2;
        }
        return value;
      });
    };
    const xs = coordinates(2, 16);
    const ys = coordinates(4, 32);
    const points = xs.map((x, index) => ({ x, y: ys[index] ?? 0, on: ((flags[index] ?? 0) & 1) === 1 }));
    return ends.map((end, index) => points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
  }

  #composedContours(start: number, depth: number): Contour[] {
    const contours: Contour[] = [];
    let at = start;
    for (let more = true; more; ) {
      const flags = this.#data.getUint16(at);
      const index = this.#data.getUint16(at + 2);
      const wide = (flags & 1) !== 0;
      const moved = (flags & 2) !== 0;
      const dx = moved ? (wide ? this.#data.getInt16(at + 4) : this.#data.getInt8(at + 4)) : 0;
      const dy = moved ? (wide ? this.#data.getInt16(at + 6) : this.#data.getInt8(at + 5)) : 0;
      at += wide ? 8 : 6;
      const fraction = () => {
        at += 2;
        return this.#data.getInt16(at - 2) / 16_384;
      };
      let [a, b, c, d] = [1, 0, 0, 1];
      if (flags & 8) a = d = fraction();
      else if (flags & 64) [a, d] = [fraction(), fraction()];
      else if (flags & 128) [a, b, c, d] = [fraction(), fraction(), fraction(), fraction()];
      for (const contour of this.#contours(index, depth + 1)) {
        contours.push(contour.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on })));
      }
      more = (flags & 32) !== 0;
    }
    return contours;
  }
}

/**
 * A closed contour as lines and quadratic curves; halfway between two control points lies an implied point on the
 * curve.
 */
function pathOf(contour: Contour): string {
  const between = (one: ContourPoint, other: ContourPoint) => ({
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    on: true,
  });
  const full = contour.flatMap((point, index) => {
    const before = contour.at(index - 1) as ContourPoint;
    return point.on || before.on ? [point] : [between(before, point), point];
  });
  const first = full.findIndex(({ on }) => on);
  if (first < 0) return '';
  const turned = [...full.slice(first + 1), ...full.slice(0, first + 1)];
  const start = full[first] as ContourPoint;
  const commands = turned.map(({ x, y, on }, index) => {
    const place = `${round(x)} ${round(y)}`;
    if (!on) return `Q${place} `;
    return turned[index - 1]?.on === false ? place : `L${place}`;
  });
  return `M${round(start.x)} ${round(start.y)}${commands.join('')}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
