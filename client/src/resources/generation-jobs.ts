import {
  type Answer,
  type Connection,
  type RequestOptions,
  request,
  segment,
  type WriteOptions,
} from '../transport.ts';
import type { GenerationJob, GenerationRequest } from '../types.ts';
import { type StartedJob, startedJob, type WaitOptions, waitForEnd } from '../waiting.ts';

export type CompletedGenerationJob = GenerationJob & { readonly result: { readonly report_id: string } };

export type GenerationJobsResource = ReturnType<typeof generationJobsResource>;

export function generationJobsResource(connection: Connection) {
  const poll = (id: string, options?: RequestOptions) =>
    request<GenerationJob>(connection, { method: 'GET', path: `/generation-jobs/${segment(id)}` }, options);
  const wait = async (id: string, options: WaitOptions<GenerationJob> = {}, accepted?: Answer<GenerationJob>) => {
    const job = await waitForEnd(connection.clock, id, poll, options, accepted);
    return job as CompletedGenerationJob;
  };
  return {
    start(
      projectId: string,
      body: GenerationRequest,
      options?: WriteOptions,
    ): StartedJob<GenerationJob, CompletedGenerationJob> {
      const path = `/projects/${segment(projectId)}/generation-jobs`;
      const start = request<GenerationJob>(connection, { method: 'POST', path, body }, options);
      return startedJob(start, (accepted, limits) => wait(accepted.data.id, limits, accepted));
    },
    async get(generationJobId: string, options?: RequestOptions): Promise<GenerationJob> {
      return (await poll(generationJobId, options)).data;
    },
    /** Waits for a job that was started earlier, such as by another process. */
    wait(generationJobId: string, options?: WaitOptions<GenerationJob>): Promise<CompletedGenerationJob> {
      return wait(generationJobId, options);
    },
  };
}
