import { typeScale } from '../design.ts';
import type { Markup } from '../markup.ts';
import { lineCount } from '../wrapped-text.ts';
import type { Block } from './pages.ts';
import { lineHeights, paragraphGap } from './styles.ts';
import { type Direction, type ParagraphFormat, paragraph } from './text.ts';
import { textWidth } from './units.ts';

/** What a text paragraph needs on a page: by default one of the body, over the whole width. Lengths are points. */
export interface TextShape {
  readonly fontSize?: number;
  readonly weight?: 'regular' | 'bold';
  readonly line?: number;
  readonly width?: number;
  /** Above and below it together. */
  readonly around?: number;
  readonly kept?: boolean;
}

/** The place of a text that `write` makes a paragraph of. */
export function placed(text: string, write: (newPage: boolean) => Markup, shape: TextShape = {}): Block {
  const { fontSize = typeScale.body, weight, line = lineHeights.body, width = textWidth } = shape;
  const { around = paragraphGap, kept = false } = shape;
  return { height: lineCount(text, fontSize, width, weight) * line + around, kept, write };
}

/** A paragraph of one text. */
export function textBlock(text: string, around: Direction, format: ParagraphFormat = {}, shape?: TextShape): Block {
  return placed(text, (newPage) => paragraph(text, around, { ...format, newPage }), shape);
}
