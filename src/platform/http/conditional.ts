import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A weak validator of a resource in its envelope, as it is sent: it covers everything before `meta`, which comes last,
 * so the request id does not change it (C-CACHE-3).
 */
export function weakETag(envelope: string): string {
  const covered = envelope.slice(0, envelope.lastIndexOf(',"meta":'));
  return `W/"${hash('sha256', covered, 'base64url').slice(0, 27)}"`;
}

/** Whether If-None-Match names the tag (RFC 9110 section 13.1.2, weak comparison). */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (!header) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Sets the ETag and answers 304 when the client has it; returns whether it did. */
export function answerNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  if (!isNotModified(request, etag)) return false;
  sendNoBody(reply.code(304));
  return true;
}

/** Sends only the headers, with the length they have, if any: Fastify would answer a HEAD with a length of 0. */
export function sendNoBody(reply: FastifyReply): FastifyReply {
  return reply.request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send();
}
