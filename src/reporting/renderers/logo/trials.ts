import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Trial } from './logo-apart.ts';
import { faultTexts } from './picture-fault.ts';

/** That pictures cannot be tried now, whatever they are. */
export class TrialsBusy extends Error {
  override readonly name = 'TrialsBusy';
}

export interface TrialOptions {
  /** How many processes draw at the same time. */
  readonly mostAtOnce?: number;
  /** How many more may wait for them. */
  readonly mostWaiting?: number;
  /** How long pictures that are tried together may take, with their wait. */
  readonly deadlineMs?: number;
  /** What draws. */
  readonly program?: string;
}

/**
 * Processor time for a picture, less than a report gives it, so that one which passes is there on a busier machine too. The
 * shell sees to it: nobody ends a process whose parent was killed.
 */
const secondsEach = 3;
const command = `ulimit -S -t ${secondsEach}; exec "$0" "$1"`;
const ownProgram = fileURLToPath(new URL('./logo-process.ts', import.meta.url));
const mostKnown = 2_000;
/** What drawing itself makes a process end with: a fault of the native code. */
const crashes: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

/** What a process told before it ended. */
interface Drawn {
  /** Of each picture why it cannot be drawn, or null; fewer than were asked for where the process ended at one. */
  readonly faults: readonly (string | null)[];
  readonly signal: NodeJS.Signals | null;
}

/**
 * Draws pictures in separate processes to see whether reports can, and remembers the outcome by their bytes. It says of a
 * picture only what drawing it has shown: where there is no time or no room to draw, it throws TrialsBusy.
 */
export class PictureTrials {
  readonly #options: Required<TrialOptions>;
  /** By use and digest, the oldest first. */
  readonly #known = new Map<string, string | null>();
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor({ mostAtOnce = 2, mostWaiting = 16, deadlineMs = 10_000, program = ownProgram }: TrialOptions = {}) {
    this.#options = { mostAtOnce, mostWaiting, deadlineMs, program };
  }

  /** Whether the picture of this digest (SHA-256, hexadecimal) was drawn as this before. */
  isDrawable(as: Trial['as'], digest: string): boolean {
    return this.#known.get(`${as} ${digest}`) === null;
  }

  /** Of each picture why it cannot be drawn as what follows its name in a sentence, or null. Throws TrialsBusy. */
  async faultsOf(trials: readonly Trial[]): Promise<(string | null)[]> {
    const keys = trials.map(keyOf);
    const unknown = new Map(
      keys.flatMap((key, index) => {
        const trial = trials[index];
        return trial && !this.#known.has(key) ? [[key, trial] as const] : [];
      }),
    );
    // Not looked up later, as others may push them out meanwhile.
    const known = new Map(keys.map((key) => [key, this.#known.get(key) ?? null]));
    if (unknown.size > 0) {
      for (const [key, fault] of await this.#inTurn(unknown)) known.set(key, fault);
    }
    return keys.map((key) => known.get(key) ?? null);
  }

  async #inTurn(trials: ReadonlyMap<string, Trial>): Promise<Map<string, string | null>> {
    const { mostAtOnce, mostWaiting, deadlineMs } = this.#options;
    const until = AbortSignal.timeout(deadlineMs);
    if (this.#running < mostAtOnce) this.#running++;
    else if (this.#waiting.size < mostWaiting) await this.#turn(until);
    else throw new TrialsBusy('Too many pictures wait to be drawn.');
    try {
      return await this.#draw(trials, until);
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#running--;
    }
  }

  /** Waits for another one to end. */
  async #turn(until: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      this.#waiting.delete(end);
      if (until.aborted) reject(late());
      else resolve();
    };
    this.#waiting.add(end);
    until.addEventListener('abort', end, { once: true });
    await promise;
    until.removeEventListener('abort', end);
  }

  async #draw(trials: ReadonlyMap<string, Trial>, until: AbortSignal): Promise<Map<string, string | null>> {
    const found = new Map<string, string | null>();
    const left = [...trials];
    while (left.length > 0) {
      const asked = left.map(([, trial]) => trial);
      const { faults, signal } = await this.#ask(asked, until);
      const isEnded = faults.length === 0;
      const told = isEnded ? [faultOfEnd(signal)] : faults;
      for (const [index, [key]] of left.splice(0, told.length).entries()) {
        found.set(key, told[index] ?? null);
        this.#remember(key, told[index] ?? null);
      }
      // Whoever sends one such picture is refused, and gets no time for others.
      if (isEnded) break;
    }
    return found;
  }

  /** One process, which ends at a picture that it cannot bear: asked again, that one is the first and alone to blame. */
  async #ask(trials: readonly Trial[], until: AbortSignal): Promise<Drawn> {
    if (until.aborted) throw late();
    const child = spawn('/bin/sh', ['-c', command, process.execPath, this.#options.program], {
      ...{ env: {}, stdio: ['pipe', 'pipe', 'ignore'], signal: until, killSignal: 'SIGKILL' },
    });
    const ended = endOf(child);
    // It may end before it has read everything.
    child.stdin?.on('error', () => {}).end(JSON.stringify({ trials }));
    const [said, signal] = await Promise.all([child.stdout ? text(child.stdout) : '', ended]);
    // What comes after the last end of a line was cut off.
    const faults = said
      .split('\n')
      .slice(0, -1)
      .map((line): string | null => JSON.parse(line));
    return { faults, signal };
  }

  #remember(key: string, fault: string | null): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= mostKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, fault);
  }
}

/** The trials of this thread. */
export const pictureTrials = new PictureTrials();

const late = () => new TrialsBusy('Pictures have waited too long to be drawn.');

/** The signal that ended a process, if any. Rejects with TrialsBusy where it could not start or had no time left. */
async function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.Signals | null>();
  child.once('error', (cause) => reject(new TrialsBusy('Pictures cannot be drawn now.', { cause })));
  child.once('exit', (_code, signal) => resolve(signal));
  return promise;
}

/** What it says of a picture that a process has ended at it. */
function faultOfEnd(signal: NodeJS.Signals | null): string {
  if (signal === 'SIGXCPU') return faultTexts.tooSlow;
  if (crashes.includes(signal)) return faultTexts.crashes;
  throw new TrialsBusy(`What draws pictures has ended by ${signal ?? 'itself'}.`);
}

function keyOf({ as, uri }: Trial): string {
  return `${as} ${digestOf(uri)}`;
}

/** The digest of the bytes where the data URI is of the form that stored pictures have. */
function digestOf(uri: string): string {
  const base64 = /^data:[^,]*;base64,(.*)$/s.exec(uri)?.[1];
  return createHash('sha256')
    .update(base64 === undefined ? uri : Buffer.from(base64, 'base64'))
    .digest('hex');
}
