import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';
import { headerValues } from './header-values.ts';

const revisions = new WeakMap<object, number>();

/** Remembers which state of a resource an answer shows, without adding a field to it. */
export function revised<Data extends object>(data: Data, revision: number): Data {
  revisions.set(data, revision);
  return data;
}

export function revisionOf(data: unknown): number | undefined {
  return typeof data === 'object' && data !== null ? revisions.get(data) : undefined;
}

/** The strong entity tag of a state. */
export function revisionTag(revision: number): string {
  return `"${revision}"`;
}

/** Throws `edit_conflict` unless the state that a change is for is still the current one. */
export type CheckRevision = (current: number) => void;

/**
 * What a request's If-Match asks of the current state (RFC 9110 section 13.1.1): nothing without one, so that the last
 * change wins.
 */
export function readIfMatch(request: IncomingMessage): CheckRevision {
  const values = headerValues(request, 'if-match');
  if (values.length === 0) return () => {};
  const tags = values
    .join(',')
    .split(',')
    .map((tag) => tag.trim());
  return (current) => {
    const tag = revisionTag(current);
    if (tags.includes('*') || tags.includes(tag)) return;
    throw new ServiceError('edit_conflict', {
      details: [{ field: 'header.if-match', rule: 'current', message: tag }],
      headers: { etag: tag },
    });
  };
}
