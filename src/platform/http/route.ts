import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import { isIdentifier } from '../database/identifiers.ts';
import type { Replica } from '../database/replica.ts';
import type { Database, Queryable } from '../database/tables.ts';
import { type ErrorCode, ServiceError } from '../errors.ts';
import { isPlainName } from '../names.ts';
import type { Access, Caller, Gate, Scope, Terms } from './caller.ts';
import { announceDeprecation, type Deprecation } from './deprecation.ts';
import { inRelease, releaseOf } from './envelope.ts';
import type { DocumentedOperation, TextBody } from './openapi/document.ts';
import type { HeaderParameter } from './openapi/parameters.ts';
import type { Answer } from './openapi/responses.ts';
import { readQuery } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the OpenAPI document says about an operation; absent for other routes. */
    documented?: DocumentedOperation;
  }
}

/** One change, for the log of who changed what. */
export interface Recorded {
  /** Such as `project.update`. */
  readonly action: string;
  /** The id of what was changed. */
  readonly subject: string;
  /** Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Where it is not the account of the caller. */
  readonly accountId?: string | null;
}

/** What the management API does beyond the public one. */
export interface Management {
  /** Throws a TypeError for a path with an id that it knows nothing of. */
  checkPath(path: string): void;
  /** Throws `not_found` unless a caller limited to projects may see what the ids of a path name. */
  checkReach(caller: Caller, params: Readonly<Record<string, string>>): Promise<void>;
  /** Writes a change into the log, in its transaction. */
  record(transaction: Queryable, caller: Caller, change: Recorded): Promise<void>;
}

/** What all operations share that are mounted at one door. */
export interface ApiContext {
  readonly db: Database;
  /** From which lists may be read; undefined where there is none. */
  readonly replica?: Pick<Replica, 'read'> | undefined;
  readonly gate: Gate;
  /** Put in front of Location and Link; empty for path-absolute ones. */
  readonly publicUrl: string;
  /** What the paths of its operations begin with. */
  readonly base: '/api/v1' | '/manage/v1';
  /** Absent for the public API. */
  readonly management?: Management;
}

/** The names of the parameters in a path: `project_id` of `/projects/:project_id/reports`. */
type ParameterName<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParameterName<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

export type Params<Path extends string> = { readonly [Name in ParameterName<Path>]: string };

/** The schema of each parameter in the path; absent where the path has none. */
type ParamsSchema<Path extends string> = [ParameterName<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: TObject<Record<ParameterName<Path>, TSchema>> };

/**
 * Who may use an operation. With `scope` it is one of the public API (null: any valid token), and where it is mounted
 * for management, those who read need the role viewer and those who write editor, unless `access` says otherwise. With
 * `access` alone the public API does not have it.
 */
type Entrance =
  | { readonly scope: Scope | null; readonly access?: Access }
  | { readonly scope?: never; readonly access: Access };

interface OperationTerms<Path extends string> {
  /** Below the base of the door. */
  readonly path: Path;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Its own error codes, besides those that every operation can answer. */
  readonly errors?: readonly ErrorCode[];
  readonly takesText?: TextBody;
  /** Present when the operation is deprecated: every answer and the OpenAPI document say so. */
  readonly deprecated?: Deprecation;
}

/**
 * The definition of an operation, apart from what it does. Everything that all operations share is added here, once.
 */
export type Operation<Path extends string> = OperationTerms<Path> & Entrance & ParamsSchema<Path>;

export const NoQuery = Type.Object({}, { additionalProperties: false });

const everywhere: readonly ErrorCode[] = ['invalid_request', 'invalid_query_parameter', 'unauthorized'];
const sharedErrors: Readonly<Record<ApiContext['base'], readonly ErrorCode[]>> = {
  '/api/v1': ['api_access_required', 'insufficient_scope', 'rate_limit_exceeded', 'quota_exceeded'],
  '/manage/v1': [
    'insufficient_role',
    'network_not_allowed',
    'second_factor_required',
    'step_up_required',
    'cross_site_request',
    'rate_limit_exceeded',
  ],
};
const nowhereElse: readonly ErrorCode[] = ['method_not_allowed', 'internal_error', 'api_controls_unavailable'];

export interface Route<Path extends string> {
  /** Codes that all operations of its kind can answer. */
  readonly errors?: readonly ErrorCode[];
  readonly query?: TObject;
  readonly body?: TObject;
  readonly requireBody?: boolean;
  /** The body is a file, which the handler gets as a stream. */
  readonly takesFile?: boolean;
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
  method: DocumentedOperation['method'],
  given: Operation<Path>,
  {
    query = NoQuery,
    body,
    requireBody = false,
    takesFile = false,
    bodyLimit,
    headers = [],
    handler,
    ...kind
  }: Route<Path>,
): void {
  const operation: OperationTerms<Path> & Partial<Terms> & { readonly params?: TObject } = given;
  const { deprecated } = operation;
  const terms = termsOf(operation);
  const release = releaseOf(context.base);
  const errors = [...everywhere, ...sharedErrors[context.base], ...nowhereElse, ...(kind.errors ?? [])];
  errors.push(...(operation.errors ?? []));
  const success = Object.fromEntries(
    Object.entries(kind.success).map(([status, answer]) => [
      status,
      answer.schema ? { ...answer, schema: inRelease(answer.schema, release) } : answer,
    ]),
  );
  const schema: FastifySchema = {
    ...(operation.params && { params: operation.params }),
    querystring: query,
    ...(body && { body }),
    response: successSchemas(success),
  };
  const url = context.base + operation.path;
  const shown = { path: url, method, query, headers, success, errors, ...(body && { body }), requireBody, takesFile };
  context.management?.checkPath(url);
  const gate = context.gate(terms);
  app.route({
    method,
    url,
    schema,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: { documented: { ...operation, ...terms, ...shown } },
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
      const params = request.params as Params<Path>;
      if (request.caller) await context.management?.checkReach(request.caller, params);
      return handler(request, reply, params);
    },
  });
}

function termsOf({ scope, access }: Partial<Terms>): Terms {
  const role = scope?.endsWith(':write') ? 'editor' : scope ? 'viewer' : null;
  return { scope, access: access ?? { role } };
}

/** Parameters of paths that are names which people gave, or a vendor's, and numbers. */
const names: readonly string[] = ['plan', 'vendor', 'revision_number', 'library_id'];

/** A malformed id is replaced by one that no resource has, so that it is answered like a missing one. */
function readParams(params: Record<string, string>): Record<string, string> {
  for (const [name, text] of Object.entries(params)) {
    const isWellFormed = names.includes(name) ? isPlainName : isIdentifier;
    if (!isWellFormed(text)) params[name] = '';
  }
  return params;
}

function missingBody(): ServiceError {
  const details = [{ field: '', rule: 'required', message: 'The operation needs a JSON body.' }];
  return new ServiceError('invalid_request', { details });
}

/**
 * What serializers are made from. V8 keeps an object with a key of 200 as a list of hundreds of places, and Fastify has
 * two for each operation; so the only success is `2xx`.
 */
function successSchemas(answers: Readonly<Record<string, Answer>>): Record<string, TSchema> {
  const file = { type: 'string', format: 'binary' };
  const isOnly = Object.keys(answers).length === 1;
  const entries = Object.entries(answers).map(([status, { schema, mediaTypes }]) => {
    const files = mediaTypes?.map((mediaType) => [mediaType, { schema: file }]);
    const content = files && { ...(schema && { 'application/json': { schema } }), ...Object.fromEntries(files) };
    return [isOnly ? `${status[0]}xx` : status, content ? { content } : (schema ?? Type.Null())];
  });
  return Object.fromEntries(entries);
}
