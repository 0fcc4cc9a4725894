import { type AdsRow, textAt, textsAt } from './rows.ts';

const [id, name, headlines] = [
  'ad_group_ad.ad.id',
  'ad_group_ad.ad.name',
  'ad_group_ad.ad.responsive_search_ad.headlines',
] as const;

/** What an ad is called by. */
export const adNameFields: readonly string[] = [id, name, headlines];

const mostHeadlines = 2;

/** An ad's own name, or else its first headlines, with its id, as two ads may say the same; its id alone without either. */
export function adName(row: AdsRow): string | null {
  const number = textAt(row, id);
  const said = textAt(row, name) ?? textsAt(row, headlines, 'text').slice(0, mostHeadlines).join(' | ');
  if (number === null) return said || null;
  return said ? `${said} (${number})` : number;
}

/** The id in a name that `adName` made; null for one without. */
export function adNumber(name: string): string | null {
  return /^(\d+)$|\((\d+)\)$/.exec(name)?.slice(1).find(Boolean) ?? null;
}
