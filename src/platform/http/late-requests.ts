import type { FastifyReply } from 'fastify';
import { ServiceError } from '../errors.ts';
import { isPatient } from './file-bodies.ts';

const lookMs = 1_000;

/** Ensures that no request waits longer for its answer than `deadlineMs` plus a second. */
export interface LateRequests extends Disposable {
  began(reply: FastifyReply): void;
  ended(reply: FastifyReply): void;
}

/**
 * Answers requests older than that with `api_controls_unavailable`: each of several waits in a row may be within its
 * own limit. The work of such a request continues, and repeating it with the same key returns its outcome. Answers
 * being sent, and requests still arriving, have limits of their own.
 */
export function watchLateRequests(deadlineMs: number): LateRequests {
  /** In order of their start. */
  const waiting = new Set<FastifyReply>();
  const look = setInterval(() => {
    for (const reply of waiting) {
      if (reply.elapsedTime < deadlineMs) return;
      if (!reply.request.raw.complete || isPatient(reply.request.socket)) continue;
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
