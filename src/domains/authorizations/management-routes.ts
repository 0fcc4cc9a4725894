import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { getOwnProject } from '../connections/connections.ts';
import { getOwnConnection, listOwnGrants, toGrant } from '../connections/managed-connections.ts';
import { type GrantRow, getOwnGrant, withdrawGrant } from '../connections/oauth-grants.ts';
import { Grant, GrantListQuery, RevokedGrant } from '../connections/schema.ts';
import {
  type AuthorizationRow,
  getAuthorization,
  insertAuthorization,
  type NewAuthorization as Request,
  readOutcome,
} from './authorizations.ts';
import { authorizationLink } from './redirect-uri.ts';
import { Authorization, AuthorizationCreate, NewAuthorization } from './schema.ts';

const tag = 'Sign-ins';
const write = { role: 'editor' } as const;
/** What a person granted may be shared by connections of several projects. */
const grants = { role: 'editor', wholeAccount: true } as const;
const Nothing = Type.Object({}, { additionalProperties: false });
const text = (description: string) => Type.String({ description });
const beginning = () => import('./begin-authorization.ts');

interface Parts {
  /** Where people reach the service; empty when it does not know. */
  readonly baseUrl: string;
  readonly revokeGrant: (grant: GrantRow) => Promise<string | undefined>;
}

/** Links by which people sign in at vendors, and what they granted. */
export function signInRoutes(app: FastifyInstance, context: ApiContext, { baseUrl, revokeGrant }: Parts): void {
  const { db } = context;
  const begun = { tag, access: write, kind: 'authorization.begin', status: 201, secret: 'url' } as const;
  const about =
    'Gives an address where a person signs in at the vendor to let the service read; it works for half an hour. Ask for the authorization until its status is no longer `waiting`.';

  writeOperation(
    app,
    context,
    {
      ...begun,
      method: 'POST',
      path: '/projects/:project_id/authorizations',
      operationId: 'authorizeNewConnection',
      summary: 'Connect a system by signing in',
      description: `${about} The connection is made then.`,
      params: Type.Object({ project_id: text("The project's id.") }),
      body: AuthorizationCreate,
      errors: ['not_found'],
      data: NewAuthorization,
      prepare: async ({ system, name, config = null }, caller, { project_id: projectId }) => {
        await getOwnProject(db, caller.account.id, projectId);
        const { requestForNew } = await beginning();
        return requestForNew(db, { projectId, system, name, config });
      },
    },
    async (transaction, { caller, body }) => begin(transaction, caller, body),
  );

  writeOperation(
    app,
    context,
    {
      ...begun,
      method: 'POST',
      path: '/connections/:connection_id/authorizations',
      operationId: 'authorizeConnection',
      summary: 'Sign in anew for a connection',
      description: `${about} All connections that share the sign-in work again then.`,
      params: Type.Object({ connection_id: text("The connection's id.") }),
      body: Nothing,
      bodyOptional: true,
      errors: ['not_found'],
      data: NewAuthorization,
      prepare: async (_body, caller, params) => {
        const { id } = await getOwnConnection(db, caller, params.connection_id);
        const { requestForStored } = await beginning();
        return requestForStored(db, id);
      },
    },
    async (transaction, { caller, body }) => begin(transaction, caller, body),
  );

  readOperation(
    app,
    context,
    {
      path: '/authorizations/:authorization_id',
      operationId: 'getAuthorization',
      tag,
      summary: 'Read what came of a sign-in',
      access: write,
      params: Type.Object({ authorization_id: text("The authorization's id.") }),
      errors: ['not_found'],
      data: Authorization,
    },
    async ({ caller, params }) =>
      toAuthorization(await getAuthorization(db, caller.account.id, params.authorization_id)),
  );

  listOperation(
    app,
    context,
    {
      path: '/grants',
      operationId: 'listGrants',
      tag,
      summary: 'List what people granted',
      description: 'The sign-ins that connections of the account read with, without their tokens.',
      access: grants,
      query: GrantListQuery,
      data: Grant,
    },
    ({ caller, query }) => listOwnGrants(db, caller, query),
  );

  removeOperation(
    app,
    context,
    {
      path: '/grants/:grant_id',
      operationId: 'revokeGrant',
      tag,
      summary: 'Revoke what somebody granted',
      description:
        'Deletes it here at once, and withdraws it at the vendor. The connections that have it wait for another sign-in.',
      access: grants,
      kind: 'grant.revoke',
      params: Type.Object({ grant_id: text("The sign-in's id.") }),
      errors: ['not_found'],
      data: RevokedGrant,
    },
    async (transaction, { caller, params }) => {
      const grant = await getOwnGrant(transaction, caller.account.id, params.grant_id);
      const data = { ...(await toGrant(transaction, grant)), left_to_do: null };
      await withdrawGrant(transaction, grant);
      const { vendor, connection_ids } = data;
      const finish = async () => ({ ...data, left_to_do: (await revokeGrant(grant)) ?? null });
      return { data, subject: grant.id, details: { vendor, connection_ids }, finish };
    },
  );

  async function begin(
    transaction: Parameters<typeof insertAuthorization>[0],
    caller: Caller,
    request: Omit<Request, 'madeBy'>,
  ) {
    if (baseUrl === '') {
      throw fieldFault(
        '',
        'public_url',
        'People cannot sign in: the operator has not set PUBLIC_URL, where they reach the service.',
      );
    }
    const { actor: madeBy, door, address } = caller;
    const { token, row } = await insertAuthorization(transaction, { ...request, madeBy, door, address });
    const data = { ...toAuthorization(row), url: authorizationLink(baseUrl, token) };
    const { project_id, connection_id, system, name, sign_in } = row;
    const recorded = { details: { project_id, connection_id, system, name, sign_in } };
    return { data, location: `/authorizations/${data.id}`, recorded };
  }
}

function toAuthorization(row: AuthorizationRow) {
  const outcome = readOutcome(row);
  const isExpired = Date.parse(row.expires_at) <= Date.now() && row.taken_at === null;
  return {
    id: row.public_id ?? '',
    project_id: row.project_id,
    connection_id: outcome?.status === 'granted' ? outcome.connection_id : row.connection_id,
    system: row.system,
    name: row.name,
    status: outcome?.status ?? (isExpired ? ('expired' as const) : ('waiting' as const)),
    message: outcome && outcome.status !== 'granted' ? outcome.message : null,
    reason: (outcome?.status === 'failed' && outcome.reason) || null,
    created_at: toTimestamp(row.created_at),
    expires_at: toTimestamp(row.expires_at),
  };
}
