/** The field of a configuration that names what is read, of the systems that people sign in to. */
export const idFields: Readonly<Record<string, string>> = {
  'google-analytics': 'property',
  'search-console': 'site',
  'google-ads': 'customer',
  'meta-ads': 'account',
  'linkedin-ads': 'account',
  'tiktok-ads': 'account',
  'microsoft-ads': 'account',
  'facebook-pages': 'page',
  instagram: 'account',
  'pinterest-ads': 'account',
  'amazon-ads': 'profile',
  'google-business-profile': 'location',
  youtube: 'channel',
};

/** What a configuration names, in one form for all ways of writing it; empty for a configuration that names nothing. */
export function resourceId(system: string, config: Readonly<Record<string, unknown>> | null): string {
  const named = config?.[idFields[system] ?? ''];
  return typeof named === 'string' ? plainId(system, named) : '';
}

/** The id that people may have written as vendors show it: `properties/123`, `123-456-7890`, `example.com`. */
export function plainId(system: string, text: string): string {
  const id = text.trim();
  if (system === 'google-analytics') return id.replace(/^properties\//, '');
  if (system === 'google-ads') return id.replaceAll('-', '');
  if (system === 'meta-ads') return /^\d+$/.test(id) ? `act_${id}` : id;
  if (system !== 'search-console') return id;
  if (/^https?:\/\//i.test(id)) return URL.parse(id)?.href ?? id;
  return id.startsWith('sc-domain:') ? id.toLowerCase() : `sc-domain:${id.toLowerCase()}`;
}

const host =
  /(?:^|[\s/:("'|])((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24})(?=$|[\s/:)"'|,;])/u;

/** The host that a text names, in small letters and without `www.`; null for none. That of an e-mail address is a person's. */
export function domainIn(text: string): string | null {
  const [, found] = host.exec(text.slice(0, 500)) ?? [];
  if (found === undefined) return null;
  const name = URL.parse(`http://${found}/`)?.hostname ?? '';
  return name.replace(/^www\./, '') || null;
}
