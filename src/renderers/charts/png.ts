import { crc32, deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { labelFontFiles } from '../fonts.ts';

/** A chart as an SVG of its own; sizes in points. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const pixelsPerPoint = 1.5;
const drawingsPerSheet = 20;

/**
 * Drawings as PNG on white, at 108 pixels an inch. They are drawn on one sheet and cut apart: loading the fonts takes
 * longer than drawing. The locale decides the forms of Han characters.
 */
export function drawPngs(drawings: readonly Drawing[], locale: string): Buffer[] {
  const pictures: Buffer[] = [];
  for (let first = 0; first < drawings.length; first += drawingsPerSheet) {
    pictures.push(...drawSheet(drawings.slice(first, first + drawingsPerSheet), locale));
  }
  return pictures;
}

function drawSheet(drawings: readonly Drawing[], locale: string): Buffer[] {
  // Even heights in points are whole pixels.
  const heights = drawings.map(({ height }) => Math.ceil(height / 2) * 2);
  const tops = heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, 0));
  const width = Math.ceil(Math.max(...drawings.map((drawing) => drawing.width)));
  const placed = drawings.map(({ svg }, index) => svg.replace('<svg ', `<svg y="${tops[index]}" `));
  const height = heights.reduce((sum, each) => sum + each, 0);
  const sheet =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}">${placed.join('')}</svg>`;
  const font = { loadSystemFonts: false, fontFiles: labelFontFiles(locale, sheet), defaultFontFamily: 'Noto Sans' };
  const fitTo = { mode: 'zoom', value: pixelsPerPoint } as const;
  const drawn = new Resvg(sheet, { font, fitTo, background: 'white' }).render();
  const { pixels } = drawn;
  const rowBytes = drawn.width * 4;
  return heights.map((each, index) => {
    const from = (tops[index] ?? 0) * pixelsPerPoint * rowBytes;
    const rows = each * pixelsPerPoint;
    return encodePng(pixels.subarray(from, from + rows * rowBytes), drawn.width, rows);
  });
}

/** A PNG of RGBA pixels, compressed for speed: resvg's own encoder takes longer than its drawing. */
function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
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
    chunk('IDAT', deflateSync(filtered, { level: 1 })),
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
