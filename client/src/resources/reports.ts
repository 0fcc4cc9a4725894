import { listPages, type Pages } from '../pages.ts';
import { type Connection, type RequestOptions, request, segment, type WriteOptions } from '../transport.ts';
import type { ExportJob, ExportRequest, Report, ReportListQuery } from '../types.ts';
import type { StartedJob } from '../waiting.ts';
import type { CompletedExportJob, ExportJobsResource } from './export-jobs.ts';

export type ReportsResource = ReturnType<typeof reportsResource>;

export function reportsResource(connection: Connection, exportJobs: ExportJobsResource) {
  return {
    list(projectId: string, query: ReportListQuery = {}, options?: RequestOptions): Pages<Report> {
      return listPages(connection, `/projects/${segment(projectId)}/reports`, query, options);
    },
    async get(reportId: string, options?: RequestOptions): Promise<Report> {
      const path = `/reports/${segment(reportId)}`;
      return (await request<Report>(connection, { method: 'GET', path }, options)).data;
    },
    /** Starts an export, or returns the one of the same format that is under way or still has its file. */
    export(
      reportId: string,
      exportRequest: ExportRequest,
      options?: WriteOptions,
    ): StartedJob<ExportJob, CompletedExportJob> {
      return exportJobs.start(reportId, exportRequest, options);
    },
  };
}
