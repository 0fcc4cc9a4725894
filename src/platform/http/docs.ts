import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotModified } from './conditional.ts';
import { guideNames, guidePage, pictureNames, referencePage } from './docs/pages.ts';
import { takesEncoding } from './encodings.ts';

/** Nothing from or to any host except `connectTo`; no inline script or style. Swagger UI has its icons in data URIs. */
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

const pictures = new URL('../../../docs/pictures/', import.meta.url);

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

// Only the files of @fastify/swagger-ui are used: its own page has a looser policy and is not made for phones. The
// package swagger-ui-dist would be enough, but it reports each installation to an outside host.
const files = {
  'swagger-ui.css': {
    file: new URL('static/swagger-ui.css', import.meta.resolve('@fastify/swagger-ui')),
    type: css,
  },
  'swagger-ui-bundle.js': {
    file: new URL('static/swagger-ui-bundle.js', import.meta.resolve('@fastify/swagger-ui')),
    type: javascript,
  },
  'pages.css': { file: new URL('./docs/pages.css', import.meta.url), type: css },
  'reference.css': { file: new URL('./docs/reference.css', import.meta.url), type: css },
  'reference.js': { file: new URL('./docs/reference.js', import.meta.url), type: javascript },
  'accessible.js': { file: new URL('./docs/accessible.js', import.meta.url), type: javascript },
  'favicon.svg': { file: new URL('./docs/favicon.svg', import.meta.url), type: 'image/svg+xml' },
} as const;

/**
 * The interactive reference and the guides, below `/docs`; without a token, and loading nothing from elsewhere. `/` leads to
 * the console. `downloadOrigin` is the origin that downloads are redirected to, which trying one out has to follow.
 */
export function docsRoutes(app: FastifyInstance, downloadOrigin: () => Promise<string | undefined>): void {
  for (const name of ['docs', 'docs/management'] as const) {
    app.get(
      `/${name}`,
      serve(html, async () => referencePage(name), downloadOrigin),
    );
  }
  // Relative, for proxies that add a prefix.
  app.get('/', async (_request, reply) => reply.header('cache-control', 'no-cache').redirect('./console', 302));
  app.get('/docs/', async (_request, reply) => reply.redirect('../docs', 308));
  for (const name of guideNames)
    app.get(
      `/docs/guides/${name}`,
      serve(html, async () => guidePage(name)),
    );
  for (const name of pictureNames) {
    app.get(
      `/docs/pictures/${name}`,
      serve('image/png', () => readFile(new URL(name, pictures))),
    );
  }
  for (const [name, { file, type }] of Object.entries(files)) {
    app.get(
      `/docs/static/${name}`,
      serve(type, () => readFile(file)),
    );
  }
}

interface Served {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly etag: string;
}

/** Answers with the result of `load`, which is called once. */
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
    // Keeps what depends on the origin.
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', ')).type(type);
    if (answerNotModified(request, reply, etag)) return reply;
    if (!takesEncoding('gzip', request.headers['accept-encoding'])) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  };
}

async function prepare(load: () => Promise<string | Buffer>): Promise<Served> {
  const plain = Buffer.from(await load());
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  return { plain, zipped: await promisify(gzip)(plain), etag };
}
