import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Queryable } from '../database/tables.ts';
import type { ErrorCode } from '../errors.ts';
import { within } from '../tracing/spans.ts';
import type { Caller } from './caller.ts';
import { Meta, meta, SecretMeta, success } from './envelope.ts';
import {
  findAnswer,
  fingerprint,
  type IdempotencyKind,
  onceForKey,
  readIdempotencyKey,
  type WriteResult,
} from './idempotency.ts';
import type { HeaderName } from './openapi/headers.ts';
import { answerOf, type Payload, type Shown, showsRevision } from './operations.ts';
import { type CheckRevision, readIfMatch, revisionOf, revisionTag } from './revisions.ts';
import { type ApiContext, type NoQuery, type Operation, type Params, type Recorded, route } from './route.ts';

const writeErrors: readonly ErrorCode[] = [
  'idempotency_key_required',
  'invalid_idempotency_key',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
];

const writeHeaders: Readonly<Record<200 | 201 | 202, readonly HeaderName[]>> = {
  200: [],
  201: ['Location'],
  202: ['Location', 'Retry-After'],
};

interface WriteTerms<
  Path extends string,
  Body extends TObject,
  AnswerMeta extends TObject,
  Prepared,
  Query extends TObject,
> {
  readonly method: 'POST' | 'PATCH' | 'PUT';
  readonly kind: IdempotencyKind;
  readonly body: Body;
  readonly query?: Query;
  /** Without it a missing body is an error. */
  readonly bodyOptional?: boolean;
  /** Checks on the body that the schema cannot express; throws `invalid_request`. */
  readonly check?: (body: Static<Body>) => void;
  /** A normal form, the same for all bodies with the same meaning; the body itself unless given. */
  readonly normalize?: (body: Static<Body>) => Static<Body>;
  /**
   * What takes too long for a transaction, such as storing files or asking a system: gives what `write` gets in place of the
   * body. For management it is not done again for a key whose answer is known.
   */
  readonly prepare?: (
    body: Static<Body>,
    caller: Caller,
    params: Params<Path>,
    request: FastifyRequest,
  ) => Promise<Prepared>;
  /** What a later use of the key is compared by, in place of the body: for bodies with a secret. */
  readonly fingerprinted?: (body: Static<Body>) => unknown;
  /** The most bytes of a body, where it is not that of all operations. */
  readonly bodyLimit?: number;
  readonly meta?: AnswerMeta;
  readonly status: 200 | 201 | 202;
  /** A POST that changes what has a revision takes If-Match, as every such PATCH does. */
  readonly takesIfMatch?: boolean;
  /** The field of the answer that is shown only once: it is null when the answer is repeated, which `meta` then says. */
  readonly secret?: string;
}

export interface WriteRequest<Path extends string, Prepared, Query extends TObject> {
  readonly caller: Caller;
  readonly params: Params<Path>;
  readonly body: Prepared;
  readonly query: Static<Query>;
  /** To be called with the revision of what is changed, once it is locked. */
  readonly checkRevision: CheckRevision;
  readonly request: FastifyRequest;
}

export interface Written<Data extends TSchema, AnswerMeta extends TObject> {
  readonly data: Shown<Data>;
  /** Below the base of the door. */
  readonly location?: string;
  /** What the answer's `meta` contains besides the usual fields. */
  readonly meta?: Omit<Shown<AnswerMeta>, keyof Static<typeof Meta>>;
  /** What the log of changes says, beyond the id of the answer; null where the write has recorded itself. */
  readonly recorded?: Partial<Recorded> | null;
}

/** A POST or PATCH under an idempotency key. `write` runs in the key's transaction; `committed` after it, not on a replay. */
export function writeOperation<
  Path extends string,
  Data extends TSchema,
  Body extends TObject,
  AnswerMeta extends TObject = typeof Meta,
  Prepared = Static<Body>,
  Query extends TObject = typeof NoQuery,
>(
  app: FastifyInstance,
  context: ApiContext,
  operation: Operation<Path> & Payload<Data> & WriteTerms<Path, Body, AnswerMeta, Prepared, Query>,
  write: (transaction: Queryable, request: WriteRequest<Path, Prepared, Query>) => Promise<Written<Data, AnswerMeta>>,
  committed?: (written: Shown<Data>, request: FastifyRequest) => void,
): void {
  const { management } = context;
  const isRevised = showsRevision(context, operation);
  const takesIfMatch = isRevised && (operation.takesIfMatch ?? operation.method === 'PATCH');
  const answerMeta = operation.meta ?? (operation.secret === undefined ? Meta : SecretMeta);

  async function once(transaction: Queryable, asked: WriteRequest<Path, Prepared, Query>): Promise<WriteResult> {
    const { data, location, meta = {}, recorded = {} } = await write(transaction, asked);
    if (management && recorded) await management.record(transaction, asked.caller, toldOf(operation, data, recorded));
    const revision = isRevised ? revisionOf(data) : undefined;
    return {
      status: operation.status,
      location: location === undefined ? null : context.base + location,
      data,
      meta,
      ...(revision !== undefined && { revision }),
    };
  }

  route(app, context, operation.method, operation, {
    errors: takesIfMatch ? [...writeErrors, 'edit_conflict'] : writeErrors,
    body: operation.body,
    ...(operation.query && { query: operation.query }),
    success: {
      [operation.status]: {
        ...answerOf(operation, success(operation.data, answerMeta)),
        headers: [
          'Idempotent-Replayed',
          ...writeHeaders[operation.status],
          ...(isRevised ? ['RevisionETag' as const] : []),
        ],
      },
    },
    headers: takesIfMatch ? ['IdempotencyKey', 'IfMatch'] : ['IdempotencyKey'],
    async handler(request, reply, params) {
      const { caller } = request;
      const sent = request.body as Static<Body>;
      operation.check?.(sent);
      const body = operation.normalize?.(sent) ?? sent;
      const query = request.query as Static<Query>;
      const claim = {
        accountId: caller.account.id,
        ...(management && { actor: caller.actor }),
        kind: operation.kind,
        key: readIdempotencyKey(request.raw),
        fingerprint: fingerprint(
          management ? { ...params, ...query, account: caller.account.id } : params,
          operation.fingerprinted?.(body) ?? body,
        ),
      };
      const checkRevision = takesIfMatch ? readIfMatch(request.raw) : () => {};
      const first = async () => {
        const prepared = operation.prepare
          ? await operation.prepare(body, caller, params, request)
          : (body as Prepared);
        const asked = { caller, params, body: prepared, query, checkRevision, request };
        // Within the transaction, which requests that come at once may share.
        const write = (transaction: Queryable) => within(request.span, () => once(transaction, asked));
        return onceForKey(context.db, claim, write, operation.secret);
      };
      const known = management && operation.prepare ? await findAnswer(context.db, claim) : undefined;
      const { result, replayed } = known ? { result: known, replayed: true } : await first();
      if (replayed) reply.header('idempotent-replayed', 'true');
      else committed?.(result.data as Shown<Data>, request);
      if (result.location) reply.header('location', context.publicUrl + result.location);
      if (result.status === 202) reply.header('retry-after', '1');
      if (result.revision !== undefined) reply.header('etag', revisionTag(result.revision));
      reply.code(result.status);
      return { ok: true, data: result.data, meta: { ...meta(request), ...result.meta } };
    },
    requireBody: !operation.bodyOptional,
    bodyLimit: operation.bodyLimit,
  });
}

/** What the log says of a write: which resource it was, and at a change which fields. */
function toldOf(
  { kind, method }: { readonly kind: string; readonly method: string },
  data: unknown,
  { action = kind, subject, details = {}, ...more }: Partial<Recorded>,
): Recorded {
  const { id } = data as { readonly id?: unknown };
  if (subject === undefined && typeof id !== 'string') throw new TypeError(`${method} ${kind} records no subject`);
  return { action, subject: subject ?? String(id), details, ...more };
}
