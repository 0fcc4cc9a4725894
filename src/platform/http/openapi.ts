import type { FastifyInstance } from 'fastify';
import {
  type DocumentContext,
  type DocumentedDoor,
  type DocumentedMessage,
  type DocumentedOperation,
  writeDocument,
} from './openapi/document.ts';
import { managementDoor } from './openapi/management-text.ts';
import { publicDoor } from './openapi/text.ts';

/**
 * Serves the OpenAPI documents of all operations registered after this, one for each door. They need no token and are not counted.
 * `messages` are what the service sends to webhooks, which management knows.
 */
export function openapiRoutes(
  app: FastifyInstance,
  context: DocumentContext,
  messages: readonly DocumentedMessage[] = [],
): void {
  const operations: DocumentedOperation[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    // Every GET also registers its HEAD, which the document leaves out.
    if (config?.documented && method !== 'HEAD') operations.push(config.documented);
  });
  serveDocument(app, operations, publicDoor, context);
  // Scripts of other origins may not call it.
  serveDocument(app, operations, managementDoor, { ...context, crossOrigin: false, messages });
}

function serveDocument(
  app: FastifyInstance,
  operations: readonly DocumentedOperation[],
  door: DocumentedDoor,
  context: DocumentContext,
): void {
  let document: string | undefined;
  app.get(`${door.base}/openapi.json`, async (_request, reply) => {
    const own = () => operations.filter(({ path }) => path.startsWith(`${door.base}/`));
    document ??= JSON.stringify(writeDocument(own(), door, context));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
