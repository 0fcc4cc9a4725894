import { createDownload, type Download } from '../download.ts';
import {
  type Answer,
  type Connection,
  type RequestOptions,
  request,
  segment,
  type WriteOptions,
} from '../transport.ts';
import type { Artifact, ExportJob, ExportRequest } from '../types.ts';
import { type StartedJob, startedJob, type WaitOptions, waitForEnd } from '../waiting.ts';

export type CompletedExportJob = ExportJob & {
  readonly artifact: Artifact;
  /** Its file; see `exportJobs.download`. */
  download(options?: RequestOptions): Download;
};

export type ExportJobsResource = ReturnType<typeof exportJobsResource>;

export function exportJobsResource(connection: Connection) {
  const poll = (id: string, options?: RequestOptions) =>
    request<ExportJob>(connection, { method: 'GET', path: `/export-jobs/${segment(id)}` }, options);
  const download = (job: string | ExportJob, options?: RequestOptions): Download => {
    const { id, artifact } = typeof job === 'string' ? { id: job, artifact: null } : job;
    const findArtifact = async (limits: RequestOptions) => artifact ?? (await poll(id, limits)).data.artifact;
    return createDownload(connection, id, findArtifact, options);
  };
  const wait = async (id: string, options: WaitOptions<ExportJob> = {}, accepted?: Answer<ExportJob>) => {
    const job = await waitForEnd(connection.clock, id, poll, options, accepted);
    return { ...job, download: (limits) => download(job, limits) } as CompletedExportJob;
  };
  return {
    /**
     * An export of the same report and format that is under way or still has its file is returned instead of a new one.
     */
    start(reportId: string, body: ExportRequest, options?: WriteOptions): StartedJob<ExportJob, CompletedExportJob> {
      const path = `/reports/${segment(reportId)}/export-jobs`;
      const start = request<ExportJob>(connection, { method: 'POST', path, body }, options);
      return startedJob(start, (accepted, limits) => wait(accepted.data.id, limits, accepted));
    },
    async get(exportJobId: string, options?: RequestOptions): Promise<ExportJob> {
      return (await poll(exportJobId, options)).data;
    },
    /** Waits for a job that was started earlier, such as by another process. */
    wait(exportJobId: string, options?: WaitOptions<ExportJob>): Promise<CompletedExportJob> {
      return wait(exportJobId, options);
    },
    /**
     * The file of an export. If given only an id, or a job read before it ended, the job is read first for its digest.
     */
    download,
  };
}
