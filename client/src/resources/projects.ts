import { listPages, type Pages } from '../pages.ts';
import { type Connection, type RequestOptions, request, segment, type WriteOptions } from '../transport.ts';
import type {
  GenerationJob,
  GenerationRequest,
  Project,
  ProjectCreate,
  ProjectListQuery,
  ProjectSummary,
  ProjectUpdate,
  Report,
} from '../types.ts';
import type { StartedJob, WaitOptions } from '../waiting.ts';
import type { GenerationJobsResource } from './generation-jobs.ts';
import type { ReportsResource } from './reports.ts';

export function projectsResource(
  connection: Connection,
  generationJobs: GenerationJobsResource,
  reports: ReportsResource,
) {
  const write = async (method: 'POST' | 'PATCH', path: string, body?: object, options?: WriteOptions) =>
    (await request<Project>(connection, { method, path, ...(body && { body }) }, options)).data;
  return {
    list(query: ProjectListQuery = {}, options?: RequestOptions): Pages<ProjectSummary> {
      return listPages(connection, '/projects', query, options);
    },
    async get(projectId: string, options?: RequestOptions): Promise<Project> {
      const path = `/projects/${segment(projectId)}`;
      return (await request<Project>(connection, { method: 'GET', path }, options)).data;
    },
    create(project: ProjectCreate, options?: WriteOptions): Promise<Project> {
      return write('POST', '/projects', project, options);
    },
    /** Changes the given fields; `settings` is replaced whole. */
    update(projectId: string, changes: ProjectUpdate, options?: WriteOptions): Promise<Project> {
      return write('PATCH', `/projects/${segment(projectId)}`, changes, options);
    },
    /** Keeps reports and settings and turns every schedule off. */
    archive(projectId: string, options?: WriteOptions): Promise<Project> {
      return write('POST', `/projects/${segment(projectId)}/archive`, undefined, options);
    },
    /** Schedules stay off. */
    restore(projectId: string, options?: WriteOptions): Promise<Project> {
      return write('POST', `/projects/${segment(projectId)}/restore`, undefined, options);
    },
    /** Starts a generation; `completed()` resolves to its report. */
    generate(
      projectId: string,
      generation: GenerationRequest,
      options?: WriteOptions,
    ): StartedJob<GenerationJob, Report> {
      const started = generationJobs.start(projectId, generation, options);
      const { completed } = started;
      return Object.assign(started, {
        async completed(wait?: WaitOptions<GenerationJob>): Promise<Report> {
          const { result } = await completed(wait);
          return reports.get(result.report_id, { signal: wait?.signal });
        },
      });
    },
  };
}
