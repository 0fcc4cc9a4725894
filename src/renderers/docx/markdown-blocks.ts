import { AlignmentType, type INumberingOptions, LevelFormat, Paragraph, type ParagraphChild } from 'docx';
import type { Block, Span } from '../../documents/markdown.ts';
import { isRightToLeft } from '../clean-text.ts';
import type { Palette } from '../colors.ts';
import { heading, type Ids, runs, WebLink } from './text.ts';

/** What the lists of a document need to be numbered, each from its own start. */
export interface Lists {
  readonly starts: Set<number>;
  instances: number;
}

interface Surroundings {
  readonly ids: Ids;
  readonly lists: Lists;
  readonly colors: Palette;
  /** The heading level of the section that the blocks stand in; 0 without one. */
  readonly level: number;
}

const bullets = 'bullets';
const depths = [0, 1, 2, 3, 4, 5];

/** The numbering of bullets and of every start that an ordered list had. */
export function numbering({ starts }: Lists): INumberingOptions {
  const layout = (level: number) => ({
    style: { paragraph: { indent: { left: 360 * (level + 1), hanging: 300 } } },
    alignment: AlignmentType.START,
  });
  const bulleted = depths.map((level) => ({ level, format: LevelFormat.BULLET, text: '•', ...layout(level) }));
  const ordered = [...starts].map((start) => ({
    reference: `ordered-${start}`,
    levels: depths.map((level) => ({
      level,
      format: LevelFormat.DECIMAL,
      text: `%${level + 1}.`,
      start,
      ...layout(level),
    })),
  }));
  return { config: [{ reference: bullets, levels: bulleted }, ...ordered] };
}

/** Paragraphs of a text section. */
export function markdownBlocks(blocks: readonly Block[], around: Surroundings): Paragraph[] {
  let last = around.level;
  return blocks.flatMap((block) => convert(block, 0, 0));

  function convert(block: Block, depth: number, quotes: number): Paragraph[] {
    switch (block.type) {
      case 'heading':
        last = Math.min(around.level + block.level, last + 1, 4);
        return [heading(last, spanRuns(block.spans, around), isRightToLeft(plainText(block.spans)))];
      case 'paragraph':
        return [textParagraph(block.spans, depth, quotes)];
      case 'quote':
        return block.blocks.flatMap((inner) => convert(inner, depth, quotes + 1));
      case 'list':
        return listItems(block, depth, quotes);
      case 'code':
        return [new Paragraph({ style: 'Code', children: runs(block.text) })];
      case 'rule':
        return [new Paragraph({ thematicBreak: true })];
    }
  }

  function textParagraph(spans: readonly Span[], depth: number, quotes: number): Paragraph {
    const indent = 360 * depth + 300 * quotes;
    return new Paragraph({
      ...(quotes > 0 ? { style: 'Quote' } : {}),
      ...(indent > 0 ? { indent: { left: indent } } : {}),
      bidirectional: isRightToLeft(plainText(spans)),
      children: spanRuns(spans, around),
    });
  }

  function listItems(list: Block & { type: 'list' }, depth: number, quotes: number): Paragraph[] {
    const reference = list.start === null ? bullets : `ordered-${list.start}`;
    if (list.start !== null) around.lists.starts.add(list.start);
    around.lists.instances += 1;
    const instance = around.lists.instances;
    const level = Math.min(depth, 5);
    return list.items.flatMap((item) => {
      const [first, ...others] = item;
      const spans = first?.type === 'paragraph' ? first.spans : [];
      const lead = new Paragraph({
        numbering: { reference, level, instance },
        bidirectional: isRightToLeft(plainText(spans)),
        children: spanRuns(spans, around),
      });
      const rest = first?.type === 'paragraph' ? others : item;
      return [lead, ...rest.flatMap((block) => convert(block, depth + 1, quotes))];
    });
  }
}

function plainText(spans: readonly Span[]): string {
  return spans.map((span) => span.text).join('');
}

function spanRuns(spans: readonly Span[], { ids, colors }: Surroundings): ParagraphChild[] {
  return spans.flatMap((span): ParagraphChild[] => {
    const style = {
      bold: span.strong,
      italics: span.emphasis,
      ...(span.code ? { shading: { fill: colors.tint.slice(1) } } : {}),
    };
    if (span.href === null) return runs(span.text, style);
    const linked = runs(span.text, { ...style, color: colors.accent.slice(1), underline: {} });
    return [new WebLink(linked, span.href, ids.next())];
  });
}
