import type { ConnectorContext } from '../contract.ts';
import { MemoryError } from '../file/faults.ts';
import { EngineChild, type EngineChildOptions, EngineEnded, engineProcessFile } from './engine-child.ts';
import type { EngineCall } from './protocol.ts';
import { Shares } from './shares.ts';

export interface EngineOptions extends Partial<EngineChildOptions> {
  /** What the tables and queries of all contexts may hold together; a process holds more than that. */
  readonly memoryBytes?: number;
  /** A process that nobody asks anything of ends after this time. */
  readonly idleMs?: number;
}

/** What a context asks the engine; the pool says where, and with how much memory. */
export interface Request extends Omit<EngineCall, 'id' | 'contextId' | 'deadline'> {
  /** Whether it is known to need the memory of all. */
  readonly isLarge: boolean;
}

/** A context's part of a process and of the memory, as long as it has something open. */
interface Seat {
  readonly contextId: number;
  readonly child: EngineChild;
  readonly shares: number;
  running: number;
  /** Whether it was given up; its calls must be run on another. */
  isLeft: boolean;
}

/** What is known about a context. */
interface Place {
  seat: Promise<Seat> | undefined;
  /** Whether it gets the memory of all, because a share of it was too little, or because it may have ended a process. */
  isLarge: boolean;
}

/** So many contexts work at once, each with an equal share of the memory. */
const contextsAtOnce = 4;
/** A call is lost that often with a process that ended through no fault of its own. */
const mostLosses = 3;
/** A process that holds more when it is idle is replaced. */
const recycleAboveBytes = 512 * 2 ** 20;

/**
 * Runs work on rows in a process that can be killed, because some of it cannot be interrupted and some takes more
 * memory than the engine knows of. Contexts share the process. When it ends through the fault of one, the calls of the
 * others are run again; when nobody knows whose fault it was, each is run again alone.
 */
export class EnginePool {
  readonly #options: EngineChildOptions & Required<Pick<EngineOptions, 'memoryBytes' | 'idleMs'>>;
  readonly #shares = new Shares(contextsAtOnce);
  readonly #places = new WeakMap<ConnectorContext, Place>();
  readonly #seats = new Map<Seat, Place>();
  readonly #children = new Set<EngineChild>();
  #current: EngineChild | undefined;
  #lastContextId = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: EngineOptions = {}) {
    this.#options = {
      processFile: engineProcessFile,
      codeCache: undefined,
      memoryBytes: 2 ** 30,
      mostResidentBytes: 2 ** 31,
      idleMs: 60_000,
      onStart: () => {},
      onEnd: () => {},
      ...options,
    };
  }

  /** Starts the process ahead of the first call. */
  warm(): void {
    if (!this.#closed) this.#process();
  }

  /**
   * The result of one call. Rejects with its error, with EngineEnded when the process ended because of it, or with the
   * reason of the context's signal as soon as that aborts; what runs then ends within a second.
   */
  async run(request: Request, context: ConnectorContext): Promise<unknown> {
    const place = this.#placeOf(context);
    for (let losses = 0; ; losses++) {
      const seat = await this.#seatOf(place, request.isLarge, context);
      if (seat.isLeft) continue;
      try {
        return await untilAborted(context.signal, this.#ask(seat, request, context));
      } catch (error) {
        if (context.signal.aborted || losses === mostLosses || !this.#isWorthAnother(seat, error)) throw error;
        await this.#retry(place, seat, error);
      }
    }
  }

  /** Ends every process, and with it every call. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const child of this.#children) child.kill();
    await Promise.all([...this.#children].map(({ ended }) => ended));
  }

  #placeOf(context: ConnectorContext): Place {
    return this.#places.getOrInsertComputed(context, () => {
      const place: Place = { seat: undefined, isLarge: false };
      const leave = () => void this.#leave(place).catch(() => {});
      context.signal.addEventListener('abort', leave, { once: true });
      return place;
    });
  }

  #seatOf(place: Place, isLarge: boolean, context: ConnectorContext): Promise<Seat> {
    place.isLarge ||= isLarge;
    place.seat ??= this.#takeSeat(place, context).catch((error: unknown) => {
      place.seat = undefined;
      throw error;
    });
    return place.seat;
  }

  async #takeSeat(place: Place, context: ConnectorContext): Promise<Seat> {
    if (this.#closed) throw new EngineEnded('stopped', true, 'the pool is closed');
    const shares = place.isLarge ? contextsAtOnce : 1;
    const taking = this.#shares.take(shares, context.signal);
    if (this.#shares.isAwaited) this.#makeRoom();
    await taking;
    const seat: Seat = { contextId: ++this.#lastContextId, child: this.#process(), shares, running: 0, isLeft: false };
    this.#seats.set(seat, place);
    clearTimeout(this.#idle);
    return seat;
  }

  async #ask(seat: Seat, request: Request, { deadline }: ConnectorContext): Promise<unknown> {
    const { operation, args, rows } = request;
    const memoryBytes = (this.#options.memoryBytes * seat.shares) / contextsAtOnce;
    seat.running += 1;
    try {
      const { contextId, child } = seat;
      return await child.ask({ contextId, deadline, operation, args, rows: { ...rows, memoryBytes } });
    } finally {
      seat.running -= 1;
      if (this.#shares.isAwaited) this.#makeRoom();
    }
  }

  #isWorthAnother(seat: Seat, error: unknown): boolean {
    if (seat.isLeft) return !this.#closed;
    if (error instanceof MemoryError) return seat.shares < contextsAtOnce;
    return error instanceof EngineEnded && !this.#closed && (error.reason === 'stopped' || !error.isOfOne);
  }

  /** The calls of a context may fail together; the first one moves it. */
  async #retry(place: Place, seat: Seat, error: unknown): Promise<void> {
    if ((await place.seat) !== seat) return;
    if (!(error instanceof EngineEnded && error.reason === 'stopped')) place.isLarge = true;
    await this.#leave(place);
  }

  /** Contexts with nothing to do give up what they have open for those that wait; they open it again when needed. */
  #makeRoom(): void {
    for (const [seat, place] of this.#seats) if (seat.running === 0) void this.#leave(place);
  }

  /** Gives up a context's seat when nothing of it runs any more. */
  async #leave(place: Place): Promise<void> {
    const taken = place.seat;
    place.seat = undefined;
    const seat = await taken;
    if (!seat || !this.#seats.delete(seat)) return;
    seat.isLeft = true;
    await seat.child.close(seat.contextId);
    this.#rest(seat.child);
    this.#shares.give(seat.shares);
  }

  #process(): EngineChild {
    if (this.#current?.isUsable) return this.#current;
    const child = new EngineChild(this.#options);
    this.#children.add(child);
    void child.ended.then(() => this.#children.delete(child));
    this.#current = child;
    this.#rest(child);
    return child;
  }

  /** Ends a process without contexts: at once when it has grown, otherwise when nobody needs it for a while. */
  #rest(child: EngineChild): void {
    if (child !== this.#current || this.#seats.size > 0) return;
    if (child.rssBytes > recycleAboveBytes) child.kill();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => child.kill(), this.#options.idleMs).unref();
  }
}

async function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => {});
  }
}
