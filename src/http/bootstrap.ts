import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { toTimestamp } from '../database/time.ts';
import { apiVersion, resource } from './envelope.ts';
import { type ApiContext, readOperation } from './operations.ts';

const Bootstrap = resource({
  service: Type.Literal('report-service'),
  version: Type.Literal('v1'),
  release: Type.Literal(apiVersion),
  server_time: Type.String({ format: 'date-time' }),
  links: resource({
    me: Type.String(),
    projects: Type.String(),
    openapi: Type.String(),
    documentation: Type.String(),
  }),
  export_formats: Type.Array(Type.Union([Type.Literal('pdf'), Type.Literal('doc')])),
  limits: resource({ per_minute: Type.Integer(), per_day: Type.Integer() }),
});

/** What a client needs to find its way (contract section 8). */
export function bootstrapRoutes(app: FastifyInstance, context: ApiContext): void {
  const { defaultLimits } = context.gate;
  const link = (path: string) => context.publicUrl + path;
  readOperation(
    app,
    context,
    {
      path: '/api/v1/',
      operationId: 'getBootstrap',
      tag: 'Service',
      summary: 'Read what the service offers',
      scope: null,
      data: Bootstrap,
    },
    async ({ caller: { account } }) => ({
      service: 'report-service',
      version: 'v1',
      release: apiVersion,
      server_time: toTimestamp(new Date().toISOString()),
      links: {
        me: link('/api/v1/me'),
        projects: link('/api/v1/projects'),
        openapi: link('/api/v1/openapi.json'),
        documentation: link('/docs'),
      },
      export_formats: ['pdf', 'doc'],
      limits: {
        per_minute: account.perMinute ?? defaultLimits.perMinute,
        per_day: account.perDay ?? defaultLimits.perDay,
      },
    }),
  );
}
