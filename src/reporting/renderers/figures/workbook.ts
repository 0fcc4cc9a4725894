import { Zip, ZipDeflate } from 'fflate';
import { type Markup, xml } from '../text/markup.ts';
import { CellStyles } from './cell-styles.ts';
import type { FigureBook, FigureTable } from './figure-table.ts';
import { emptySheet, sheetParts } from './sheet.ts';

/** The time of every entry. Zip stores local time, and no time zone ever skipped noon. */
const stamp = new Date(1980, 0, 1, 12);
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

/** In UTF-16 units. */
const longestName = 31;

/** An Excel workbook with a sheet for each section, all texts as texts and all figures as numbers. */
export function* workbook(figures: FigureBook): Generator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  for (const [path, texts] of parts(figures)) {
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = stamp;
    zip.add(file);
    const encoder = new TextEncoder();
    for (const text of texts) {
      file.push(encoder.encode(text));
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

function* parts(figures: FigureBook): Generator<[path: string, texts: Iterable<string>]> {
  const styles = new CellStyles(figures.document);
  const names = figures.tables.length > 0 ? figures.tables.map(sheetName) : [figures.labels.figures];
  const single = (text: Markup) => [declaration + text.text];
  yield ['[Content_Types].xml', single(contentTypes(names.length))];
  yield [
    '_rels/.rels',
    single(
      xml`<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  ];
  yield ['xl/workbook.xml', single(workbookPart(names))];
  yield ['xl/_rels/workbook.xml.rels', single(relationships(names.length))];
  if (figures.tables.length === 0) yield ['xl/worksheets/sheet1.xml', [declaration, ...emptySheet(figures, styles)]];
  for (const [index, table] of figures.tables.entries()) {
    yield [`xl/worksheets/sheet${index + 1}.xml`, withDeclaration(sheetParts(table, figures, styles))];
  }
  yield ['xl/styles.xml', single(styles.toXml())];
}

function* withDeclaration(texts: Iterable<string>): Generator<string> {
  yield declaration;
  yield* texts;
}

/** Begins with the number of the section, so that no two are alike and none is a name that Excel keeps for itself. */
function sheetName({ section, title }: FigureTable): string {
  const name = `${section} ${title}`.replace(/[[\]:*?/\\\s]+/g, ' ');
  return name
    .slice(0, longestName)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(/[' ]+$/, '');
}

function workbookPart(names: readonly string[]): Markup {
  const sheets = names.map((name, index) => xml`<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return xml`<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`;
}

function relationships(sheets: number): Markup {
  const targets = Array.from({ length: sheets }, (_, index) => {
    return xml`<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`;
  });
  return xml`<Relationships xmlns="${packaged}/relationships">${targets}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
}

function contentTypes(sheets: number): Markup {
  const overrides = Array.from({ length: sheets }, (_, index) => {
    return xml`<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`;
  });
  return xml`<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${overrides}</Types>`;
}
