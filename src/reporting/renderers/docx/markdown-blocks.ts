import type { Direction } from '../../documents/direction.ts';
import type { MarkdownBlock, Span } from '../../documents/markdown.ts';
import { deepestHeading, spacing, textSpan, typeScale } from '../design.ts';
import { linkTarget } from '../office/link-target.ts';
import { directionOf } from '../office/text-runs.ts';
import { twips } from '../office/units.ts';
import { blocksText } from '../text/blocks-text.ts';
import { headingLevels } from '../text/heading-levels.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { Making } from './making.ts';
import type { PageBlock, PageBlocks } from './pages.ts';
import { proseTable } from './prose-table.ts';
import { lineHeights } from './styles.ts';
import { type ParagraphFormat, paragraphOf, type RunFormat, run } from './text.ts';
import { placed, type TextShape } from './text-block.ts';

const deepestList = 5;
/** Per level, in points. */
const listIndent = 18;
const quoteIndent = 15;
const ruleHeight = 20;

/** For the largest heading inside a section. */
const headingShape: TextShape = {
  fontSize: typeScale.lead,
  line: lineHeights.lead,
  around: spacing.wide + spacing.close,
  kept: true,
};
/** The lines of code that no page break splits. */
const codeLines = 6;
/** Consolas is wider than text of its size. */
const codeShape: TextShape = { fontSize: typeScale.body, line: lineHeights.small, around: spacing.base };

/** How deep a block is in lists and quotes. */
interface Nesting {
  /** How many lists and how many quotes it is in. */
  readonly depth: number;
  readonly quotes: number;
  /** The side that all texts of the list or quote are aligned to; null outside. */
  readonly side: Direction | null;
}

/** The blocks of a text section under a heading of `level`; 0 without one. */
export function markdownBlocks(blocks: readonly MarkdownBlock[], level: number, making: Making): PageBlocks {
  const { view, lists } = making;
  const levelOf = headingLevels(level, deepestHeading);
  return blocks.flatMap((block) => convert(block, { depth: 0, quotes: 0, side: null }));

  function convert(block: MarkdownBlock, nesting: Nesting): PageBlocks {
    const { depth, quotes } = nesting;
    switch (block.type) {
      case 'heading':
        return [spansBlock(block.spans, making, { style: `Heading${levelOf(block.level)}` }, headingShape)];
      case 'paragraph':
        return [indented(block.spans, nesting)];
      case 'quote': {
        const side = directionOf(blocksText(block.blocks), view.direction);
        return block.blocks.flatMap((inner) => convert(inner, { depth, quotes: quotes + 1, side }));
      }
      case 'list':
        return listItems(block, nesting);
      case 'code':
        return codeBlocks(block.text, indentOf(nesting));
      case 'table':
        return [
          proseTable(block, view, (spans, direction, bold) => {
            return spans.map((span) => spanRun({ ...span, strong: bold || span.strong }, direction, making));
          }),
        ];
      case 'rule':
        return [{ height: ruleHeight, write: () => xml`<w:p><w:pPr><w:pStyle w:val="Rule"/></w:pPr></w:p>` }];
    }
  }

  function indented(spans: readonly Span[], nesting: Nesting): PageBlock {
    const left = indentOf(nesting);
    const format = { ...quoteStyle(nesting), ...(left > 0 ? { properties: indent(left) } : {}) };
    return spansBlock(spans, making, format, { width: textSpan - left }, nesting.side);
  }

  function listItems(list: MarkdownBlock & { type: 'list' }, { depth, quotes }: Nesting): PageBlocks {
    const side = directionOf(blocksText(list.items.flat()), view.direction);
    const listLevel = Math.min(depth, deepestList);
    const id = list.start === null ? lists.bullets : lists.startOrdered(list.start, listLevel);
    const left = indentOf({ depth: listLevel + 1, quotes });
    // Mark and edge are on the same side as the texts of the quote.
    const properties = quotes > 0 ? { properties: indent(left, listIndent) } : {};
    return list.items.flatMap((item) => {
      const [first, ...others] = item;
      const [spans, rest] = first?.type === 'paragraph' ? [first.spans, others] : [[], item];
      const numbering = { id, level: listLevel };
      const format = { style: 'ListParagraph', ...quoteStyle({ quotes, side }), numbering, ...properties };
      const lead = spansBlock(spans, making, format, { width: textSpan - left }, side);
      return [lead, ...rest.flatMap((block) => convert(block, { depth: depth + 1, quotes, side }))];
    });
  }
}

function indentOf({ depth, quotes }: Pick<Nesting, 'depth' | 'quotes'>): number {
  return listIndent * depth + quoteIndent * quotes;
}

function indent(left: number, hanging = 0): Markup {
  const mark = hanging > 0 ? xml` w:hanging="${twips(hanging)}"` : null;
  return xml`<w:ind w:left="${twips(left)}"${mark}/>`;
}

function quoteStyle({ quotes, side }: Pick<Nesting, 'quotes' | 'side'>): { style?: string } {
  if (quotes === 0) return {};
  return { style: side === 'rtl' ? 'QuoteFromRight' : 'Quote' };
}

/** Code runs from left to right in every language. A page break may split it after every few lines. */
function codeBlocks(text: string, left: number): PageBlock[] {
  const lines = text.split('\n');
  const parts = Array.from({ length: Math.ceil(lines.length / codeLines) }, (_, part) =>
    lines.slice(part * codeLines, (part + 1) * codeLines).join('\n'),
  );
  const format = { style: 'Code', ...(left > 0 ? { properties: indent(left) } : {}) };
  return parts.map((part) => {
    const write = (newPage: boolean) => paragraphOf(run(part, 'ltr'), 'ltr', { ...format, newPage });
    return placed(part, write, { ...codeShape, width: textSpan - left });
  });
}

function spansBlock(
  spans: readonly Span[],
  making: Making,
  format: ParagraphFormat,
  shape: TextShape,
  side: Direction | null = null,
): PageBlock {
  const text = spans.map((span) => span.text).join('');
  const direction = side ?? directionOf(text, making.view.direction);
  const runs = spans.map((span) => spanRun(span, direction, making));
  return placed(text, (newPage) => paragraphOf(runs, direction, { ...format, newPage }), { weight: 'bold', ...shape });
}

function spanRun({ text, strong, emphasis, code, href }: Span, direction: Direction, making: Making): Markup {
  const address = href === null ? null : linkTarget(href);
  const format: RunFormat = {
    bold: strong,
    italic: emphasis,
    ...(code ? { surface: making.view.colors.tint } : {}),
    ...(address === null ? {} : { style: 'Hyperlink' }),
  };
  const shown = run(text, direction, format);
  return address === null
    ? shown
    : xml`<w:hyperlink r:id="${making.relationships.add('link', address)}" w:history="1">${shown}</w:hyperlink>`;
}
