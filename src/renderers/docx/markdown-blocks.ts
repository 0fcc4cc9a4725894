import type { Block, Span } from '../../documents/markdown.ts';
import { blocksText } from '../blocks-text.ts';
import { spacing, typeScale } from '../design.ts';
import { type Markup, xml } from '../markup.ts';
import type { Making } from './making.ts';
import type { Block as PlacedBlock } from './pages.ts';
import { lineHeights } from './styles.ts';
import { type Direction, directionOf, type ParagraphFormat, paragraphOf, type RunFormat, run } from './text.ts';
import { placed, type TextShape } from './text-block.ts';
import { textWidth, twips } from './units.ts';

const deepestList = 5;
/** Of a level, in points. */
const listIndent = 18;
const quoteIndent = 15;
const ruleHeight = 20;

/** Those of the largest heading inside a section. */
const headingShape: TextShape = {
  fontSize: typeScale.lead,
  line: lineHeights.lead,
  around: spacing.wide + spacing.close,
  kept: true,
};
/** Consolas is wider than text of its size. */
const codeShape: TextShape = { fontSize: typeScale.body, line: lineHeights.small, around: spacing.base };

/** Where a block stands in lists and quotes. */
interface Place {
  /** How many lists and how many quotes it is in. */
  readonly depth: number;
  readonly quotes: number;
  /** The side of the list or quote, at which all its texts stand; null outside. */
  readonly side: Direction | null;
}

/** The blocks of a text section that stands under a heading of `level`; 0 without one. */
export function markdownBlocks(blocks: readonly Block[], level: number, making: Making): PlacedBlock[] {
  const { view, lists } = making;
  let last = level;
  return blocks.flatMap((block) => convert(block, { depth: 0, quotes: 0, side: null }));

  function convert(block: Block, place: Place): PlacedBlock[] {
    const { depth, quotes } = place;
    switch (block.type) {
      case 'heading':
        // Levels go down one at a time, as readers of the outline expect.
        last = Math.min(level + block.level, last + 1, 4);
        return [spansBlock(block.spans, making, { style: `Heading${last}` }, headingShape)];
      case 'paragraph':
        return [indented(block.spans, place)];
      case 'quote': {
        const side = directionOf(blocksText(block.blocks), view.direction);
        return block.blocks.flatMap((inner) => convert(inner, { depth, quotes: quotes + 1, side }));
      }
      case 'list':
        return listItems(block, place);
      case 'code':
        return [codeBlock(block.text, indentOf(place))];
      case 'rule':
        return [{ height: ruleHeight, write: () => xml`<w:p><w:pPr><w:pStyle w:val="Rule"/></w:pPr></w:p>` }];
    }
  }

  function indented(spans: readonly Span[], place: Place): PlacedBlock {
    const left = indentOf(place);
    const format = { ...quoteStyle(place), ...(left > 0 ? { properties: indent(left) } : {}) };
    return spansBlock(spans, making, format, { width: textWidth - left }, place.side);
  }

  function listItems(list: Block & { type: 'list' }, { depth, quotes }: Place): PlacedBlock[] {
    const side = directionOf(blocksText(list.items.flat()), view.direction);
    const listLevel = Math.min(depth, deepestList);
    const id = list.start === null ? lists.bullets : lists.startOrdered(list.start, listLevel);
    const left = indentOf({ depth: listLevel + 1, quotes });
    // The mark stands where the texts of the quote do, and so does the edge.
    const properties = quotes > 0 ? { properties: indent(left, listIndent) } : {};
    return list.items.flatMap((item) => {
      const [first, ...others] = item;
      const [spans, rest] = first?.type === 'paragraph' ? [first.spans, others] : [[], item];
      const numbering = { id, level: listLevel };
      const format = { style: 'ListParagraph', ...quoteStyle({ quotes, side }), numbering, ...properties };
      const lead = spansBlock(spans, making, format, { width: textWidth - left }, side);
      return [lead, ...rest.flatMap((block) => convert(block, { depth: depth + 1, quotes, side }))];
    });
  }
}

function indentOf({ depth, quotes }: Pick<Place, 'depth' | 'quotes'>): number {
  return listIndent * depth + quoteIndent * quotes;
}

function indent(left: number, hanging = 0): Markup {
  const mark = hanging > 0 ? xml` w:hanging="${twips(hanging)}"` : null;
  return xml`<w:ind w:left="${twips(left)}"${mark}/>`;
}

function quoteStyle({ quotes, side }: Pick<Place, 'quotes' | 'side'>): { style?: string } {
  if (quotes === 0) return {};
  return { style: side === 'rtl' ? 'QuoteFromRight' : 'Quote' };
}

/** Code runs from left to right in every language. */
function codeBlock(text: string, left: number): PlacedBlock {
  const format = { style: 'Code', ...(left > 0 ? { properties: indent(left) } : {}) };
  const write = (newPage: boolean) => paragraphOf(run(text, 'ltr'), 'ltr', { ...format, newPage });
  return placed(text, write, { ...codeShape, width: textWidth - left });
}

function spansBlock(
  spans: readonly Span[],
  making: Making,
  format: ParagraphFormat,
  shape: TextShape,
  side: Direction | null = null,
): PlacedBlock {
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

/** Word finds a file damaged whose link targets are not valid URIs, or longer than the 2,083 characters of Windows. */
const longestTarget = 2_000;

function linkTarget(href: string): string | null {
  const target = href.toWellFormed().replace(/[^!-~]|["<>\\^`{|}]|%(?![0-9a-f]{2})/giu, encodeURIComponent);
  return target.length <= longestTarget ? target : null;
}
