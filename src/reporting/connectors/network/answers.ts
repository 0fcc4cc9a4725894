import type { IncomingMessage } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ConnectorError } from '../contract.ts';
import { faultOf } from './guard.ts';

/** The compressions that are asked for. `deflate` is understood, but servers do not agree on what it is. */
export const acceptedEncodings = 'gzip, br';

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What an answer may be: no larger than `maxBodyBytes`, neither as it is sent nor unpacked, and done before `signal`. */
export interface AnswerLimits {
  readonly signal: AbortSignal;
  readonly maxBodyBytes: number;
}

/**
 * The answer as fetch gives it, unpacked; reading it throws a ConnectorError. Throws `invalid_config` for a compression
 * that nobody asked for.
 */
export function responseOf(incoming: IncomingMessage, method: string, limits: AnswerLimits): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = incoming;
  const headers = headersOf(incoming);
  if (method === 'HEAD' || status === 204 || status === 304) {
    incoming.resume();
    return new Response(null, { status, statusText, headers });
  }
  // Some servers call an answer of no bytes compressed.
  const isEmpty = headers.get('content-length') === '0';
  const encoding = (isEmpty ? null : headers.get('content-encoding'))?.trim().toLowerCase() ?? 'identity';
  const body = readBody(incoming, encoding, limits);
  if (encoding !== 'identity') {
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  }
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, statusText, headers });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}

function readBody(incoming: IncomingMessage, encoding: string, limits: AnswerLimits): Readable {
  const sent = limit(limits.maxBodyBytes, '');
  if (encoding === 'identity') return joined([incoming, sent], limits.signal);
  const unpack = unpackers[encoding];
  if (!unpack) throw refused('The connected system compresses its answer in a way that was not asked for.');
  const unpacked = unpack().on('error', (cause) => last.destroy(damaged(cause)));
  const last = limit(limits.maxBodyBytes, ' once unpacked');
  return joined([incoming, sent, unpacked, last], limits.signal);
}

/** The last of the streams, which ends all of them when it is closed and gets the faults of all. */
function joined(streams: readonly [IncomingMessage, ...Transform[]], signal: AbortSignal): Readable {
  const last = streams.at(-1) as Transform;
  for (const [index, stream] of streams.slice(0, -1).entries()) {
    stream.on('error', (error) => last.destroy(faultOf(error, signal)));
    stream.pipe(streams[index + 1] as Transform);
  }
  return last.on('close', () => {
    for (const stream of streams) stream.destroy();
  });
}

function limit(mostBytes: number, when: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      if (bytes <= mostBytes) return callback(null, chunk);
      callback(refused(`The connected system's answer is larger than ${mostBytes} bytes${when}.`));
    },
  });
}

function refused(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}

function damaged(cause: Error): ConnectorError {
  return new ConnectorError('transient', "The connected system's answer is damaged: it cannot be unpacked.", { cause });
}
