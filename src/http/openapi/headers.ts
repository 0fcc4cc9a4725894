const limitPolicy = '"minute";q=120;w=60, "day";q=4000;w=86400';
const file = 'Web%20shop%202026-10-01%20to%202026-10-31.pdf';

interface Header {
  readonly description: string;
  readonly example: string | number;
  /** The words it is one of; numbers and free text have none. */
  readonly words?: readonly string[];
}

/** Every header that the service sends of its own; those of HTTP's transport, such as Date, are left to HTTP. */
const headers = {
  'Accept-Ranges': {
    description: 'Says that ranges of the file may be asked for.',
    example: 'bytes',
    words: ['bytes'],
  },
  Allow: { description: 'The methods that the path has.', example: 'GET, HEAD' },
  'Cache-Control': { description: 'Who may keep the answer, and for how long.', example: 'private, no-cache' },
  'Content-Disposition': {
    description: 'The name to save the file under, for old clients and in UTF-8 (RFC 6266).',
    example: `attachment; filename="Web shop 2026-10-01 to 2026-10-31.pdf"; filename*=UTF-8''${file}`,
  },
  'Content-Length': { description: 'The size of the body in bytes.', example: 184_320 },
  'Content-Range': { description: 'Which bytes these are, of how many.', example: 'bytes 0-1023/184320' },
  ETag: {
    description: 'Names this state of the resource. Send it as `If-None-Match` to learn whether it has changed.',
    example: 'W/"pmWkWSBCL51Bfkhn79xPuKBKHz_"',
  },
  'Idempotent-Replayed': {
    description: 'Present when the answer is that of an earlier request with the same `Idempotency-Key`.',
    example: 'true',
    words: ['true'],
  },
  Link: {
    description: 'The `first`, `prev`, `next` and `last` page (RFC 8288); `prev` and `next` only where there is one.',
    example: '</api/v1/projects?page=1>; rel="first", </api/v1/projects?page=1>; rel="last"',
  },
  Location: {
    description: 'The address of the resource: poll, read or fetch it there.',
    example: '/api/v1/generation-jobs/gen_01jd5w0k3m8q2r4t6v8x0z1b3d',
  },
  RateLimit: {
    description: 'What is left in each window, and in how many seconds it frees up (IETF draft).',
    example: '"minute";r=119;t=60, "day";r=3999;t=52200',
  },
  'RateLimit-Policy': {
    description: 'The limits in force: quota and window in seconds (IETF draft).',
    example: limitPolicy,
  },
  'Referrer-Policy': { description: 'Always `no-referrer`.', example: 'no-referrer', words: ['no-referrer'] },
  'Repr-Digest': {
    description: 'The SHA-256 digest of the whole file (RFC 9530), also of a range.',
    example: 'sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:',
  },
  'Retry-After': { description: 'Wait so many seconds before the next request.', example: 1 },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750; says what is wrong with the token when one was sent.',
    example: 'Bearer realm="report-service", error="invalid_token"',
  },
  'X-Content-Type-Options': { description: 'Always `nosniff`.', example: 'nosniff', words: ['nosniff'] },
  'X-RateLimit-Limit': {
    description: 'The requests allowed: of the minute, or of the day when that refused.',
    example: 120,
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left after this request.', example: 119 },
  'X-RateLimit-Reset': {
    description: 'When the next request frees up, in seconds since 1970-01-01T00:00:00Z.',
    example: 1_795_253_460,
  },
  'X-Request-Id': {
    description: 'Names the request in the logs: the one that was sent, or a new one.',
    example: 'req_01jd5w0k3m8q2r4t6v8x0z1b3d',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** On every answer of an operation, whatever it is. */
export const alwaysSent: readonly HeaderName[] = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'Referrer-Policy',
];

/** On every answer to a request that was counted. */
export const limitsSent: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

export const headerComponents = Object.fromEntries(
  Object.entries<Header>(headers).map(([name, { description, example, words }]) => [
    name,
    { description, schema: words ? { type: 'string', enum: words } : schemaOf(example), example },
  ]),
);

function schemaOf(example: string | number): object {
  if (typeof example === 'string') return { type: 'string', maxLength: 2_000 };
  return { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
}

export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
