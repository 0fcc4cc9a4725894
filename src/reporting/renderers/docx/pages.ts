import { page } from '../design.ts';
import type { Markup } from '../text/markup.ts';

/** A piece of content that is laid out down the pages. */
export interface PageBlock {
  /** At most, in points. */
  readonly height: number;
  /** Whether it stays on the page of the block after it. */
  readonly kept?: boolean;
  /** The height of what a new page repeats above it, in points: its table's head. */
  readonly repeated?: number;
  readonly write: (newPage: boolean) => Markup;
}

/** The rows of a table, each a block of its own. */
export interface TableBlocks {
  readonly rows: readonly PageBlock[];
  readonly wrap: (rows: readonly Markup[]) => Markup;
}

export type PageBlocks = readonly (PageBlock | TableBlocks)[];

/** Points left free at the bottom of a page for differences between word processors. */
const spare = 8;
const room = page.height - page.top - page.bottom - spare;
/** How much of a text longer than a page must fit below its heading, in points: a few lines. */
const beginning = 60;

/**
 * Breaks a document into pages, so that the contents can name the page of a heading before any word processor has laid
 * it out. Heights are upper bounds and every page break is written, so no page overflows into an uncounted one.
 */
export class Pages {
  /** The cover is the first. */
  #page = 2;
  #left = room;
  #certain = true;

  /** Writes blocks after the previous ones, and gives the page of the first; null after a text longer than a page. */
  write(items: PageBlocks): { readonly page: number | null; readonly markup: readonly Markup[] } {
    const blocks = items.flatMap((item) => ('rows' in item ? item.rows : item));
    const newPages = new Set<PageBlock>();
    let first: number | null = null;
    for (const [index, chain] of chains(blocks).entries()) {
      const before = this.#page;
      const start = this.#place(chain);
      if (start > before && chain[0]) newPages.add(chain[0]);
      if (index === 0 && this.#certain) first = start;
      this.#certain &&= this.#left >= 0;
    }
    const written = (block: PageBlock) => block.write(newPages.has(block));
    const markup = items.map((item) => ('rows' in item ? item.wrap(item.rows.map(written)) : written(item)));
    return { page: first, markup };
  }

  /** The page on which blocks that stay together begin. */
  #place(chain: readonly PageBlock[]): number {
    const height = heightOf(chain);
    const needed = isFlowing(chain) ? heightOf(chain.slice(0, -1)) + beginning : height;
    if (needed > this.#left && this.#left < room) {
      this.#page += 1;
      this.#left = room - (chain[0]?.repeated ?? 0);
    }
    this.#left -= height;
    return this.#page;
  }
}

function heightOf(blocks: readonly PageBlock[]): number {
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
    found.at(-1)?.push(block);
    if (!block.kept) found.push([]);
  }
  return found
    .filter((chain) => chain.length > 0)
    .flatMap((chain) => (heightOf(chain) <= room || isFlowing(chain) ? [chain] : chain.map((block) => [block])));
}
