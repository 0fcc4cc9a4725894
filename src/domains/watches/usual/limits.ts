import { mean, normalLimit, quantileOf, sorted, spreadOf } from './statistics.ts';

const tailShare = 0.1;
/** A run of days that are off together is at most as long as this; longer ones are a new level. */
const longestRun = 14;
/** What is this many times as far as the limit is an incident, and no sample of what is usual. */
const incidentTimes = 2;

/** Errors of days in order; undefined for days without one. */
type Errors = readonly (number | undefined)[];

/**
 * How far from usual a day may be so that one as far or farther comes by no more than the chance, judged by the errors
 * of the past on that side. It is the widest of three:
 * - what a normal distribution of their robust spread exceeds with that chance;
 * - the farthest tenth of the errors carried on as it falls off (by their mean excess, as an exponential tail), so that
 *   wild series get wide limits;
 * - the error that is exceeded by no larger share of n + 1 days than the chance, or the largest one where the chance is
 *   below 1 / (n + 1): nothing is called rarer than all that was seen because of a formula.
 *
 * Two runs of days are left out: the one that goes on up to yesterday, since today is part of it, and the farthest one of
 * the past where it is twice as far as the limit without it, so that one incident does not hide the next.
 */
export function limitOf(errors: Errors, side: 1 | -1, chance: number): number {
  const off = withoutRunUpToNow(errors.map((error) => error && Math.max(0, side * error)));
  const least = normalLimit(chance) * spreadOf(errors.filter((error) => error !== undefined));
  const farthest = off.reduce<number>((most, error) => Math.max(most, error ?? 0), 0);
  const bare = Math.max(least, tailLimit(withoutRunAround(off, farthest), chance));
  return farthest > incidentTimes * bare ? bare : Math.max(least, tailLimit(off, chance));
}

/** By the farthest tenth of the distances, and by the ranks of all. */
function tailLimit(off: Errors, chance: number): number {
  const rising = sorted(off.filter((error) => error !== undefined));
  const start = quantileOf(rising, 1 - tailShare);
  const beyond = rising.filter((error) => error > start);
  const excess = beyond.length === 0 ? 0 : mean(beyond) - start;
  // Of few excesses the mean is uncertain: five more of its size are reckoned with.
  const uncertain = 1 + 5 / Math.max(1, beyond.length);
  const rank = Math.max(1, Math.floor(chance * (rising.length + 1)));
  return Math.max(start + excess * uncertain * Math.log(tailShare / chance), rising.at(-rank) ?? 0);
}

function withoutRunUpToNow(off: Errors): Errors {
  const usual = quantileOf(sorted(off.filter((error) => error !== undefined)), 1 - tailShare / 2);
  let first = off.length;
  while (first > Math.max(0, off.length - longestRun) && (off[first - 1] ?? usual + 1) > usual) first--;
  return off.slice(0, first);
}

/** Without the farthest day and those beside it that are at least a quarter as far. */
function withoutRunAround(off: Errors, farthest: number): Errors {
  const at = off.indexOf(farthest);
  if (at < 0 || farthest === 0) return off;
  const isOff = (index: number) => Math.abs(index - at) < longestRun && (off[index] ?? farthest) >= farthest / 4;
  let [first, last] = [at, at];
  while (first > 0 && isOff(first - 1)) first--;
  while (last < off.length - 1 && isOff(last + 1)) last++;
  return [...off.slice(0, first), ...off.slice(last + 1)];
}
