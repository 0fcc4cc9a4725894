import { typeScale } from './design.ts';
import type { ReportView } from './report-view.ts';
import { lineCount, shortened } from './wrapped-text.ts';

/** The texts of a printed cover, as long as it has room for. */
export interface CoverTexts {
  readonly client: string | null;
  readonly title: string;
  readonly facts: ReportView['facts'];
}

/** What client and title have of the panel together, in points. */
const panelRoom = 248;
/** In type sizes: the distance of two lines of the title, of which Word asks for more. */
const titleLine = 1.15;
const clientLine = 17.4;
/** However long a title is, its client has so many lines. */
const leastClientLines = 2;
const factLines = 5;
/** The narrower columns of both forms, beside a logo and without one. */
const factWidths = { besideLogo: 150, alone: 215 } as const;

/**
 * Shortens client, title and facts where they would leave their panel or the page: the cover is one page, whatever names a
 * customer has. `width` is that of the page's text in points.
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
