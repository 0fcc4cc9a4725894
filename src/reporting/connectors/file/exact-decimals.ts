import type { DuckDBConnection } from '@duckdb/node-api';
import { type Column, replaceColumns, type SourceKind } from './replaced-columns.ts';
import { identifier } from './sql.ts';

/** A double tells decimals of at most 15 digits apart. */
const digits = 15;
const scales = [2, 4, 6] as const;

export interface ExactUses {
  /** Whether metrics calculate with a column, and never between two of its values. */
  isExact(column: string): boolean;
}

/**
 * Reads columns of doubles that are added up (`isExact`) as decimals where all their values are such, as amounts of money are:
 * sums of doubles may be off by a fraction of a cent, which rounding makes a whole one.
 */
export async function readExactDecimals(
  connection: DuckDBConnection,
  kind: SourceKind,
  columns: readonly Column[],
  uses: ExactUses,
): Promise<void> {
  const names = columns.filter(({ name, type }) => type === 'DOUBLE' && uses.isExact(name)).map(({ name }) => name);
  if (names.length === 0) return;
  const facts = names
    .map(identifier)
    .flatMap((name) => [
      `max(abs(${name}))`,
      ...scales.map((scale) => `coalesce(bool_and(round(${name}, ${scale}) = ${name}), false)`),
    ]);
  const [answers = []] = (await connection.runAndReadAll(`SELECT ${facts.join(', ')} FROM source`)).getRows();
  const replaced = names.flatMap((name, index) => {
    const [greatest, ...fits] = answers.slice(index * (scales.length + 1), (index + 1) * (scales.length + 1));
    const scale = scales.find((_, place) => fits[place] === true);
    // Comparing with NaN and infinity is false too.
    if (scale === undefined || !(Number(greatest) < 10 ** (digits - scale))) return [];
    return { name, sql: `CAST(${identifier(name)} AS DECIMAL(${digits}, ${scale}))` };
  });
  await replaceColumns(connection, kind, 'with_doubles', replaced);
}
