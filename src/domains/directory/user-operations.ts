import type { Database, Queryable } from '../../platform/database/tables.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import { createReset, firstPasswordMs } from '../users/password-resets.ts';
import { readDirectory } from './directories.ts';
import type { NewcomerPost } from './newcomer-post.ts';
import type { Values } from './protocol/attributes.ts';
import { type Expected, type ResourceOperations, requireVersion, versionIn } from './resource-operations.ts';
import { listUsers } from './scim-lists.ts';
import { getScimUser, type KnownUser, showUsers, writableUser } from './scim-user-rows.ts';
import { type CreatedUser, createScimUser, removeScimUser, rewriteScimUser, type WrittenUser } from './scim-users.ts';

/** The parts of operations. */
export interface OperationParts {
  readonly db: Database;
  /** Where the door is, with its base. */
  readonly address: string;
  readonly post: NewcomerPost;
}

/** What a directory can do about people. */
export function userOperations({ db, address, post }: OperationParts): ResourceOperations {
  const show = async (queryable: Queryable, row: KnownUser): Promise<Values> => {
    const [user = {}] = await showUsers(queryable, address, [row]);
    return user;
  };
  const checkOf = (transaction: Queryable, expected: Expected) => async (row: KnownUser) => {
    if (expected) requireVersion(expected, versionIn(await show(transaction, row)));
  };
  return {
    list: ({ accountId }, query) => listUsers(db, accountId, address, query),
    get: async ({ accountId }, id) => show(db, await getScimUser(db, accountId, id)),
    async create({ accountId, by }, given) {
      const { user, link } = await db.transaction().execute(async (transaction) => {
        const created = await createScimUser(transaction, accountId, given);
        const link = post.canMail ? await firstLink(transaction, accountId, created, by) : undefined;
        await record(transaction, by, 'directory.add_user', created, { is_mailed: link !== undefined });
        return { user: await show(transaction, created.row), link };
      });
      if (link) post.send(link.to, link.token, given.preferredLanguage as string | undefined);
      return user;
    },
    rewrite: ({ accountId, by }, id, rewrite, expected) =>
      db.transaction().execute(async (transaction) => {
        const check = checkOf(transaction, expected);
        const written = await rewriteScimUser(transaction, accountId, id, rewrite, check);
        await record(transaction, by, 'directory.update_user', written);
        return show(transaction, written.row);
      }),
    remove: ({ accountId, by }, id, expected) =>
      db.transaction().execute(async (transaction) => {
        const row = await removeScimUser(transaction, accountId, id, checkOf(transaction, expected));
        const details = { user: row.user_id, user_name: writableUser(row).userName };
        await recordAudit(transaction, by, { action: 'directory.remove_user', accountId, subject: id, details });
      }),
  };
}

/** The link by which somebody whom the directory made sets a password; undefined where they need none, or none are sent. */
async function firstLink(transaction: Queryable, accountId: string, { row, user }: CreatedUser, { actor }: Doer) {
  const isNew = row.origin === 'made' && row.member_id !== null && user.password_hash === null;
  if (!isNew || !(await readDirectory(transaction, accountId)).sendsMail) return undefined;
  const { token } = await createReset(transaction, user.id, actor, { lifetimeMs: firstPasswordMs });
  return { to: user.email, token };
}

/** Says what has changed, and that nothing has where it is so. */
async function record(
  transaction: Queryable,
  by: Doer,
  action: string,
  { row, changed, kept }: WrittenUser,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { userName, active } = writableUser(row);
  const told = { user: row.user_id, user_name: userName, active, fields: changed };
  const details = { ...told, ...(kept.length > 0 && { kept }), ...more };
  await recordAudit(transaction, by, { action, accountId: row.account_id, subject: row.id, details });
}
