import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

/** How much of an unwanted body is read, and for how long. */
export interface DiscardBounds {
  readonly bytes: number;
  readonly ms: number;
}

const defaultBounds: DiscardBounds = { bytes: 16 * 1024 * 1024, ms: 10_000 };
const discarding = new WeakSet<Socket>();

/**
 * Reads and drops the rest of a body whose request is answered before it has fully arrived. With `Connection: close` in
 * the request or answer Node would close the connection, and the reset would discard the answer in flight: a proxy that
 * sends the whole body before reading turns that into 502. Beyond the limit of bytes nothing more is read, and when the
 * time is up the connection is cut: a client that reads while sending has had the answer long before.
 */
export function discardUnreadBodies(server: Server, bounds = defaultBounds): void {
  // Before any handler can answer.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!declaresBody(request)) return;
    const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
    const endAfterBody = (chunk?: string | Buffer | null, ...rest: unknown[]) => {
      if (request.complete || request.destroyed) return end(chunk, ...rest);
      // The answer has a length or no body, so it is complete without the end of the stream.
      if (chunk) response.write(chunk);
      response.flushHeaders();
      discard(request, bounds, () => end());
      return response;
    };
    response.end = endAfterBody as typeof response.end;
  });
}

/**
 * Whether the last request of a connection is answered while its body is still arriving: until then nothing else may be
 * sent on it.
 */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

/** Whether a body is so long that its connection will be cut; unknown for a body without a length. */
export function isTooLongToDiscard({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > defaultBounds.bytes;
}

function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function discard(request: IncomingMessage, { bytes, ms }: DiscardBounds, ended: () => void): void {
  const { socket } = request;
  let left = bytes;
  const cut = setTimeout(() => socket.destroy(), ms);
  discarding.add(socket);
  finished(request, () => {
    clearTimeout(cut);
    discarding.delete(socket);
    ended();
  });
  request.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) request.pause();
  });
  request.resume();
}
