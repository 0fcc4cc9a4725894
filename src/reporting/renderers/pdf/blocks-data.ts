import type { Direction } from '../../documents/direction.ts';
import type { MarkdownBlock, MarkdownTable, Span } from '../../documents/markdown.ts';
import { deepestHeading, tallestPart, textSpan, typeScale } from '../design.ts';
import { blocksText } from '../text/blocks-text.ts';
import { breakLongWords } from '../text/clean-text.ts';
import { headingLevels } from '../text/heading-levels.ts';
import { breakWideWords } from '../text/wrapped-text.ts';
import { isShortTable, layoutProseTable } from '../view/prose-columns.ts';
import { runsAgainst } from './text.ts';

/** Around the texts of a table's column, and of a row. */
const besideText = 10;
const rowFrame = 6.8;
const lineHeight = 11.5;

type BlockData =
  | { readonly type: 'heading'; readonly level: number; readonly turned: boolean; readonly spans: readonly Span[] }
  | { readonly type: 'paragraph'; readonly turned: boolean; readonly spans: readonly Span[] }
  | {
      readonly type: 'list';
      readonly turned: boolean;
      readonly start: number | null;
      readonly items: readonly (readonly BlockData[])[];
    }
  | { readonly type: 'quote'; readonly turned: boolean; readonly blocks: readonly BlockData[] }
  | { readonly type: 'code'; readonly text: string }
  | TableBlockData
  | { readonly type: 'rule' };

interface SpansData {
  readonly turned: boolean;
  readonly spans: readonly Span[];
}

interface TableBlockData {
  readonly type: 'table';
  readonly turned: boolean;
  /** Lengths in points. */
  readonly columns: readonly { readonly width: number; readonly side: MarkdownTable['columns'][number] }[];
  readonly head: readonly SpansData[];
  readonly rows: readonly (readonly SpansData[])[];
  /** Whether it is so short that it stays on one page. */
  readonly whole: boolean;
  /** An upper estimate of the height of the head and the first two rows, which stay together. */
  readonly beginning: number;
  /** How many of the last rows stay together. */
  readonly foot: number;
}

/** Typst renders a tab as a single space. */
const tab = ' '.repeat(4);

/** Blocks for the template, of a section whose heading has `level`. */
export function blocksData(blocks: readonly MarkdownBlock[], level: number, direction: Direction): BlockData[] {
  const levelOf = headingLevels(level, deepestHeading);
  const convert = (block: MarkdownBlock): BlockData => {
    switch (block.type) {
      case 'heading':
        return { type: 'heading', level: levelOf(block.level), ...spansData(block.spans, direction) };
      case 'paragraph':
        return { type: 'paragraph', ...spansData(block.spans, direction) };
      case 'list': {
        const turned = runsAgainst(direction, blocksText(block.items.flat()));
        return { ...block, items: block.items.map((item) => item.map(convert)), turned };
      }
      case 'quote':
        return {
          type: 'quote',
          turned: runsAgainst(direction, blocksText(block.blocks)),
          blocks: block.blocks.map(convert),
        };
      case 'code':
        return { type: 'code', text: breakLongWords(block.text.replaceAll('\t', tab)) };
      case 'table':
        return tableBlock(block, direction);
      case 'rule':
        return block;
    }
  };
  return blocks.map(convert);
}

function tableBlock(table: MarkdownTable, direction: Direction): TableBlockData {
  const { widths, lines } = layoutProseTable(table, textSpan, besideText);
  const heights = lines.map((count) => count * lineHeight + rowFrame);
  const broken = (cells: readonly (readonly Span[])[]) =>
    cells.map((cell, column) => {
      const room = (widths[column] ?? 0) - besideText;
      const shown = cell.map((span) => ({ ...span, text: breakWideWords(span.text, typeScale.small, room, 'bold') }));
      return spansData(shown, direction);
    });
  return {
    type: 'table',
    turned: runsAgainst(direction, blocksText([table])),
    columns: table.columns.map((side, column) => ({ side, width: widths[column] ?? 0 })),
    head: broken(table.head),
    rows: table.rows.map(broken),
    whole: isShortTable(heights),
    beginning: sum(heights.slice(0, 3)),
    // Rows that may be as long as a page have to break.
    foot: sum(heights.slice(-2)) <= tallestPart / 2 ? 2 : 0,
  };
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((all, length) => all + length, 0);
}

function spansData(spans: readonly Span[], direction: Direction): SpansData {
  const turned = runsAgainst(direction, spans.map((span) => span.text).join(''));
  return { turned, spans: spans.map((span) => ({ ...span, text: breakLongWords(span.text) })) };
}
