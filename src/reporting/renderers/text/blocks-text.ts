import type { MarkdownBlock, Span } from '../../documents/markdown.ts';

/** The blocks' own texts, which decide the side of a list or quote; those of nested lists and quotes are left out. */
export function blocksText(blocks: readonly MarkdownBlock[]): string {
  const textOf = (block: MarkdownBlock) => {
    if (block.type === 'table') return block.head.map(spansText).join(' ');
    return 'spans' in block ? spansText(block.spans) : '';
  };
  return blocks.map(textOf).join(' ');
}

export function spansText(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('');
}
