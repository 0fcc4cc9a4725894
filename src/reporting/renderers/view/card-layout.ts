import { spacing, typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { breakWideWords, shortened } from '../text/wrapped-text.ts';
import type { KpiView } from './section-views.ts';

/** The layout of a section's key figures on a page. */
export interface CardLayout {
  readonly columns: number;
  /** The width of a card, in points. */
  readonly width: number;
  /** The type size of all figures, in points: as large as the widest one allows. */
  readonly valueSize: number;
}

/** Between two cards, in points. */
export const cardGutter = spacing.close;
/**
 * The label of a card whose texts span `width` points, on two lines, measured in letters of a size. The alternative text of its spark line has all of
 * it.
 */
export function shortLabel(label: string, width: number, letters: number = typeScale.small): string {
  return breakWideWords(shortened(label, 2, letters, width), letters, width);
}

/** The widest that a card's figure may be, in points. */
const valueSizes = [typeScale.heading, 14.5, 11];

/** Three or four cards a row, whichever leaves fewer gaps. */
export function cardColumns(count: number): 3 | 4 {
  return count % 4 === 0 || (count > 6 && count % 3 !== 0) ? 4 : 3;
}

/** Cards across `span` points, each with `inset` points at its sides; figures may be `wider` than measured. */
export function layoutCards(items: readonly KpiView[], span: number, inset: number, wider = 1): CardLayout {
  const columns = cardColumns(items.length);
  const width = (span - cardGutter * (columns - 1)) / columns;
  const fits = (size: number) =>
    items.every(({ value }) => textWidth(value, size * wider, 'bold') <= width - 2 * inset);
  return { columns, width, valueSize: valueSizes.find(fits) ?? typeScale.body };
}
