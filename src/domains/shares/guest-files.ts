import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/tables.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { findFailedExport, startExportJob } from '../export-jobs/export-jobs.ts';
import { getJob, isTerminal } from '../job-summaries/job-summaries.ts';
import type { ReportRow } from '../reports/reports.ts';

/** How long an answer waits for the file; most are made in less. */
const longestWaitMs = 2_000;
const firstPauseMs = 50;
/** How long a file that failed is not tried again for guests. */
const failedMs = 5 * 60_000;

/** What became of a file that a guest asks for; `waiting` is for asking again. */
export type GuestFile =
  | { readonly state: 'ready'; readonly job: JobRow }
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly waitMs: number };

/**
 * Files of reports with comments, made when a guest asks for them. However many ask, one export is under way for each
 * revision and format, and one of them looks how far it is.
 */
export class GuestFiles {
  readonly #db: Database;
  readonly #wakeWorkers: () => void;
  readonly #waitMs: number;
  readonly #pending = new Map<string, Promise<GuestFile>>();

  constructor(db: Database, wakeWorkers: () => void, waitMs = longestWaitMs) {
    this.#db = db;
    this.#wakeWorkers = wakeWorkers;
    this.#waitMs = waitMs;
  }

  /** The file of the report as it reads now, on behalf of its account. Waits for two seconds at most. */
  make(report: ReportRow, format: ExportFormat): Promise<GuestFile> {
    const key = `${report.id} ${report.revision} ${format}`;
    let file = this.#pending.get(key);
    if (!file) {
      file = this.#make(report, format).finally(() => this.#pending.delete(key));
      this.#pending.set(key, file);
    }
    return file;
  }

  async #make(report: ReportRow, format: ExportFormat): Promise<GuestFile> {
    const failure = await findFailedExport(this.#db, report, format, new Date(Date.now() - failedMs).toISOString());
    if (failure) return failed(failure);
    // As the report itself: whoever shared it asked for its files.
    const starter = { accountId: report.account_id, source: report.source };
    const started = await this.#db
      .transaction()
      .execute((transaction) => startExportJob(transaction, starter, report.id, { format }));
    if (!started.reused) this.#wakeWorkers();
    return this.#await(started.job);
  }

  async #await(job: JobRow): Promise<GuestFile> {
    const until = performance.now() + this.#waitMs;
    let current = job;
    for (let pauseMs = firstPauseMs; !isTerminal(current); pauseMs *= 1.5) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return { state: 'waiting' };
      await pause(Math.min(pauseMs, leftMs));
      current = await getJob(this.#db, job.account_id, job.id);
    }
    return current.status === 'completed' ? { state: 'ready', job: current } : failed(current);
  }
}

function failed({ updated_at }: JobRow): GuestFile {
  return { state: 'failed', waitMs: Math.max(Date.parse(updated_at) + failedMs - Date.now(), 1_000) };
}
