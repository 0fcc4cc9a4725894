/** The figure without negative zero; null for NaN and infinities, so that none reaches a document. */
export function finite(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : null;
}

/**
 * The sum, corrected for the rounding error of each addition (Neumaier); zero for an empty list, null if it overflows.
 */
export function sum(values: readonly number[]): number | null {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return finite(total + lost);
}

/**
 * `minuend - subtrahend`, rounded to the 15th significant digit of the larger operand: anything finer is floating-point
 * noise (0.1 + 0.2 is not above 0.3). Null if it overflows.
 */
export function difference(minuend: number, subtrahend: number): number | null {
  const exact = finite(minuend - subtrahend);
  const decimals = 14 - Math.floor(Math.log10(Math.max(Math.abs(minuend), Math.abs(subtrahend))));
  if (exact === null || !(decimals >= 0 && decimals <= 100)) return exact;
  return finite(Number(exact.toFixed(decimals)));
}

/** The quotient; null when the divisor is zero or the quotient overflows. */
export function quotient(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : finite(dividend / divisor);
}

/** The middle value, or the mean of the middle two; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return lower === upper ? upper : lower / 2 + upper / 2;
}
