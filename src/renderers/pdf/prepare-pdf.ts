import type { ReportDocument } from '../../documents/model.ts';
import { type FontFamily, fontFamilies } from '../fonts.ts';
import { reportView } from '../report-view.ts';
import { shapable } from './shapable.ts';
import { typstData } from './typst-data.ts';

/** A report as the render process needs it for a PDF. */
export interface PreparedPdf {
  /** JSON for the template. */
  readonly data: string;
  readonly families: readonly FontFamily[];
  /** A data URI, not looked at yet, or null. */
  readonly logo: string | null;
  /** Seconds since 1970: of the document, so that the same one gives the same file. */
  readonly createdAt: number;
}

/** Works out every text and length of a PDF, which is left to Typst to set. Throws RangeError for a locale, time zone or currency that Intl does not know. */
export function preparePdf(document: ReportDocument): PreparedPdf {
  const view = reportView(document);
  const data = shapable(JSON.stringify(typstData(view)));
  return {
    data,
    families: fontFamilies(document.locale, data),
    logo: document.brand.logo,
    createdAt: Math.floor(view.createdAt.getTime() / 1000),
  };
}
