import { mean, normalLimit, quantileOf, sorted, spreadOf } from './statistics.ts';

const tailShare = 0.1;

/**
 * How far from usual a day may be so that one as far or farther comes by no more than the chance, judged by the errors
 * of the past on that side. It is the widest of three:
 * - what a normal distribution of their robust spread exceeds with that chance;
 * - the farthest tenth of the errors carried on as it falls off (by their mean excess, as an exponential tail), so that
 *   wild series get wide limits;
 * - the error that is exceeded by no larger share of n + 1 days than the chance, or the largest one where the chance is
 *   below 1 / (n + 1): nothing is called rarer than all that was seen because of a formula.
 */
export function limitOf(errors: readonly number[], side: 1 | -1, chance: number): number {
  const rising = sorted(errors.map((error) => Math.max(0, side * error)));
  const start = quantileOf(rising, 1 - tailShare);
  const beyond = rising.filter((error) => error > start);
  const excess = beyond.length === 0 ? 0 : mean(beyond) - start;
  // Of few excesses the mean is uncertain: two more of its size are reckoned with.
  const uncertain = 1 + 2 / Math.max(1, beyond.length);
  const tail = start + excess * uncertain * Math.log(tailShare / chance);
  const rank = Math.max(1, Math.floor(chance * (rising.length + 1)));
  return Math.max(normalLimit(chance) * spreadOf(errors), tail, rising.at(-rank) ?? 0);
}
