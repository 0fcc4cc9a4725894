import type { Selectable } from 'kysely';
import type { OAuthClientsTable, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { GrantSecret, SignIn } from '../../reporting/connectors/hosted/grant.ts';
import type { Vault } from './vault.ts';

export type OAuthClientRow = Selectable<OAuthClientsTable>;
export type OAuthClient = GrantSecret['client'];

/** What is sealed of a client. */
type SealedPart = Omit<OAuthClient, 'client_id'>;

/** All clients of the installation, without their secrets. */
export async function listOAuthClients(db: Queryable): Promise<OAuthClientRow[]> {
  return db.selectFrom('oauth_clients').selectAll().orderBy('sign_in').execute();
}

/** The operator's client at a vendor; undefined for none. */
export async function findOAuthClient(db: Queryable, vault: Vault, signIn: SignIn): Promise<OAuthClient | undefined> {
  const row = await db.selectFrom('oauth_clients').selectAll().where('sign_in', '=', signIn).executeTakeFirst();
  return row && openOAuthClient(vault, row);
}

export function openOAuthClient(vault: Vault, { sign_in, client_id, secret }: OAuthClientRow): OAuthClient {
  const { client_secret, developer_token } = vault.open(sign_in, secret) as SealedPart;
  return { client_id, client_secret, developer_token };
}

/** Stores the operator's client at a vendor, in the place of one before. */
export async function setOAuthClient(
  db: Queryable,
  vault: Vault,
  signIn: SignIn,
  { client_id, ...sealed }: OAuthClient,
): Promise<OAuthClientRow> {
  const now = new Date().toISOString();
  const changed = { client_id, secret: vault.seal(signIn, sealed satisfies SealedPart), updated_at: now };
  return db
    .insertInto('oauth_clients')
    .values({ sign_in: signIn, ...changed, created_at: now })
    .onConflict((conflict) => conflict.column('sign_in').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Throws an OperatorError when there is no such client. */
export async function removeOAuthClient(db: Queryable, signIn: SignIn): Promise<OAuthClientRow> {
  const removed = await db.deleteFrom('oauth_clients').where('sign_in', '=', signIn).returningAll().executeTakeFirst();
  if (removed) return removed;
  throw new OperatorError(`There is no client of ${signIn}; "oauth-clients list" shows them.`);
}
