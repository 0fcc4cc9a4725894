const limitPolicy = '"minute";q=120;w=60, "day";q=4000;w=86400';
const file = 'Web%20shop%202026-10-01%20to%202026-10-31.pdf';

interface Header {
  /** Where it is not that of the component. */
  readonly header?: string;
  readonly description: string;
  readonly example: string | number;
  /** The allowed words; numbers and free text have none. */
  readonly words?: readonly string[];
}

/** Every header that the service itself sends; those of the HTTP transport, such as Date, are left out. */
const headers = {
  'Access-Control-Allow-Origin': {
    description: 'The origin of the calling script, when it is one of those that may call.',
    example: 'https://app.example.com',
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that the calling script may read.',
    example: 'X-Request-Id, Retry-After',
  },
  'Accept-Ranges': {
    description: 'Says that ranges of the file can be requested.',
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
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745), in seconds since 1970-01-01T00:00:00Z.',
    example: '@1795219200',
  },
  ETag: {
    description:
      'Identifies this state of the resource. Send it as `If-None-Match` to find out whether it has changed.',
    example: 'W/"pmWkWSBCL51Bfkhn79xPuKBKHz_"',
  },
  RevisionETag: {
    header: 'ETag',
    description:
      'The revision of the resource. Send it as `If-Match` with a change, which then is refused if it is late.',
    example: '"7"',
  },
  'Idempotent-Replayed': {
    description: 'Present when the answer is that of an earlier request with the same `Idempotency-Key`.',
    example: 'true',
    words: ['true'],
  },
  Link: {
    description:
      'Links by their `rel` (RFC 8288): of a list the `first`, `prev`, `next` and `last` page, `prev` and `next` only where there is one; of a deprecated operation the page that says what to use instead.',
    example: '</api/v1/projects?page=1>; rel="first", </api/v1/projects?page=1>; rel="last"',
  },
  Location: {
    description: 'The address of the resource: poll, read or fetch it there.',
    example: '/api/v1/generation-jobs/gen_01jd5w0k3m8q2r4t6v8x0z1b3d',
  },
  RateLimit: {
    description: 'What is left in each window, and in how many seconds more becomes available (IETF draft).',
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
  'Retry-After': { description: 'Wait this many seconds before the next request.', example: 1 },
  'Set-Cookie': {
    description: 'The session, for browsers alone: no script can read it.',
    example: '__Host-session=…; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure',
  },
  Sunset: {
    description: 'The day from which the operation may be gone (RFC 8594).',
    example: 'Sat, 19 Feb 2027 00:00:00 GMT',
  },
  Vary: { description: 'The request headers that the answer depends on.', example: 'Origin' },
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
    description: 'When the next request becomes available, in seconds since 1970-01-01T00:00:00Z.',
    example: 1_795_253_460,
  },
  'X-Request-Id': {
    description: 'Identifies the request in the logs: the id that was sent, or a new one.',
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

/** In addition, where scripts of other origins may call. */
export const crossOriginSent: readonly HeaderName[] = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Vary',
];

/** On every answer of a deprecated operation. */
export const deprecationSent: readonly HeaderName[] = ['Deprecation', 'Sunset', 'Link'];

/** The header components that the document refers to. */
export function usedHeaders(document: unknown): Record<string, object> {
  const text = JSON.stringify(document);
  const used = Object.entries<Header>(headers).filter(([name]) => text.includes(`"${referenceTo(name)}"`));
  const components = used.map(([name, { description, example, words }]) => [
    name,
    { description, schema: words ? { type: 'string', enum: words } : schemaOf(example), example },
  ]);
  return Object.fromEntries(components);
}

function referenceTo(name: string): string {
  return `#/components/headers/${name}`;
}

function schemaOf(example: string | number): object {
  if (typeof example === 'string') return { type: 'string', maxLength: 2_000 };
  return { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
}

export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  const called = (name: HeaderName) => (headers[name] as Header).header ?? name;
  return Object.fromEntries(names.map((name) => [called(name), { $ref: referenceTo(name) }]));
}
