import { type TSchema, Type } from 'typebox';
import type { Page } from '../database/pages.ts';

/** Higher pages are refused: a client that wants more must filter. */
const mostPages = 10_000;

/** The query that every list takes (C-PAGE-1, C-PAGE-3, C-SORT-1), with the sorts and filters of this one. */
export function listQuery<const Sorts extends readonly [string, ...string[]], Filters extends Record<string, TSchema>>(
  sorts: Sorts,
  filters: Filters,
) {
  return Type.Object(
    {
      page: filledIn(
        Type.Integer({
          minimum: 1,
          maximum: mostPages,
          default: 1,
          description: 'The page, from 1. One past the end is empty.',
        }),
      ),
      per_page: filledIn(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page.' })),
      sort: filledIn(
        Type.Unsafe<Sorts[number]>(
          Type.Enum([...sorts], { default: sorts[0], description: 'What the items are sorted by. Ties break by id.' }),
        ),
      ),
      direction: filledIn(
        Type.Unsafe<'asc' | 'desc'>(
          Type.Enum(['asc', 'desc'], { default: 'desc', description: '`desc`: the newest or greatest first.' }),
        ),
      ),
      ...filters,
    },
    { additionalProperties: false },
  );
}

/** Optional for the client; `readQuery` fills in the default before a handler sees it, so its type is not optional. */
function filledIn<Schema extends TSchema>(schema: Schema): Schema {
  return Type.Optional(schema) as unknown as Schema;
}

export function pagination({ page, per_page }: Page, total: number) {
  return { page, per_page, total, total_pages: Math.ceil(total / per_page) };
}

/**
 * The Link header of a page (RFC 8288): first, prev, next, last. `target` is the target of the request line: path and
 * query, or a whole URL.
 */
export function pageLinks(target: string, base: string, page: number, totalPages: number): string {
  const [path = '', search = ''] = target.replace(/^https?:\/\/[^/]*/i, '').split('?', 2);
  const last = Math.min(Math.max(totalPages, 1), mostPages);
  const targets: [string, number][] = [['first', 1]];
  if (page > 1) targets.push(['prev', Math.min(page - 1, last)]);
  if (page < last) targets.push(['next', page + 1]);
  targets.push(['last', last]);
  const query = search === '' ? undefined : new URLSearchParams(search);
  return targets
    .map(([relation, number]) => {
      query?.set('page', String(number));
      return `<${base}${path}?${query ?? `page=${number}`}>; rel="${relation}"`;
    })
    .join(', ');
}
