import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Headers that a script of another origin may read, besides the ones that it always may. */
const exposedHeaders = [
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Repr-Digest',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];
const maxAgeSeconds = 600;

/** The headers that let a script of a configured origin read an answer for which no hook runs. */
export function originHeaders(origins: readonly string[], origin: string | undefined): Record<string, string> {
  if (origins.length === 0) return {};
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders.join(', '),
  };
}

/** Only pages of the service itself may call the management API, and no page a directory's door, whatever the origin. */
const neverCalled = /^(?:https?:\/\/[^/]*)?\/(?:manage|scim)\//i;

/** Lets scripts of the configured origins call the API; without any, CORS is off and OPTIONS is refused. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const shared = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-None-Match',
      'If-Range',
      'Range',
      'X-Request-Id',
    ],
    exposedHeaders,
    maxAge: maxAgeSeconds,
    strictPreflight: false,
  };
  await app.register(cors, {
    delegator: (request, done) => done(null, neverCalled.test(request.url ?? '') ? { origin: false } : shared),
  });
}
