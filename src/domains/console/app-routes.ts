import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../platform/errors.ts';
import { htmlType } from '../shares/plain-page.ts';
import { messagesOf, send } from './answers.ts';
import type { ConsoleFolder } from './built-console.ts';
import { messagePage, refreshingPage } from './page.ts';
import type { People } from './people.ts';
import { pathBefore } from './return-path.ts';
import { renew, sendToForm } from './sign-on-answers.ts';

const aYear = 'public, max-age=31536000, immutable';
/** A build takes some seconds. */
const againSeconds = 2;

/** What the console may do: its own scripts and styles, requests to its own origin, frames of pages of the service. */
function consolePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

export interface ConsoleParts {
  readonly folder: ConsoleFolder;
  /** Whether it is being built now. */
  readonly isBeingBuilt: () => boolean;
}

/** The console for whoever is signed in; others are led to the form, and from there to where they wanted to go. */
export function appRoutes(app: FastifyInstance, people: People, { folder, isBeingBuilt }: ConsoleParts): void {
  const base = pathBefore(people.publicUrl);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!(await people.findSignedIn(request))) {
      const to = base + request.url;
      return (await renew(people, request, reply, to)) ? reply : sendToForm(people, request, reply, to);
    }
    const built = folder.find();
    if (!built) return sendUnbuilt(request, reply);
    const nonce = randomBytes(16).toString('base64url');
    reply.headers({ 'content-security-policy': consolePolicy(nonce), 'cross-origin-opener-policy': 'same-origin' });
    return reply.type(htmlType).send(built.page.replaceAll('%BASE%', base).replaceAll('%NONCE%', nonce));
  }

  function sendUnbuilt(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const messages = messagesOf(request);
    const { building, unbuilt } = messages;
    if (!isBeingBuilt()) return send(reply, messagePage(messages, 404, unbuilt.title, unbuilt.text));
    reply.header('retry-after', String(againSeconds));
    return send(reply, refreshingPage(messages, 503, building.title, building.text, againSeconds));
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { name } = request.params as { name: string };
    const file = folder.find()?.files.get(name);
    if (!file) throw new ServiceError('not_found');
    reply.header('cache-control', aYear).removeHeader('x-robots-tag');
    return file.send(reply);
  }

  app.get('/assets/:name', sendFile);
  app.get('', show);
  app.get('/*', show);
}
