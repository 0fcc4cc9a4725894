import type { Period } from '../../reporting/documents/model.ts';

/** In UTF-8. With the period and an extension a name then has at most 195; file systems allow 255. */
const longestTitleBytes = 165;

/** The name of a report's file without its extension: title and period, without characters that file systems refuse. */
export function nameOf(title: string, { from, to }: Period): string {
  const safe = title
    .replace(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Whole characters only.
  const { read } = new TextEncoder().encodeInto(safe, new Uint8Array(longestTitleBytes));
  const name = safe.slice(0, read).replace(/^[. ]+|[. ]+$/g, '');
  return `${name || 'Report'} ${from} to ${to}`;
}
