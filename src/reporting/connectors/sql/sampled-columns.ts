import type { Meaning } from '../proposals/counting/choices.ts';
import { classifyColumns } from '../proposals/counting/classify.ts';
import { valuesOf } from '../proposals/counting/values.ts';
import type { Column, Dialect, Session } from './engine.ts';
import { select } from './faults.ts';
import { selectSome } from './some-rows.ts';

/** Enough to tell ratios by arithmetic, and few enough to fetch. */
const rowsRead = 2000;

/** SQL of a source with its alias, of its date and of what groups its rows, and its columns of numbers. */
export interface SampledSource {
  readonly source: string;
  readonly date: string;
  readonly groups: readonly string[];
  readonly numeric: readonly Column[];
}

/** What the columns of numbers are, by the first rows. Throws a ConnectorError. */
export async function meaningsOf(
  session: Session,
  { source, date, groups, numeric }: SampledSource,
  dialect: Dialect,
): Promise<Map<string, Meaning>> {
  if (numeric.length === 0) return new Map();
  const columns = [date, ...groups, ...numeric.map(({ name }) => dialect.identifier(name))].join(', ');
  const { rows } = await select(session, selectSome(dialect, columns, source, rowsRead));
  const textsOf = (index: number) => rows.map((row) => (row[index] == null ? null : String(row[index])));
  const values = numeric.map(({ name }, index) => valuesOf(name, textsOf(1 + groups.length + index)));
  const grouping = groups.map((_, index) => textsOf(1 + index));
  return classifyColumns(values, {
    days: textsOf(0).map((text) => text?.slice(0, 10) ?? null),
    groups: rows.map((_, row) => grouping.map((texts) => texts[row] ?? '').join('\u0000')),
  });
}
