import { page, tallestPart } from '../design.ts';
import { type Markup, xml } from '../text/markup.ts';

/** A piece of content that is laid out down the pages. */
export interface PageBlock {
  /** At most, in points. */
  readonly height: number;
  /** Whether it stays on the page of the block after it. */
  readonly kept?: boolean;
  /** The height of what a new page repeats above it, in points: its table's head. */
  readonly repeated?: number;
  /** The part of the height above it that is left out at the top of a page. */
  readonly above?: number;
  readonly write: (newPage: boolean, kept: boolean) => Markup;
}

/** The rows of a table, each a block of its own. */
export interface TableBlocks {
  readonly rows: readonly PageBlock[];
  /** Writes the rows, page by page. */
  readonly wrap: (pages: readonly (readonly Markup[])[]) => Markup;
}

/** What comes after it starts a new page. Several in a row are one, and none is needed at the top of a page. */
export const pageBreak: PageBlock = { height: 0, write: () => xml`` };

export type PageBlocks = readonly (PageBlock | TableBlocks)[];

/** Points left free at the bottom of a page for differences between word processors. */
const spare = 4;
const room = page.height - page.top - page.bottom - spare;
/** The most height of what no page break splits; blocks are a little lower than their heights say. */
export const tallest = tallestPart - 4 * spare;
/** How much of a text longer than a page must fit below its heading, in points: a few lines. */
const beginning = 60;
/** The least on the last page, in points: a few lines under a heading. */
const ending = 105;

/**
 * Breaks a document into pages, so that the contents can name the page of a heading before any word processor has laid
 * it out. Heights are upper bounds and every page break is written, so no page overflows into an uncounted one.
 */
export class Pages {
  /** The cover is the first. */
  #page = 2;
  #left = room;
  #certain = true;
  #breaks = false;

  /** Writes sections after the previous ones, each with the page of its first block; null after a text longer than a page. */
  write(sections: readonly PageBlocks[]): { readonly page: number | null; readonly markup: readonly Markup[] }[] {
    const newPages = new Set<PageBlock>();
    const pages = new Map<PageBlock | undefined, number>();
    for (const chain of chains(sections.flatMap(singly))) {
      if (chain[0] === pageBreak) {
        this.#breaks = this.#left < room;
        continue;
      }
      const before = this.#page;
      const start = this.#place(chain);
      if (start > before && chain[0]) newPages.add(chain[0]);
      if (this.#certain) for (const block of chain) pages.set(block, start);
      this.#certain &&= this.#left >= 0;
    }
    const written = (block: PageBlock) => block.write(newPages.has(block), block.kept ?? false);
    return sections.map((items) => ({
      page: pages.get(singly(items)[0]) ?? null,
      markup: items.map((item) => ('rows' in item ? item.wrap(rowsByPage(item.rows)) : written(item))),
    }));

    /** LibreOffice ignores a page break in a row that is not the first of its table. */
    function rowsByPage(rows: readonly PageBlock[]): Markup[][] {
      const found: Markup[][] = [];
      for (const [index, row] of rows.entries()) {
        const isBroken = newPages.has(row) && index > 0;
        if (index === 0 || isBroken) found.push([]);
        found.at(-1)?.push(row.write(newPages.has(row) && !isBroken, row.kept ?? false));
      }
      return found;
    }
  }

  /** The page on which blocks that stay together begin. */
  #place(chain: readonly PageBlock[]): number {
    const height = heightOf(chain);
    const needed = isFlowing(chain) ? heightOf(chain.slice(0, -1)) + beginning : height;
    if (this.#breaks || (needed > this.#left && this.#left < room)) {
      this.#breaks = false;
      this.#page += 1;
      this.#left = room - (chain[0]?.repeated ?? 0) + (chain[0]?.above ?? 0);
    }
    this.#left -= height;
    return this.#page;
  }
}

function singly(items: PageBlocks): readonly PageBlock[] {
  return items.flatMap((item) => ('rows' in item ? item.rows : item));
}

/** The height of sections that are too little for the last page of a report; 0 of higher ones. */
export function endingHeight(sections: readonly PageBlocks[]): number {
  const height = heightOf(sections.flatMap(singly));
  return height < ending ? height : 0;
}

/** The same sections, the last blocks of which stay together where the last page would have almost nothing else. */
export function keepEnding(sections: readonly PageBlocks[]): PageBlocks[] {
  let found = 0;
  const keep = (block: PageBlock): PageBlock => {
    if (block === pageBreak) found = ending;
    const wanted = found < ending;
    found += block.height;
    return wanted && found <= tallest ? { ...block, kept: true } : block;
  };
  const fromEnd = <Item>(items: readonly Item[], change: (item: Item) => Item) =>
    items.toReversed().map(change).toReversed();
  return fromEnd(sections, (items) =>
    fromEnd(items, (item) => ('rows' in item ? { ...item, rows: fromEnd(item.rows, keep) } : keep(item))),
  );
}

export function heightOf(blocks: readonly PageBlock[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

/** Whether blocks stay with the start of one that is longer than a page. */
function isFlowing(chain: readonly PageBlock[]): boolean {
  return (chain.at(-1)?.height ?? 0) > room && heightOf(chain.slice(0, -1)) + beginning <= room;
}

/** The blocks in groups that stay together; a group longer than a page is split, except a heading and its long text. */
function chains(blocks: readonly PageBlock[]): PageBlock[][] {
  const found: PageBlock[][] = [[]];
  for (const block of blocks) {
    if (block === pageBreak) found.push([]);
    found.at(-1)?.push(block);
    if (!block.kept) found.push([]);
  }
  return found
    .filter((chain) => chain.length > 0)
    .flatMap((chain) => (heightOf(chain) <= room || isFlowing(chain) ? [chain] : chain.map((block) => [block])));
}
