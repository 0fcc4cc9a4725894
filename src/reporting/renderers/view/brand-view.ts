import type { Messages } from '../../documents/messages/messages.ts';
import type { ReportDocument } from '../../documents/model.ts';
import { onOneLine } from '../text/clean-text.ts';

/** What tells whose report it is. */
export interface BrandView {
  /** Who made it, and how to reach them; null where the brand says neither. */
  readonly maker: MakerView | null;
  /** At the foot of every page. */
  readonly footer: string | null;
  readonly logoAlternative: string;
}

export interface MakerView {
  /** "Prepared by" above a name, "Contact" where there is none. */
  readonly label: string;
  readonly name: string | null;
  /** Line by line. */
  readonly contact: readonly string[];
}

/** A telephone number, which has no letters, is not turned around by the text beside it. */
function unturned(line: string): string {
  return /\p{L}/u.test(line) ? line : `\u200e${line}\u200e`;
}

export function brandView(
  { brand, client_name, project_name }: ReportDocument,
  { labels, direction }: Pick<Messages, 'labels' | 'direction'>,
): BrandView {
  const name = brand.name ? onOneLine(brand.name) : null;
  const contact = (brand.contact ?? '').split('\n').map((line) => line.trim());
  const lines = contact.filter((line) => line !== '').map((line) => (direction === 'rtl' ? unturned(line) : line));
  const label = name === null ? labels.contact : labels.preparedBy;
  return {
    maker: name !== null || lines.length > 0 ? { label, name, contact: lines } : null,
    footer: brand.footer ? onOneLine(brand.footer) : null,
    logoAlternative: labels.logo(name ?? client_name ?? project_name),
  };
}
