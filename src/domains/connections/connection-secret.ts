import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError, type ServiceError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import { ConnectorError, type SecretStore } from '../../reporting/connectors/contract.ts';
import type { GrantSecret } from '../../reporting/connectors/hosted/grant.ts';
import { signInProviders } from '../../reporting/connectors/hosted/sign-in/providers.ts';
import { givenConnector } from './connection-faults.ts';
import type { ConnectionRow } from './connections.ts';
import { findOAuthClient } from './oauth-clients.ts';
import { findGrant, type GrantRow, getGrant } from './oauth-grants.ts';
import { newSecret, storedSecret } from './stored-secret.ts';
import type { Vault } from './vault.ts';

/** What a connection proves itself with. */
export interface ConnectionSecret {
  /** Null for none; a `GrantSecret` where a person has signed in. */
  readonly secret: unknown;
  readonly store: SecretStore;
  readonly grant: GrantRow | null;
}

type Keeper = Pick<ConnectionRow, 'id' | 'secret' | 'grant_id'> & Partial<Pick<ConnectionRow, 'status'>>;

/**
 * Opens what a stored connection proves itself with. Throws a ConnectorError when the service has no client any more, or
 * another one than the grant was given to, and when the grant was withdrawn.
 */
export async function openConnectionSecret(db: Queryable, vault: Vault, row: Keeper): Promise<ConnectionSecret> {
  if (row.grant_id !== null) return openGrant(db, vault, await getGrant(db, row.grant_id));
  if (row.secret === null && row.status === 'reauth_required') {
    throw new ConnectorError('reauth_required', 'The sign-in of the connection was withdrawn. Sign in again.');
  }
  const secret = row.secret === null ? null : vault.open(row.id, row.secret);
  return { secret, store: storedSecret(db, vault, row), grant: null };
}

/** What proves a source that is not stored: a secret that somebody typed, or the sign-in of connections. */
export interface GivenSecret {
  readonly system: string;
  readonly secret: unknown;
  readonly grantId?: string | undefined;
}

/** As `openConnectionSecret`, before there is a connection. Throws a fault of `grant_id` as `getGrantFor` does. */
export async function openGivenSecret(
  db: Queryable,
  vault: Vault,
  { system, secret, grantId }: GivenSecret,
  accountId?: string,
): Promise<ConnectionSecret> {
  if (grantId === undefined) return typedSecret(newSecret(secret));
  if (secret !== null) throw fieldFault('grant_id', 'exclusive', 'Give a secret or a sign-in, not both.');
  return openGrant(db, vault, await getGrantFor(db, grantId, system, accountId));
}

/** A secret that somebody typed. */
export function typedSecret(store: SecretStore & { readonly current: unknown }): ConnectionSecret {
  return { secret: store.current, store, grant: null };
}

/** A sign-in, once it is the account's, if one is given, and lets the service read the system; else a fault of `grant_id`. */
export async function getGrantFor(db: Queryable, id: string, system: string, accountId?: string): Promise<GrantRow> {
  const grant = await findGrant(db, id);
  const { signIn } = givenConnector(system);
  if (!grant)
    throw unknownGrant(id, `There is no sign-in ${id}; "connections list --project ID" shows those of connections.`);
  if (accountId !== undefined && grant.account_id !== accountId) {
    throw unknownGrant(id, `The sign-in ${id} is another account's.`);
  }
  const scopes = JSON.parse(grant.scopes) as string[];
  if (signIn?.with === grant.sign_in && signIn.scopes.every((scope) => scopes.includes(scope))) return grant;
  const message = `The sign-in ${id} does not let the service read ${system}; ask for one that does.`;
  throw fieldFault('grant_id', 'system', message);
}

/** Only an operator learns whether it is somebody else's. */
function unknownGrant(id: string, told: string): ServiceError {
  return fieldFault('grant_id', 'exists', `The account has no sign-in ${id}.`, new OperatorError(told));
}

/** As `openConnectionSecret`, of a grant. */
export async function openGrant(db: Queryable, vault: Vault, grant: GrantRow): Promise<ConnectionSecret> {
  const { title } = signInProviders[grant.sign_in];
  const client = await findOAuthClient(db, vault, grant.sign_in);
  if (!client) {
    const repair = `The operator sets one with "oauth-clients set ${grant.sign_in}".`;
    throw new ConnectorError('invalid_config', `The service has no client of ${title} to read with. ${repair}`);
  }
  if (client.client_id !== grant.client_id) {
    const message = `The service has another client of ${title} than this connection was signed in with. Sign in again.`;
    throw new ConnectorError('reauth_required', message);
  }
  const tokens = storedSecret(db, vault, grant, 'oauth_grants');
  // Of the client, what was read first: a change of it is no renewal of the tokens.
  const withClient = (stored: unknown) => ({ grant: stored, client }) as GrantSecret;
  const store: SecretStore = {
    async lease(signal) {
      const lease = await tokens.lease(signal);
      return { secret: withClient(lease.secret), [Symbol.asyncDispose]: () => lease[Symbol.asyncDispose]() };
    },
    save: (next) => tokens.save((next as GrantSecret).grant),
  };
  return { secret: withClient(vault.open(grant.id, grant.secret)), store, grant };
}
