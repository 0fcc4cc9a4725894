import { spacing, tallestPart, textSpan, typeScale } from '../design.ts';
import { lineCount } from '../text/wrapped-text.ts';
import type { SectionView } from '../view/section-views.ts';
import { keptNote } from '../view/sentences.ts';

/** Those of the template, in type sizes: a line from the foot of its letters to their top, and between two lines. */
const [letters, leading] = [0.74, 0.62];
/** From a section's heading to its source, and from its figures to their note. */
const [belowTitle, aboveNote] = [10, spacing.wide];

/** The height of lines of text, without what is around them. All heights are upper estimates in points. */
export function linesHeight(lines: number, fontSize: number): number {
  return lines === 0 ? 0 : fontSize * (lines * (letters + leading) - leading);
}

/** The height of a section's heading and source with the space around them. */
export function headHeight({ title, source }: Pick<SectionView, 'title' | 'source'>): number {
  const titled = title === null ? 0 : spacing.section + titleHeight(title) + belowTitle;
  return titled + (source === null ? 0 : linesHeight(1, typeScale.small) + spacing.base);
}

function titleHeight(title: string): number {
  return linesHeight(lineCount(title, typeScale.heading, textSpan, 'bold'), typeScale.heading);
}

/** The height of a note with the space above it. */
export function noteHeight(note: string | null): number {
  return note === null ? 0 : aboveNote + linesHeight(lineCount(note, typeScale.small, textSpan), typeScale.small);
}

/** What is left for a section's figures where they stay with its heading, its note, and `after` points behind it. */
export function figuresRoom(section: SectionView, after: number): number {
  return tallestPart - headHeight(section) - noteHeight(keptNote(section.note)) - after;
}
