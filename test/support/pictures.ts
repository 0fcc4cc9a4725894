import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  /** Bits of each channel. */
  readonly depth?: 8 | 16;
  /** In all, filled up with what no reader looks at. */
  readonly bytes?: number;
  /** Makes it another one. */
  readonly seed?: number;
  /** As the head says it, whatever pixels there are. */
  readonly claimed?: { readonly width: number; readonly height: number };
  /** Chunks before the pixels. */
  readonly before?: readonly Buffer[];
}

/** A PNG of red points. */
export function png(options: PngOptions = {}): Buffer {
  const { width = 2, height = 2, depth = 8, bytes = 0, seed = 0, claimed = { width, height }, before = [] } = options;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(claimed.width, 0);
  head.writeUInt32BE(claimed.height, 4);
  head.set([depth, 2], 8);
  const point = depth === 8 ? [255, 0, 0] : [255, 255, 0, 0, 0, 0];
  const line = Buffer.from([0, ...Array.from({ length: width }, () => point).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const build = (filling: number) =>
    Buffer.concat([
      signature,
      chunk('IHDR', head),
      ...before,
      chunk('tEXt', Buffer.from(`Comment\0${seed} ${'x'.repeat(filling)}`, 'latin1')),
      chunk('IDAT', pixels),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  const bare = build(0);
  return bytes > bare.length ? build(bytes - bare.length) : bare;
}

/** The head of an animation of one picture. */
export const animated: Buffer = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));

/** A JPEG in the four colours of print. */
export const cmykJpeg =
  'data:image/jpeg;base64,/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAAPwCzBAlm/9k=';

export const pngUri = (options?: PngOptions) => `data:image/png;base64,${png(options).toString('base64')}`;

/** A drawing; without content it shows nothing. */
export function svgUri(content = '', attributes = 'width="40" height="40"'): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** A drawing of about so many bytes, which its data URI makes no longer; `seed` makes it another one. */
export const largeSvgUri = (seed: number, bytes: number) =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path d='M0 0h9v9z'/><!--${String(seed).repeat(bytes)}--></svg>`;

/** Pictures that no report can show, with what is said of each as a logo or in a section. */
export const undrawable: Readonly<Record<string, readonly [uri: string, says: RegExp]>> = {
  'too many points': [
    pngUri({ claimed: { width: 30_000, height: 30_000 } }),
    /^has 30,000 × 30,000 points: at most 16,000,000 points in all can be drawn, so make it smaller$/,
  ],
  'nested entities': [
    `data:image/svg+xml,${encodeURIComponent('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b;</text></svg>')}`,
    /^uses entities/,
  ],
  'a script': [svgUri('<script>draw()</script>'), /^uses <script>, which reports do not draw/],
  'an outside picture': [svgUri('<image href="https://example.com/a.png" width="9" height="9"/>'), /^uses <image>/],
  'outside references alone': [svgUri('<use href="https://example.com/a.svg#b"/>'), /^shows nothing: it is empty/],
  'nothing in it': [svgUri(), /^shows nothing: it is empty/],
  'pixels that are cut off': [
    `data:image/png;base64,${png({ width: 90, height: 90 }).subarray(0, 60).toString('base64')}`,
    /^shows nothing: it is transparent or damaged/,
  ],
  'no end': [
    `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z">')}`,
    /^is no SVG that can be drawn/,
  ],
  'what ends its process': [
    svgUri('<g stroke="red"><text font-size="1e30" rotate="50">abcde</text></g>', 'viewBox="0 0 3e38 3e38"'),
    /^cannot be drawn: what draws it fails at it/,
  ],
};
