import { hostname } from 'node:os';
import type { Database } from '../database/tables.ts';
import { releaseJob, takeBackJob } from './held-job.ts';
import { failed } from './outcomes.ts';
import { findJobsHeldBy, findLapsedJobs, type JobRow } from './queue.ts';

/** A worker's name: where it runs, so that a later process can tell whether it may still be alive. */
export function workerPrefix(): string {
  return `${hostname()}:${process.pid}:`;
}

/**
 * Requeues jobs whose worker let its lease lapse. Each job is a separate transaction, so one that cannot be rescued
 * does not hold up the others; a completion that comes first wins. Returns how many were requeued.
 */
export async function rescueLapsedJobs(db: Database, onError: (error: unknown, job: JobRow) => void): Promise<number> {
  return rescue(db, await findLapsedJobs(db), onError);
}

/** Requeues at once the jobs of this process's previous run and of dead processes on this host. */
export async function rescueOrphanedJobs(
  db: Database,
  onError: (error: unknown, job: JobRow) => void,
): Promise<number> {
  const held = await findJobsHeldBy(db, `${hostname()}:`);
  const orphaned = held.filter(({ worker_id }) => !isAlive(worker_id ?? ''));
  return rescue(db, orphaned, onError);
}

/** Requeues the jobs of one worker that is known to be dead. */
export async function rescueJobsOf(
  db: Database,
  workerId: string,
  onError: (error: unknown, job: JobRow) => void,
): Promise<number> {
  return rescue(db, await findJobsHeldBy(db, workerId), onError);
}

/**
 * Gives back the jobs of a worker that knows of none: the answer to its claim was lost. This does not count as an
 * attempt.
 */
export async function releaseJobsOf(db: Database, workerId: string): Promise<void> {
  for (const job of await findJobsHeldBy(db, workerId)) if (job.worker_id === workerId) await releaseJob(db, job);
}

async function rescue(
  db: Database,
  jobs: readonly JobRow[],
  onError: (error: unknown, job: JobRow) => void,
): Promise<number> {
  let rescued = 0;
  for (const job of jobs) {
    try {
      const outcome = failed(job.type, 'The job stopped its worker each time it was run.', { cause: 'worker_lost' });
      if (await takeBackJob(db, job, outcome)) rescued++;
    } catch (error) {
      onError(error, job);
    }
  }
  return rescued;
}

/** A pid may have been reused, especially in containers; then the fence keeps the two apart. */
function isAlive(workerId: string): boolean {
  const pid = Number(workerId.slice(hostname().length + 1).split(':')[0]);
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
