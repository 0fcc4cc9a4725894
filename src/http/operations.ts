import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Caller, Scope } from '../accounts/tokens.ts';
import { isIdentifier } from '../database/identifiers.ts';
import type { Page, PageOf } from '../database/pages.ts';
import type { Database, Queryable } from '../database/tables.ts';
import { type ErrorCode, errorCodes, ServiceError } from '../errors.ts';
import type { Decision } from '../limits/limiter.ts';
import { type Gate, passGate } from './authentication.ts';
import { answerNotModified, weakETag } from './conditional.ts';
import { addLink, announceDeprecation, type Deprecation } from './deprecation.ts';
import { failure, Meta, meta, page, success } from './envelope.ts';
import { fingerprint, type IdempotencyKind, onceForKey, readIdempotencyKey, type WriteResult } from './idempotency.ts';
import type { DocumentedOperation } from './openapi/document.ts';
import type { HeaderName } from './openapi/headers.ts';
import type { HeaderParameter } from './openapi/parameters.ts';
import type { Answer } from './openapi/responses.ts';
import { pageLinks, pagination } from './pagination.ts';
import { readQuery } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that an operation needs; null for any valid token, absent for what is no operation. */
    scope?: Scope | null;
    /** What the OpenAPI document says of an operation. */
    documented?: DocumentedOperation;
  }
}

/** What all operations share. */
export interface ApiContext {
  readonly db: Database;
  readonly gate: Gate;
  /** Put in front of Location and Link; empty for path-absolute ones. */
  readonly publicUrl: string;
}

/** What makes an operation, beside what it does. Everything that all operations share is added here, once. */
interface Operation {
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Null: any valid token. */
  readonly scope: Scope | null;
  readonly params?: TObject;
  /** Codes of its own, beside those that every operation can answer. */
  readonly errors?: readonly ErrorCode[];
  /** Present when the operation is on its way out: every answer and the OpenAPI document say so. */
  readonly deprecated?: Deprecation;
}

interface Payload {
  /** The shape of the payload; in a list, of one item. */
  readonly data: TSchema;
  /** Named examples of the payload, as their differences from the schema's own. */
  readonly examples?: Readonly<Record<string, object>>;
}

type Params = Record<string, string>;
const NoQuery = Type.Object({}, { additionalProperties: false });

const sharedErrors: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_query_parameter',
  'unauthorized',
  'api_access_required',
  'insufficient_scope',
  'rate_limit_exceeded',
  'quota_exceeded',
  'method_not_allowed',
  'internal_error',
  'api_controls_unavailable',
];
const writeErrors: readonly ErrorCode[] = [
  'idempotency_key_required',
  'invalid_idempotency_key',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
];

const ok = STATUS_CODES[200] ?? '';
const answerOf = ({ data, examples }: Payload, schema: TSchema): Answer => ({
  description: ('description' in data && String(data.description)) || ok,
  schema,
  ...(examples && { examples }),
});

/**
 * A GET of one resource. With `cacheable` it has an ETag and answers 304. The handler may set headers on the reply; of a
 * `polled` resource it sets Retry-After while there is something to wait for.
 */
export function readOperation<Query extends TObject = typeof NoQuery>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation & Payload & { readonly query?: Query; readonly cacheable?: boolean; readonly polled?: boolean },
  handler: (
    request: {
      readonly caller: Caller;
      readonly decision: Decision;
      readonly params: Params;
      readonly query: Static<Query>;
    },
    reply: FastifyReply,
  ) => Promise<Static<TSchema>>,
): void {
  const headers: HeaderName[] = [
    ...(operation.cacheable ? ['ETag' as const] : []),
    ...(operation.polled ? ['Retry-After' as const] : []),
  ];
  const unchanged = { 304: { description: 'What you have is current.', headers } };
  route(app, context, 'GET', operation, {
    query: operation.query ?? NoQuery,
    success: {
      200: { ...answerOf(operation, success(operation.data)), headers },
      ...(operation.cacheable && unchanged),
    },
    ...(operation.cacheable && { headers: ['IfNoneMatch'] }),
    async handler(request, reply) {
      const { caller, decision, params, query } = request;
      const data = await handler({ caller, decision, params: params as Params, query: query as Static<Query> }, reply);
      const envelope = { ok: true, data, meta: meta(request.id) };
      if (!operation.cacheable) return envelope;
      // Serialised once, for the tag and for the answer.
      const text = String(reply.serialize(envelope));
      if (answerNotModified(request, reply, weakETag(text))) return reply;
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

/** A GET of a page of resources. `query` comes from `listQuery`, `data` is the shape of one item. */
export function listOperation<Query extends TObject>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation & Payload & { readonly query: Query },
  handler: (request: {
    readonly caller: Caller;
    readonly params: Params;
    readonly query: Static<Query> & Page;
  }) => Promise<PageOf<unknown>>,
): void {
  route(app, context, 'GET', operation, {
    query: operation.query,
    success: { 200: { description: 'One page of the list.', schema: page(operation.data), headers: ['Link'] } },
    async handler(request, reply) {
      const query = request.query as Static<Query> & Page;
      const { items, total } = await handler({ caller: request.caller, params: request.params as Params, query });
      const pages = pagination(query, total);
      addLink(reply, pageLinks(request.url, context.publicUrl, query.page, pages.total_pages));
      return { ok: true, data: { items }, meta: { ...meta(request.id), pagination: pages } };
    },
  });
}

const writeHeaders: Readonly<Record<200 | 201 | 202, readonly HeaderName[]>> = {
  200: [],
  201: ['Location'],
  202: ['Location', 'Retry-After'],
};

/** A POST or PATCH under an idempotency key. `write` runs in the key's transaction; `committed` after it, not on a replay. */
export function writeOperation<Body extends TObject>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation &
    Payload & {
      readonly method: 'POST' | 'PATCH';
      readonly kind: IdempotencyKind;
      readonly body: Body;
      /** Without it a missing body is an error. */
      readonly bodyOptional?: boolean;
      /** What the schema cannot say of the body; throws `invalid_request`. */
      readonly check?: (body: Static<Body>) => void;
      /** The body as every one that means the same is written; the body itself unless given. */
      readonly normalize?: (body: Static<Body>) => Static<Body>;
      readonly meta?: TSchema;
      readonly status: 200 | 201 | 202;
    },
  write: (
    transaction: Queryable,
    request: { readonly caller: Caller; readonly params: Params; readonly body: Static<Body> },
  ) => Promise<{ data: unknown; location?: string; meta?: Record<string, unknown> }>,
  committed?: () => void,
): void {
  route(
    app,
    context,
    operation.method,
    { ...operation, errors: [...writeErrors, ...(operation.errors ?? [])] },
    {
      query: NoQuery,
      body: operation.body,
      success: {
        [operation.status]: {
          ...answerOf(operation, success(operation.data, operation.meta ?? Meta)),
          headers: ['Idempotent-Replayed', ...writeHeaders[operation.status]],
        },
      },
      headers: ['IdempotencyKey'],
      async handler(request, reply) {
        const { caller } = request;
        const params = request.params as Params;
        const sent = request.body as Static<Body>;
        operation.check?.(sent);
        const body = operation.normalize?.(sent) ?? sent;
        const claim = {
          accountId: caller.account.id,
          kind: operation.kind,
          key: readIdempotencyKey(request.raw),
          fingerprint: fingerprint(params, body),
        };
        const { result, replayed } = await onceForKey(context.db, claim, async (transaction): Promise<WriteResult> => {
          const { data, location = null, meta = {} } = await write(transaction, { caller, params, body });
          return { status: operation.status, location, data, meta };
        });
        if (replayed) reply.header('idempotent-replayed', 'true');
        else committed?.();
        if (result.location) reply.header('location', context.publicUrl + result.location);
        if (result.status === 202) reply.header('retry-after', '1');
        reply.code(result.status);
        return { ok: true, data: result.data, meta: { ...meta(request.id), ...result.meta } };
      },
      requireBody: !operation.bodyOptional,
    },
  );
}

interface Route {
  readonly query?: TObject;
  readonly body?: TObject;
  readonly requireBody?: boolean;
  readonly success: Readonly<Record<number, Answer>>;
  /** The headers that a request may carry, beside those of every request. */
  readonly headers?: readonly HeaderParameter[];
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** What every operation has in common: its checks in their order, its documented answers, its headers. */
export function route(
  app: FastifyInstance,
  context: ApiContext,
  method: 'GET' | 'POST' | 'PATCH',
  operation: Operation,
  { query = NoQuery, body, requireBody = false, success, headers = [], handler }: Route,
): void {
  const { deprecated } = operation;
  const errors = [...sharedErrors, ...(operation.errors ?? [])];
  const schema: FastifySchema = {
    ...(operation.params && { params: operation.params }),
    querystring: query,
    ...(body && { body }),
    response: { ...successSchemas(success), ...errorSchemas(errors) },
  };
  const documented = { ...operation, method, query, headers, success, errors, ...(body && { body }), requireBody };
  const gate = passGate(context.gate, operation.scope);
  app.route({
    method,
    url: operation.path,
    schema,
    config: { scope: operation.scope, documented },
    onRequest: deprecated ? [announceDeprecation(deprecated, context.publicUrl), gate] : gate,
    preValidation: (request, _reply, done) => {
      request.query = readQuery(request.query as Record<string, unknown>, query);
      request.params = readParams(request.params as Params);
      if (!body || (request.body !== undefined && request.body !== null)) return done();
      if (requireBody) return done(missingBody());
      request.body = {};
      done();
    },
    async handler(request, reply) {
      reply.header('cache-control', 'private, no-cache');
      return handler(request, reply);
    },
  });
}

/** A malformed id names nothing: it goes on as one that no resource has, and is answered like a missing one. */
function readParams(params: Params): Params {
  for (const [name, id] of Object.entries(params)) if (!isIdentifier(id)) params[name] = '';
  return params;
}

function missingBody(): ServiceError {
  const details = [{ field: '', rule: 'required', message: 'The operation needs a JSON body.' }];
  return new ServiceError('invalid_request', { details });
}

function successSchemas(answers: Readonly<Record<number, Answer>>): Record<string, TSchema> {
  const file = { type: 'string', format: 'binary' };
  const entries = Object.entries(answers).map(([status, { schema = Type.Null(), mediaTypes }]) => {
    const content = mediaTypes?.map((mediaType) => [mediaType, { schema: file }]);
    return [status, content ? { content: Object.fromEntries(content) } : schema];
  });
  return Object.fromEntries(entries);
}

function errorSchemas(codes: readonly ErrorCode[]): Record<number, TSchema> {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCodes[code].status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, failure(group)]));
}
