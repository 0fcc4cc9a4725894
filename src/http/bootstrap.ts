import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { toTimestamp } from '../database/time.ts';
import { apiVersion, resource } from './envelope.ts';
import { Format, Timestamp } from './fields.ts';
import { type ApiContext, readOperation } from './operations.ts';

const link = (example: string) => Type.String({ maxLength: 2_000, examples: [example] });

const Bootstrap = resource(
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
    export_formats: Type.Array(Format, { maxItems: 2, examples: [['pdf', 'doc']] }),
    limits: resource({
      per_minute: Type.Integer({ minimum: 1, description: 'Requests in any 60 seconds.', examples: [120] }),
      per_day: Type.Integer({ minimum: 1, description: 'Requests a UTC day.', examples: [4000] }),
    }),
  },
  { title: 'Bootstrap', description: 'What a client needs to find its way.' },
);

/** What a client needs to find its way (contract section 8). */
export function bootstrapRoutes(app: FastifyInstance, context: ApiContext): void {
  const { defaultLimits } = context.gate;
  const at = (path: string) => context.publicUrl + path;
  readOperation(
    app,
    context,
    {
      path: '/api/v1/',
      operationId: 'getBootstrap',
      tag: 'Service',
      summary: 'Read what the service offers',
      description: 'A first request to check a token with: the release, the formats, the limits, and where things are.',
      scope: null,
      data: Bootstrap,
    },
    async ({ caller: { account } }) => ({
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
      export_formats: ['pdf', 'doc'],
      limits: {
        per_minute: account.perMinute ?? defaultLimits.perMinute,
        per_day: account.perDay ?? defaultLimits.perDay,
      },
    }),
  );
}
