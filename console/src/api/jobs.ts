import { onlineManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call, type Data } from './client.ts';

type ListedJob = Data<'listAllJobs'>['items'][number];
type JobStart = Data<'startGenerationJob'> | Data<'startExportJob'>;

/** A job as far as screens show it. */
export type Job = Pick<
  ListedJob,
  | ('id' | 'project_id' | 'type' | 'status' | 'progress' | 'blocked' | 'failure' | 'report_id' | 'format')
  | ('created_at' | 'attempt' | 'max_attempts')
> &
  Partial<Pick<ListedJob, 'project_name'>>;

/** Seconds between two looks; the first again as soon as something new is to be seen. */
const waits = [1, 1, 1, 2, 3, 5, 8, 12, 15];
/** As many as one request can name. */
const most = 50;

const known = new Map<string, Job>();
/** How many look at each job that has not ended. */
const watched = new Map<string, number>();
const listeners = new Set<() => void>();
/** Those who wait for the end of one job, and hear of it in place of everybody else. */
const waiting = new Map<string, (job: Job) => void>();
const enders = new Set<(job: Job) => void>();
let looks = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let isAsking = false;

export function isOver({ status }: Pick<Job, 'status'>): boolean {
  return status === 'completed' || status === 'blocked' || status === 'failed';
}

/** The answer to a start, as a job. */
export function startedJob(started: JobStart): Job {
  if ('format' in started) return { ...started, type: 'export' };
  return { ...started, type: 'generation', report_id: started.result?.report_id ?? null, format: null };
}

/** Follows a job until it ends, whoever shows it; all that are followed are asked for by one request. Returns what stops it. */
export function watchJob(job: Job): () => void {
  if (!known.has(job.id)) note(job);
  if (isOver(known.get(job.id) ?? job)) return () => {};
  watched.set(job.id, (watched.get(job.id) ?? 0) + 1);
  hurry();
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    const others = (watched.get(job.id) ?? 1) - 1;
    if (others > 0) watched.set(job.id, others);
    else watched.delete(job.id);
  };
}

/** Follows a job for `ender` alone. Returns what leaves its end to `onJobEnd` again. */
export function awaitJob(job: Job, ender: (job: Job) => void): () => void {
  waiting.set(job.id, ender);
  watchJob(job);
  return () => void waiting.delete(job.id);
}

/** Hears of each followed job that ends and that nobody waits for. Returns what stops it. */
export function onJobEnd(ender: (job: Job) => void): () => void {
  enders.add(ender);
  return () => enders.delete(ender);
}

/** A job as it runs: `job` is how it was when it was read. */
export function useJob(job: Job): Job {
  const live = useSyncExternalStore(subscribe, () => known.get(job.id));
  const isLive = !isOver(live ?? job);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same job is read again and again, each time as another object.
  useEffect(() => (isLive ? watchJob(job) : undefined), [job.id, isLive]);
  return live ?? job;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note(job: Job): void {
  known.set(job.id, job);
  for (const listener of listeners) listener();
}

function hurry(): void {
  looks = 0;
  schedule();
}

/** Nobody sees what runs while the tab is hidden, and offline there is nobody to ask. */
function schedule(): void {
  clearTimeout(timer);
  if (watched.size === 0 || document.hidden || !onlineManager.isOnline()) return;
  timer = setTimeout(() => void look(), (waits[Math.min(looks, waits.length - 1)] ?? 1) * 1_000);
}

async function look(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  looks++;
  const ids = [...watched.keys()].slice(0, most);
  try {
    const { data } = await call('listAllJobs', { query: { id: ids.join(','), per_page: most } });
    take(ids, data.items);
  } catch {
    // The next look comes after a longer wait.
  } finally {
    isAsking = false;
    schedule();
  }
}

function take(ids: readonly string[], jobs: readonly ListedJob[]): void {
  const found = new Map(jobs.map((job) => [job.id, job]));
  for (const id of ids) {
    const job = found.get(id);
    if (job) note(job);
    if (job && !isOver(job)) continue;
    const wasWatched = watched.delete(id);
    if (job && wasWatched) tellEnd(job);
  }
}

function tellEnd(job: Job): void {
  const waiter = waiting.get(job.id);
  waiting.delete(job.id);
  for (const ender of waiter ? [waiter] : enders) ender(job);
}

document.addEventListener('visibilitychange', () => !document.hidden && hurry());
onlineManager.subscribe((isOnline) => isOnline && hurry());
