import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { read, tag, write } from './routes.ts';
import { NewScimToken, ScimToken, ScimTokenCreate, ScimTokenListQuery } from './schema.ts';
import { createScimToken, listScimTokens, revokeScimToken, type ScimTokenRow } from './scim-tokens.ts';

/** The tokens by which a directory calls. */
export function scimTokenRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/scim-tokens',
      operationId: 'listScimTokens',
      tag,
      summary: 'List the tokens of the directory',
      description: 'Those that work, without their secrets.',
      access: read,
      query: ScimTokenListQuery,
      data: ScimToken,
    },
    async ({ caller, query }) => {
      const all = await listScimTokens(db, caller.account.id);
      const { items, total } = sliceOf(all, query, ({ created_at, public_id }) => `${created_at} ${public_id}`);
      return { items: items.map(toScimToken), total };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/scim-tokens',
      operationId: 'createScimToken',
      tag,
      summary: 'Make a token for the directory',
      description:
        'The answer has the whole token, which is shown this once. Several work side by side, so that one can take the place of another.',
      access: write,
      kind: 'directory.create_token',
      body: ScimTokenCreate,
      data: NewScimToken,
      secret: 'token',
      status: 201,
    },
    async (transaction, { caller, body: { name } }) => {
      const made = { name, madeBy: caller.actor };
      const { token, record } = await createScimToken(transaction, caller.account.id, made);
      const data = { ...toScimToken(record), token };
      return { data, location: '/scim-tokens', recorded: { details: { name: record.name } } };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/scim-tokens/:credential_id',
      operationId: 'revokeScimToken',
      tag,
      summary: 'Revoke a token of the directory',
      description: 'Takes effect at once, in every process. People and groups stay as they are.',
      access: write,
      kind: 'directory.revoke_token',
      params: Type.Object({ credential_id: Type.String() }),
      data: ScimToken,
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const revoked = await revokeScimToken(transaction, caller.account.id, params.credential_id);
      return { data: toScimToken(revoked), subject: revoked.public_id, details: { name: revoked.name } };
    },
  );
}

function toScimToken({ public_id, name, created_at, last_used_at }: ScimTokenRow) {
  return {
    id: public_id,
    name,
    created_at: toTimestamp(created_at),
    last_used_at: toTimestamp(last_used_at),
  };
}
