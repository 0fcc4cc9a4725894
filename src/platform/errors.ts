/** One place in a request that is at fault: `field` is a dotted path such as `period.current.from`. */
export interface ErrorDetail {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

interface Told {
  readonly status: number;
  readonly message: string;
}

/**
 * The registry of every error code the public API can answer, with its HTTP status and the default message for people
 * (C-ERROR-1 to C-ERROR-20). A message says what to do.
 */
const ofPublicApi = {
  invalid_query_parameter: { status: 400, message: 'A query parameter is not valid. See details.' },
  invalid_request: { status: 400, message: 'The request is not valid. See details.' },
  idempotency_key_required: { status: 400, message: 'Send an Idempotency-Key header with a value of your own.' },
  invalid_idempotency_key: {
    status: 400,
    message: 'Send exactly one Idempotency-Key header of 1 to 255 visible ASCII characters.',
  },
  unauthorized: { status: 401, message: 'Send a valid access token as "Authorization: Bearer <ACCESS_TOKEN>".' },
  api_access_required: {
    status: 403,
    message: 'The plan of this account does not include API access. Upgrade the plan or add the add-on "api".',
  },
  insufficient_scope: { status: 403, message: 'The token lacks the scope that this operation needs.' },
  not_found: { status: 404, message: 'There is no such resource, or this account may not see it.' },
  method_not_allowed: { status: 405, message: 'This path does not support the method. See the Allow header.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used with another request. Use a new key for a new request.',
  },
  artifact_not_ready: {
    status: 409,
    message: 'The export has no artifact to download. Poll the export job until it is completed.',
  },
  project_archived: { status: 409, message: 'The project is archived. Restore it before you change it.' },
  plan_limit_reached: { status: 409, message: 'The plan of this account allows no more projects.' },
  artifact_unavailable: {
    status: 410,
    message: 'The artifact has expired or is lost. Start a new export of the report.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large. Send at most 256 KiB, or 4 MiB to create or change a project.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body uncompressed with "Content-Type: application/json" in UTF-8.',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'The range lies outside the file. Content-Range says how long the file is.',
  },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  quota_exceeded: { status: 429, message: 'The daily quota is used up. Wait as long as Retry-After says.' },
  internal_error: { status: 500, message: 'The service failed to answer. Report the request id to the operator.' },
  api_controls_unavailable: {
    status: 503,
    message: 'The service cannot process the request now. Retry later with backoff.',
  },
} as const satisfies Record<string, Told>;

/** Those that only the management API can answer. */
const ofManagement = {
  plan_in_use: { status: 409, message: 'Accounts have this plan. Give them another one first.' },
  template_in_use: { status: 409, message: 'Projects follow this template. Detach them first, or with it.' },
  upload_in_use: { status: 409, message: 'A connection reads this upload. Remove the connection first.' },
  insufficient_role: { status: 403, message: 'Your role in this account does not include this.' },
  network_not_allowed: {
    status: 403,
    message: 'This account lets its people in only from networks that you do not come from.',
  },
  step_up_required: {
    status: 403,
    message: 'This needs a sign-in within the last ten minutes. Sign in again, then repeat the request.',
  },
  sso_required: {
    status: 403,
    message: 'People of this domain sign in with single sign-on. Open the sign-in page of the console.',
  },
  second_factor_required: {
    status: 403,
    message: 'This needs a second factor. Set up a passkey or one-time codes, and sign in with it.',
  },
  last_second_factor: {
    status: 409,
    message: 'An account of yours requires a second factor. Add another one before you remove the last.',
  },
  cross_site_request: { status: 403, message: 'Requests with a session must come from a page of this service.' },
  preview_blocked: { status: 409, message: 'The preview cannot be made until what details names is repaired.' },
  preview_superseded: { status: 409, message: 'A newer preview has taken the place of this one.' },
  preview_unavailable: { status: 503, message: 'The preview cannot be made now. Try again as Retry-After says.' },
  connection_unavailable: {
    status: 409,
    message: 'The connected system cannot be read now. See details.',
  },
  run_decided: { status: 409, message: 'This report does not wait to be released any more: somebody has decided.' },
  edit_conflict: {
    status: 412,
    message: 'Somebody else has changed this meanwhile. Read it again, then repeat your change.',
  },
} as const satisfies Record<string, Told>;

export const errorCodes = { ...ofPublicApi, ...ofManagement };

export type ErrorCode = keyof typeof errorCodes;
export const publicCodes = Object.keys(ofPublicApi) as ErrorCode[];
export const managementCodes = Object.keys(ofManagement) as ErrorCode[];

export interface ServiceErrorOptions {
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What was looked for in vain; only commands name it. */
  readonly missing?: { readonly kind: string; readonly id: string };
  readonly cause?: unknown;
}

/** The one error type of the service: a code of the registry, a public message, and an internal `cause` that is only logged. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly missing: ServiceErrorOptions['missing'];

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
    this.missing = options.missing;
  }
}

/**
 * A fault of the installation or of a command's input, reported to the operator in one sentence; it ends the command
 * with exit code 1.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
