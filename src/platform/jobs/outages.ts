import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../within.ts';

/** The name of the one dependency that the engine itself needs. */
export const databaseName = 'database';
/** A dependency that takes longer counts as not answering. */
const probeMs = 5_000;
const firstWaitMs = 1_000;
const longestWaitMs = 15_000;
/** The main thread probes within `probeMs`; a thread that hears nothing keeps its last knowledge. */
const longestAskMs = 2 * probeMs;

/** Where the start and the end of an outage are reported. */
interface OutageLog {
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Something that jobs need. */
export interface Dependency {
  readonly name: string;
  /** Rejects unless it answers and can be used. It should stop when `signal` aborts. */
  check(signal: AbortSignal): Promise<void>;
}

/**
 * What an error says about a dependency: `away`, it does not answer; `suspect`, it may not, so probe it; undefined,
 * nothing.
 */
export type Blame = 'away' | 'suspect' | undefined;

/** A worker's view of which dependencies do not answer. */
export interface Outages {
  /** The names of those known not to answer. */
  readonly away: readonly string[];
  /** The total milliseconds in which at least one has not answered. Never decreases. */
  awayMs(): number;
  /** Probes them, unless one is known not to answer; returns whether all do. Does not reject. */
  ask(): Promise<boolean>;
}

/** For a worker on its own. */
export const noOutages: Outages = { away: [], awayMs: () => 0, ask: async () => true };

/** Which dependencies are away, and the total time in which any was. */
class OutageRecord {
  #away: readonly string[] = [];
  #since = 0;
  #beforeMs = 0;

  get away(): readonly string[] {
    return this.#away;
  }

  awayMs(): number {
    return this.#beforeMs + (this.#away.length > 0 ? performance.now() - this.#since : 0);
  }

  /** `since` is when it was first suspected, on the monotonic clock. */
  protected note(away: readonly string[], since = performance.now()): void {
    if (this.#away.length === 0) this.#since = since;
    if (away.length === 0) this.#beforeMs = this.awayMs();
    this.#away = away;
  }
}

/**
 * Probes the dependencies of one process: after a job has met one of their faults, and then, while one does not answer,
 * repeatedly with growing waits. Logs once when one stops answering and once when it answers again.
 */
export class OutageWatch extends OutageRecord implements Outages, Disposable {
  readonly names: readonly string[];
  readonly #dependencies: readonly Dependency[];
  readonly #log: OutageLog;
  readonly #stop = new AbortController();
  readonly #listeners: (() => void)[] = [];
  readonly #began = new Map<string, number>();
  /** Checks that have not ended, so that probes of a hanging store do not pile up. */
  readonly #checking = new Set<Dependency>();
  #probing: Promise<boolean> | undefined;

  constructor(dependencies: readonly Dependency[], log: OutageLog) {
    super();
    this.#dependencies = dependencies;
    this.names = dependencies.map(({ name }) => name);
    this.#log = log;
  }

  /** Called whenever the set of dependencies that are away changes. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async ask(): Promise<boolean> {
    return this.away.length === 0 && this.#probe();
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  /** One at a time, shared by all callers meanwhile. */
  #probe(): Promise<boolean> {
    this.#probing ??= this.#askAll().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #askAll(): Promise<boolean> {
    const asked = performance.now();
    const before = this.away;
    const faults = await Promise.all(this.#dependencies.map((dependency) => this.#findFault(dependency)));
    const away = this.names.filter((_, index) => faults[index] !== undefined);
    // A check aborted by a stop says nothing.
    if (this.#stop.signal.aborted) return true;
    this.names.forEach((name, index) => {
      this.#tell(name, faults[index], asked);
    });
    this.note(away, asked);
    if (away.join() !== before.join()) for (const listener of this.#listeners) listener();
    if (away.length > 0 && before.length === 0) void this.#follow();
    return away.length === 0;
  }

  async #follow(): Promise<void> {
    for (let waitMs = firstWaitMs; !this.#stop.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      // So that processes do not all probe at the same time.
      await delay(waitMs * (0.75 + Math.random() / 2), undefined, { signal: this.#stop.signal, ref: false }).catch(
        () => {},
      );
      if (this.#stop.signal.aborted || (await this.#probe())) return;
    }
  }

  /** The error of a dependency, or that it did not answer; undefined when it answers. */
  async #findFault(dependency: Dependency): Promise<unknown> {
    if (this.#checking.has(dependency)) return new Error('It still has not answered.');
    this.#checking.add(dependency);
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#stop.signal]);
    const checked = dependency
      .check(signal)
      .then(
        () => undefined,
        (error: unknown) => error ?? new Error('It failed.'),
      )
      .finally(() => this.#checking.delete(dependency));
    const fault = await within(probeMs, checked, () => new Error(`It did not answer within ${probeMs} ms.`));
    over.abort();
    return fault;
  }

  #tell(dependency: string, fault: unknown, asked: number): void {
    const began = this.#began.get(dependency);
    if (fault !== undefined && began === undefined) {
      this.#began.set(dependency, asked);
      this.#log.error({ err: fault, dependency }, 'it does not answer: no job is claimed until it does');
    }
    if (fault === undefined && began !== undefined) {
      this.#began.delete(dependency);
      const seconds = Math.round((performance.now() - began) / 1000);
      this.#log.warn({ dependency, seconds }, 'it answers again: jobs continue');
    }
  }
}

/** What a thread knows about the outages that the main thread finds. */
export class ReportedOutages extends OutageRecord implements Outages {
  readonly #askMain: () => void;
  #answers: (() => void)[] = [];
  #askedAt: number | undefined;

  /** `askMain` makes the main thread probe; its findings arrive through `hear`. */
  constructor(askMain: () => void) {
    super();
    this.#askMain = askMain;
  }

  async ask(): Promise<boolean> {
    if (this.away.length > 0) return false;
    this.#askedAt ??= performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, longestAskMs);
    this.#answers.push(resolve);
    this.#askMain();
    await promise;
    clearTimeout(timer);
    return this.away.length === 0;
  }

  hear(away: readonly string[]): void {
    this.note(away, this.#askedAt);
    this.#askedAt = undefined;
    for (const answer of this.#answers) answer();
    this.#answers = [];
  }
}
