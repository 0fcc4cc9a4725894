import { typeScale } from '../design.ts';
import { lineCount, shortened } from '../text/wrapped-text.ts';
import type { ReportView } from './report-view.ts';

/** The texts of a printed cover, shortened to the room it has. */
export interface CoverTexts {
  readonly client: string | null;
  readonly title: string;
  readonly facts: ReportView['facts'];
}

/** The height that client and title share on the panel, in points. */
const panelRoom = 248;
/** In type sizes: the distance between two lines of the title, which is larger in Word. */
const titleLine = 1.15;
const clientLine = 17.4;
/** The client gets this many lines, however long the title is. */
const leastClientLines = 2;
const factLines = 5;
/** The narrower of the two formats' columns, next to a logo and without one. */
const factWidths = { besideLogo: 150, alone: 215 } as const;

/**
 * Shortens client, title and facts where they would overflow their panel or the page: the cover is one page, whatever
 * the names. `width` is the width of the page's text in points.
 */
export function coverTexts({ document, client, titleSize, facts }: ReportView, width: number): CoverTexts {
  const size = typeScale.title[titleSize];
  const most = Math.floor((panelRoom - leastClientLines * clientLine) / (size * titleLine));
  const title = shortened(document.title, most, size, width, 'bold');
  const left = panelRoom - lineCount(title, size, width, 'bold') * size * titleLine;
  const factWidth = document.brand.logo === null ? factWidths.alone : factWidths.besideLogo;
  return {
    client: client && shortened(client, Math.floor(left / clientLine), typeScale.lead, width),
    title,
    facts: facts.map(({ label, value }) => ({ label, value: shortened(value, factLines, typeScale.body, factWidth) })),
  };
}
