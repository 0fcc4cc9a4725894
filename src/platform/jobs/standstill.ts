/** How long, in total, outages may pause a job's deadline. */
export const longestStandstillMs = 24 * 60 * 60_000;

/** What a job's row says about its deadline. */
interface Deadline {
  readonly deadline_at: string | null;
  readonly held_up_since: string | null;
  readonly held_up_ms: number;
}

/**
 * A deadline moved by `standstillMs`, or by what is left of the maximum, and the new total. Times are the database's.
 */
export function moveDeadline({ deadline_at, held_up_ms }: Deadline, standstillMs: number): Deadline {
  const moved = Math.max(0, Math.min(Math.round(standstillMs), longestStandstillMs - held_up_ms));
  return {
    deadline_at: new Date(Date.parse(deadline_at ?? '') + moved).toISOString(),
    held_up_since: null,
    held_up_ms: held_up_ms + moved,
  };
}

/** The deadline of a delayed job that continues at `now`. */
export function resumeDeadline(deadline: Deadline, now: string): Deadline {
  return moveDeadline(deadline, Date.parse(now) - Date.parse(deadline.held_up_since ?? now));
}

/** Whether the deadline of a delayed job has passed at `now`, even with the longest pause allowed. */
export function isGivenUp(deadline: Deadline, now: string): boolean {
  return (resumeDeadline(deadline, now).deadline_at ?? '') <= now;
}
