import type { Markup } from '../markup.ts';
import { page } from './units.ts';

/** What follows other blocks down the pages. */
export interface Block {
  /** At most, in points. */
  readonly height: number;
  /** Whether it stays on the page of the block behind it. */
  readonly kept?: boolean;
  /** What a new page repeats above it, in points: the head of its table. */
  readonly repeated?: number;
  readonly write: (newPage: boolean) => Markup;
}

/** The rows of a table, each a block of its own. */
export interface TableBlocks {
  readonly rows: readonly Block[];
  readonly wrap: (rows: readonly Markup[]) => Markup;
}

export type Blocks = readonly (Block | TableBlocks)[];

/** Points at the foot of a page for what differs between word processors. */
const spare = 8;
const room = page.height - page.top - page.bottom - spare;
/** What a text longer than a page begins with below its heading, in points: some lines. */
const beginning = 60;

/**
 * Breaks a document into pages, so that the contents can name the page of a heading before any word processor has laid it
 * out. Heights are upper bounds and every page break is written, so no page overflows into one that is not counted.
 */
export class Pages {
  /** The cover is the first. */
  #page = 2;
  #left = room;
  #certain = true;

  /** Writes blocks behind those before, with the page of the first one; null behind a text longer than a page. */
  write(items: Blocks): { readonly page: number | null; readonly markup: readonly Markup[] } {
    const blocks = items.flatMap((item) => ('rows' in item ? item.rows : item));
    const newPages = new Set<Block>();
    let first: number | null = null;
    for (const [index, chain] of chains(blocks).entries()) {
      const before = this.#page;
      const start = this.#place(chain);
      if (start > before && chain[0]) newPages.add(chain[0]);
      if (index === 0 && this.#certain) first = start;
      this.#certain &&= this.#left >= 0;
    }
    const written = (block: Block) => block.write(newPages.has(block));
    const markup = items.map((item) => ('rows' in item ? item.wrap(item.rows.map(written)) : written(item)));
    return { page: first, markup };
  }

  /** The page on which blocks that stay together begin. */
  #place(chain: readonly Block[]): number {
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

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

/** Whether blocks stay with the beginning of one that is longer than a page. */
function isFlowing(chain: readonly Block[]): boolean {
  return (chain.at(-1)?.height ?? 0) > room && heightOf(chain.slice(0, -1)) + beginning <= room;
}

/** The blocks in groups that stay together; one that is longer than a page falls apart, but for a heading and its long text. */
function chains(blocks: readonly Block[]): Block[][] {
  const found: Block[][] = [[]];
  for (const block of blocks) {
    found.at(-1)?.push(block);
    if (!block.kept) found.push([]);
  }
  return found
    .filter((chain) => chain.length > 0)
    .flatMap((chain) => (heightOf(chain) <= room || isFlowing(chain) ? [chain] : chain.map((block) => [block])));
}
