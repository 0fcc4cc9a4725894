import { cover, spacing, textSpan, typeScale } from '../design.ts';
import { lineCount, linesOf, shortened } from '../text/wrapped-text.ts';
import type { MakerView } from './brand-view.ts';
import type { ReportView } from './report-view.ts';

/** The texts of a printed cover, shortened to the room it has. */
export interface CoverTexts {
  /** Who the report is for, or else what it is about; null where the title says so. */
  readonly lead: string | null;
  readonly title: string;
  /** The type size of the title in points: the largest in which it fits. */
  readonly titleSize: number;
  readonly period: string;
  readonly facts: ReportView['facts'];
  readonly maker: MakerView | null;
  readonly footer: string | null;
}

/** In type sizes: the distance between two lines of the title, which is larger in Word. */
const titleLine = 1.15;
const leadLine = 17.4;
/** The lead gets this many lines, however long the title is. */
const leastLeadLines = 2;
const factLines = 5;
/** The narrower of the two formats' columns, beside a logo or the maker and alone. */
const factWidths = { beside: 128, alone: 215 } as const;
const makerLines = { name: 3, contact: 6 } as const;
const footerLines = 3;
/** The brand's own family may have letters a little wider than those that texts are measured in. */
const makerWidth = cover.side - spacing.base;

/**
 * Shortens what would overflow its panel or the page: the cover is one page, whatever the names.
 */
export function coverTexts(view: ReportView): CoverTexts {
  const { document, lead, facts, brand, periods } = view;
  const room = document.brand.cover_picture ? cover.textsBelowPicture : cover.texts;
  const titleRoom = room - (lead === null ? 0 : leastLeadLines * leadLine);
  const { title, size } = fittedTitle(view, titleRoom);
  const left = room - lineCount(title, size, textSpan, 'bold') * size * titleLine;
  const factWidth = document.brand.logo === null && !brand.maker ? factWidths.alone : factWidths.beside;
  return {
    lead: lead && shortened(lead, Math.floor(left / leadLine), typeScale.lead, textSpan),
    title,
    titleSize: size,
    period: shortened(periods.current, 1, typeScale.lead, textSpan),
    facts: facts.map(({ label, value }) => ({ label, value: shortened(value, factLines, typeScale.body, factWidth) })),
    maker: brand.maker && shortenedMaker(brand.maker),
    footer: brand.footer && shortenedFooter(brand.footer),
  };
}

/** The text at the foot of a page in at most three lines. */
export function shortenedFooter(footer: string): string {
  return shortened(footer, footerLines, typeScale.imprint, textSpan);
}

function fittedTitle({ document, titleSize }: ReportView, room: number): { title: string; size: number } {
  const sizes = Object.values(typeScale.title).filter((size) => size <= typeScale.title[titleSize]);
  const most = (size: number) => Math.floor(room / (size * titleLine));
  const fits = (size: number) => lineCount(document.title, size, textSpan, 'bold') <= most(size);
  const size = sizes.find(fits) ?? typeScale.title.long;
  return { title: shortened(document.title, most(size), size, textSpan, 'bold'), size };
}

function shortenedMaker({ label, name, contact }: MakerView): MakerView {
  const lines = contact.flatMap((line) => linesOf(line, makerLines.contact, typeScale.small, makerWidth));
  return {
    label,
    name: name && shortened(name, makerLines.name, typeScale.body, makerWidth, 'bold'),
    contact: lines.length > makerLines.contact ? [...lines.slice(0, makerLines.contact - 1), '…'] : lines,
  };
}
