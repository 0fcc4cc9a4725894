/**
 * Throughput by the Universal Scalability Law (Gunther, Guerrilla Capacity Planning, 2007): `n` workers do
 * `alone · n / (1 + contention · (n − 1) + coherence · n · (n − 1))` jobs a second.
 */
export interface Scalability {
  /** What one worker does a second. */
  readonly alone: number;
  /** The share of the work that only one can do at a time: 0 to 1. */
  readonly contention: number;
  /** What each worker costs each other. */
  readonly coherence: number;
  /** The number of workers beyond which more of them do less; Infinity where there is none. */
  readonly knee: number;
}

type Row = readonly [number, number, number];

/** What was measured: jobs a second of so many workers. */
export interface Throughput {
  readonly workers: number;
  readonly perSecond: number;
}

/** The law fitted to at least three measurements, by the least squares of relative errors. */
export function fitScalability(measured: readonly Throughput[]): Scalability {
  // `n / throughput` is linear in the three unknowns, and dividing by it makes errors relative.
  const rows = measured.map(({ workers: n, perSecond }): Row => {
    const share = perSecond / n;
    return [share, share * (n - 1), share * n * (n - 1)];
  });
  // None of the three is ever below nothing: the best fit of those that keep to that, some with a term less.
  const [best] = [[0, 1, 2], [0, 1], [0, 2], [0]]
    .map((terms) => fitTo(rows, terms))
    .filter(({ factors }) => factors.every((factor) => factor >= 0))
    .sort((one, other) => one.error - other.error);
  const [base, linear, square] = best?.factors ?? [Number.NaN, Number.NaN, Number.NaN];
  const [contention, coherence] = [linear / base, square / base];
  const knee = coherence > 0 ? Math.sqrt(Math.max(0, 1 - contention) / coherence) : Number.POSITIVE_INFINITY;
  return { alone: 1 / base, contention, coherence, knee };
}

/** The fit with these of the three terms, the others zero. */
function fitTo(rows: readonly Row[], terms: readonly number[]) {
  const fitted = leastSquares(rows.map((row) => terms.map((term) => row[term] ?? 0)));
  const [base = 0, linear = 0, square = 0] = [0, 1, 2].map((term) => fitted[terms.indexOf(term)] ?? 0);
  const error = rows.reduce((sum, [a, b, c]) => sum + (a * base + b * linear + c * square - 1) ** 2, 0);
  return { factors: [base, linear, square] as const, error };
}

/** The factors that make the sum of each row's products closest to one. */
function leastSquares(rows: readonly (readonly number[])[]): number[] {
  const size = rows[0]?.length ?? 0;
  const sum = (product: (row: readonly number[]) => number) => rows.reduce((total, row) => total + product(row), 0);
  const at = (row: readonly number[], index: number) => row[index] ?? 0;
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => sum((row) => at(row, i) * at(row, j))),
    sum((row) => at(row, i)),
  ]);
  return eliminate(matrix);
}

/** Solves linear equations, their right sides in the last column (Gauss and Jordan). */
function eliminate(matrix: number[][]): number[] {
  for (const [index, pivot] of matrix.entries()) {
    const factor = pivot[index] ?? Number.NaN;
    for (const [column, value] of pivot.entries()) pivot[column] = value / factor;
    for (const [other, row] of matrix.entries()) {
      const share = row[index] ?? 0;
      if (other !== index)
        for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - share * value;
    }
  }
  return matrix.map((row) => row.at(-1) ?? Number.NaN);
}
