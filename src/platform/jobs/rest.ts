/** The places of the shared memory: whether a look was asked for since the last began, and how the worker rests. */
const asked = 0;
const resting = 1;

const awake = 0;
const asleep = 1;
/** Asleep, although a job was due that it could not have: its account was at its limit, or another held its row. */
const missing = 2;

/**
 * Whether a worker rests, in memory that its thread shares with the supervisor: a job is told to as many workers as it
 * takes, and to none that is busy. A worker that is asked while it falls asleep looks again.
 */
export class Rest {
  readonly memory: SharedArrayBuffer;
  readonly #places: Int32Array<SharedArrayBuffer>;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#places = new Int32Array(memory);
  }

  /** By the worker: what is asked for from now on is another look. */
  beginLook(): void {
    Atomics.store(this.#places, asked, 0);
  }

  /** By the worker, which then sleeps unless it is asked by now: who asks later sees that it rests. */
  fallAsleep({ isJobDue }: { readonly isJobDue: boolean }): void {
    Atomics.store(this.#places, resting, isJobDue ? missing : asleep);
  }

  /** By the worker. */
  wakeUp(): void {
    Atomics.store(this.#places, resting, awake);
  }

  /** Asks for another look after the one under way. */
  ask(): void {
    Atomics.store(this.#places, asked, 1);
  }

  get isAsked(): boolean {
    return Atomics.load(this.#places, asked) === 1;
  }

  /** Whether it rests although a job was due. */
  get isMissing(): boolean {
    return Atomics.load(this.#places, resting) === missing;
  }

  /** Whether it rested, and has to be told; it counts as awake from now on. */
  rouse(): boolean {
    return Atomics.exchange(this.#places, resting, awake) !== awake;
  }
}
