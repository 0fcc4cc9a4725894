import type { Arithmetic } from '../proposals/counting/choices.ts';
import type { Engine } from './engine.ts';

/** Servers whose means of whole numbers or decimals are rounded to their digits, or to a few more. */
const roundingMeans: readonly string[] = ['mysql', 'trino', 'sql-server'];

/** How a server divides and multiplies without losing digits. */
export function arithmeticOf({ system }: Engine): Arithmetic {
  if (system === 'clickhouse') {
    return {
      // It has no arithmetic of decimals with doubles.
      over: (above, below) => `toFloat64(${above}) / nullif(toFloat64(${below}), 0)`,
      real: (number) => `toFloat64(${number})`,
      times: (one, other) => `toFloat64(${one}) * toFloat64(${other})`,
    };
  }
  if (system === 'redshift') {
    const real = (number: string) => `CAST(${number} AS double precision)`;
    return {
      real,
      // Its decimals keep four digits of a quotient.
      over: (above, below) => `${real(above)} / nullif(${below}, 0)`,
      times: (one, other) => `${real(one)} * ${other}`,
    };
  }
  return {
    // PostgreSQL divides whole numbers into whole ones, and MySQL into four digits.
    over: (above, below) => `1e0 * ${above} / nullif(${below}, 0)`,
    real: (number) => (roundingMeans.includes(system) ? `1e0 * ${number}` : number),
    times: (one, other) => `1e0 * ${one} * ${other}`,
  };
}
