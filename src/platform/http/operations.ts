import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { isIdentifier } from '../database/identifiers.ts';
import type { Page, PageOf } from '../database/pages.ts';
import type { Database, Queryable } from '../database/tables.ts';
import { type ErrorCode, errorCodes, ServiceError } from '../errors.ts';
import type { Decision } from '../limits/limiter.ts';
import type { Caller, Gate, Scope } from './caller.ts';
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
    /** The scope that an operation needs; null for any valid token, absent for other routes. */
    scope?: Scope | null;
    /** What the OpenAPI document says about an operation. */
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

/** The names of the parameters in a path: `project_id` of `/api/v1/projects/:project_id/reports`. */
type ParameterName<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParameterName<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

type Params<Path extends string> = { readonly [Name in ParameterName<Path>]: string };

/** The schema of each parameter in the path; absent where the path has none. */
type ParamsSchema<Path extends string> = [ParameterName<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: TObject<Record<ParameterName<Path>, TSchema>> };

/** What a handler returns for a schema: all of its fields, at every depth, with the right types. */
type Shown<Schema extends TSchema> = Immutable<Static<Schema>>;
type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Immutable<Value[Field]> }
    : Value;

/**
 * The definition of an operation, apart from what it does. Everything that all operations share is added here, once.
 */
type Operation<Path extends string> = OperationTerms<Path> & ParamsSchema<Path>;

interface OperationTerms<Path extends string> {
  readonly path: Path;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Null: any valid token. */
  readonly scope: Scope | null;
  /** Its own error codes, besides those that every operation can answer. */
  readonly errors?: readonly ErrorCode[];
  /** Present when the operation is deprecated: every answer and the OpenAPI document say so. */
  readonly deprecated?: Deprecation;
}

interface Payload<Data extends TSchema = TSchema> {
  /** The shape of the payload; in a list, of one item. */
  readonly data: Data;
  /** Named examples of the payload, as their differences from the schema's own. */
  readonly examples?: Readonly<Record<string, object>>;
}

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
 * A GET of one resource. With `cacheable` it has an ETag and answers 304. The handler may set headers on the reply; for
 * a `polled` resource it sets Retry-After while there is something to wait for.
 */
export function readOperation<Path extends string, Data extends TSchema, Query extends TObject = typeof NoQuery>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation<Path> &
    Payload<Data> & { readonly query?: Query; readonly cacheable?: boolean; readonly polled?: boolean },
  handler: (
    request: {
      readonly caller: Caller;
      readonly decision: Decision;
      readonly params: Params<Path>;
      readonly query: Static<Query>;
    },
    reply: FastifyReply,
  ) => Promise<Shown<Data>>,
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
    async handler(request, reply, params) {
      const { caller, decision } = request;
      const data = await handler({ caller, decision, params, query: request.query as Static<Query> }, reply);
      const envelope = { ok: true, data, meta: meta(request.id) };
      if (!operation.cacheable) return envelope;
      // Serialised once, for both the tag and the answer.
      const text = String(reply.serialize(envelope));
      if (answerNotModified(request, reply, weakETag(text))) return reply;
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

/** A GET of a page of resources. `query` comes from `listQuery`, `data` is the shape of one item. */
export function listOperation<Path extends string, Data extends TSchema, Query extends TObject>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation<Path> & Payload<Data> & { readonly query: Query },
  handler: (request: {
    readonly caller: Caller;
    readonly params: Params<Path>;
    readonly query: Static<Query> & Page;
  }) => Promise<PageOf<Shown<Data>>>,
): void {
  route(app, context, 'GET', operation, {
    query: operation.query,
    success: { 200: { description: 'One page of the list.', schema: page(operation.data), headers: ['Link'] } },
    async handler(request, reply, params) {
      const query = request.query as Static<Query> & Page;
      const { items, total } = await handler({ caller: request.caller, params, query });
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
export function writeOperation<
  Path extends string,
  Data extends TSchema,
  Body extends TObject,
  AnswerMeta extends TObject = typeof Meta,
>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation<Path> &
    Payload<Data> & {
      readonly method: 'POST' | 'PATCH';
      readonly kind: IdempotencyKind;
      readonly body: Body;
      /** Without it a missing body is an error. */
      readonly bodyOptional?: boolean;
      /** Checks on the body that the schema cannot express; throws `invalid_request`. */
      readonly check?: (body: Static<Body>) => void;
      /** A normal form, the same for all bodies with the same meaning; the body itself unless given. */
      readonly normalize?: (body: Static<Body>) => Static<Body>;
      /** What takes too long for a transaction, such as storing files: gives the body that `write` gets. */
      readonly prepare?: (body: Static<Body>, caller: Caller, params: Params<Path>) => Promise<Static<Body>>;
      /** The most bytes of a body, where it is not that of all operations. */
      readonly bodyLimit?: number;
      readonly meta?: AnswerMeta;
      readonly status: 200 | 201 | 202;
    },
  write: (
    transaction: Queryable,
    request: { readonly caller: Caller; readonly params: Params<Path>; readonly body: Static<Body> },
  ) => Promise<{
    readonly data: Shown<Data>;
    readonly location?: string;
    /** What the answer's `meta` contains besides the usual fields. */
    readonly meta?: Omit<Shown<AnswerMeta>, keyof Static<typeof Meta>>;
  }>,
  committed?: () => void,
): void {
  route(app, context, operation.method, operation, {
    errors: writeErrors,
    body: operation.body,
    success: {
      [operation.status]: {
        ...answerOf(operation, success(operation.data, operation.meta ?? Meta)),
        headers: ['Idempotent-Replayed', ...writeHeaders[operation.status]],
      },
    },
    headers: ['IdempotencyKey'],
    async handler(request, reply, params) {
      const { caller } = request;
      const sent = request.body as Static<Body>;
      operation.check?.(sent);
      const body = operation.normalize?.(sent) ?? sent;
      const claim = {
        accountId: caller.account.id,
        kind: operation.kind,
        key: readIdempotencyKey(request.raw),
        fingerprint: fingerprint(params, body),
      };
      const prepared = (await operation.prepare?.(body, caller, params)) ?? body;
      const { result, replayed } = await onceForKey(context.db, claim, async (transaction): Promise<WriteResult> => {
        const { data, location = null, meta = {} } = await write(transaction, { caller, params, body: prepared });
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
    bodyLimit: operation.bodyLimit,
  });
}

interface Route<Path extends string> {
  /** Codes that all operations of its kind can answer. */
  readonly errors?: readonly ErrorCode[];
  readonly query?: TObject;
  readonly body?: TObject;
  readonly requireBody?: boolean;
  readonly bodyLimit?: number | undefined;
  readonly success: Readonly<Record<number, Answer>>;
  /** The headers that a request may carry, besides those of every request. */
  readonly headers?: readonly HeaderParameter[];
  handler(request: FastifyRequest, reply: FastifyReply, params: Params<Path>): Promise<unknown>;
}

/** What every operation has in common: its checks in their order, its documented answers, its headers. */
export function route<Path extends string>(
  app: FastifyInstance,
  context: ApiContext,
  method: 'GET' | 'POST' | 'PATCH',
  given: Operation<Path>,
  { query = NoQuery, body, requireBody = false, bodyLimit, success, headers = [], handler, ...kind }: Route<Path>,
): void {
  const operation: OperationTerms<Path> & { readonly params?: TObject } = given;
  const { deprecated } = operation;
  const errors = [...sharedErrors, ...(kind.errors ?? []), ...(operation.errors ?? [])];
  const schema: FastifySchema = {
    ...(operation.params && { params: operation.params }),
    querystring: query,
    ...(body && { body }),
    response: { ...successSchemas(success), ...errorSchemas(errors) },
  };
  const documented = { ...operation, method, query, headers, success, errors, ...(body && { body }), requireBody };
  const gate = context.gate(operation.scope);
  app.route({
    method,
    url: operation.path,
    schema,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: { scope: operation.scope, documented },
    onRequest: deprecated ? [announceDeprecation(deprecated, context.publicUrl), gate] : gate,
    preValidation: (request, _reply, done) => {
      request.query = readQuery(request.query as Record<string, unknown>, query);
      request.params = readParams(request.params as Record<string, string>);
      if (!body || (request.body !== undefined && request.body !== null)) return done();
      if (requireBody) return done(missingBody());
      request.body = {};
      done();
    },
    async handler(request, reply) {
      reply.header('cache-control', 'private, no-cache');
      return handler(request, reply, request.params as Params<Path>);
    },
  });
}

/** A malformed id is replaced by one that no resource has, so that it is answered like a missing one. */
function readParams(params: Record<string, string>): Record<string, string> {
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
