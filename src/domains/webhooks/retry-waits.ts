const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After each failed attempt, the first included; none is left after the last. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
export const mostAttempts = waits.length + 1;

/** An endpoint may ask for a wait (`Retry-After`), and not for ever. */
const longestAskedMs = 24 * hour;
/** So that what failed together does not come back together. */
const jitter = 0.1;

/** Milliseconds until the attempt after the `step`th one, from 1; null when none is left. */
export function waitAfter(step: number, askedMs: number | undefined, random = Math.random()): number | null {
  const wait = waits[step - 1];
  if (wait === undefined) return null;
  return Math.max(wait * (1 + jitter * random), Math.min(askedMs ?? 0, longestAskedMs));
}

/** So many failures in a row make an endpoint one that seems dead: it is then tried with growing pauses. */
export const seemsDead = 8;
const longestPauseMs = minute;
const longestAskedPauseMs = hour;

/** Milliseconds in which an endpoint gets nothing after its `failures`th failure in a row; 0 for none. */
export function pauseAfter(failures: number, isOverloaded: boolean, askedMs: number | undefined): number {
  if (!isOverloaded && failures < seemsDead) return 0;
  const doubled = second * 2 ** Math.min(isOverloaded ? failures - 1 : failures - seemsDead, 10);
  const asked = isOverloaded ? Math.min(askedMs ?? 0, longestAskedPauseMs) : 0;
  return Math.max(Math.min(doubled, longestPauseMs), asked);
}
