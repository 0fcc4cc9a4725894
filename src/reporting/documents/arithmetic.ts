/** The figure without negative zero; null for NaN and infinities, so that none reaches a document. */
export function finite(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : null;
}

const mostDecimals = 9;

/**
 * The figures as whole numbers of their smallest decimal, such as cents, with how many of these make one; undefined where
 * they have more decimals, or more digits, than doubles hold. A figure is the double nearest to a decimal, so the decimal
 * can be read from it.
 */
function asWholes(
  values: readonly number[],
): { readonly wholes: readonly number[]; readonly scale: number } | undefined {
  for (let decimals = 0, scale = 1; decimals <= mostDecimals; decimals++, scale = 10 ** decimals) {
    const wholes = values.map((value) => Math.round(value * scale));
    if (!wholes.every(Number.isSafeInteger)) return undefined;
    if (wholes.every((whole, index) => whole / scale === values[index])) return { wholes, scale };
  }
  return undefined;
}

/**
 * The sum: that of the decimals, to the last digit, as long as doubles hold all of theirs; otherwise corrected for the
 * rounding error of each addition (Neumaier). Zero for an empty list, null if it overflows.
 */
export function sum(values: readonly number[]): number | null {
  const exact = asWholes(values);
  const whole = exact?.wholes.reduce((total, each) => total + each, 0);
  return exact && Number.isSafeInteger(whole) ? finite((whole as number) / exact.scale) : correctedSum(values);
}

function correctedSum(values: readonly number[]): number | null {
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
 * `minuend - subtrahend`: that of the decimals, or else rounded to the 15th significant digit of the larger operand, as
 * anything finer is floating-point noise (0.1 + 0.2 is not above 0.3). Null if it overflows.
 */
export function difference(minuend: number, subtrahend: number): number | null {
  const [minuendWhole, subtrahendWhole, scale] = wholePair(minuend, subtrahend);
  const whole = minuendWhole - subtrahendWhole;
  if (scale > 0 && Number.isSafeInteger(whole)) return finite(whole / scale);
  const exact = finite(minuend - subtrahend);
  const decimals = 14 - Math.floor(Math.log10(Math.max(Math.abs(minuend), Math.abs(subtrahend))));
  if (exact === null || !(decimals >= 0 && decimals <= 100)) return exact;
  return finite(Number(exact.toFixed(decimals)));
}

/**
 * The quotient, of the decimals where doubles hold them: 2.47 of 20 is 0.1235, which rounds up. Null when the divisor is
 * zero or the quotient overflows.
 */
export function quotient(dividend: number, divisor: number): number | null {
  if (divisor === 0) return null;
  const [dividendWhole, divisorWhole] = wholePair(dividend, divisor);
  return finite(dividendWhole / divisorWhole);
}

/** The product: that of the decimals where doubles hold it. Null if it overflows. */
export function product(one: number, other: number): number | null {
  const [oneWhole, otherWhole, scale] = wholePair(one, other);
  const whole = oneWhole * otherWhole;
  return finite(scale > 0 && Number.isSafeInteger(whole) ? whole / (scale * scale) : one * other);
}

/**
 * `value × part ÷ whole` for whole numbers, such as the days covered of a month's: the product is that of the decimals
 * where doubles hold it, so that it is rounded once. Null when `whole` is zero or the result overflows.
 */
export function portion(value: number, part: number, whole: number): number | null {
  const [wholeValue, , scale] = wholePair(value, 0);
  const product = wholeValue * part;
  if (scale > 0 && Number.isSafeInteger(product)) return quotient(product, whole * scale);
  return quotient(value * part, whole);
}

/** Two figures as whole numbers and their scale; as they are, with scale 0, where that is not possible. */
function wholePair(one: number, other: number): readonly [number, number, number] {
  const { wholes: [first = one, second = other] = [], scale = 0 } = asWholes([one, other]) ?? {};
  return [first, second, scale];
}

/** The middle value, or the mean of the middle two; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return lower === upper ? upper : lower / 2 + upper / 2;
}
