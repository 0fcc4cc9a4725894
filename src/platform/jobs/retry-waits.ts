import { type JobRow, timeLeft, totalDeadlineMs } from './queue.ts';

const firstRetryMs = 1_000;

/** Half of the time that the job has used, or has left, with jitter, so that waits grow but still come to an end. */
export function laterMs(job: JobRow, runMs: number): number {
  const leftMs = timeLeft(job) - runMs;
  const usedMs = (totalDeadlineMs[job.type] ?? totalDeadlineMs.generation) - leftMs;
  return Math.max(firstRetryMs, Math.round((Math.min(usedMs, leftMs) / 2) * (0.5 + Math.random())));
}

/** Exponential with full jitter, so that many jobs of one failing system do not return together. */
export function backoffMs(attempt: number, random = Math.random()): number {
  return Math.round(firstRetryMs * 2 ** (attempt - 1) * (0.5 + random));
}
