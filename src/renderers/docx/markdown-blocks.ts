import type { Block, Span } from '../../documents/markdown.ts';
import { spacing, typeScale } from '../design.ts';
import { type Markup, xml } from '../markup.ts';
import type { Making } from './making.ts';
import type { Block as PlacedBlock } from './pages.ts';
import { lineHeights } from './styles.ts';
import {
  type Direction,
  directionOf,
  type ParagraphFormat,
  paragraph,
  paragraphOf,
  type RunFormat,
  run,
} from './text.ts';
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

/** The blocks of a text section that stands under a heading of `level`; 0 without one. */
export function markdownBlocks(blocks: readonly Block[], level: number, making: Making): PlacedBlock[] {
  const { view, lists } = making;
  let last = level;
  return blocks.flatMap((block) => convert(block, 0, 0));

  function convert(block: Block, depth: number, quotes: number): PlacedBlock[] {
    switch (block.type) {
      case 'heading':
        // Levels go down one at a time, as readers of the outline expect.
        last = Math.min(level + block.level, last + 1, 4);
        return [spansBlock(block.spans, making, { style: `Heading${last}` }, headingShape)];
      case 'paragraph':
        return [indented(block.spans, depth, quotes)];
      case 'quote':
        return block.blocks.flatMap((inner) => convert(inner, depth, quotes + 1));
      case 'list':
        return listItems(block, depth, quotes);
      case 'code':
        return [
          placed(block.text, (newPage) => paragraph(block.text, view.direction, { style: 'Code', newPage }), codeShape),
        ];
      case 'rule':
        return [{ height: ruleHeight, write: () => xml`<w:p><w:pPr><w:pStyle w:val="Rule"/></w:pPr></w:p>` }];
    }
  }

  function indented(spans: readonly Span[], depth: number, quotes: number): PlacedBlock {
    const left = listIndent * depth + quoteIndent * quotes;
    const format = {
      ...(quotes > 0 ? { style: 'Quote' } : {}),
      ...(left > 0 ? { properties: xml`<w:ind w:left="${twips(left)}"/>` } : {}),
    };
    return spansBlock(spans, making, format, { width: textWidth - left });
  }

  function listItems(list: Block & { type: 'list' }, depth: number, quotes: number): PlacedBlock[] {
    const listLevel = Math.min(depth, deepestList);
    const id = list.start === null ? lists.bullets : lists.startOrdered(list.start, listLevel);
    return list.items.flatMap((item) => {
      const [first, ...others] = item;
      const [spans, rest] = first?.type === 'paragraph' ? [first.spans, others] : [[], item];
      const numbering = { id, level: listLevel };
      const width = textWidth - listIndent * (listLevel + 1);
      const lead = spansBlock(spans, making, { style: 'ListParagraph', numbering }, { width });
      return [lead, ...rest.flatMap((block) => convert(block, depth + 1, quotes))];
    });
  }
}

function spansBlock(spans: readonly Span[], making: Making, format: ParagraphFormat, shape: TextShape): PlacedBlock {
  const text = spans.map((span) => span.text).join('');
  const direction = directionOf(text, making.view.direction);
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
