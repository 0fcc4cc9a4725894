import type { FastifyInstance } from 'fastify';
import { type DocumentContext, type DocumentedOperation, writeDocument } from './openapi/document.ts';

/** Serves the OpenAPI document of all operations registered after this. It needs no token and is not counted. */
export function openapiRoutes(app: FastifyInstance, context: DocumentContext): void {
  const operations: DocumentedOperation[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    // Every GET also registers its HEAD, which the document leaves out.
    if (config?.documented && method !== 'HEAD') operations.push(config.documented);
  });
  let document: string | undefined;
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(writeDocument(operations, context));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
