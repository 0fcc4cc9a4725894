import type { Direction } from '../../documents/direction.ts';
import type { MarkdownBlock, MarkdownTable, Span } from '../../documents/markdown.ts';
import { linkTarget } from '../office/link-target.ts';
import { wider } from '../office/measure.ts';
import { directionOf } from '../office/text-runs.ts';
import { emus } from '../office/units.ts';
import { blocksText, spansText } from '../text/blocks-text.ts';
import { type Markup, xml } from '../text/markup.ts';
import { breakWideWords } from '../text/wrapped-text.ts';
import { layoutProseTable } from '../view/prose-columns.ts';
import type { ReportView } from '../view/report-view.ts';
import type { Block } from './blocks.ts';
import { lineRatio, sizes, span } from './frame.ts';
import type { Slide } from './slide.ts';
import { tableBlock, tableCell } from './tables.ts';
import { paragraphOf, run } from './text.ts';
import { spansBlock, type TextLook } from './text-blocks.ts';

/** Per level, in points. */
const indent = 18;
const paragraphGap = 7;
const headings = [sizes.lead, 16, sizes.body];
const code = { font: 'Consolas', size: 11 };
const besideText = 10;
const cellEnd = 3;

interface Nesting {
  readonly depth: number;
  readonly quotes: number;
  /** The side that all texts of the list or quote are aligned to; null outside. */
  readonly side: Direction | null;
}

/** A text as blocks. */
export function proseBlocks(blocks: readonly MarkdownBlock[], view: ReportView): Block[] {
  return blocks.flatMap((block) => convert(block, { depth: 0, quotes: 0, side: null }));

  function convert(block: MarkdownBlock, nesting: Nesting): Block[] {
    switch (block.type) {
      case 'heading': {
        const size = headings[Math.min(block.level, headings.length) - 1] ?? sizes.body;
        return [spans(block.spans, { size, bold: true, before: 4, after: paragraphGap, kept: true }, nesting)];
      }
      case 'paragraph':
        return [spans(block.spans, { after: paragraphGap, indent: indentOf(nesting) }, nesting)];
      case 'quote': {
        const side = directionOf(blocksText(block.blocks), view.direction);
        return block.blocks.flatMap((inner) => convert(inner, { ...nesting, quotes: nesting.quotes + 1, side }));
      }
      case 'list':
        return listItems(block, nesting);
      case 'code':
        return [codeBlock(block.text, nesting)];
      case 'table':
        return [proseTable(block, view)];
      case 'rule':
        return [spans([], { size: sizes.tiny }, nesting)];
    }
  }

  function listItems(list: MarkdownBlock & { type: 'list' }, { depth, quotes }: Nesting): Block[] {
    const side = directionOf(blocksText(list.items.flat()), view.direction);
    const inner = { depth: depth + 1, quotes, side };
    return list.items.flatMap((item, index) => {
      const [first, ...others] = item;
      const [lead, rest] = first?.type === 'paragraph' ? [first.spans, others] : [[], item];
      // Each number is set by itself: nested blocks would begin a list anew.
      const bullet = list.start === null ? '•' : { from: list.start + index };
      const look = { after: 3, indent: indentOf(inner), hanging: indent, bullet };
      return [spans(lead, look, inner), ...rest.flatMap((block) => convert(block, inner))];
    });
  }

  function codeBlock(text: string, nesting: Nesting): Block {
    const plain = { text, strong: false, emphasis: false, code: true, href: null };
    // Consolas is wider than text of its size.
    const width = (span - indentOf(nesting)) * 0.85;
    const look = { ...code, after: paragraphGap, indent: indentOf(nesting), width };
    return spansBlock([plain], view, (each) => run(each.text, view, code), look, 'ltr');
  }

  function spans(shown: readonly Span[], look: TextLook, { quotes, side }: Nesting): Block {
    const own = quotes > 0 ? { italic: true, color: view.colors.muted } : {};
    const write = (each: Span, slide: Slide) => spanRun(each, view, { ...look, ...own }, slide);
    return spansBlock(shown, view, write, { ...look, ...own }, side);
  }
}

function indentOf({ depth, quotes }: Pick<Nesting, 'depth' | 'quotes'>): number {
  return indent * (depth + quotes);
}

function spanRun(
  { text, strong, emphasis, code: isCode, href }: Span,
  view: ReportView,
  look: TextLook,
  slide: Slide,
): Markup {
  const address = href === null ? null : linkTarget(href);
  const { size = sizes.body, bold, italic, color } = look;
  return run(text, view, {
    size,
    ...((bold || strong) && { bold: true }),
    ...((italic || emphasis) && { italic: true }),
    ...(color && { color }),
    ...(isCode && { font: code.font }),
    ...(address !== null && { link: slide.relationships.add('link', address) }),
  });
}

/** A table within a text. */
function proseTable(table: MarkdownTable, view: ReportView): Block {
  const size = sizes.table;
  const side = directionOf(blocksText([table]), view.direction);
  const layout = layoutProseTable(table, span, besideText, size * wider);
  const rows = [table.head, ...table.rows].map((cells, index) => {
    const height = (layout.lines[index] ?? 1) * size * lineRatio + 2 * cellEnd;
    const content = (slide: Slide) =>
      xml`<a:tr h="${emus(height)}">${table.columns.map((_, column) => cell(cells, column, index === 0, slide))}</a:tr>`;
    return { height, content };
  });
  const [head = { height: 0, content: () => xml`` }, ...body] = rows;
  return tableBlock(layout.widths, head, body, view);

  function cell(cells: MarkdownTable['head'], column: number, isHead: boolean, slide: Slide): Markup {
    const room = (layout.widths[column] ?? 0) - besideText;
    const shown = (cells[column] ?? []).map((each) => {
      return { ...each, text: breakWideWords(each.text, size * wider, room, 'bold') };
    });
    const runs = shown.map((each) => spanRun(each, view, { size, bold: isHead }, slide));
    const at = table.columns[column] ?? 'start';
    const paragraph = paragraphOf(runs, directionOf(spansText(shown), side), view, { at, size });
    return tableCell(paragraph, isHead ? 'head' : 'row', view);
  }
}
