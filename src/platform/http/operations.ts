import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Page, PageOf } from '../database/pages.ts';
import type { Queryable } from '../database/tables.ts';
import type { Decision } from '../limits/limiter.ts';
import type { Caller } from './caller.ts';
import { answerNotModified, weakETag } from './conditional.ts';
import { addLink } from './deprecation.ts';
import { meta, page, success } from './envelope.ts';
import type { HeaderName } from './openapi/headers.ts';
import type { Answer } from './openapi/responses.ts';
import { pageLinks, pagination } from './pagination.ts';
import { revisionOf, revisionTag } from './revisions.ts';
import { type ApiContext, NoQuery, type Operation, type Params, route } from './route.ts';

/** What a handler returns for a schema: all of its fields, at every depth, with the right types. */
export type Shown<Schema extends TSchema> = Immutable<Static<Schema>>;
type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Immutable<Value[Field]> }
    : Value;

export interface Payload<Data extends TSchema = TSchema> {
  /** The shape of the payload; in a list, of one item. */
  readonly data: Data;
  /** Named examples of the payload, as their differences from the schema's own. */
  readonly examples?: Readonly<Record<string, object>>;
  /**
   * For management, the answer carries the revision that the handler gives with `revised` as a strong ETag, in place of
   * any other.
   */
  readonly hasRevision?: boolean;
}

const ok = STATUS_CODES[200] ?? '';
export const answerOf = ({ data, examples }: Payload, schema: TSchema): Answer => ({
  description: ('description' in data && String(data.description)) || ok,
  schema,
  ...(examples && { examples }),
});

/** Whether the answers of an operation show their revision at this door. */
export function showsRevision({ management }: ApiContext, { hasRevision = false }: Payload): boolean {
  return management !== undefined && hasRevision;
}

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
  const isRevised = showsRevision(context, operation);
  // What a revision counts is less than what an answer shows, such as the state of connections.
  const isCacheable = operation.cacheable === true && !isRevised;
  const headers: HeaderName[] = [
    ...(isCacheable ? ['ETag' as const] : []),
    ...(isRevised ? ['RevisionETag' as const] : []),
    ...(operation.polled ? ['Retry-After' as const] : []),
  ];
  const unchanged = { 304: { description: 'What you have is current.', headers } };
  route(app, context, 'GET', operation, {
    query: operation.query ?? NoQuery,
    success: { 200: { ...answerOf(operation, success(operation.data)), headers }, ...(isCacheable && unchanged) },
    ...(isCacheable && { headers: ['IfNoneMatch'] }),
    async handler(request, reply, params) {
      const { caller, decision } = request;
      const data = await handler({ caller, decision, params, query: request.query as Static<Query> }, reply);
      const envelope = { ok: true, data, meta: meta(request) };
      const revision = isRevised ? revisionOf(data) : undefined;
      if (revision !== undefined) reply.header('etag', revisionTag(revision));
      if (!isCacheable) return envelope;
      // Serialised once, for both the tag and the answer.
      const text = String(reply.serialize(envelope));
      if (answerNotModified(request, reply, weakETag(text))) return reply;
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

/**
 * A GET of a page of resources. `query` comes from `listQuery`, `data` is the shape of one item. A list that grows with what an account
 * does says `fromReplica`, and reads from the `db` that it is given: a replica where there is one.
 */
export function listOperation<Path extends string, Data extends TSchema, Query extends TObject>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation<Path> & Payload<Data> & { readonly query: Query; readonly fromReplica?: true },
  handler: (request: {
    readonly db: Queryable;
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
      const list = (db: Queryable) => handler({ db, caller: request.caller, params, query });
      const { replica } = context;
      const { items, total } = await (operation.fromReplica && replica ? replica.read(list) : list(context.db));
      const pages = pagination(query, total);
      addLink(reply, pageLinks(request.url, context.publicUrl, query.page, pages.total_pages));
      return { ok: true, data: { items }, meta: { ...meta(request), pagination: pages } };
    },
  });
}

/**
 * A DELETE, which shows what is gone or over. It takes no idempotency key: a second time finds nothing, or changes
 * nothing. For the management API alone, which records it under `kind`.
 */
export function removeOperation<Path extends string, Data extends TSchema, Query extends TObject = typeof NoQuery>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation<Path> & Payload<Data> & { readonly kind: string; readonly query?: Query },
  remove: (
    transaction: Queryable,
    request: { readonly caller: Caller; readonly params: Params<Path>; readonly query: Static<Query> },
    reply: FastifyReply,
  ) => Promise<{
    readonly data: Shown<Data>;
    /** The id of what is removed. */
    readonly subject: string;
    readonly details?: Readonly<Record<string, unknown>>;
    /** Null for what is of no account; that of the caller unless given. */
    readonly accountId?: null;
    /** What is done elsewhere once it is gone here; gives the answer. */
    readonly finish?: () => Promise<Shown<Data>>;
  }>,
): void {
  route(app, context, 'DELETE', operation, {
    ...(operation.query && { query: operation.query }),
    success: { 200: answerOf(operation, success(operation.data)) },
    async handler(request, reply, params) {
      const { caller } = request;
      const query = request.query as Static<Query>;
      const { data, finish } = await context.db.transaction().execute(async (transaction) => {
        const { data, finish, details = {}, ...told } = await remove(transaction, { caller, params, query }, reply);
        await context.management?.record(transaction, caller, { action: operation.kind, details, ...told });
        return { data, finish };
      });
      return { ok: true, data: (await finish?.()) ?? data, meta: meta(request) };
    },
  });
}
