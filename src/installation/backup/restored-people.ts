import type { PortableRow, PortableTable } from '../../platform/database/snapshot.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import type { BackupRows } from './backup-rows.ts';
import { tableNames } from './manifest.ts';

/** Who an account of a backup has, and who they are in the installation. */
export interface People {
  /** Rows of those who were not here. */
  readonly added: readonly PortableRow[];
  /** Ids here by those of the backup, of members who were here. */
  readonly joined: ReadonlyMap<string, string>;
  /** Whether the person of a row, if it has one, is here or comes. */
  knows(row: PortableRow): boolean;
  /** The row with the ids of people as they are here. */
  renamed(row: PortableRow): PortableRow;
  /** The rows of a table that belong to people who come with the account. */
  rowsOf(backup: BackupRows, table: PortableTable): AsyncIterable<PortableRow[]>;
}

/**
 * Finds the people of an account in the installation: by their id, then by the one way to write their e-mail address.
 * Whoever is found stays as they are here. Others come as they were, but not as operators.
 */
export async function peopleOf(db: Queryable, backup: BackupRows, accountId: string): Promise<People> {
  const members = new Set<string>();
  for (const table of ['memberships', 'scim_users'] as const)
    for await (const rows of backup.read(table))
      for (const row of rows) if (row.account_id === accountId) members.add(`${row.user_id}`);
  const named = await peopleNamed(backup, accountId);
  const here = new Map<string, string>();
  const added: PortableRow[] = [];
  for await (const rows of backup.read('users')) {
    const wanted = rows.filter(({ id }) => members.has(`${id}`) || named.has(`${id}`));
    for (const row of wanted) {
      const found = await findUser(db, row);
      if (found) here.set(`${row.id}`, found);
      else if (members.has(`${row.id}`)) added.push({ ...row, operator: 0 });
    }
  }
  const coming = new Set(added.map(({ id }) => `${id}`));
  const joined = new Map([...here].filter(([id]) => members.has(id)));
  const moved = [...here].filter(([from, to]) => from !== to);
  const rename = (value: string) => moved.reduce((text, [from, to]) => text.replaceAll(from, to), value);
  return {
    added,
    joined,
    knows: ({ user_id: id }) => id === undefined || id === null || here.has(`${id}`) || coming.has(`${id}`),
    renamed(row) {
      if (moved.length === 0) return row;
      const entries = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' && name !== 'secret' ? rename(value) : value,
      ]);
      return Object.fromEntries(entries);
    },
    async *rowsOf(source, table) {
      for await (const rows of source.read(table)) {
        const own = rows.filter(
          (row) => coming.has(`${row.user_id}`) && (row.account_id === undefined || row.account_id === accountId),
        );
        if (own.length > 0) yield own;
      }
    },
  };
}

/** Those of whom rows of the account tell who may be no members, such as notices. */
async function peopleNamed(backup: BackupRows, accountId: string): Promise<Set<string>> {
  const named = new Set<string>();
  for (const table of tableNames.filter((name) => name.endsWith('_notices')))
    for await (const rows of backup.read(table))
      for (const row of rows) if (row.account_id === accountId && row.user_id) named.add(`${row.user_id}`);
  return named;
}

async function findUser(db: Queryable, row: PortableRow): Promise<string | undefined> {
  const users = db.selectFrom('users').select('id');
  const same = await users.where('id', '=', `${row.id}`).executeTakeFirst();
  const found = same ?? (await users.where('email_key', '=', `${row.email_key}`).executeTakeFirst());
  return found?.id;
}
