import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guideNames, guidePage, pictureNames, referencePage } from './docs/pages.ts';
import { EncodedFile } from './encodings.ts';

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

/** Answers with the result of `load`, which is called once. */
function serve(
  type: string,
  load: () => Promise<string | Buffer>,
  findOrigin: () => Promise<string | undefined> = async () => undefined,
) {
  let served: ReturnType<typeof prepare> | undefined;
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    served ??= prepare(type, load);
    const { file, etag } = await served;
    // The page can be read even while the object store cannot be used.
    const origin = await findOrigin().catch(() => undefined);
    const policy = contentSecurityPolicy(origin ? ` ${origin}` : '');
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    return file.send(reply, etag);
  };
}

async function prepare(contentType: string, load: () => Promise<string | Buffer>) {
  const body = Buffer.from(await load());
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return { file: new EncodedFile({ contentType, body }), etag };
}
