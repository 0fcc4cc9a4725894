import type { MarkdownBlock } from '../../documents/markdown.ts';

/** The blocks' own texts, which decide the side of a list or quote; those of nested lists and quotes are left out. */
export function blocksText(blocks: readonly MarkdownBlock[]): string {
  return blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : '')).join(' ');
}
