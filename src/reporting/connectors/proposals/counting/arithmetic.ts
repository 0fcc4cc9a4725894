import type { Values } from './values.ts';

/** A column that is found to be one of two others divided by the other, in nearly all rows. */
export interface Quotient {
  readonly column: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly factor: 1 | 100 | 1000;
}

/** Columns beyond these are not tried: the work grows with the cube. */
const mostColumns = 40;
const mostRows = 400;
const leastShare = 0.95;
/** Powers of ten by which a fit by chance is improbable, against as many as 200,000 tries. */
const leastCertainty = 12;
const leastDistinct = 3;
const factors = [1, 100, 1000] as const;

/** Every column that is a ÷ b, a ÷ b × 100 or a ÷ b × 1000 of two others, within the rounding of what is written. */
export function quotientsAmong(columns: readonly Values[]): Quotient[] {
  const tried = columns.slice(0, mostColumns).filter(isVaried);
  const found: Quotient[] = [];
  for (const ratio of tried) {
    for (const numerator of tried) {
      for (const denominator of tried) {
        if (ratio === numerator || ratio === denominator || numerator === denominator) continue;
        const factor = factors.find((factor) => fits(ratio, numerator, denominator, factor));
        if (factor === undefined) continue;
        found.push({ column: ratio.name, numerator: numerator.name, denominator: denominator.name, factor });
      }
    }
  }
  return found;
}

function isVaried({ numbers }: Values): boolean {
  return new Set(numbers.filter((number) => number !== null && number !== 0)).size >= leastDistinct;
}

/**
 * Whether nearly all rows fit, and so well that chance is no explanation: each row with values of its own counts as many powers
 * of ten as its digits tell. Rows in which a division changes nothing, or makes one, tell nothing.
 */
function fits(ratio: Values, numerator: Values, denominator: Values, factor: number): boolean {
  const rows = Math.min(mostRows, ratio.numbers.length);
  const mostMisses = Math.max(1, Math.floor(rows * (1 - leastShare)));
  const told = new Set<string>();
  let [count, misses, certainty] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const [a, b, c] = [ratio.numbers[row], numerator.numbers[row], denominator.numbers[row]];
    if (a == null || b == null || c == null || c === 0) continue;
    count++;
    const value = (b / c) * factor;
    const within = tolerance(a, b, c, ratio, numerator, denominator);
    if (Math.abs(value - a) > within) {
      misses++;
      if (misses > mostMisses) return false;
      continue;
    }
    const key = `${b} ${c}`;
    if (a === 0 || b === c || Math.abs(c) === 1 || told.has(key)) continue;
    told.add(key);
    certainty += Math.max(0, Math.log10(Math.abs(a) / (2 * within)));
  }
  return told.size >= leastDistinct && certainty >= leastCertainty && misses <= count * (1 - leastShare);
}

/** Half of the last digit of each that is written; counts are exact. */
function tolerance(a: number, b: number, c: number, ratio: Values, numerator: Values, denominator: Values): number {
  const ofParts = Math.abs(a) * (halfDigit(numerator) / Math.abs(b || 1) + halfDigit(denominator) / Math.abs(c));
  return 0.51 * 10 ** -ratio.digits + ofParts + Math.abs(a) * 1e-6;
}

function halfDigit({ digits }: Values): number {
  return digits === 0 ? 0 : 0.5 * 10 ** -digits;
}

/** Whether enough rows could tell, and most of them do not fit. */
export function contradicts(ratio: Values, numerator: Values, denominator: Values, factor: number): boolean {
  let [count, misses] = [0, 0];
  for (let row = 0; row < Math.min(mostRows, ratio.numbers.length); row++) {
    const [a, b, c] = [ratio.numbers[row], numerator.numbers[row], denominator.numbers[row]];
    if (a == null || b == null || c == null || c === 0 || (a === 0 && b === 0)) continue;
    count++;
    const scales = factor === 1 ? [1, 100] : [factor];
    if (
      scales.every(
        (scale) =>
          Math.abs((b / c) * scale - a) > 2 * tolerance(a, b, c, ratio, numerator, denominator) + Math.abs(a) * 0.02,
      )
    )
      misses++;
  }
  return count >= 3 && misses > count * 0.25;
}
