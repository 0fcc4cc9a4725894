import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { AccountToken, NewAccountToken, TokenCreate, TokenListQuery } from './schema.ts';
import { createToken, pageOfTokens, revokeToken, type Token, toldOfToken } from './tokens.ts';

const tag = 'Tokens';
const dayMs = 86_400_000;

/** The tokens of an account, for the management API. */
export function tokenRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/tokens',
      operationId: 'listTokens',
      tag,
      summary: 'List tokens',
      description: 'The tokens of the account, those that are revoked or expired too, without their secrets.',
      access: { role: 'admin' },
      query: TokenListQuery,
      data: AccountToken,
    },
    async ({ caller, query }) => {
      const { items, total } = await pageOfTokens(db, caller.account.id, query);
      return { items: items.map(toAccountToken), total };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/tokens',
      operationId: 'createToken',
      tag,
      summary: 'Create a token',
      description:
        'The answer has the whole token, which is shown this once. A token of role admin makes others without being asked for a password.',
      access: { role: 'admin', stepUp: true },
      kind: 'token.create',
      body: TokenCreate,
      data: NewAccountToken,
      secret: 'token',
      status: 201,
    },
    async (transaction, { caller, body }) => {
      const days = body.expires_in_days ?? null;
      const fields = { ...body, expiresInMs: days === null ? null : days * dayMs };
      const { token, record } = await createToken(transaction, caller.account.id, fields);
      const recorded = { subject: record.publicId, details: toldOfToken(record) };
      return { data: { ...toAccountToken(record), token }, location: '/tokens', recorded };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/tokens/:public_id',
      operationId: 'revokeToken',
      tag,
      summary: 'Revoke a token',
      description: 'Takes effect at once, in every process. A second time changes nothing.',
      access: { role: 'admin', stepUp: true },
      kind: 'token.revoke',
      params: Type.Object({ public_id: Type.String() }),
      data: AccountToken,
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const token = await revokeToken(transaction, params.public_id, caller.account.id);
      return { data: toAccountToken(token), subject: token.publicId, details: toldOfToken(token) };
    },
  );
}

function toAccountToken(token: Token) {
  return {
    public_id: token.publicId,
    name: token.name,
    kind: token.kind,
    scopes: token.scopes,
    role: token.role as 'viewer' | 'editor' | 'admin' | null,
    created_at: toTimestamp(token.createdAt),
    last_used_at: toTimestamp(token.lastUsedAt),
    expires_at: toTimestamp(token.expiresAt),
    revoked_at: toTimestamp(token.revokedAt),
  };
}
