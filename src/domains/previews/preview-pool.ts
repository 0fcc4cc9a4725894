import { ServiceError } from '../../platform/errors.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import type { TakeMeasure } from '../../platform/jobs/measures.ts';
import type { Draft } from '../generation-jobs/make-document.ts';
import { KeptAnswers } from './kept-answers.ts';
import { tookTooLong, unavailable } from './preview-faults.ts';
import { PreviewLane } from './preview-lane.ts';
import { type DraftDocument, type Made, type PreviewPage, toServiceError, type Wanted } from './protocol.ts';

const stopping = 'The service stops. Try again as Retry-After says.';

export interface PreviewPoolOptions {
  /** The script of the threads, and what it starts with. */
  readonly entry: URL;
  readonly workerData: Readonly<Record<string, unknown>>;
  readonly log: Pick<JobLog, 'warn' | 'error'>;
  readonly takeMeasure?: TakeMeasure;
  /** The most previews at a time, of all and of one account: fewer, so that no account has all threads. */
  readonly threads?: number;
  readonly perAccount?: number;
  /** The most that wait, of all and of one account. */
  readonly mostWaiting?: number;
  readonly mostWaitingOfAccount?: number;
  /** From the request to the page, waiting included; less than what a request may take. */
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
  readonly graceMs?: number;
  readonly idleMs?: number;
}

export interface PreviewOrder {
  readonly accountId: string;
  /** The session or token that asks; of each, the newest preview wins. */
  readonly asker: string;
  readonly draft: Draft;
}

interface Task extends PreviewOrder {
  readonly wanted: Wanted;
  readonly deadline: number;
  readonly stop: AbortController;
  readonly outcome: PromiseWithResolvers<Made>;
}

/**
 * Makes previews in separate threads, which can be ended: a few at a time, two of one account, accounts with the fewest
 * running first. Whatever one account asks for, others find a thread.
 */
export class PreviewPool implements AsyncDisposable {
  readonly #options: Required<Omit<PreviewPoolOptions, 'log'>>;
  readonly #log: PreviewPoolOptions['log'];
  readonly #answers = new KeptAnswers();
  readonly #lanes: readonly PreviewLane[];
  /** In order of arrival. */
  readonly #waiting: Task[] = [];
  readonly #running = new Set<Task>();
  readonly #making = new Set<Promise<void>>();
  #closed = false;

  constructor({ log, ...options }: PreviewPoolOptions) {
    this.#log = log;
    this.#options = {
      ...{ takeMeasure: () => {}, threads: 4, perAccount: 2, mostWaiting: 50, mostWaitingOfAccount: 10 },
      ...{ deadlineMs: 25_000, memoryMb: 512, graceMs: 1_000, idleMs: 5 * 60_000 },
      ...options,
    };
    const lane = { ...this.#options, answers: this.#answers };
    this.#lanes = Array.from({ length: this.#options.threads }, () => new PreviewLane(lane));
  }

  /**
   * Gets ready for a preview that is about to be asked for: starts a thread and its engine, unless there is one. Whether a
   * preview finds a thread by now.
   */
  warm(): boolean {
    const isReady = this.hasThread;
    if (!isReady && !this.#closed) this.#lanes[0]?.warm();
    return isReady;
  }

  get hasThread(): boolean {
    return this.#lanes.some(({ hasThread }) => hasThread);
  }

  /**
   * The page of a draft. Rejects with a ServiceError: what the draft is refused for, `preview_superseded` as soon as the
   * same asker asks for another, `preview_unavailable` when too many wait or it takes too long; or with an error of the
   * service. Given up when `signal` aborts.
   */
  async make(order: PreviewOrder, signal?: AbortSignal): Promise<PreviewPage> {
    const made = await this.#make(order, { as: 'page' }, signal);
    if (made.type === 'made') return made.page;
    throw new TypeError(`A thread made something else than a page: ${made.type}`);
  }

  /** The document of a draft, as `make` does its page. */
  async makeDocument(order: PreviewOrder, isLastTry: boolean): Promise<DraftDocument> {
    const made = await this.#make(order, { as: 'document', isLastTry });
    if (made.type === 'documented') return made.document;
    throw new TypeError(`A thread made something else than a document: ${made.type}`);
  }

  async #make(order: PreviewOrder, wanted: Wanted, signal?: AbortSignal): Promise<Made> {
    for (const task of [...this.#waiting, ...this.#running]) {
      if (task.asker === order.asker) this.#end(task, new ServiceError('preview_superseded'));
    }
    this.#refuseTooMany(order.accountId);
    const { deadlineMs, graceMs } = this.#options;
    // The thread has less time, so that it can tell which system it waited for.
    const deadline = Date.now() + deadlineMs - graceMs;
    const task: Task = { ...order, wanted, deadline, stop: new AbortController(), outcome: Promise.withResolvers() };
    const timer = setTimeout(() => this.#end(task, tookTooLong()), deadlineMs);
    const leave = () => this.#end(task, signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.push(task);
    this.#next();
    try {
      return await task.outcome.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  #refuseTooMany(accountId: string): void {
    const { mostWaiting, mostWaitingOfAccount } = this.#options;
    const ofAccount = this.#waiting.filter((task) => task.accountId === accountId).length;
    if (this.#closed) throw unavailable(stopping);
    if (this.#waiting.length < mostWaiting && ofAccount < mostWaitingOfAccount) return;
    throw unavailable('Too many previews wait to be made. Try again as Retry-After says.');
  }

  /** Answers the task at once; its thread is free a moment later. */
  #end(task: Task, reason: unknown): void {
    const place = this.#waiting.indexOf(task);
    if (place >= 0) this.#waiting.splice(place, 1);
    task.outcome.reject(reason);
    task.stop.abort(reason);
  }

  #next(): void {
    for (;;) {
      const task = this.#chooseWaiting();
      const free = this.#lanes.filter(({ isFree }) => isFree);
      const lane = task && (free.find(({ hasThread }) => hasThread) ?? free[0]);
      if (!lane) return;
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      const making = this.#run(task, lane).finally(() => this.#making.delete(making));
      this.#making.add(making);
    }
  }

  #chooseWaiting(): Task | undefined {
    const runningOf = Map.groupBy(this.#running, ({ accountId }) => accountId);
    const count = ({ accountId }: Task) => runningOf.get(accountId)?.length ?? 0;
    const open = this.#waiting.filter((task) => count(task) < this.#options.perAccount);
    return open.sort((one, other) => count(one) - count(other))[0];
  }

  async #run(task: Task, lane: PreviewLane): Promise<void> {
    lane.isFree = false;
    this.#running.add(task);
    try {
      const made = await lane.make({ ...task, signal: task.stop.signal });
      this.#answer(task, made);
    } catch (error) {
      if (!task.stop.signal.aborted)
        this.#log.error({ err: error, account: task.accountId }, 'a preview ended its thread');
      task.outcome.reject(
        unavailable('The preview ended its thread, as it does when it takes too much memory.', { cause: error }),
      );
    } finally {
      this.#running.delete(task);
      lane.isFree = true;
      this.#next();
    }
  }

  #answer({ outcome, accountId }: Task, made: Made): void {
    if (made.type === 'made' || made.type === 'documented') outcome.resolve(made);
    if (made.type === 'refused') outcome.reject(toServiceError(made.refusal));
    if (made.type !== 'failed') return;
    this.#log.error({ account: accountId, error: made.error }, 'a preview failed');
    outcome.reject(new ServiceError('internal_error'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const task of [...this.#waiting, ...this.#running]) this.#end(task, unavailable(stopping));
    await Promise.all(this.#making);
    await Promise.all(this.#lanes.map((lane) => lane.end()));
    this.#answers[Symbol.dispose]();
  }
}
