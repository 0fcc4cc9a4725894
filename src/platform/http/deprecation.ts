import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long an operation remains, and where its users can read what to do. */
export interface Deprecation {
  /** The day from which it is deprecated, `YYYY-MM-DD`, UTC. */
  readonly since: string;
  /**
   * The day from which it may be gone, `YYYY-MM-DD`, UTC (C-VERSION-5: 90 days' notice in the beta, then 12 months).
   */
  readonly sunset: string;
  /** The page that says what to use instead: a path on this installation, such as `/docs/guides/polling`. */
  readonly link: string;
}

const leastNoticeMs = 90 * 24 * 60 * 60 * 1000;

/**
 * A hook that sends `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to what to do on every answer of the operation.
 * `publicUrl` is put in front of the link's path. Throws a RangeError when the notice is shorter than was promised.
 */
export function announceDeprecation({ since, sunset, link }: Deprecation, publicUrl: string) {
  if (!(Date.parse(sunset) - Date.parse(since) >= leastNoticeMs)) {
    throw new RangeError(`An operation deprecated since ${since} cannot end on ${sunset}: 90 days are promised`);
  }
  const headers = {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${publicUrl}${link}>; rel="deprecation"; type="text/html"`,
  };
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => void reply.headers(headers);
}

/** Adds to the `Link` of an answer, which is one list (RFC 8288). */
export function addLink(reply: FastifyReply, links: string): void {
  const before = reply.getHeader('link');
  reply.header('link', before ? `${before}, ${links}` : links);
}
