import { listPages, type Pages } from '../pages.ts';
import { type Connection, type RequestOptions, request, segment } from '../transport.ts';
import type { JobListQuery, JobSummary } from '../types.ts';

export function jobsResource(connection: Connection) {
  return {
    list(projectId: string, query: JobListQuery = {}, options?: RequestOptions): Pages<JobSummary> {
      return listPages(connection, `/projects/${segment(projectId)}/jobs`, query, options);
    },
    /** The summary of a generation or an export job. */
    async get(jobId: string, options?: RequestOptions): Promise<JobSummary> {
      const path = `/jobs/${segment(jobId)}`;
      return (await request<JobSummary>(connection, { method: 'GET', path }, options)).data;
    },
  };
}
