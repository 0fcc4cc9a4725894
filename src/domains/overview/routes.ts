import type { FastifyInstance } from 'fastify';
import { readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { readOverview } from './overview.ts';
import { Overview, OverviewQuery } from './schema.ts';

/** What home shows, in one request. */
export function overviewRoutes(app: FastifyInstance, context: ApiContext): void {
  readOperation(
    app,
    context,
    {
      path: '/overview',
      operationId: 'getOverview',
      tag: 'Overview',
      summary: 'Read what there is to do',
      description:
        'What needs somebody, what comes next, and the newest reports, over the projects that the caller sees.',
      access: { role: 'viewer' },
      query: OverviewQuery,
      data: Overview,
    },
    async ({ caller, query: { language = 'en', ...filter } }) =>
      readOverview(context.db, await narrowed(context.db, caller, filter), language),
  );
}
