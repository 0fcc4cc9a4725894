import type { FastifyInstance } from 'fastify';
import { type TUnsafe, Type } from 'typebox';
import { toTimestamp } from '../database/time.ts';
import { apiVersion, resource } from './envelope.ts';
import { Timestamp } from './fields.ts';
import { readOperation } from './operations.ts';
import type { ApiContext } from './route.ts';

const link = (example: string) => Type.String({ maxLength: 2_000, examples: [example] });

/** The formats that reports are exported to, and the schema of one. */
interface ExportFormats {
  readonly words: readonly string[];
  readonly schema: TUnsafe<string>;
}

const bootstrap = ({ words, schema }: ExportFormats) =>
  resource(
    {
      service: Type.Literal('report-service'),
      version: Type.Literal('v1'),
      release: Type.Literal(apiVersion),
      server_time: Timestamp,
      links: resource({
        me: link('/api/v1/me'),
        projects: link('/api/v1/projects'),
        openapi: link('/api/v1/openapi.json'),
        documentation: link('/docs'),
      }),
      export_formats: Type.Array(schema, { maxItems: words.length, examples: [words] }),
      limits: resource({
        per_minute: Type.Integer({ minimum: 1, description: 'Requests in any 60 seconds.', examples: [120] }),
        per_day: Type.Integer({ minimum: 1, description: 'Requests a UTC day.', examples: [4000] }),
      }),
    },
    { title: 'Bootstrap', description: 'What a client needs to find its way.' },
  );

/** What a client needs to find its way (C-BOOT-1). */
export function bootstrapRoutes(app: FastifyInstance, context: ApiContext, exportFormats: ExportFormats): void {
  const at = (path: string) => context.publicUrl + path;
  readOperation(
    app,
    context,
    {
      path: '/',
      operationId: 'getBootstrap',
      tag: 'Service',
      summary: 'Read what the service offers',
      description: 'A first request to check a token with: the release, the formats, the limits, and where things are.',
      scope: null,
      data: bootstrap(exportFormats),
    },
    async ({ decision }) =>
      ({
        service: 'report-service',
        version: 'v1',
        release: apiVersion,
        server_time: toTimestamp(new Date().toISOString()),
        links: {
          me: at('/api/v1/me'),
          projects: at('/api/v1/projects'),
          openapi: at('/api/v1/openapi.json'),
          documentation: at('/docs'),
        },
        export_formats: exportFormats.words,
        limits: {
          per_minute: decision.minute.limit,
          per_day: decision.day.limit,
        },
      }) as const,
  );
}
