import { textWidth } from './charts/text-width.ts';
import { spacing, typeScale } from './design.ts';
import type { KpiView } from './section-views.ts';

/** How the key figures of a section stand on a page. */
export interface CardLayout {
  readonly columns: number;
  /** The width of a card, in points. */
  readonly width: number;
  /** The type size of all figures, in points: as large as the widest one allows. */
  readonly valueSize: number;
}

/** Between two cards, in points. */
export const cardGutter = spacing.close;
/** What a figure of a card may measure, in points. */
const valueSizes = [typeScale.heading, 14.5, 11];

/** Cards in three or four columns, whichever leaves fewer gaps, over `span` points; each has `inset` points at its sides. */
export function layoutCards(items: readonly KpiView[], span: number, inset: number): CardLayout {
  const count = items.length;
  const columns = count % 4 === 0 || (count > 6 && count % 3 !== 0) ? 4 : 3;
  const width = (span - cardGutter * (columns - 1)) / columns;
  const fits = (size: number) => items.every(({ value }) => textWidth(value, size, 'bold') <= width - 2 * inset);
  return { columns, width, valueSize: valueSizes.find(fits) ?? typeScale.body };
}
