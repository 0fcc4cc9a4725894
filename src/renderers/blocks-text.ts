import type { Block } from '../documents/markdown.ts';

/** The texts of blocks themselves, which decide the side of a list or a quote; without those of lists and quotes in them. */
export function blocksText(blocks: readonly Block[]): string {
  return blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : '')).join(' ');
}
