import { columnName, textCell } from '../../figures/sheet.ts';
import { zipPackage } from '../../office/package.ts';
import { Relationships } from '../../office/relationships.ts';
import { type Markup, xml } from '../../text/markup.ts';

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** The first id that is not one of Excel's own formats. */
const firstFormat = 164;
const sheetName = 'Sheet1';

/** The figures of a chart: what its places are called, and a column of values for each series. */
export interface ChartSheet {
  readonly head: string;
  readonly categories: readonly string[];
  readonly series: readonly {
    readonly name: string;
    /** Null for none: an empty cell, which charts show as a gap. */
    readonly values: readonly (number | null)[];
    /** Of Excel. */
    readonly format: string;
  }[];
}

/** Where a chart finds the names of its places, and the name and values of a series, counted from 0. */
export function references({ categories }: ChartSheet) {
  const last = categories.length + 1;
  const column = (index: number) => `$${columnName(index)}`;
  return {
    categories: `${sheetName}!$A$2:$A$${last}`,
    name: (series: number) => `${sheetName}!${column(series + 1)}$1`,
    values: (series: number) => `${sheetName}!${column(series + 1)}$2:${column(series + 1)}$${last}`,
  };
}

/** The workbook that opens when somebody edits a chart's data. */
export function chartWorkbook(sheet: ChartSheet): Uint8Array {
  const root = new Relationships();
  root.add('document', 'xl/workbook.xml');
  const book = new Relationships();
  const first = book.add('worksheet', 'worksheets/sheet1.xml');
  book.add('styles', 'styles.xml');
  const formats = [...new Set(sheet.series.map(({ format }) => format))];
  const part = (name: string, kind: string, content: Markup) => {
    return { path: `xl/${name}.xml`, contentType: `${spreadsheet}.${kind}+xml`, content };
  };
  return zipPackage([
    { path: '_rels/.rels', contentType: null, content: root.toXml() },
    part(
      'workbook',
      'sheet.main',
      xml`<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="${sheetName}" sheetId="1" r:id="${first}"/></sheets></workbook>`,
    ),
    { path: 'xl/_rels/workbook.xml.rels', contentType: null, content: book.toXml() },
    part('worksheets/sheet1', 'worksheet', worksheet(sheet, formats)),
    part('styles', 'styles', styles(formats)),
  ]);
}

function worksheet({ head, categories, series }: ChartSheet, formats: readonly string[]): Markup {
  const heads = [head, ...series.map(({ name }) => name)].map((text, column) => textCell(text, column, 1));
  const rows = categories.map((category, index) => {
    const number = index + 2;
    const cells = series.map(({ values, format }, column) => {
      const value = values[index] ?? null;
      if (value === null) return null;
      return xml`<c r="${columnName(column + 1)}${number}" s="${formats.indexOf(format) + 1}"><v>${value}</v></c>`;
    });
    return xml`<row r="${number}">${textCell(category, 0, number)}${cells}</row>`;
  });
  return xml`<worksheet xmlns="${main}"><cols><col min="1" max="${series.length + 1}" width="18" customWidth="1"/></cols><sheetData><row r="1">${heads}</row>${rows}</sheetData></worksheet>`;
}

function styles(formats: readonly string[]): Markup {
  const cells = formats.map(
    (_, index) =>
      xml`<xf numFmtId="${firstFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return xml`<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((format, index) => xml`<numFmt numFmtId="${firstFormat + index}" formatCode="${format}"/>`)}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cells}</cellXfs></styleSheet>`;
}
