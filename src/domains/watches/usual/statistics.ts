/** Statistics that a few wild values cannot move far. All of them take finite numbers. */

/** The value below which the given share lies, between neighbours in proportion; `rising` is sorted and not empty. */
export function quantileOf(rising: readonly number[], share: number): number {
  const place = share * (rising.length - 1);
  const below = rising[Math.floor(place)] ?? 0;
  const above = rising[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

export function sorted(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other);
}

export function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

/**
 * The mean of the middle half: as deaf to wild values as it must be (a quarter on each side is ignored), and far steadier
 * than the median for counts of few different values. Zero for none.
 */
export function midmean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const rising = sorted(values);
  const cut = Math.floor(rising.length / 4);
  return mean(rising.slice(cut, rising.length - cut));
}

const medianConsistency = 1.4826;
const meanConsistency = 1.2533;

/**
 * Robust standard deviation of errors around zero: 1.4826 times their median distance (MAD), or 1.2533 times their mean
 * distance where most of them are zero.
 */
export function spreadOf(errors: readonly number[]): number {
  const distances = sorted(errors.map(Math.abs));
  return medianConsistency * quantileOf(distances, 0.5) || meanConsistency * mean(distances);
}

/** How many standard deviations a normal distribution exceeds with this chance, below a half (Acklam's approximation). */
export function normalLimit(chance: number): number {
  if (chance > 0.02425) return -centralQuantile(chance);
  const top = [-7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734];
  const bottom = [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
  const q = Math.sqrt(-2 * Math.log(chance));
  return -polynomial([...top, 4.374664141464968, 2.938163982698783], q) / polynomial(bottom, q);
}

function centralQuantile(chance: number): number {
  const q = chance - 0.5;
  const top = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716];
  const bottom = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
  return (q * polynomial([...top, 2.506628277459239], q * q)) / polynomial([...bottom, 1], q * q);
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((total, coefficient) => total * x + coefficient, 0);
}

/** The least count that chance alone (Poisson) exceeds with no more than this chance. `expected` is small: below 100. */
export function poissonHigh(expected: number, chance: number): number {
  return poissonQuantile(expected, (below) => 1 - below <= chance);
}

/** The largest count that chance alone (Poisson) stays below with no more than this chance; zero where none is. */
export function poissonLow(expected: number, chance: number): number {
  return poissonQuantile(expected, (below) => below > chance);
}

function poissonQuantile(expected: number, isReached: (below: number) => boolean): number {
  let probability = Math.exp(-expected);
  let below = probability;
  let count = 0;
  while (!isReached(below) && count < mostCounts) {
    count++;
    probability *= expected / count;
    below += probability;
  }
  return count;
}

const mostCounts = 1_000;
