import type { Selectable } from 'kysely';
import type { OAuthClientsTable, Queryable } from '../../platform/database/tables.ts';
import { missing, refusedField } from '../../platform/faults.ts';
import type { GrantSecret, SignIn } from '../../reporting/connectors/hosted/grant.ts';
import { snowflakeClientOf } from '../../reporting/connectors/hosted/sign-in/snowflake-client.ts';
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

const oneText = /^[\x21-\x7e]{1,1000}$/;

/** The texts are not repeated: they may be secrets. */
function checkOAuthClient(signIn: SignIn, client: OAuthClient): void {
  for (const field of ['client_id', 'client_secret', 'developer_token'] as const) {
    if (client[field] === null || oneText.test(client[field])) continue;
    const words = 'must hold one text of at most 1000 letters, digits and signs, without spaces';
    throw refusedField(field, 'pattern', words);
  }
  if (signIn === 'snowflake' && !snowflakeClientOf(client.client_id)) {
    const words =
      'takes the account before the id, such as myorg-account1/CLIENT_ID: each account of Snowflake has its own';
    throw refusedField('client_id', 'account', words);
  }
  if (client.developer_token !== null) checkDeveloperToken(signIn);
}

const withDeveloperToken: readonly SignIn[] = ['google', 'microsoft'];

/** Throws a fault of the field `developer_token` unless clients of the vendor have one. */
export function checkDeveloperToken(signIn: SignIn): void {
  if (!withDeveloperToken.includes(signIn)) {
    throw refusedField('developer_token', 'vendor', `is for ${withDeveloperToken.join(' and ')} alone`);
  }
}

/**
 * Stores the operator's client at a vendor, in the place of one before, whose developer token stays unless another is
 * given. Throws a fault of the field at fault.
 */
export async function setOAuthClient(
  db: Queryable,
  vault: Vault,
  signIn: SignIn,
  client: OAuthClient,
): Promise<OAuthClientRow> {
  checkOAuthClient(signIn, client);
  const { client_id, client_secret } = client;
  const developer_token = client.developer_token ?? (await findOAuthClient(db, vault, signIn))?.developer_token ?? null;
  const sealed = { client_secret, developer_token };
  const now = new Date().toISOString();
  const changed = { client_id, secret: vault.seal(signIn, sealed satisfies SealedPart), updated_at: now };
  return db
    .insertInto('oauth_clients')
    .values({ sign_in: signIn, ...changed, created_at: now })
    .onConflict((conflict) => conflict.column('sign_in').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Throws `not_found`. */
export async function removeOAuthClient(db: Queryable, signIn: SignIn): Promise<OAuthClientRow> {
  const removed = await db.deleteFrom('oauth_clients').where('sign_in', '=', signIn).returningAll().executeTakeFirst();
  if (removed) return removed;
  throw missing('client of', signIn);
}
