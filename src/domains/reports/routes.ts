import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { getProject } from '../projects/projects.ts';
import { getReport, listReports, toReport } from './reports.ts';
import { Report, ReportListQuery } from './schema.ts';

export function reportRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/projects/:project_id/reports',
      operationId: 'listReports',
      fromReplica: true,
      tag: 'Reports',
      summary: 'List the reports of a project',
      description: 'The history of the project, a page at a time; the newest first unless asked otherwise.',
      scope: 'reports:read',
      params: Type.Object({ project_id: Type.String() }),
      query: ReportListQuery,
      data: Report,
      errors: ['not_found'],
    },
    async ({ db, caller, params, query }) => {
      const project = await getProject(db, caller.account.id, params.project_id);
      return listReports(db, project.id, query);
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/reports/:report_id',
      operationId: 'getReport',
      tag: 'Reports',
      summary: 'Read the summary of a report',
      description: 'Its period, warnings and whether it can be exported. The figures themselves are in its exports.',
      scope: 'reports:read',
      params: Type.Object({ report_id: Type.String() }),
      data: Report,
      errors: ['not_found'],
      cacheable: true,
    },
    async ({ caller, params }) => toReport(await getReport(db, caller.account.id, params.report_id)),
  );
}
