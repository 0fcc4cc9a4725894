import type { FastifyReply } from 'fastify';
import { ServiceError } from '../errors.ts';

const lookMs = 1_000;

/** Sees to it that no request waits for its answer for longer than `deadlineMs` and a second. */
export interface LateRequests extends Disposable {
  began(reply: FastifyReply): void;
  ended(reply: FastifyReply): void;
}

/**
 * Answers requests that were begun so long ago with `api_controls_unavailable`: each of several waits in a row may be within its
 * own limit. What such a request does goes on, and the one that is sent again under its key is told how it ended. Answers on
 * their way, and requests that are still arriving, have limits of their own.
 */
export function watchLateRequests(deadlineMs: number): LateRequests {
  /** In the order of their beginnings. */
  const waiting = new Set<FastifyReply>();
  const look = setInterval(() => {
    for (const reply of waiting) {
      if (reply.elapsedTime < deadlineMs) return;
      if (!reply.request.raw.complete) continue;
      waiting.delete(reply);
      if (reply.sent || reply.raw.headersSent) continue;
      const cause = new Error(`The request was not answered within ${deadlineMs} ms.`);
      reply.send(new ServiceError('api_controls_unavailable', { cause }));
    }
  }, lookMs).unref();
  return {
    began: (reply) => void waiting.add(reply),
    ended: (reply) => void waiting.delete(reply),
    [Symbol.dispose]: () => clearInterval(look),
  };
}
