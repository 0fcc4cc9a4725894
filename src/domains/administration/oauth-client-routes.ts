import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { missing } from '../../platform/faults.ts';
import { listOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { signIns } from '../../reporting/connectors/hosted/sign-in/sign-ins.ts';
import { redirectUriOf } from '../authorizations/redirect-uri.ts';
import {
  listOAuthClients,
  type OAuthClientRow,
  openOAuthClient,
  removeOAuthClient,
  setOAuthClient,
} from '../connections/oauth-clients.ts';
import type { Vault } from '../connections/vault.ts';
import { OAuthClient, OAuthClientQuery, OAuthClientSet } from './schema.ts';

const clients = { tag: 'Administration', access: { role: 'operator', stepUp: true }, data: OAuthClient } as const;

export interface OAuthClientParts {
  readonly vault: Vault;
  /** Where people reach the service; empty when it does not know. */
  readonly baseUrl: string;
  /** What stands for a secret where requests are compared. */
  readonly digest: (secret: unknown) => string;
}

/** The operator's own clients at the vendors where people sign in. Secrets come in here and never go out. */
export function oauthClientRoutes(app: FastifyInstance, context: ApiContext, parts: OAuthClientParts): void {
  const { db } = context;
  const { vault, baseUrl, digest } = parts;
  const redirectUri = baseUrl === '' ? null : redirectUriOf(baseUrl);
  const toClient = (vendor: (typeof signIns)[number], row?: OAuthClientRow): Static<typeof OAuthClient> => ({
    vendor,
    client_id: row?.client_id ?? null,
    has_developer_token: row !== undefined && openOAuthClient(vault, row).developer_token !== null,
    redirect_uri: redirectUri,
    created_at: row ? toTimestamp(row.created_at) : null,
    updated_at: row ? toTimestamp(row.updated_at) : null,
  });

  listOperation(
    app,
    context,
    {
      ...clients,
      path: '/admin/oauth-clients',
      operationId: 'listOAuthClients',
      summary: 'List the clients of sign-ins',
      description: 'Every vendor at which people sign in, with the client that is registered there, if there is one.',
      query: OAuthClientQuery,
    },
    async ({ query }) => {
      const rows = await listOAuthClients(db);
      const items = signIns.map((vendor) =>
        toClient(
          vendor,
          rows.find((row) => row.sign_in === vendor),
        ),
      );
      return sliceOf(items, query, ({ vendor }) => vendor);
    },
  );

  writeOperation(
    app,
    context,
    {
      ...clients,
      method: 'POST',
      path: '/admin/oauth-clients',
      operationId: 'setOAuthClient',
      summary: 'Set the client of sign-ins at a vendor',
      description:
        'Stores the client that is registered with a vendor, in the place of one before. A new secret of the same client holds at once; with another id everybody signs in again.',
      kind: 'oauth_client.set',
      body: OAuthClientSet,
      fingerprinted: ({ client_secret, developer_token, ...shown }) => ({
        ...{ ...shown, secrets: digest({ client_secret, developer_token }) },
      }),
      status: 200,
    },
    async (transaction, { body: { vendor, client_id, client_secret, developer_token = null } }) => {
      const client = {
        client_id: client_id.trim(),
        client_secret: client_secret.trim(),
        developer_token: developer_token?.trim() ?? null,
      };
      const row = await setOAuthClient(transaction, vault, vendor, client);
      const details = { client_id: row.client_id };
      return { data: toClient(vendor, row), recorded: { subject: vendor, accountId: null, details } };
    },
  );

  removeOperation(
    app,
    context,
    {
      ...clients,
      path: '/admin/oauth-clients/:vendor',
      params: Type.Object({ vendor: Type.String() }),
      operationId: 'removeOAuthClient',
      summary: 'Remove the client of sign-ins at a vendor',
      description: 'Connections that were signed in with it wait for the next one.',
      errors: ['not_found'],
      kind: 'oauth_client.remove',
    },
    async (transaction, { params }) => {
      const vendor = signIns.find((known) => known === params.vendor);
      if (!vendor) throw missing('client of', params.vendor);
      const { client_id } = await removeOAuthClient(transaction, vendor);
      return { data: toClient(vendor), subject: vendor, details: { client_id }, accountId: null };
    },
  );
}
