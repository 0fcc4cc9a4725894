import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ReusableMeta } from '../../platform/http/envelope.ts';
import type { HeaderName } from '../../platform/http/openapi/headers.ts';
import { readOperation } from '../../platform/http/operations.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { fileTypes } from '../../reporting/renderers/formats.ts';
import { getJobAt, isTerminal } from '../job-summaries/job-summaries.ts';
import { formatsAt } from '../job-summaries/schema.ts';
import { download } from './download.ts';
import { startExportJob, toExportJob } from './export-jobs.ts';
import { exportExamples, exportJobAt, exportRequestAt } from './schema.ts';

const tag = 'Export jobs';
const params = Type.Object({ export_job_id: Type.String() });
const fileHeaders: readonly HeaderName[] = [
  'ETag',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Repr-Digest',
];

export function exportJobRoutes(
  app: FastifyInstance,
  context: ApiContext,
  options: { readonly objects: ObjectStore; readonly redirects: boolean; readonly wakeWorkers: () => void },
): void {
  const mediaTypes = formatsAt(context.base).map((format) => fileTypes[format].contentType);
  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/reports/:report_id/export-jobs',
      operationId: 'startExportJob',
      tag,
      summary: 'Start the export of a report',
      description:
        'Answers 202 at once, with the job. An export of the same report and format that is queued, running or still has its file is returned instead of a new one, with `meta.reused`. A report that cannot be exported gives a job that ends `blocked` with `report_not_ready_for_export` or `source_artifact_missing`.',
      scope: 'reports:write',
      kind: 'export.start',
      params: Type.Object({ report_id: Type.String() }),
      body: exportRequestAt(context.base),
      data: exportJobAt(context.base),
      examples: { queued: exportExamples.queued },
      meta: ReusableMeta,
      status: 202,
      errors: ['not_found'],
    },
    async (transaction, { caller, params, body }) => {
      const starter = { accountId: caller.account.id, source: caller.source };
      const { job, reused } = await startExportJob(transaction, starter, params.report_id, body);
      const location = `/export-jobs/${job.id}`;
      return { data: toExportJob(job, context.base), location, ...(reused && { meta: { reused } }) };
    },
    options.wakeWorkers,
  );

  readOperation(
    app,
    context,
    {
      path: '/export-jobs/:export_job_id',
      operationId: 'getExportJob',
      tag,
      summary: 'Poll an export job',
      description:
        'Poll with growing waits, never more often than once a second, until the status is `completed`, `blocked` or `failed`. `artifact` then describes the file.',
      scope: 'reports:read',
      params,
      data: exportJobAt(context.base),
      examples: { completed: {}, running: exportExamples.running },
      polled: true,
      errors: ['not_found'],
      cacheable: true,
    },
    async ({ caller, params }, reply) => {
      const job = await getJobAt(context, caller.account.id, params.export_job_id, 'export');
      if (!isTerminal(job)) reply.header('retry-after', '1');
      return toExportJob(job, context.base);
    },
  );

  route(
    app,
    context,
    'GET',
    {
      path: '/export-jobs/:export_job_id/download',
      operationId: 'downloadExport',
      tag,
      summary: 'Download the file of a completed export',
      description:
        "Streams the file, or one range of it to resume a broken download. `Repr-Digest` and the job's `artifact.sha256` show whether it arrived whole. Where the installation redirects downloads it answers 307: the address is a hint for this one transfer, not a link to keep. Before the job is completed it answers 409 `artifact_not_ready`, after the file has expired 410 `artifact_unavailable`.",
      scope: 'reports:read',
      params,
      errors: ['not_found', 'artifact_not_ready', 'artifact_unavailable', 'range_not_satisfiable'],
    },
    {
      success: {
        200: { description: 'The file.', mediaTypes, headers: fileHeaders },
        206: { description: 'One range of the file.', mediaTypes, headers: [...fileHeaders, 'Content-Range'] },
        304: { description: 'The client has the file.', headers: ['ETag', 'Accept-Ranges'] },
        307: {
          description:
            'The file lies at the address in `Location`, for at most 60 seconds. Follow it without the token.',
          headers: ['Location', 'ETag', 'Accept-Ranges'],
        },
      },
      headers: ['IfNoneMatch', 'Range', 'IfRange'],
      async handler(request, reply, params) {
        const job = await getJobAt(context, request.caller.account.id, params.export_job_id, 'export');
        return download({ db: context.db, ...options }, job, request, reply);
      },
    },
  );
}
