import type { Block, Span } from '../../documents/markdown.ts';
import { type Markup, xml } from '../markup.ts';
import type { Making } from './making.ts';
import { type Direction, directionOf, paragraph, paragraphOf, type RunFormat, run } from './text.ts';

const deepestList = 5;

/** The blocks of a text section that stands under a heading of `level`; 0 without one. */
export function markdownBlocks(blocks: readonly Block[], level: number, making: Making): Markup[] {
  const { view, lists } = making;
  let last = level;
  return blocks.flatMap((block) => convert(block, 0, 0));

  function convert(block: Block, depth: number, quotes: number): Markup[] {
    switch (block.type) {
      case 'heading':
        // Levels go down one at a time, as readers of the outline expect.
        last = Math.min(level + block.level, last + 1, 4);
        return [spansParagraph(block.spans, making, { style: `Heading${last}` })];
      case 'paragraph':
        return [indented(block.spans, depth, quotes)];
      case 'quote':
        return block.blocks.flatMap((inner) => convert(inner, depth, quotes + 1));
      case 'list':
        return listItems(block, depth, quotes);
      case 'code':
        return [paragraph(block.text, view.direction, { style: 'Code' })];
      case 'rule':
        return [xml`<w:p><w:pPr><w:pStyle w:val="Rule"/></w:pPr></w:p>`];
    }
  }

  function indented(spans: readonly Span[], depth: number, quotes: number): Markup {
    const left = 360 * depth + 300 * quotes;
    return spansParagraph(spans, making, {
      ...(quotes > 0 ? { style: 'Quote' } : {}),
      ...(left > 0 ? { properties: xml`<w:ind w:left="${left}"/>` } : {}),
    });
  }

  function listItems(list: Block & { type: 'list' }, depth: number, quotes: number): Markup[] {
    const listLevel = Math.min(depth, deepestList);
    const id = list.start === null ? lists.bullets : lists.startOrdered(list.start, listLevel);
    return list.items.flatMap((item) => {
      const [first, ...others] = item;
      const [spans, rest] = first?.type === 'paragraph' ? [first.spans, others] : [[], item];
      const numbering = { id, level: listLevel };
      const lead = spansParagraph(spans, making, { style: 'ListParagraph', numbering });
      return [lead, ...rest.flatMap((block) => convert(block, depth + 1, quotes))];
    });
  }
}

function spansParagraph(spans: readonly Span[], making: Making, format: Parameters<typeof paragraphOf>[2]): Markup {
  const direction = directionOf(spans.map((span) => span.text).join(''), making.view.direction);
  return paragraphOf(
    spans.map((span) => spanRun(span, direction, making)),
    direction,
    format,
  );
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
