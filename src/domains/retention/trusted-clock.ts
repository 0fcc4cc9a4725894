import { findMark, setMark } from '../../platform/database/marks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { readTime } from '../../platform/jobs/queue.ts';

const mark = 'retention_clock';
const hourMs = 3_600_000;
/** How far the clock and our own steady one may move apart between two looks. */
const toleranceMs = 10 * 60_000;
/** A service that was down for longer, or whose clock was moved meanwhile: nobody can tell which. */
const longestGapMs = 36 * hourMs;
/** How long nothing is deleted after that, so that a clock can be set right. */
const doubtMs = 24 * hourMs;

interface Looked {
  /** What the database's clock said, in epoch milliseconds. */
  readonly at: number;
  /** Since when it is not believed; null while it is. */
  readonly doubtedSince: number | null;
}

/**
 * Tells whether the database's clock can be believed, to delete by it. One that has jumped, ahead or back, is not for 24
 * hours; nor is one that stands far from where it stood when the service last ran.
 */
export class TrustedClock {
  readonly #db: Database;
  readonly #steadyNow: () => number;
  #steadyAt: number | undefined;

  /** `steadyNow` counts milliseconds and never jumps. */
  constructor(db: Database, steadyNow: () => number = () => performance.now()) {
    this.#db = db;
    this.#steadyNow = steadyNow;
  }

  /** The time by the database's clock, and whether to delete by it. */
  async look(): Promise<{ readonly now: string; readonly isTrusted: boolean }> {
    const now = await readTime(this.#db, 0);
    const at = Date.parse(now);
    const steady = this.#steadyNow();
    const before = readLooked(await findMark(this.#db, mark));
    const passed = this.#steadyAt === undefined ? undefined : steady - this.#steadyAt;
    this.#steadyAt = steady;
    const doubtedSince = before === undefined ? null : doubt(before, at, passed);
    await setMark(this.#db, mark, JSON.stringify({ at, doubtedSince } satisfies Looked));
    return { now, isTrusted: doubtedSince === null };
  }
}

function doubt({ at: before, doubtedSince }: Looked, at: number, passed: number | undefined): number | null {
  const moved = at - before;
  const isJump =
    passed === undefined
      ? moved < -toleranceMs || moved > longestGapMs
      : moved < -toleranceMs || moved > passed + toleranceMs;
  if (isJump) return at;
  if (doubtedSince === null || at - doubtedSince >= doubtMs) return null;
  return doubtedSince;
}

function readLooked(text: string | undefined): Looked | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Looked);
}
