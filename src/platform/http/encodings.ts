import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { answerNotModified } from './conditional.ts';

export type Encoding = 'br' | 'gzip';

/** Whether Accept-Encoding names an encoding without the weight 0, which refuses it (RFC 9110 section 12.4.2). */
function takesEncoding(encoding: Encoding, accepted: string | string[] | undefined): boolean {
  return accepted !== undefined && forms[encoding].test(String(accepted));
}

const formOf = (encoding: string) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:$|,|;\\s*q=(?!0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
const forms = { gzip: formOf('gzip'), br: formOf('br') } as const;

const gzipAsync = promisify(gzip);
const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Higher ones take ten times as long for some hundredths less.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => gzipAsync(bytes, { level: 9 }),
};
const encodings = Object.keys(compress) as Encoding[];
const compressedTypes: readonly string[] = ['image/png', 'font/woff2'];

export interface StaticFile {
  readonly contentType: string;
  /** Read when the file is first asked for. */
  readonly body: Buffer;
}

/** A file that is the same for all who ask, compressed once for all of them, when the first one asks. */
export class EncodedFile {
  readonly #file: StaticFile;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(file: StaticFile) {
    this.#file = file;
  }

  /** Answers in the best encoding that the request takes; with 304 when it has the file with the tag already. */
  async send(reply: FastifyReply, etag?: string): Promise<FastifyReply> {
    const { contentType, body } = this.#file;
    const encodable = !compressedTypes.includes(contentType);
    if (encodable) varyByEncoding(reply);
    if (etag && answerNotModified(reply.request, reply, etag)) return reply;
    reply.type(contentType);
    const accepted = reply.request.headers['accept-encoding'];
    const encoding = encodable && encodings.find((each) => takesEncoding(each, accepted));
    if (!encoding) return reply.send(body);
    const encoded = await this.#in(encoding, body);
    return reply.header('content-encoding', encoding).send(encoded);
  }

  #in(encoding: Encoding, body: Buffer): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded = compress[encoding](body);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** Answers with a text that is made for this answer alone, compressed lightly if the request takes that. */
export async function sendCompressed(reply: FastifyReply, text: string): Promise<FastifyReply> {
  varyByEncoding(reply);
  if (!takesEncoding('gzip', reply.request.headers['accept-encoding'])) return reply.send(text);
  // The highest level takes four times as long for a fifth less.
  const zipped = await gzipAsync(text, { level: 1 });
  return reply.header('content-encoding', 'gzip').send(zipped);
}

/** Keeps what the answer varies by already. */
function varyByEncoding(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
}
