/** The days, both inclusive, and the zone that placeholders stand for. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export const periodNames = ['from', 'to', 'to_exclusive', 'from_instant', 'to_instant', 'time_zone'] as const;

/** Texts by placeholder, such as `from` or `secret.token`. */
export type PlaceholderTexts = ReadonlyMap<string, string>;

const form = /\{([a-z_]+|secret\.[A-Za-z0-9_]*)\}/g;

/** The names of the placeholders in a text, known or not. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(form)].map(([, name = '']) => name);
}

export function isSecret(name: string): boolean {
  return name.startsWith('secret.');
}

/** Puts the known placeholders' texts, encoded, into a text; others stay as they are. */
export function fill(text: string, texts: PlaceholderTexts, encode: (text: string) => string): string {
  return text.replaceAll(form, (written, name: string) => {
    const value = texts.get(name);
    return value === undefined ? written : encode(value);
  });
}

/** Fills the texts within any JSON value. */
export function fillJson(value: unknown, texts: PlaceholderTexts): unknown {
  if (typeof value === 'string') return fill(value, texts, (text) => text);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillJson(item, texts)]));
}

/** A text as it stands between the quotes of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What the placeholders of a period stand for; instants are the beginnings of its first day and of the day after it. */
export function periodTexts({ from, to, timeZone }: Period): [string, string][] {
  const first = Temporal.PlainDate.from(from);
  const next = Temporal.PlainDate.from(to).add({ days: 1 });
  return [
    ['from', from],
    ['to', to],
    ['to_exclusive', next.toString()],
    ['from_instant', instantOf(first, timeZone)],
    ['to_instant', instantOf(next, timeZone)],
    ['time_zone', timeZone],
  ];
}

/** When a day begins, in RFC 3339 with the zone's offset. */
function instantOf(day: Temporal.PlainDate, timeZone: string): string {
  return day.toZonedDateTime(timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
}
