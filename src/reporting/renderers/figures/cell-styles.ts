import { type Markup, xml } from '../text/markup.ts';
import { currencyOfFigure, type Figure } from './figure-table.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** The first id that is not one of Excel's own formats. */
const firstFormat = 164;

type StyledFigure = Pick<Figure, 'unit' | 'currency' | 'decimals'>;

/** How Excel shows a figure, with the decimals that a report shows. */
export function figureFormat(
  figure: StyledFigure,
  report: { readonly currency: string },
  decimalsOf = currencyDecimals,
): string {
  const { unit, decimals } = figure;
  const currency = currencyOfFigure(figure, report);
  const number = (usual: number) => {
    const digits = Math.min(decimals ?? usual, 15);
    return `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  };
  if (unit === 'percent') return `${number(1).replace('#,##', '')}%`;
  if (currency !== null) return `${number(decimalsOf(currency))} [$${currency}]`;
  if (unit === 'duration') return `${number(0)} "s"`;
  return number(unit === 'count' ? 0 : 2);
}

/** The usual ones of amounts in a currency. */
function currencyDecimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The styles of a workbook's cells, by the formats of numbers that its sheets use. */
export class CellStyles {
  readonly #report: { readonly currency: string };
  readonly #decimals = new Map<string, number>();
  /** In the order of their styles: behind those of texts, heads and days. */
  readonly #formats: string[] = [];

  /** The style of texts is 0, which a cell need not name. */
  readonly head = 1;
  readonly day = 2;

  constructor(report: { readonly currency: string }) {
    this.#report = report;
  }

  /** The style of a figure: its value in full, shown with the decimals that a report shows. */
  figure(figure: StyledFigure): number {
    const format = figureFormat(figure, this.#report, (currency) => {
      return this.#decimals.getOrInsertComputed(currency, () => currencyDecimals(currency));
    });
    const known = this.#formats.indexOf(format);
    return 3 + (known >= 0 ? known : this.#formats.push(format) - 1);
  }

  toXml(): Markup {
    const formats = this.#formats.map(
      (format, index) => xml`<numFmt numFmtId="${firstFormat + 1 + index}" formatCode="${format}"/>`,
    );
    const cells = [
      xml`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
      xml`<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`,
      ...[-1, ...this.#formats.keys()].map(
        (index) =>
          xml`<xf numFmtId="${firstFormat + 1 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      ),
    ];
    return xml`<styleSheet xmlns="${main}"><numFmts count="${formats.length + 1}"><numFmt numFmtId="${firstFormat}" formatCode="yyyy\\-mm\\-dd"/>${formats}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells}</cellXfs></styleSheet>`;
  }
}
