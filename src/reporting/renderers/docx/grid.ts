import type { Direction } from '../../documents/direction.ts';
import { type Markup, type Value, xml } from '../text/markup.ts';

/** The properties of a table besides its columns, each as an element of the schema. */
export interface TableFormat {
  readonly style?: Markup;
  readonly indent?: Markup;
  readonly cellMargins?: Markup;
  readonly look?: Markup;
}

/** A table of fixed columns, in twips; they run from right to left in a right-to-left document. */
export function fixedTable(
  widths: readonly number[],
  rows: Value,
  around: Direction,
  format: TableFormat = {},
): Markup {
  const { style = null, indent = null, cellMargins = null, look = null } = format;
  const mirrored = around === 'rtl' ? xml`<w:bidiVisual/>` : null;
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const grid = widths.map((width) => xml`<w:gridCol w:w="${width}"/>`);
  return xml`<w:tbl><w:tblPr>${style}${mirrored}<w:tblW w:w="${whole}" w:type="dxa"/>${indent}<w:tblLayout w:type="fixed"/>${cellMargins}${look}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows}</w:tbl>`;
}

/** A row that no page break splits. */
export function tableRow(cells: Value, properties: Markup | null = null): Markup {
  return xml`<w:tr><w:trPr><w:cantSplit/>${properties}</w:trPr>${cells}</w:tr>`;
}

/** A cell; its content ends with a paragraph. */
export function tableCell(width: number, content: Value, properties: Markup | null = null): Markup {
  return xml`<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${properties}</w:tcPr>${content}</w:tc>`;
}

/** The padding of a cell, in twips. */
export function cellMargins(vertical: number, sides: number): Markup {
  const margin = (side: 'top' | 'left' | 'bottom' | 'right', width: number) =>
    xml`<w:${side} w:w="${width}" w:type="dxa"/>`;
  return xml`<w:tblCellMar>${[margin('top', vertical), margin('left', sides), margin('bottom', vertical), margin('right', sides)]}</w:tblCellMar>`;
}
