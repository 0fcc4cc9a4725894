import type { Direction } from '../../documents/direction.ts';
import { textSpan, typeScale } from '../design.ts';
import { linesInOffice } from '../office/measure.ts';
import type { Markup } from '../text/markup.ts';
import type { PageBlock } from './pages.ts';
import { lineHeights, paragraphGap } from './styles.ts';
import { type ParagraphFormat, paragraph } from './text.ts';

/** The space a paragraph needs on a page: by default a full-width body paragraph. Lengths are points. */
export interface TextShape {
  readonly fontSize?: number;
  readonly weight?: 'regular' | 'bold';
  readonly line?: number;
  readonly width?: number;
  /** Above and below it together. */
  readonly around?: number;
  readonly kept?: boolean;
}

/** A page block for a text that `write` turns into a paragraph. */
export function placed(text: string, write: (newPage: boolean) => Markup, shape: TextShape = {}): PageBlock {
  const { fontSize = typeScale.body, weight, line = lineHeights.body, width = textSpan } = shape;
  const { around = paragraphGap, kept = false } = shape;
  return { height: linesInOffice(text, fontSize, width, weight) * line + around, kept, write };
}

/** A paragraph of one text. */
export function textBlock(text: string, around: Direction, format: ParagraphFormat = {}, shape?: TextShape): PageBlock {
  return placed(text, (newPage) => paragraph(text, around, { ...format, newPage }), shape);
}
