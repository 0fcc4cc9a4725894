import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { renderAsync } from '@resvg/resvg-js';
import { labelFontFiles } from '../text/fonts.ts';
import { outlineLabels } from './outline-labels.ts';

/** A picture as a standalone SVG; sizes in points. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The colour behind the picture, as `#rrggbb`: its PNG is opaque. */
  readonly background: string;
}

/** How fine a picture is, and how hard it is compressed (zlib, 1 to 9). */
export interface PngQuality {
  readonly pixelsPerPoint: number;
  readonly level: number;
}

/** 144 pixels an inch, and compressed for speed: resvg's own encoder takes longer than its drawing. */
const usual: PngQuality = { pixelsPerPoint: 2, level: 1 };

/** Limits the memory for pixels; a chart takes a megabyte. */
const drawnAtOnce = 8;

const compress = promisify(deflate);

/**
 * Drawings as PNG, in their order. They are drawn and compressed in parallel, on libuv's threads. The locale decides
 * the forms of Han characters.
 */
export async function drawPngs(
  drawings: readonly Drawing[],
  locale: string,
  quality: PngQuality = usual,
): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (let first = 0; first < drawings.length; first += drawnAtOnce) {
    const together = drawings.slice(first, first + drawnAtOnce);
    pictures.push(...(await Promise.all(together.map((drawing) => drawPng(drawing, locale, quality)))));
  }
  return pictures;
}

async function drawPng(
  { svg: labelled, background }: Drawing,
  locale: string,
  { pixelsPerPoint, level }: PngQuality,
): Promise<Buffer> {
  const svg = outlineLabels(labelled, locale);
  const fontFiles = svg.includes('<text') ? labelFontFiles(locale, svg) : [];
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Noto Sans' };
  const fitTo = { mode: 'zoom', value: pixelsPerPoint } as const;
  const { pixels, width, height } = await renderAsync(svg, { font, fitTo, background });
  return encodePng(pixels, width, height, level);
}

/** A PNG of opaque RGBA pixels. */
async function encodePng(pixels: Uint8Array, width: number, height: number, level: number): Promise<Buffer> {
  const rowBytes = width * 4;
  const filtered = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    filtered.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', await compress(filtered, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
