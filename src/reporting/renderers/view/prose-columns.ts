import type { MarkdownTable, Span } from '../../documents/markdown.ts';
import { spacing, tallestPart, typeScale } from '../design.ts';
import { spansText } from '../text/blocks-text.ts';
import { textWidth } from '../text/text-width.ts';
import { lineCount } from '../text/wrapped-text.ts';

/** How a table within a text is laid out on paper; lengths are points. */
export interface ProseTableLayout {
  readonly widths: readonly number[];
  /** The lines of each row, the head first. */
  readonly lines: readonly number[];
}

/** Widths of letters outside ASCII are estimates. */
const safety = 1.04;
/** Longer words are broken. */
const longestWord = 90;

/**
 * The columns share a width: each gets what its longest word needs, and of what is left as much more as its texts want.
 * `besideText` is what a column needs around its texts, which are measured in letters of a size.
 */
export function layoutProseTable(
  table: MarkdownTable,
  width: number,
  besideText: number,
  letters: number = typeScale.small,
): ProseTableLayout {
  const rows = [table.head, ...table.rows];
  const texts = table.columns.map((_, column) => rows.map((cells) => spansText(cells[column] ?? [])));
  const measured = (text: string) => textWidth(text, letters, 'bold') * safety;
  const widest = (parts: readonly string[]) => parts.reduce((most, part) => Math.max(most, measured(part)), 0);
  const wanted = texts.map((column) => Math.min(widest(column), width) + besideText);
  const least = texts.map((column, index) => {
    const word = Math.min(widest(column.flatMap((text) => text.split(' '))), longestWord) + besideText;
    return Math.min(word, wanted[index] ?? 0, width / texts.length);
  });
  const left = width - total(least);
  const more = wanted.map((each, index) => Math.max(0, each - (least[index] ?? 0)));
  const widths = least.map(
    (each, index) => each + left * (total(more) > 0 ? (more[index] ?? 0) / total(more) : 1 / texts.length),
  );
  const linesOf = (cells: readonly (readonly Span[])[]) =>
    Math.max(
      1,
      ...widths.map((each, column) =>
        lineCount(spansText(cells[column] ?? []), letters, Math.max(each - besideText, 1), 'bold'),
      ),
    );
  return { widths, lines: rows.map(linesOf) };
}

/** That of a section's heading, which a table may follow. */
const headingRoom = spacing.section + 2 * typeScale.heading;

/** Whether rows of these heights are so short together that no page break splits them. */
export function isShortTable(heights: readonly number[]): boolean {
  return total(heights) <= tallestPart - headingRoom;
}

function total(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}
