import { requireOwnSchema } from '../../platform/database/schema-state.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { UserRow } from '../users/users.ts';
import { readPlace } from './find-rows.ts';
import { places } from './places.ts';

interface ExportTerms {
  /** The accounts whose rows are shown; null for all, which is for operators. */
  readonly accountIds: readonly string[] | null;
}

/**
 * Everything that is stored about a person, as the text of one JSON object, piece by piece: their own row, then each place
 * that tells of them with its rows. Passwords and tokens are stored as digests alone, and left out.
 */
export async function* exportPerson(db: Queryable, user: UserRow, { accountIds }: ExportTerms): AsyncIterable<string> {
  await requireOwnSchema(db, 'an export by this one');
  yield `{"exported_at":${JSON.stringify(toTimestamp(new Date().toISOString()))},"user":${JSON.stringify(toShownUser(user))},"places":[`;
  for (const [index, place] of places.entries()) {
    const { title, table, column } = place;
    const head = JSON.stringify({ title, table, column });
    yield `${index === 0 ? '' : ','}${head.slice(0, -1)},"rows":[`;
    let comma = '';
    for await (const rows of readPlace(db, place, user, accountIds)) {
      yield comma + rows.map((row) => JSON.stringify(row)).join(',');
      comma = ',';
    }
    yield ']}';
  }
  yield ']}';
}

function toShownUser({ password_hash, email_key: _, operator, ...user }: UserRow) {
  return { ...user, operator: operator === 1, has_password: password_hash !== null };
}
