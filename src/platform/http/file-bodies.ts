import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** While a file is looked at, nothing comes or goes. */
const quietMs = 5 * 60_000;
const usualMs = 60_000;
const patient = new WeakSet<Socket>();

/** Operations of this scope get bodies of any type as streams, which they read themselves. */
export function fileBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request: FastifyRequest, body, done) => done(null, body));
}

/** Does work that takes a file in: it has deadlines of its own, in place of those of all requests. */
export async function withPatience<Result>({ socket }: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  patient.add(socket);
  socket.setTimeout(quietMs);
  try {
    return await work();
  } finally {
    patient.delete(socket);
    socket.setTimeout(usualMs);
  }
}

/** Whether a file is being taken in from a connection. */
export function isPatient(socket: Socket): boolean {
  return patient.has(socket);
}
