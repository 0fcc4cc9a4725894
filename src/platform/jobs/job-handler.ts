import type { Completion } from './held-job.ts';
import type { TakeMeasure } from './measures.ts';
import type { Outcome } from './outcomes.ts';
import type { JobRow } from './queue.ts';

/** What a handler returns: an end that the customer must act on, or what completes the job. */
export type JobResult = Outcome | ({ readonly status: 'completed' } & Completion);

/** What a handler gets to run one job. It must stop when `signal` aborts. */
export interface JobRun {
  readonly job: JobRow;
  readonly signal: AbortSignal;
  /** Epoch milliseconds on this process's clock. */
  readonly deadline: number;
  readonly log: JobLog;
  readonly takeMeasure: TakeMeasure;
  /** Records how far the job is; written with the next heartbeat, or at once when the stage changes. */
  progress(stage: string, completed: number, total: number): void;
}

export type JobHandler = (run: JobRun) => Promise<JobResult>;

export interface JobLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  child(fields: Record<string, unknown>): JobLog;
}

/**
 * The job is of a kind, or about something, that this program does not know: a newer one runs beside it, or did. It is
 * left to programs whose claims name `kind`.
 */
export class UnknownKind extends Error {
  override readonly name = 'UnknownKind';
  readonly kind: string;

  constructor(kind: string) {
    super(`This version of the service does not know "${kind}".`);
    this.kind = kind;
  }
}

/** A fault that may be gone later: the job is retried, after `retryAfterMs` if the other side named a time. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly retryAfterMs: number | undefined;
  /** Shown to the customer when no attempt is left. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: { retryAfterMs?: number | undefined; details?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details ?? {};
  }
}
