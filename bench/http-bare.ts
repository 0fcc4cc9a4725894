import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { TSchema } from 'typebox';

/** A route of bare Fastify: always the same answer, serialised by the service's response schema. */
export interface BareRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  readonly schema: TSchema;
  readonly answer: unknown;
}

/** Fastify with the routes of a JSON file and nothing else but its own log, at info to another file. */
const [routesFile = '', logFile = ''] = process.argv.slice(2);
const app = Fastify({ logger: { level: 'info', file: logFile } });
for (const { method, path, status, schema, answer } of JSON.parse(readFileSync(routesFile, 'utf8')) as BareRoute[]) {
  app.route({
    method,
    url: path,
    schema: { response: { [status]: schema } },
    handler: async (_request, reply) => reply.code(status).send(answer),
  });
}
process.once('SIGTERM', () => app.close());
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
