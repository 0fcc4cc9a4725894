import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ReusableMeta } from '../http/envelope.ts';
import { type ApiContext, readOperation, route, writeOperation } from '../http/operations.ts';
import { getJob, isTerminal } from '../jobs/jobs.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { download } from './download.ts';
import { startExportJob, toExportJob } from './export-jobs.ts';
import { ExportJob, ExportRequest } from './schema.ts';

const tag = 'Export jobs';
const params = Type.Object({ export_job_id: Type.String() });

export function exportJobRoutes(
  app: FastifyInstance,
  context: ApiContext,
  options: { readonly objects: ObjectStore; readonly redirects: boolean; readonly wakeWorkers: () => void },
): void {
  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/api/v1/reports/:report_id/export-jobs',
      operationId: 'startExportJob',
      tag,
      summary: 'Start the export of a report',
      description:
        'An export of the same report and format that is queued, running or still has its file is returned, with `meta.reused`.',
      scope: 'reports:write',
      kind: 'export.start',
      params: Type.Object({ report_id: Type.String() }),
      body: ExportRequest,
      data: ExportJob,
      meta: ReusableMeta,
      status: 202,
      errors: ['not_found'],
    },
    async (transaction, { caller, params, body }) => {
      const { job, reused } = await startExportJob(transaction, caller, params.report_id ?? '', body);
      const location = `/api/v1/export-jobs/${job.id}`;
      return { data: toExportJob(job), location, ...(reused && { meta: { reused } }) };
    },
    options.wakeWorkers,
  );

  readOperation(
    app,
    context,
    {
      path: '/api/v1/export-jobs/:export_job_id',
      operationId: 'getExportJob',
      tag,
      summary: 'Poll an export job',
      scope: 'reports:read',
      params,
      data: ExportJob,
      errors: ['not_found'],
      cacheable: true,
    },
    async ({ caller, params }, reply) => {
      const job = await getJob(context.db, caller.account.id, params.export_job_id ?? '', 'export');
      if (!isTerminal(job)) reply.header('retry-after', '1');
      return toExportJob(job);
    },
  );

  const file = { type: 'string', format: 'binary' };
  const content = {
    'application/pdf': { schema: file },
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { schema: file },
  };
  route(
    app,
    context,
    'GET',
    {
      path: '/api/v1/export-jobs/:export_job_id/download',
      operationId: 'downloadExport',
      tag,
      summary: 'Download the file of a completed export',
      scope: 'reports:read',
      params,
      errors: ['not_found', 'artifact_not_ready', 'artifact_unavailable'],
    },
    {
      success: {
        200: { description: 'The file.', content },
        206: { description: 'One range of the file.', content },
        304: { description: 'The client has the file.', type: 'null' },
        307: { description: 'The file lies at the address in `Location`, for at most 60 seconds.', type: 'null' },
        416: { description: 'The range lies outside the file.', type: 'null' },
      },
      async handler(request, reply) {
        const { export_job_id: id } = request.params as { export_job_id: string };
        const job = await getJob(context.db, request.caller.account.id, id, 'export');
        return download({ db: context.db, ...options }, job, request, reply);
      },
    },
  );
}
