import type { ReportDocument } from '../../documents/model.ts';
import type { Logo } from '../logo/logo.ts';
import { cleanData, onOneLine } from '../text/clean-text.ts';

/** What a report shows of itself before it is opened: its language, and whose it is. */
export interface ReportFront {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly name: string | null;
  readonly accentColor: string | null;
  readonly logo: FrontLogo | null;
}

interface FrontLogo extends Pick<Logo, 'width' | 'height' | 'light'> {
  /** A PNG in base64. */
  readonly png: string;
}

export function reportFront(
  { locale, brand }: ReportDocument,
  draw: (uri: string | null) => Logo | undefined,
): ReportFront {
  const logo = draw(brand.logo);
  const { name = null, accent_color: accentColor } = cleanData({ ...brand, logo: null });
  return {
    ...{ locale, accentColor, name: name && onOneLine(name) },
    logo: logo ? { ...logo, png: logo.png.toString('base64') } : null,
  };
}
