import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { OAuthGrantsTable, Queryable } from '../../platform/database/tables.ts';
import { missing } from '../../platform/faults.ts';
import type { GrantSecret, SignIn } from '../../reporting/connectors/hosted/grant.ts';
import type { Granted } from '../../reporting/connectors/hosted/sign-in/provider.ts';
import type { Vault } from './vault.ts';

export type GrantRow = Omit<Selectable<OAuthGrantsTable>, 'sign_in'> & { readonly sign_in: SignIn };

/** How long before its end a sign-in is asked for again. */
export const noticeMs = 14 * 24 * 60 * 60 * 1000;

/** What a person granted, and to whom. */
export interface NewGrant extends Pick<Granted, 'tokens' | 'scopes' | 'endsAt'> {
  readonly accountId: string;
  readonly signIn: SignIn;
  readonly clientId: string;
  /** Who asked for it. */
  readonly madeBy: string;
}

export async function insertGrant(db: Queryable, vault: Vault, fields: NewGrant): Promise<string> {
  const id = newIdentifier('gra');
  const now = new Date().toISOString();
  const { accountId: account_id, signIn: sign_in } = fields;
  await db
    .insertInto('oauth_grants')
    .values({ id, account_id, sign_in, created_at: now, secret_lease: null, ...changesOf(vault, id, fields, now) })
    .execute();
  return id;
}

/** Puts what a person granted anew in the place of an earlier grant; false when that is gone. */
export async function replaceGrant(db: Queryable, vault: Vault, id: string, fields: NewGrant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_grants')
    .set(changesOf(vault, id, fields, new Date().toISOString()))
    .where('id', '=', id)
    .where('account_id', '=', fields.accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function changesOf(vault: Vault, id: string, fields: NewGrant, now: string) {
  const { clientId: client_id, scopes, tokens, endsAt, madeBy: made_by } = fields;
  return {
    client_id,
    made_by,
    scopes: JSON.stringify(scopes),
    secret: vault.seal(id, tokens satisfies GrantSecret['grant']),
    secret_leased_until: null,
    ends_at: endsAt === null ? null : new Date(endsAt).toISOString(),
    updated_at: now,
  };
}

export async function findGrant(db: Queryable, id: string): Promise<GrantRow | undefined> {
  const row = await db.selectFrom('oauth_grants').selectAll().where('id', '=', id).executeTakeFirst();
  return row as GrantRow | undefined;
}

/** Throws `not_found`. */
export async function getGrant(db: Queryable, id: string): Promise<GrantRow> {
  const row = await findGrant(db, id);
  if (row) return row;
  throw missing('sign-in', id);
}

/** The grants that connections of a project have, by their ids. */
export async function grantsOfProject(db: Queryable, projectId: string): Promise<ReadonlyMap<string, GrantRow>> {
  const rows = await db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('id', 'in', (select) =>
      select
        .selectFrom('connections')
        .select('grant_id')
        .where('project_id', '=', projectId)
        .$castTo<{ grant_id: string }>(),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row as GrantRow]));
}

/** Removes a grant that no connection has, and returns it. */
export async function removeGrantIfUnused(db: Queryable, id: string): Promise<GrantRow | undefined> {
  const removed = await db
    .deleteFrom('oauth_grants')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('connections').select('id').where('grant_id', '=', id))),
    )
    .returningAll()
    .executeTakeFirst();
  return removed as GrantRow | undefined;
}

/** Whether a person has to sign in again within two weeks; false where the vendor does not say when. */
export function endsSoon({ ends_at }: Pick<GrantRow, 'ends_at'>, now = Date.now()): boolean {
  return ends_at !== null && Date.parse(ends_at) - now < noticeMs;
}

/** The ids of the connections that read with a grant. */
export async function connectionsOfGrant(db: Queryable, id: string): Promise<string[]> {
  const rows = await db.selectFrom('connections').select('id').where('grant_id', '=', id).orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Throws `not_found` unless the account has it. */
export async function getOwnGrant(db: Queryable, accountId: string, id: string): Promise<GrantRow> {
  const grant = await findGrant(db, id);
  if (grant?.account_id !== accountId) throw missing('sign-in', id);
  return grant;
}

/** Removes a grant; the connections that have it wait for another sign-in. */
export async function withdrawGrant(db: Queryable, { id }: GrantRow): Promise<void> {
  await db
    .updateTable('connections')
    .set({ grant_id: null, status: 'reauth_required', updated_at: new Date().toISOString() })
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('grant_id', '=', id)
    .execute();
  await db.deleteFrom('oauth_grants').where('id', '=', id).execute();
}
