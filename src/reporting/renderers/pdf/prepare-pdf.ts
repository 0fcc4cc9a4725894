import { type BrandFont, brandFonts } from '../../documents/brand-fonts.ts';
import type { CommentedDocument } from '../../documents/comments.ts';
import type { SectionPicture } from '../logo/picture.ts';
import { type FontFamily, fontFamilies } from '../text/fonts.ts';
import { picturesOf, reportView } from '../view/report-view.ts';
import { shapable } from './shapable.ts';
import { typstData } from './typst-data.ts';

/** A report as the render process needs it for a PDF. */
export interface PreparedPdf {
  /** JSON for the template. */
  readonly data: string;
  readonly families: readonly FontFamily[];
  /** The family of the brand. */
  readonly font: BrandFont;
  /** An unchecked data URI, or null. */
  readonly logo: string | null;
  readonly coverPicture: string | null;
  /** Unchecked, at the positions that the data name. */
  readonly pictures: readonly SectionPicture[];
  /** The document's time in seconds since 1970, so that the same document gives the same file. */
  readonly createdAt: number;
}

/**
 * Computes every text and length of a PDF; Typst only sets them. Throws RangeError for a locale, time zone or currency
 * that Intl does not know.
 */
export function preparePdf(document: CommentedDocument): PreparedPdf {
  const { font = brandFonts[0] } = document.brand;
  const view = reportView(document);
  const data = shapable(JSON.stringify(typstData(view)));
  return {
    data,
    families: fontFamilies(document.locale, data, font),
    font,
    logo: document.brand.logo,
    coverPicture: document.brand.cover_picture ?? null,
    pictures: picturesOf(view),
    createdAt: Math.floor(view.createdAt.getTime() / 1000),
  };
}
