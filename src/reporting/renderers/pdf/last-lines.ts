import type { MarkdownBlock } from '../../documents/markdown.ts';
import { textSpan, typeScale } from '../design.ts';
import { blocksText } from '../text/blocks-text.ts';
import { lineCount } from '../text/wrapped-text.ts';
import { linesHeight } from './heights.ts';

const fewestLines = 4;
/** Of nested lists and quotes, in points. */
const indents = 60;
const blockGap = 16;

/** A text whose last lines stay together, in at most `room` points. */
export function withLastLines(blocks: readonly MarkdownBlock[], room: number) {
  const divided = blocks.flatMap((block, index) => (index === blocks.length - 1 ? dividedList(block) : [block]));
  let first = divided.length;
  let lines = 0;
  while (first > 0 && (lines < fewestLines || divided[first - 1]?.type === 'heading')) {
    first -= 1;
    lines += linesOf(divided[first]);
  }
  const height = linesHeight(lines, typeScale.body) + blockGap * (divided.length - first);
  if (height > room) first = divided.length;
  return { blocks: divided.slice(0, first), lastLines: divided.slice(first) };
}

/** A long list and one of its last items, which no page break splits. */
function dividedList(block: MarkdownBlock): MarkdownBlock[] {
  if (block.type !== 'list' || block.items.length <= 2 * fewestLines) return [block];
  const count = block.items.length - fewestLines;
  const start = block.start === null ? null : block.start + count;
  return [
    { ...block, items: block.items.slice(0, count) },
    { ...block, start, items: block.items.slice(count) },
  ];
}

function linesOf(block: MarkdownBlock | undefined): number {
  if (!block) return 0;
  if (block.type === 'list') return block.items.flat().reduce((sum, inner) => sum + linesOf(inner), 0);
  if (block.type === 'quote') return block.blocks.reduce((sum, inner) => sum + linesOf(inner), 0);
  if (block.type === 'table') return 1 + block.rows.length;
  return lineCount(block.type === 'code' ? block.text : blocksText([block]), typeScale.body, textSpan - indents);
}
