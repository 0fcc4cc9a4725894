import type { FastifyInstance } from 'fastify';
import { type DocumentedOperation, type Installation, writeDocument } from './openapi/document.ts';

/** The OpenAPI document of the operations that are registered after this. No token is needed for it, and it is not counted. */
export function openapiRoutes(app: FastifyInstance, installation: Installation): void {
  const operations: DocumentedOperation[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    // A GET brings its HEAD along, which the document leaves out.
    if (config?.documented && method !== 'HEAD') operations.push(config.documented);
  });
  let document: string | undefined;
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(writeDocument(operations, installation));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
