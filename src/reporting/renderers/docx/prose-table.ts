import type { Direction } from '../../documents/direction.ts';
import type { MarkdownTable, Span } from '../../documents/markdown.ts';
import { textSpan, typeScale } from '../design.ts';
import { wider } from '../office/measure.ts';
import { directionOf } from '../office/text-runs.ts';
import { twips } from '../office/units.ts';
import { blocksText, spansText } from '../text/blocks-text.ts';
import { type Markup, xml } from '../text/markup.ts';
import { breakWideWords } from '../text/wrapped-text.ts';
import { isShortTable, layoutProseTable } from '../view/prose-columns.ts';
import type { ReportView } from '../view/report-view.ts';
import { fixedTable, tableCell, tableRow } from './grid.ts';
import type { TableBlocks } from './pages.ts';
import { lineHeights, rowFrame } from './styles.ts';
import { tablesByPage } from './table-parts.ts';

const besideText = 8;
const letters = typeScale.small * wider;
/** Below a table, in points. */
const gapHeight = 8;

type Cells = readonly (readonly Span[])[];

/** A table within a text; `runs` writes the spans of a cell, bold in its head. */
export function proseTable(
  table: MarkdownTable,
  view: ReportView,
  runs: (spans: readonly Span[], direction: Direction, bold: boolean) => readonly Markup[],
): TableBlocks {
  const side = directionOf(blocksText([table]), view.direction);
  const layout = layoutProseTable(table, textSpan + besideText, besideText, letters);
  const widths = layout.widths.map(twips);
  const heights = layout.lines.map((count) => count * lineHeights.table + rowFrame);
  const isShort = isShortTable(heights);
  const last = table.rows.length;
  return {
    rows: [table.head, ...table.rows].map((cells, index) => {
      // As other tables: a short one stays on a page, a longer one keeps its head and first rows together, and its last two.
      const kept = index < last && (isShort || index < 2 || index === last - 1);
      return {
        height: (heights[index] ?? 0) + (index === last ? gapHeight : 0),
        kept,
        ...(index > 0 && { repeated: (heights[0] ?? 0) + gapHeight }),
        write: (newPage, keepNext) => row(cells, index === 0, keepNext, newPage),
      };
    }),
    wrap: (pages) => {
      const format = {
        style: xml`<w:tblStyle w:val="ReportTable"/>`,
        indent: xml`<w:tblInd w:w="${-twips(besideText / 2)}" w:type="dxa"/>`,
        look: xml`<w:tblLook w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`,
      };
      const head = row(table.head, true, true, false);
      return tablesByPage(pages, head, (rows) => fixedTable(widths, rows, side, format));
    },
  };

  function row(cells: Cells, isHead: boolean, kept: boolean, newPage: boolean): Markup {
    const shown = table.columns.map((at, column) => {
      const room = (layout.widths[column] ?? 0) - besideText;
      const spans = (cells[column] ?? []).map((span) => ({
        ...span,
        text: breakWideWords(span.text, letters, room, 'bold'),
      }));
      const direction = directionOf(spansText(spans), side);
      const properties = [
        kept ? xml`<w:keepNext/>` : null,
        newPage && column === 0 ? xml`<w:pageBreakBefore/>` : null,
        direction === 'rtl' ? xml`<w:bidi/>` : null,
        alignment(at, direction === side),
      ];
      const text = xml`<w:p><w:pPr><w:pStyle w:val="TableText"/>${properties}</w:pPr>${runs(spans, direction, isHead)}</w:p>`;
      return tableCell(widths[column] ?? 0, text, xml`<w:vAlign w:val="${isHead ? 'bottom' : 'center'}"/>`);
    });
    return tableRow(shown, isHead ? xml`<w:tblHeader/>` : null);
  }
}

/** Word reads "right" as the end of the line, in a paragraph that runs from right to left too. */
function alignment(at: MarkdownTable['columns'][number], runsAlong: boolean): Markup | null {
  if (at === 'center') return xml`<w:jc w:val="center"/>`;
  return (at === 'end') === runsAlong ? xml`<w:jc w:val="right"/>` : null;
}
