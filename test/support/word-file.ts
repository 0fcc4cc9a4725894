import type { ReportDocument } from '../../src/reporting/documents/model.ts';
import { renderDocx } from '../../src/reporting/renderers/docx/render-docx.ts';
import { OfficeFile, values } from './office-file.ts';
import { elements, type XmlElement } from './xml.ts';

/** The order of children that ECMA-376 part 1 requires and Word insists on, for the elements that we write. */
const orders: Readonly<Record<string, string>> = {
  'w:p': 'w:pPr w:bookmarkStart w:r w:hyperlink w:fldSimple w:bookmarkEnd',
  'w:pPr':
    'w:pStyle w:keepNext w:keepLines w:pageBreakBefore w:widowControl w:numPr w:pBdr w:shd w:tabs w:bidi w:spacing w:ind w:contextualSpacing w:jc w:outlineLvl w:rPr w:sectPr',
  'w:rPr':
    'w:rStyle w:rFonts w:b w:bCs w:i w:iCs w:strike w:color w:spacing w:sz w:szCs w:highlight w:u w:shd w:vertAlign w:rtl w:cs w:lang',
  'w:numPr': 'w:ilvl w:numId',
  'w:pBdr': 'w:top w:left w:bottom w:right w:between w:bar',
  'w:tbl': 'w:tblPr w:tblGrid w:tr',
  'w:tblPr':
    'w:tblStyle w:tblpPr w:bidiVisual w:tblW w:jc w:tblCellSpacing w:tblInd w:tblBorders w:shd w:tblLayout w:tblCellMar w:tblLook',
  'w:tblBorders': 'w:top w:left w:bottom w:right w:insideH w:insideV',
  'w:tcBorders': 'w:top w:left w:bottom w:right w:insideH w:insideV',
  'w:tblCellMar': 'w:top w:left w:bottom w:right',
  'w:tr': 'w:trPr w:tc',
  'w:tc': 'w:tcPr w:p w:tbl',
  'w:tcPr': 'w:tcW w:gridSpan w:vMerge w:tcBorders w:shd w:noWrap w:tcMar w:vAlign',
  'w:sectPr': 'w:headerReference w:footerReference w:type w:pgSz w:pgMar w:cols w:titlePg w:bidi w:docGrid',
  'w:sdt': 'w:sdtPr w:sdtContent',
  'w:docPartObj': 'w:docPartGallery w:docPartUnique',
  'w:styles': 'w:docDefaults w:latentStyles w:style',
  'w:docDefaults': 'w:rPrDefault w:pPrDefault',
  'w:style':
    'w:name w:basedOn w:next w:link w:uiPriority w:semiHidden w:unhideWhenUsed w:qFormat w:pPr w:rPr w:tblPr w:trPr w:tcPr w:tblStylePr',
  'w:tblStylePr': 'w:pPr w:rPr w:tblPr w:trPr w:tcPr',
  'w:numbering': 'w:abstractNum w:num',
  'w:abstractNum': 'w:multiLevelType w:lvl',
  'w:lvl': 'w:start w:numFmt w:lvlText w:lvlJc w:pPr w:rPr',
  'w:num': 'w:abstractNumId w:lvlOverride',
  'w:settings': 'w:zoom w:embedTrueTypeFonts w:defaultTabStop w:compat w:themeFontLang',
  'wp:inline': 'wp:extent wp:effectExtent wp:docPr wp:cNvGraphicFramePr a:graphic',
  'wp:anchor':
    'wp:simplePos wp:positionH wp:positionV wp:extent wp:effectExtent wp:wrapNone wp:docPr wp:cNvGraphicFramePr a:graphic',
  'pic:pic': 'pic:nvPicPr pic:blipFill pic:spPr',
  'pic:blipFill': 'a:blip a:stretch',
  'pic:spPr': 'a:xfrm a:prstGeom',
};
/** Elements in which only the properties have a fixed position: the first. */
const mixed = ['w:p', 'w:tc'];

/** A .docx with every XML part read. Throws where one is not well-formed. */
export class WordFile extends OfficeFile {
  /** Every element of that name in the document itself. */
  all(name: string): XmlElement[] {
    return elements(this.part('word/document.xml'), name);
  }

  /** Everything that would make Word report the file as damaged or show it wrongly; empty for a good one. */
  faults(): string[] {
    return [
      ...this.packageFaults(),
      ...this.orderFaults('word/', orders, mixed),
      ...this.#tableFaults(),
      ...this.#referenceFaults(),
    ];
  }

  #tableFaults(): string[] {
    const tables = this.all('w:tbl').flatMap((table) => {
      const columns = elements(table, 'w:gridCol').length;
      return elements(table, 'w:tr').flatMap((row) => {
        const cells = elements(row, 'w:tc');
        const ended = cells.every((cell) => cell.children.at(-1)?.name === 'w:p');
        const spans = cells.flatMap((cell) =>
          elements(cell, 'w:gridSpan').map(({ attributes }) => attributes.get('w:val')),
        );
        const filled = spans.reduce((sum, span) => sum + Number(span) - 1, cells.length);
        return filled === columns && ended ? [] : [`a row of ${cells.length} cells for ${columns} columns`];
      });
    });
    const joined = elements(this.part('word/document.xml')).flatMap(({ children }) =>
      children.filter((child, index) => child.name === 'w:tbl' && children[index + 1]?.name === 'w:tbl'),
    );
    return [...tables, ...joined.map(() => 'two tables without a paragraph between them')];
  }

  #referenceFaults(): string[] {
    const styles = values(elements(this.part('word/styles.xml'), 'w:style'), 'w:styleId');
    const numbers = elements(this.part('word/numbering.xml'));
    const valuesOf = (name: string) => {
      const roots = [...this.read].filter(([path]) => /^word\/\w+\.xml$/.test(path)).map(([, root]) => root);
      return values(
        roots.flatMap((root) => elements(root, name)),
        'w:val',
      );
    };
    const named = (what: string, known: readonly string[], used: readonly string[]) =>
      used.filter((name) => !known.includes(name)).map((name) => `no ${what} ${name}`);
    const once = (what: string, ids: readonly string[]) =>
      new Set(ids).size === ids.length ? [] : [`${what} are not unique`];
    const of = (name: string, attribute: string) => values(this.all(name), attribute);
    const numberIds = values(
      numbers.filter(({ name }) => name === 'w:num'),
      'w:numId',
    );
    const abstractIds = values(
      numbers.filter(({ name }) => name === 'w:abstractNum'),
      'w:abstractNumId',
    );
    const anchors = values(
      this.all('w:hyperlink').filter(({ attributes }) => attributes.has('w:anchor')),
      'w:anchor',
    );
    return [
      ...['w:pStyle', 'w:rStyle', 'w:tblStyle', 'w:basedOn', 'w:next'].flatMap((name) =>
        named('style', styles, valuesOf(name)),
      ),
      ...named('list', numberIds, values(this.all('w:numId'), 'w:val')),
      ...named(
        'list layout',
        abstractIds,
        values(
          numbers.filter(({ name }) => name === 'w:abstractNumId'),
          'w:val',
        ),
      ),
      ...named('bookmark', of('w:bookmarkStart', 'w:name'), anchors),
      ...named('start of bookmark', of('w:bookmarkStart', 'w:id'), of('w:bookmarkEnd', 'w:id')),
      ...once('styles', styles),
      ...once('lists', numberIds),
      ...once('bookmark ids', of('w:bookmarkStart', 'w:id')),
      ...once('bookmark names', of('w:bookmarkStart', 'w:name')),
      ...once('drawing ids', of('wp:docPr', 'id')),
    ];
  }
}

/** The report's Word file. */
export async function fileOf(document: ReportDocument): Promise<WordFile> {
  return new WordFile((await renderDocx(document)).bytes);
}
