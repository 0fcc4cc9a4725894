import type { Queryable } from '../../platform/database/tables.ts';
import { emailKey } from '../users/emails.ts';
import type { ResourceType, Values } from './protocol/attributes.ts';
import { refused } from './protocol/faults.ts';
import { type Filter, readFilter } from './protocol/filter.ts';
import { matches } from './protocol/match.ts';
import { type ScimGroupRow, showGroups } from './scim-group-rows.ts';
import { mostGroups } from './scim-groups.ts';
import { selectScimUsers, showUsers } from './scim-user-rows.ts';

/** Most that one answer has; fewer where fewer are asked for. */
export const mostListed = 200;
const usuallyListed = 100;
const rowsPerRead = 500;

/** What of a list is asked for (RFC 7644 section 3.4.2). */
export interface ListQuery {
  readonly filter: Filter | null;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

/** One page, and how many there are on all of them. */
export interface Listed {
  readonly resources: readonly Values[];
  readonly total: number;
}

/** Reads the query of a list. Throws `invalidFilter` and `invalidValue`. */
export function readListQuery(type: ResourceType, query: Readonly<Record<string, string | undefined>>): ListQuery {
  return {
    filter: query.filter === undefined ? null : readFilter(type, query.filter),
    startIndex: Math.max(1, readNumber('startIndex', query.startIndex) ?? 1),
    count: Math.min(mostListed, Math.max(0, readNumber('count', query.count) ?? usuallyListed)),
  };
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw refused('invalidValue', `${name} is a whole number.`);
}

/** People of a directory, in the order in which they came. */
export async function listUsers(db: Queryable, accountId: string, base: string, query: ListQuery): Promise<Listed> {
  const { filter, startIndex, count } = query;
  let rows = selectScimUsers(db, accountId);
  const known = filter && equalTo(filter);
  if (known?.id !== undefined) rows = rows.where('scim_users.id', '=', known.id);
  if (known?.userName !== undefined) rows = rows.where('scim_users.user_name_key', '=', emailKey(known.userName));
  if (known?.externalId !== undefined) rows = rows.where('scim_users.external_id', '=', known.externalId);
  const ordered = rows.orderBy('scim_users.id');
  if (filter === null) {
    const { total } = await rows
      .clearSelect()
      .select((select) => select.fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    const some =
      count === 0
        ? []
        : await ordered
            .limit(count)
            .offset(startIndex - 1)
            .execute();
    return { resources: await showUsers(db, base, some), total: Number(total) };
  }
  const page = new Page<Values>(startIndex, count);
  for (let last = ''; ; ) {
    const some = await ordered.where('scim_users.id', '>', last).limit(rowsPerRead).execute();
    for (const user of await showUsers(db, base, some)) if (matches(filter, user)) page.take(user);
    if (some.length < rowsPerRead) return { resources: page.found, total: page.total };
    last = some.at(-1)?.id ?? '';
  }
}

/** Groups of a directory, in the order in which they came; `hasMembers` says whether their members are wanted. */
export async function listGroups(
  db: Queryable,
  accountId: string,
  base: string,
  { filter, startIndex, count }: ListQuery,
  hasMembers: boolean,
): Promise<Listed> {
  const rows = await db
    .selectFrom('scim_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(mostGroups)
    .execute();
  const asksMembers = filter !== null && looksAt(filter, 'members');
  const page = new Page<ScimGroupRow>(startIndex, count);
  for (const row of rows) {
    if (filter === null || matches(filter, await shownAlone(db, base, row, asksMembers))) page.take(row);
  }
  return { resources: await showGroups(db, base, page.found, hasMembers), total: page.total };
}

async function shownAlone(db: Queryable, base: string, row: ScimGroupRow, hasMembers: boolean): Promise<Values> {
  const [group = {}] = await showGroups(db, base, [row], hasMembers);
  return group;
}

/** Counts what is found, and keeps what is on the page. */
class Page<Item> {
  readonly found: Item[] = [];
  total = 0;
  readonly #first: number;
  readonly #last: number;

  constructor(startIndex: number, count: number) {
    this.#first = startIndex;
    this.#last = startIndex + count - 1;
  }

  take(item: Item): void {
    this.total++;
    if (this.total >= this.#first && this.total <= this.#last) this.found.push(item);
  }
}

type Known = { id?: string; userName?: string; externalId?: string };

/** What has to be equal whatever else a filter asks, so that an index finds the few that it can hold for. */
function equalTo(filter: Filter): Known {
  if (filter.kind === 'and') return Object.assign({}, ...filter.filters.map(equalTo));
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return {};
  const { extension, attribute, part } = filter.target;
  return extension === null && part === null ? { [attribute.name]: filter.value } : {};
}

function looksAt(filter: Filter, name: string): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.some((each) => looksAt(each, name));
    case 'not':
      return looksAt(filter.filter, name);
    default:
      return filter.target.attribute.name === name;
  }
}
