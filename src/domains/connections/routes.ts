import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { refusedField } from '../../platform/faults.ts';
import { askOperation } from '../../platform/http/ask-operation.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { changeConnection, getConnection, getOwnProject, insertConnection, removeConnection } from './connections.ts';
import { getOwnConnection, listOwnConnections, toManaged, toSummary, toVerified } from './managed-connections.ts';
import type { GrantRow } from './oauth-grants.ts';
import type { ConnectionEnvironment } from './open-connection.ts';
import {
  AllConnectionsQuery,
  ConnectionCreate,
  ConnectionListQuery,
  ConnectionSummary,
  ConnectionUpdate,
  ManagedConnection,
  RemovedConnection,
  VerifiedConnection,
} from './schema.ts';

const tag = 'Connections';
const ofProject = Type.Object({ project_id: Type.String({ description: "The project's id." }) });
const ofConnection = Type.Object({ connection_id: Type.String({ description: "The connection's id." }) });
const Nothing = Type.Object({}, { additionalProperties: false });
const read = { role: 'viewer' } as const;
const write = { role: 'editor' } as const;

/** What a customer makes reaches less than what the operator makes; a silent system is stored with its status. */
const asCustomer = { madeBy: 'customer', acceptsSilence: true, withinMs: 20_000 } as const;

/** It loads the engines of all systems, which no process should wait for that needs none. */
const verifying = () => import('./verify-connection.ts');

export interface ConnectionParts {
  readonly environment: ConnectionEnvironment;
  /** Withdraws a removed sign-in at its vendor; says what is left to do, if anything. */
  readonly revokeGrant: (grant: GrantRow) => Promise<string | undefined>;
  /** What of a secret may be kept beside the key of a request: nothing that it could be guessed from. */
  readonly digest: (value: unknown) => string;
}

/** Connections as people and programs manage them. */
export function connectionRoutes(app: FastifyInstance, context: ApiContext, parts: ConnectionParts): void {
  const { db } = context;
  const { environment } = parts;
  listOperation(
    app,
    context,
    {
      path: '/connections',
      operationId: 'listConnections',
      fromReplica: true,
      tag,
      summary: 'List all connections',
      description: 'The connections of all projects that the caller sees.',
      access: read,
      query: AllConnectionsQuery,
      data: ConnectionSummary,
    },
    async ({ db, caller, query: { tag, folder, ...query } }) =>
      listOwnConnections(db, await narrowed(db, caller, { tag, folder }), query),
  );

  listOperation(
    app,
    context,
    {
      path: '/projects/:project_id/connections',
      operationId: 'listProjectConnections',
      fromReplica: true,
      tag,
      summary: 'List the connections of a project',
      access: read,
      params: ofProject,
      errors: ['not_found'],
      query: ConnectionListQuery,
      data: ConnectionSummary,
    },
    async ({ db, caller, params, query }) => {
      await getOwnProject(db, caller.account.id, params.project_id);
      return listOwnConnections(db, caller, query, params.project_id);
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/connections/:connection_id',
      operationId: 'getConnection',
      tag,
      summary: 'Read a connection',
      description: 'With its configuration for editors, and never with its secret.',
      access: read,
      params: ofConnection,
      errors: ['not_found'],
      data: ManagedConnection,
      hasRevision: true,
    },
    async ({ caller, params }) => toManaged(db, await getOwnConnection(db, caller, params.connection_id), caller),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/projects/:project_id/connections',
      operationId: 'createConnection',
      tag,
      summary: 'Connect a system',
      description:
        'Tries the source, then stores it. One that is not valid is refused with the place at fault, and nothing is stored; one that is valid but does not answer is stored with its status. A `file` connection reads uploads of the account, and data roots that the operator has granted to it.',
      access: write,
      kind: 'connection.add',
      params: ofProject,
      body: ConnectionCreate,
      status: 201,
      errors: ['not_found'],
      data: VerifiedConnection,
      hasRevision: true,
      fingerprinted: (body) => ('secret' in body ? { ...body, secret: parts.digest(body.secret) } : body),
      prepare: async ({ system, name, config, secret = null, grant_id }, caller, params) => {
        const { project_id: projectId } = params;
        await getOwnProject(db, caller.account.id, projectId);
        const { verifyNewConnection } = await verifying();
        const fields = { projectId, system, name, config, secret, grantId: grant_id ?? undefined };
        return verifyNewConnection(db, environment, fields, asCustomer);
      },
    },
    async (transaction, { caller, body: verified }) => {
      const row = await insertConnection(transaction, verified);
      const data = await toVerified(transaction, row, caller, verified);
      return { data, location: `/connections/${row.id}`, recorded: { details: told(row) } };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'PATCH',
      path: '/connections/:connection_id',
      operationId: 'updateConnection',
      tag,
      summary: 'Change a connection',
      description:
        'A new configuration or secret is tried first, as with a new connection. With another configuration it reaches what the account is granted, even if the operator made it. A secret is never sent to another address than it was given for.',
      access: write,
      kind: 'connection.update',
      params: ofConnection,
      body: ConnectionUpdate,
      status: 200,
      errors: ['not_found', 'edit_conflict'],
      data: VerifiedConnection,
      hasRevision: true,
      check: (body) => {
        if (Object.keys(body).length === 0) throw refusedField('', 'minProperties', 'names nothing to change');
      },
      fingerprinted: (body) => ('secret' in body ? { ...body, secret: parts.digest(body.secret) } : body),
      prepare: async ({ name, config, secret }, caller, { connection_id: id }) => {
        await getOwnConnection(db, caller, id);
        const { verifyChangedConnection } = await verifying();
        return verifyChangedConnection(db, environment, id, { name, config, secret }, asCustomer);
      },
    },
    async (transaction, { caller, params, body: changed, checkRevision }) => {
      checkRevision((await getOwnConnection(transaction, caller, params.connection_id)).revision);
      const row = await changeConnection(transaction, changed.before, changed.row, changed.status);
      const data = await toVerified(transaction, row, caller, changed.isVerified ? changed : null);
      return { data, recorded: { details: told(row) } };
    },
  );

  askOperation(
    app,
    context,
    {
      path: '/connections/:connection_id/verify',
      operationId: 'verifyConnection',
      tag,
      summary: 'Try a connection',
      description: 'Tries the source, and records the status that it was found in.',
      access: write,
      params: ofConnection,
      body: Nothing,
      bodyOptional: true,
      errors: ['not_found', 'connection_unavailable'],
      data: VerifiedConnection,
    },
    async ({ caller, params }) => {
      const { id } = await getOwnConnection(db, caller, params.connection_id);
      const { verifyConnection } = await verifying();
      const found = await verifyConnection(db, environment, id, asCustomer);
      return toVerified(db, await getConnection(db, id), caller, found);
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/connections/:connection_id',
      operationId: 'removeConnection',
      tag,
      summary: 'Remove a connection',
      description: 'With its secret, and its sign-in unless another connection has it. Reports made from it stay.',
      access: write,
      kind: 'connection.remove',
      params: ofConnection,
      errors: ['not_found'],
      data: RemovedConnection,
    },
    async (transaction, { caller, params }) => {
      const { id } = await getOwnConnection(transaction, caller, params.connection_id);
      const { row, removedGrant } = await removeConnection(transaction, id);
      const data = { ...toSummary(row, removedGrant), left_to_do: null };
      const finish =
        removedGrant && (async () => ({ ...data, left_to_do: (await parts.revokeGrant(removedGrant)) ?? null }));
      return { data, subject: id, details: told(row), ...(finish && { finish }) };
    },
  );
}

function told({
  project_id,
  system,
  name,
}: {
  readonly project_id: string;
  readonly system: string;
  readonly name: string;
}) {
  return { project_id, system, name };
}
