import type { Depiction, Query, QueryResult } from '../contract.ts';
import type { AdMetric, Columns } from './ad-figures.ts';
import { answerOf } from './answer.ts';
import type { DaySpan } from './day-spans.ts';

/** Something that was published once and gains figures since. */
export interface Post {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
  /** Empty without one. */
  readonly message: string;
  readonly link?: string | undefined;
  /** The address of its picture. */
  readonly picture?: string | undefined;
  /** What it has gained since it was published. */
  readonly columns: Columns;
}

/** What a post has gained since it was published: no figure of days, so that nothing adds up. */
export function gained(key: string, label: string, column: string): AdMetric {
  const read = (columns: Columns) => (columns[column] == null ? null : Number(columns[column]));
  return { key, label, unit: 'count', decimals: null, better: 'up', additive: false, columns: [column], read };
}

/** The posts of a period, as of today in the zone: those that were published in it. */
export function answerPosts(
  query: Query,
  metrics: readonly AdMetric[],
  posts: readonly Post[],
  timeZone: string,
): QueryResult {
  const names = namesOf(posts, timeZone);
  const rows = posts.map((post) => ({
    key: names.get(post.id) ?? post.id,
    values: metrics.map((metric) => metric.read(post.columns)),
  }));
  const result = answerOf(query, { rows, hasData: posts.length > 0 });
  const date = Temporal.Now.plainDateISO(timeZone).toString();
  return posts.length === 0 ? result : { ...result, notices: [{ code: 'since_published', date }] };
}

export function depictPosts(posts: readonly Post[], keys: readonly string[], timeZone: string): Depiction[] {
  const names = namesOf(posts, timeZone);
  return posts.flatMap(({ id, message, link, picture }): Depiction[] => {
    const key = names.get(id) ?? id;
    if (!keys.includes(key)) return [];
    return [
      {
        key,
        ...(message !== '' && message !== key && { text: message }),
        ...(link !== undefined && { link }),
        ...(picture !== undefined && { pictureUrl: picture }),
      },
    ];
  });
}

/** The instants (epoch seconds) between which a period lies, the last one not included. */
export function instantsOf(
  { from, to }: DaySpan,
  timeZone: string,
): { readonly since: number; readonly until: number } {
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds / 1000;
  return { since: at(Temporal.PlainDate.from(from)), until: at(Temporal.PlainDate.from(to).add({ days: 1 })) };
}

const longestName = 80;

/** The first lines of their messages, without one their time; those of one name are told apart by their ids. */
function namesOf(posts: readonly Post[], timeZone: string): ReadonlyMap<string, string> {
  const named = posts.map((post) => ({ id: post.id, name: nameOf(post, timeZone) }));
  const counts = Map.groupBy(named, ({ name }) => name);
  return new Map(named.map(({ id, name }) => [id, (counts.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name]));
}

function nameOf({ message, publishedAt }: Post, timeZone: string): string {
  const first =
    message
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '';
  const letters = [...first];
  if (letters.length > longestName)
    return `${letters
      .slice(0, longestName - 1)
      .join('')
      .trimEnd()}…`;
  if (first !== '') return first;
  const at = Temporal.Instant.fromEpochMilliseconds(publishedAt).toZonedDateTimeISO(timeZone);
  return at.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
