/** What names have beside what a client is called. */
const noise: ReadonlySet<string> = new Set([
  ...['gmbh', 'ag', 'kg', 'ug', 'ev', 'mbh', 'ltd', 'limited', 'inc', 'llc', 'llp', 'plc', 'corp', 'co', 'company'],
  ...['sa', 'sas', 'sarl', 'srl', 'sl', 'spa', 'bv', 'nv', 'oy', 'ab', 'as', 'aps', 'sp', 'zoo', 'z', 'o', 'ooo'],
  ...['ооо', 'тов', 'the', 'and', 'und', 'et', 'y', 'i'],
  ...['google', 'meta', 'facebook', 'instagram', 'linkedin', 'tiktok', 'bing', 'ads', 'ad', 'adwords', 'analytics'],
  ...['ga', 'ga3', 'ga4', 'ua', 'gsc', 'property', 'account', 'konto', 'compte', 'cuenta', 'conta'],
  ...['website', 'web', 'site', 'page', 'www', 'http', 'https'],
]);

/** Names that many clients' accounts have. */
const general: ReadonlySet<string> = new Set([
  ...['main', 'test', 'demo', 'default', 'new', 'old', 'live', 'prod', 'production', 'staging', 'client', 'kunde'],
  ...['all', 'master', 'general', 'agency', 'untitled', 'unnamed', 'my', 'shop', 'store', 'blog', 'home', 'app'],
]);

/** A name in any case, without accents and signs: its words with single spaces. */
export function folded(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The words of a name that tell its client from others; none of a name that says nothing of one. */
export function tellingWords(name: string): string[] {
  const words = folded(name).split(' ');
  const own = words.filter((word) => word !== '' && !noise.has(word) && !/^\d+$/.test(word));
  const tells = own.some((word) => !general.has(word)) && own.join('').length >= 3;
  return tells ? own : [];
}

/** What a domain is called: `northwind` of `shop.northwind.co.uk`. Two-letter parts before the last count as part of it. */
export function labelOf(domain: string): string {
  const parts = domain.split('.').slice(0, -1);
  const last = parts.at(-1) ?? '';
  const label = last.length <= 3 && parts.length > 1 ? (parts.at(-2) ?? last) : last;
  return label.replaceAll('-', '');
}

/** How alike two texts are, from 0 to 1: the share of the pairs of letters that they have in common (Dice). */
export function similarity(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  const total = first.length + second.length;
  if (total === 0) return 0;
  const left = new Map<string, number>();
  for (const pair of first) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of second) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    common += 1;
  }
  return (2 * common) / total;
}

function pairsOf(text: string): string[] {
  const letters = [...text];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
