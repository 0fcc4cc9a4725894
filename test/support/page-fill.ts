import { spawnSync } from 'node:child_process';
import { page } from '../../src/reporting/renderers/design.ts';
import { poppler } from './files.ts';

/** A page of a report without its header and footer. */
export interface ShownPage {
  /** The part of the page's room for text down to the last thing drawn. */
  readonly filled: number;
  /** The words of each line, from top to bottom. */
  readonly lines: readonly (readonly string[])[];
}

/** Enough to see a thin line, in pixels an inch. */
const resolution = 24;
const perPixel = 72 / resolution;

/** The pages behind the cover, as poppler draws them, with margins in points. */
export function shownPages(pdf: Uint8Array, { top, bottom }: { top: number; bottom: number }): ShownPage[] {
  const ends = drawnEnds(pdf, top, page.height - bottom);
  const room = page.height - top - bottom;
  return wordLines(pdf, top, page.height - bottom)
    .map((lines, index) => ({ lines, filled: ((ends[index] ?? top) - top) / room }))
    .slice(1);
}

/** Where the last thing of each page between two heights is drawn, in points. */
function drawnEnds(pdf: Uint8Array, top: number, bottom: number): number[] {
  const options = ['-gray', '-r', String(resolution), '-aaVector', 'yes', '-'];
  const { stdout, status, stderr } = spawnSync('pdftoppm', options, { input: pdf, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`pdftoppm: ${stderr}`);
  const ends: number[] = [];
  for (let offset = 0; offset < stdout.length; ) {
    const [head = '', width = 0, height = 0] = pictureHead(stdout, offset);
    const first = offset + head.length;
    let row = Math.floor(bottom / perPixel);
    const isBlank = () => stdout.subarray(first + row * width, first + (row + 1) * width).every((gray) => gray > 250);
    while (row > top / perPixel && isBlank()) row -= 1;
    ends.push((row + 1) * perPixel);
    offset = first + width * height;
  }
  return ends;
}

/** The head of a PGM picture, with its width and height. */
function pictureHead(pictures: Buffer, offset: number): [string, number, number] {
  const [head = '', width, height] =
    /^P5\s(\d+)\s(\d+)\s255\s/.exec(pictures.toString('latin1', offset, offset + 40)) ?? [];
  return [head, Number(width), Number(height)];
}

function wordLines(pdf: Uint8Array, top: number, bottom: number): string[][][] {
  const pages = poppler('pdftotext', ['-bbox', '-', '-'], pdf).split('<page ').slice(1);
  return pages.map((shown) => {
    const found = [...shown.matchAll(/yMin="([-\d.]+)" xMax="[-\d.]+" yMax="([-\d.]+)">([^<]*)</g)]
      .map(([, high, low, word = '']) => ({ middle: (Number(high) + Number(low)) / 2, word }))
      .filter(({ middle }) => middle > top - 3 && middle < bottom + 3)
      .toSorted((one, other) => one.middle - other.middle);
    const lines: string[][] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const { middle, word } of found) {
      if (middle - last > 4) lines.push([]);
      lines.at(-1)?.push(word);
      last = middle;
    }
    return lines;
  });
}
