import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError, ServiceError } from '../../platform/errors.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import type { Granted } from '../../reporting/connectors/hosted/sign-in/provider.ts';
import { signInProviders } from '../../reporting/connectors/hosted/sign-in/providers.ts';
import { audited, type Doer } from '../audit/audit.ts';
import { getConnection, insertConnection } from '../connections/connections.ts';
import { findOAuthClient, type OAuthClient } from '../connections/oauth-clients.ts';
import { insertGrant, replaceGrant } from '../connections/oauth-grants.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import type { Vault } from '../connections/vault.ts';
import { type AuthorizationRow, type FailureReason, makerOf, type Outcome, recordOutcome } from './authorizations.ts';

/** A vendor's answer to a link that nobody can answer any more. */
export interface VendorAnswer {
  /** Null when the vendor gave none. */
  readonly code: string | null;
  /** The vendor's word for what went wrong; null for nothing. */
  readonly error: string | null;
  readonly redirectUri: string;
  readonly verifier: string | null;
}

const exchangeMs = 15_000;
const denials = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize']);

/**
 * What comes of a vendor's answer: exchanges the code, then stores grant, connection, outcome and audit entry together.
 * Nothing is stored of a grant that lacks something, and no transaction is open while the vendor is asked.
 */
export async function completeAuthorization(
  environment: ConnectionEnvironment,
  row: AuthorizationRow,
  answer: VendorAnswer,
): Promise<Outcome> {
  const { db, vault } = environment;
  try {
    const client = await findOAuthClient(db, vault, row.sign_in);
    const refusal = refusalIn(row, answer, client);
    if (refusal || !client) return await ended(db, row, refusal ?? failed('The client is gone.', 'no_client'));
    const granted = await exchange(environment, row, answer, client);
    const lacks = (JSON.parse(row.scopes) as string[]).some((scope) => !granted.scopes.includes(scope));
    if (lacks) {
      const message = 'Not everything was allowed that the reports need. Every box has to stay ticked.';
      return await ended(db, row, { status: 'incomplete', message });
    }
    return await storeGrant(environment, row, granted, client);
  } catch (error) {
    if (error instanceof ConnectorError || error instanceof OperatorError) {
      return await ended(db, row, failed(error.message));
    }
    if (error instanceof ServiceError && error.code === 'not_found') {
      return await ended(db, row, failed('The connection was removed meanwhile.', 'connection_removed'));
    }
    throw error;
  }
}

function refusalIn(
  { sign_in }: AuthorizationRow,
  { code, error }: VendorAnswer,
  client: OAuthClient | undefined,
): Outcome | undefined {
  const { title } = signInProviders[sign_in];
  if (error !== null && denials.has(error)) {
    return { status: 'denied', message: 'It was not allowed, so nothing was connected.' };
  }
  if (error !== null || code === null) {
    return failed(
      `${title} refused the request. The operator looks at its client there, and at its redirect address.`,
      'refused',
    );
  }
  if (client) return undefined;
  return failed(`The service has no client of ${title} any more. The operator sets one.`, 'no_client');
}

const failed = (message: string, reason?: FailureReason): Outcome => ({
  status: 'failed',
  message,
  ...(reason && { reason }),
});

async function ended(db: Queryable, { id }: AuthorizationRow, outcome: Outcome): Promise<Outcome> {
  await recordOutcome(db, id, outcome);
  return outcome;
}

async function exchange(
  environment: ConnectionEnvironment,
  row: AuthorizationRow,
  { code, redirectUri, verifier }: VendorAnswer,
  client: OAuthClient,
): Promise<Granted> {
  const { openSignInContext } = await import('./sign-in-context.ts');
  await using context = openSignInContext(environment, exchangeMs);
  const { exchange, hasPkce } = signInProviders[row.sign_in];
  const asked = { code: code ?? '', redirectUri, scopes: JSON.parse(row.scopes), verifier: hasPkce ? verifier : null };
  return await exchange(asked, client, context);
}

function storeGrant(
  { db, vault }: ConnectionEnvironment,
  row: AuthorizationRow,
  granted: Granted,
  client: OAuthClient,
): Promise<Outcome> {
  return audited(
    db,
    doerOf(row),
    async (transaction) => {
      const { connection_id, grant_id } =
        row.connection_id === null
          ? await addConnection(transaction, vault, row, granted, client)
          : await mendConnections(transaction, vault, row.connection_id, row, granted, client);
      const outcome: Outcome = { status: 'granted', connection_id, grant_id };
      await recordOutcome(transaction, row.id, outcome);
      return outcome;
    },
    (outcome) => {
      const { connection_id, grant_id } = outcome as Extract<Outcome, { status: 'granted' }>;
      const { project_id, system, sign_in } = row;
      const details = { project_id, system, sign_in, grant_id };
      return { action: 'connection.authorize', accountId: row.account_id, subject: connection_id, details };
    },
  );
}

/** Whoever asked for the link; one of a command names no door. */
function doerOf({ made_by: actor, door, address }: AuthorizationRow): Doer | string {
  return door === null ? actor : { actor, door: door as Doer['door'], address };
}

const newGrant = (row: AuthorizationRow, { tokens, endsAt }: Granted, { client_id }: OAuthClient) => ({
  accountId: row.account_id,
  signIn: row.sign_in,
  clientId: client_id,
  madeBy: row.made_by,
  scopes: JSON.parse(row.scopes) as string[],
  ...{ tokens, endsAt },
});

async function addConnection(
  db: Queryable,
  vault: Vault,
  row: AuthorizationRow,
  granted: Granted,
  client: OAuthClient,
) {
  const grantId = await insertGrant(db, vault, newGrant(row, granted, client));
  const { account_id: accountId, project_id: projectId, system, name } = row;
  const config = JSON.parse(row.config);
  const status = config === null ? 'resource_missing' : 'connected';
  const fields = { accountId, projectId, system, name, config, status, grantId } as const;
  const { id } = await insertConnection(db, { ...fields, madeBy: makerOf(row), seal: () => null });
  return { connection_id: id, grant_id: grantId };
}

/** The grant takes the place of the connection's earlier one, and so mends all that share it. */
async function mendConnections(
  db: Queryable,
  vault: Vault,
  id: string,
  row: AuthorizationRow,
  granted: Granted,
  client: OAuthClient,
) {
  const connection = await getConnection(db, id);
  const grant = newGrant(row, granted, client);
  const isReplaced = connection.grant_id !== null && (await replaceGrant(db, vault, connection.grant_id, grant));
  const grant_id = isReplaced && connection.grant_id ? connection.grant_id : await insertGrant(db, vault, grant);
  const now = new Date().toISOString();
  await db
    .updateTable('connections')
    .set(({ eb }) => ({ grant_id, secret: null, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('connections')
    .set({ status: 'connected', checked_at: now, updated_at: now })
    .where('grant_id', '=', grant_id)
    .where('config', '!=', 'null')
    .where(({ or, eb }) => or([eb('id', '=', id), eb('status', '=', 'reauth_required')]))
    .execute();
  await db
    .updateTable('connections')
    .set({ status: 'resource_missing', checked_at: now, updated_at: now })
    .where('grant_id', '=', grant_id)
    .where('config', '=', 'null')
    .execute();
  return { connection_id: id, grant_id };
}
