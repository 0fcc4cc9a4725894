import { STATUS_CODES } from 'node:http';
import type { TSchema } from 'typebox';
import { type ErrorCode, errorCodes, managementCodes, publicCodes } from '../../errors.ts';
import { failure, inRelease, type Release } from '../envelope.ts';
import { errorExamples, exampleOf } from './examples.ts';
import { alwaysSent, deprecationSent, type HeaderName, headerReferences, limitsSent } from './headers.ts';
import type { Schemas } from './schemas.ts';

/** What an operation answers when it succeeds, under one status. */
export interface Answer {
  readonly description: string;
  /** The shape of the JSON body; absent for a file and for an answer without a body. */
  readonly schema?: TSchema;
  /** What a file can be, by media type; with a shape, what is answered in its place where the query asks for it. */
  readonly mediaTypes?: readonly string[];
  /** Besides those of every answer. */
  readonly headers?: readonly HeaderName[];
  /** Named examples, as the differences of their `data` from the schema's own example. */
  readonly examples?: Readonly<Record<string, object>>;
}

/** The shared error responses: the groups of codes under a status. */
const errors: Readonly<Record<string, readonly ErrorCode[]>> = {
  BadRequest: ['invalid_request', 'invalid_query_parameter'],
  BadWrite: ['invalid_request', 'invalid_query_parameter', 'idempotency_key_required', 'invalid_idempotency_key'],
  Unauthorized: ['unauthorized'],
  Forbidden: ['api_access_required', 'insufficient_scope'],
  Refused: [
    'insufficient_role',
    'network_not_allowed',
    'second_factor_required',
    'step_up_required',
    'cross_site_request',
  ],
  SignOnRefused: [
    'insufficient_role',
    'network_not_allowed',
    'second_factor_required',
    'step_up_required',
    'sso_required',
    'cross_site_request',
  ],
  NotFound: ['not_found'],
  MethodNotAllowed: ['method_not_allowed'],
  IdempotencyConflict: ['idempotency_conflict'],
  ProjectCreateConflict: ['idempotency_conflict', 'plan_limit_reached'],
  ProjectUpdateConflict: ['idempotency_conflict', 'project_archived'],
  WatchCreateConflict: ['idempotency_conflict', 'plan_limit_reached', 'project_archived'],
  WatchTrialConflict: ['project_archived', 'connection_unavailable'],
  UploadInUse: ['upload_in_use'],
  TemplateInUse: ['template_in_use'],
  RunDecided: ['idempotency_conflict', 'run_decided'],
  LastSecondFactor: ['last_second_factor'],
  PlanInUse: ['plan_in_use'],
  PreviewConflict: ['project_archived', 'preview_blocked', 'preview_superseded'],
  ConnectionUnavailable: ['connection_unavailable'],
  ArtifactNotReady: ['artifact_not_ready'],
  ArtifactUnavailable: ['artifact_unavailable'],
  PayloadTooLarge: ['payload_too_large'],
  RangeNotSatisfiable: ['range_not_satisfiable'],
  UnsupportedMediaType: ['unsupported_media_type'],
  EditConflict: ['edit_conflict'],
  TooManyRequests: ['rate_limit_exceeded', 'quota_exceeded'],
  TooManyAtOnce: ['rate_limit_exceeded'],
  InternalError: ['internal_error'],
  Unavailable: ['api_controls_unavailable'],
  PreviewUnavailable: ['api_controls_unavailable', 'preview_unavailable'],
};

/**
 * What an error of the status carries besides the headers of every answer. Nothing is counted before the token is
 * known.
 */
const errorHeaders: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate', ...limitsSent],
  405: ['Allow'],
  412: ['RevisionETag', ...limitsSent],
  416: ['Content-Range', ...limitsSent],
  429: ['Retry-After', ...limitsSent],
  503: ['Retry-After', ...limitsSent],
};

/** Not `File`, which generated code would mistake for the web platform's type. */
const exportedFile = { title: 'ExportedFile', type: 'string', format: 'binary', description: 'Its bytes.' };

/** Collects the shared responses of the document and refers to them. */
export class Responses {
  readonly components: Record<string, object> = {};
  readonly #schemas: Schemas;
  readonly #sent: readonly HeaderName[];
  readonly #release: Release;

  /** `sent` are headers that this installation sends on every answer, besides the usual ones. */
  constructor(schemas: Schemas, sent: readonly HeaderName[], release: Release) {
    this.#schemas = schemas;
    this.#release = release;
    this.#sent = [...alwaysSent, ...sent];
  }

  write(
    success: Readonly<Record<number, Answer>>,
    codes: readonly ErrorCode[],
    isDeprecated: boolean,
  ): Record<string, object> {
    const byStatus = Map.groupBy(new Set(codes), (code) => errorCodes[code].status);
    const sent = isDeprecated ? deprecationSent : [];
    return Object.fromEntries([
      ...Object.entries(success).map(([status, answer]) => [status, this.#writeSuccess(answer, sent)]),
      ...[...byStatus].map(([status, group]) => [status, this.#referError(status, group, sent)]),
    ]);
  }

  #writeSuccess(answer: Answer, sent: readonly HeaderName[]): object {
    const { description, schema, mediaTypes = [], headers = [], examples = {} } = answer;
    const names = [...this.#sent, ...limitsSent, ...headers, ...sent];
    const response = { description, headers: headerReferences(names) };
    const json = schema && { schema: this.#schemas.write(schema), examples: namedExamples(schema, examples) };
    if (!json && mediaTypes.length === 0) return response;
    const files = mediaTypes.map((type) => [type, { schema: this.#schemas.write(exportedFile) }]);
    return { ...response, content: { ...(json && { 'application/json': json }), ...Object.fromEntries(files) } };
  }

  #referError(status: number, codes: readonly ErrorCode[], sent: readonly HeaderName[]): { $ref: string } {
    const found = Object.entries(errors).find(
      ([, group]) => new Set(group).symmetricDifference(new Set(codes)).size === 0,
    );
    if (!found) throw new TypeError(`No shared response has the codes ${codes.join(', ')}`);
    const [shared, group] = found;
    const name = sent.length > 0 ? `Deprecated${shared}` : shared;
    this.components[name] ??= this.#writeError(status, group, sent);
    return { $ref: `#/components/responses/${name}` };
  }

  #writeError(status: number, codes: readonly ErrorCode[], sent: readonly HeaderName[]): object {
    const isPublic = this.#release === 'v1-beta';
    const all = isPublic ? publicCodes : [...publicCodes, ...managementCodes];
    const told = failure(all, { title: 'Error', description: 'Every error has this shape.' });
    const shared = this.#schemas.write(inRelease(told, this.#release));
    const code = { type: 'string', enum: codes };
    const error = { type: 'object', properties: { code }, required: ['code'] };
    const narrowed = { allOf: [shared, { type: 'object', properties: { error }, required: ['error'] }] };
    const meanings = codes.map((code) => `- \`${code}\`: ${errorCodes[code].message}`);
    return {
      description: `${STATUS_CODES[status]}:\n\n${meanings.join('\n')}`,
      headers: headerReferences([...this.#sent, ...(errorHeaders[status] ?? limitsSent), ...sent]),
      content: { 'application/json': { schema: narrowed, examples: errorExamples(codes, this.#release) } },
    };
  }
}

/** The examples of a body: the schema's own, and those that differ from it in their `data`. */
function namedExamples(schema: TSchema, differences: Readonly<Record<string, object>>): Record<string, object> {
  const example = exampleOf(schema) as { readonly data: object };
  const named = Object.entries(differences).map(([name, difference]) => [
    name,
    { summary: name, value: { ...example, data: { ...example.data, ...difference } } },
  ]);
  if (named.length === 0) return { example: { summary: 'example', value: example } };
  return Object.fromEntries(named);
}
