import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/tables.ts';
import type { Person, Place, StoredRow } from './places.ts';

/** The rows of a place that tell of a person. */
export function tellsOf({ column, namedBy }: Place, { id, email }: Person): RawBuilder<boolean> {
  const named = sql.ref(column);
  if (namedBy === 'user') return sql`${named} = ${id}`;
  if (namedBy === 'actor') return sql`${named} = ${`user:${id}`}`;
  if (namedBy === 'email') return sql`lower(${named}) = ${email.toLowerCase()}`;
  return sql`lower(${named}) like ${`%${escaped(namedBy === 'id_within' ? id : email.toLowerCase())}%`} escape '!'`;
}

const escaped = (text: string) => text.replace(/[!%_]/g, '!$&');

const pageRows = 1_000;

/** What an export shows of a place, a page at a time; of these accounts, or of all where none are given. */
export async function* readPlace(
  db: Queryable,
  place: Place,
  person: Person,
  accountIds: readonly string[] | null,
): AsyncIterable<readonly StoredRow[]> {
  const columns = sql.join(place.shown.map((column) => sql.ref(column)));
  const isSeen = seenIn(place, accountIds);
  for (let offset = 0; ; offset += pageRows) {
    const { rows } = await sql<StoredRow>`select ${columns} from ${sql.table(place.table)}
      where ${tellsOf(place, person)} and ${isSeen} order by ${columns} limit ${pageRows} offset ${offset}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
  }
}

/** An address proves less than an id: anybody may have named it, so rows of other accounts are for operators alone. */
function seenIn({ shown }: Place, accountIds: readonly string[] | null): RawBuilder<boolean> {
  if (accountIds === null || !shown.includes('account_id')) return sql`true`;
  if (accountIds.length === 0) return sql`account_id is null`;
  return sql`(account_id is null or account_id in (${sql.join(accountIds)}))`;
}
