import { hostname } from 'node:os';
import type { Database } from '../database/tables.ts';
import { takeBackJob } from './held-job.ts';
import { failed } from './outcomes.ts';
import { findJobsHeldBy, findLapsedJobs, type JobRow } from './queue.ts';

/** A worker's name: where it runs, so that a later process can tell whether it still can be alive. */
export function workerPrefix(): string {
  return `${hostname()}:${process.pid}:`;
}

/**
 * Gives jobs whose worker let its lease lapse to another one. Each job is a transaction of its own, so one that cannot be
 * rescued does not hold back the rest; a completion that comes first wins. Returns how many were taken back.
 */
export async function rescueLapsedJobs(db: Database, onError: (error: unknown, job: JobRow) => void): Promise<number> {
  return rescue(db, await findLapsedJobs(db), onError);
}

/** Takes back at once the jobs of this process's earlier life and of processes of this host that are gone. */
export async function rescueOrphanedJobs(
  db: Database,
  onError: (error: unknown, job: JobRow) => void,
): Promise<number> {
  const held = await findJobsHeldBy(db, `${hostname()}:`);
  const orphaned = held.filter(({ worker_id }) => !isAlive(worker_id ?? ''));
  return rescue(db, orphaned, onError);
}

/** Takes back the jobs of one worker that is known to be dead. */
export async function rescueJobsOf(
  db: Database,
  workerId: string,
  onError: (error: unknown, job: JobRow) => void,
): Promise<number> {
  return rescue(db, await findJobsHeldBy(db, workerId), onError);
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

/** A pid may have been given anew, above all in containers; then the fence keeps the two apart. */
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
