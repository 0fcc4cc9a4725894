import type { Clock } from './clock.ts';
import { AbortedError, JobBlockedError, JobFailedError, RateLimitError, TimeoutError } from './errors.ts';
import { isPassing, sleep, withRetries } from './retries.ts';
import type { Answer, RequestOptions } from './transport.ts';
import type { ExportJob, GenerationJob } from './types.ts';

const firstPollMs = 1_000;
const growth = 1.5;
/** Jitter only lengthens a wait, so that none is below a second; the longest is 30 s including jitter. */
const jitter = 0.25;
const longestPollMs = 30_000 / (1 + jitter);
const defaultDeadlineMs = 30 * 60_000;

export interface WaitOptions<Job> {
  /** Ends the wait with an AbortedError; the job keeps running. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole wait; 30 minutes when absent. After that a TimeoutError is thrown; the job keeps running. */
  readonly deadlineMs?: number | undefined;
  /** Called with the job after the start and after each poll. */
  readonly onProgress?: ((job: Job) => void) | undefined;
}

/** A job that is being started: `await` it for the accepted job, or `completed()` for the result. */
export type StartedJob<Job, Result> = Promise<Job> & {
  /** Polls until the job ends. Throws a JobBlockedError or a JobFailedError when it ends without a result. */
  completed(options?: WaitOptions<Job>): Promise<Result>;
};

/** Combines a start with the wait for its end. */
export function startedJob<Job, Result>(
  start: Promise<Answer<Job>>,
  finish: (accepted: Answer<Job>, options: WaitOptions<Job> | undefined) => Promise<Result>,
): StartedJob<Job, Result> {
  const job = start.then(({ data }) => data);
  return Object.assign(job, {
    async completed(options?: WaitOptions<Job>) {
      // A failed start is thrown here; without this it would also count as an unhandled rejection of `job`.
      job.catch(() => {});
      return finish(await untilAborted(start, options?.signal), options);
    },
  });
}

/** The result of the promise, or an AbortedError as soon as the signal aborts. */
function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new AbortedError(signal?.reason));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}

/**
 * Polls from 1 s after the start, with growing, jittered waits of at most 30 s, or as long as `Retry-After` asks; at
 * once if the start is unknown. Transient poll failures are retried until the deadline, after at least a second. After
 * the deadline it throws a TimeoutError with the last poll's fault as its cause, or the RateLimitError itself, which
 * says how long to wait.
 */
export async function waitForEnd<Job extends GenerationJob | ExportJob>(
  clock: Clock,
  id: string,
  poll: (id: string, limits: RequestOptions) => Promise<Answer<Job>>,
  { signal, deadlineMs = defaultDeadlineMs, onProgress }: WaitOptions<Job>,
  accepted?: Answer<Job>,
): Promise<Job> {
  const end = clock.now() + deadlineMs;
  const limits = { signal, maxRetries: Number.POSITIVE_INFINITY, leastWaitMs: firstPollMs };
  const read = async () => {
    try {
      return await withRetries(clock, { ...limits, deadlineMs: end - clock.now() }, (remainingMs) =>
        poll(id, { signal, deadlineMs: remainingMs, maxRetries: 0 }),
      );
    } catch (error) {
      if (!isPassing(error) || error instanceof RateLimitError) throw error;
      throw new TimeoutError(`The job ${id} could not be read before the deadline: ${error.message}`, { cause: error });
    }
  };
  let answer = accepted ?? (await read());
  for (let baseMs = firstPollMs; ; baseMs = Math.min(baseMs * growth, longestPollMs)) {
    const job = answer.data;
    onProgress?.(job);
    if (job.status === 'completed') return job;
    if (job.status === 'blocked') throw new JobBlockedError(job);
    if (job.status === 'failed') throw new JobFailedError(job);
    const waitMs = Math.max(baseMs * (1 + jitter * clock.random()), answer.retryAfterMs ?? 0);
    if (clock.now() + waitMs >= end)
      throw new TimeoutError(`The job ${job.id} is ${job.status} and keeps running; wait for it again.`);
    await sleep(clock, waitMs, signal);
    answer = await read();
  }
}
