import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotModified } from './conditional.ts';
import { guideNames, guidePage, referencePage } from './docs/pages.ts';

/**
 * Nothing from, and nothing to, any other host but that of `connectTo`; no inline script or style. Swagger UI has its icons in
 * data URIs.
 */
function contentSecurityPolicy(connectTo: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${connectTo}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

// Only the files of @fastify/swagger-ui are used: its own page has a looser policy and is not made for phones. The package
// swagger-ui-dist would do, but it reports each installation to an outside host.
const swaggerUi = new URL('static/', import.meta.resolve('@fastify/swagger-ui'));
const own = new URL('docs/', import.meta.url);
const files = {
  'swagger-ui.css': { folder: swaggerUi, type: css },
  'swagger-ui-bundle.js': { folder: swaggerUi, type: javascript },
  'pages.css': { folder: own, type: css },
  'reference.css': { folder: own, type: css },
  'reference.js': { folder: own, type: javascript },
  'accessible.js': { folder: own, type: javascript },
  'favicon.svg': { folder: own, type: 'image/svg+xml' },
} as const;

/**
 * The interactive reference and the guides, below `/docs`, from this installation alone and without a token.
 * `downloadOrigin` gives the origin that downloads are redirected to, where trying one out has to follow.
 */
export function docsRoutes(app: FastifyInstance, downloadOrigin: () => Promise<string | undefined>): void {
  app.get(
    '/docs',
    serve(html, async () => referencePage(), downloadOrigin),
  );
  app.get('/docs/', async (_request, reply) => reply.redirect('../docs', 308));
  for (const name of guideNames)
    app.get(
      `/docs/guides/${name}`,
      serve(html, async () => guidePage(name)),
    );
  for (const [name, { folder, type }] of Object.entries(files)) {
    app.get(
      `/docs/static/${name}`,
      serve(type, () => readFile(new URL(name, folder))),
    );
  }
}

/** Of Accept-Encoding: gzip by its name, and not with the weight 0, which refuses it (RFC 9110 section 12.4.2). */
const takesGzip = /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:$|,)))/i;

interface Served {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly etag: string;
}

/** Answers with what `load` gives, which is asked once. */
function serve(
  type: string,
  load: () => Promise<string | Buffer>,
  findOrigin: () => Promise<string | undefined> = async () => undefined,
) {
  let served: Promise<Served> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    served ??= prepare(load);
    const { plain, zipped, etag } = await served;
    // The page can be read even while the object store cannot be used.
    const origin = await findOrigin().catch(() => undefined);
    const policy = contentSecurityPolicy(origin ? ` ${origin}` : '');
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    // What the origin decides stays.
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', ')).type(type);
    if (answerNotModified(request, reply, etag)) return reply;
    if (!takesGzip.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  };
}

async function prepare(load: () => Promise<string | Buffer>): Promise<Served> {
  const plain = Buffer.from(await load());
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  return { plain, zipped: await promisify(gzip)(plain), etag };
}
