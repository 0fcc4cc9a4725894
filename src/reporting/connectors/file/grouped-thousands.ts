import type { DuckDBConnection } from '@duckdb/node-api';
import type { ConfigWarning } from '../contract.ts';
import { isFigure, type RowsConfig } from './config.ts';
import type { Conversion } from './conversions.ts';
import type { Column } from './expression-tree.ts';
import type { Source } from './source.ts';
import { identifier, plainIdentifier, quote } from './sql.ts';

/** A column as a metric reads it: `text` is the file's text, `number` the result, both as SQL over a row. */
interface Reading {
  readonly metric: number;
  readonly column: Column;
  readonly text: string;
  readonly number: string;
}

/**
 * Warns about columns in which all values look like grouped thousands, such as `1.028` in files with semicolons, where
 * the comma is the decimal mark, and `12,345` in others, while metrics read them as fractions.
 */
export async function thousandsWarnings(
  connection: DuckDBConnection,
  config: RowsConfig,
  conversions: readonly (readonly Conversion[])[],
  source: Source,
): Promise<ConfigWarning[]> {
  const mark = (await delimiterOf(connection, source)) === ';' ? '.' : ',';
  const converted = conversions.flatMap((own, metric) =>
    own.map(({ column, number }): Reading => ({ metric, column, text: `CAST(${column.sql} AS VARCHAR)`, number })),
  );
  const found = await misread(connection, converted, 'source', mark);
  if (mark === '.' && source.written) {
    const guessed = (await guessedNumbers(connection, config)).filter(
      ({ name }) => !source.written?.numbers?.includes(name),
    );
    const table = source.written.withTexts([...new Set(guessed.map(({ name }) => name))]);
    found.push(...(await misread(connection, guessed, table, mark)));
  }
  const warnings: ConfigWarning[] = [];
  for (const { metric, column, text, number } of found) {
    const cast = (await hasBlank(connection, column)) ? 'TRY_CAST' : 'CAST';
    const cure = `${cast}(translate(${column.name}, ${mark === '.' ? "',.', '.'" : "',', ''"}) AS DOUBLE)`;
    const message = `All values of the column ${column.name} look like grouped thousands: the metric "${config.metrics[metric]?.key}" reads ${text} as ${number}. If it means ${text.replaceAll(mark, '')}, use ${cure}.`;
    warnings.push({ code: 'grouped_thousands', path: `metrics.${metric}.sql`, message });
  }
  return warnings;
}

/** Whether a cast would fail on values of blanks. */
async function hasBlank(connection: DuckDBConnection, { sql }: Column): Promise<boolean> {
  const blank = `SELECT 1 FROM source WHERE trim(CAST(${sql} AS VARCHAR)) = '' LIMIT 1`;
  return (await connection.runAndReadAll(blank)).currentRowCount > 0;
}

/** Warns about columns of numbers that are not written as the configuration says: they are read with a decimal point. */
export async function formatWarnings(
  connection: DuckDBConnection,
  config: RowsConfig,
  { written }: Source,
): Promise<ConfigWarning[]> {
  if (!written?.numbers) return [];
  const other = (await guessedNumbers(connection, config)).filter(({ name }) => !written.numbers?.includes(name));
  const warnings: ConfigWarning[] = [];
  for (const { metric, column, name } of other) {
    const marked = `SELECT min(${column.sql}) FROM ${written.withTexts([name])} WHERE contains(${column.sql}, '.')`;
    const text = (await connection.runAndReadAll(marked)).getRows()[0]?.[0];
    if (text === null || text === undefined) continue;
    const message = `The column ${column.name} is not written as "numbers" says, such as "${text}", so that it is read with a decimal point.`;
    warnings.push({ code: 'numbers_not_applied', path: `metrics.${metric}.sql`, message });
  }
  return warnings;
}

async function delimiterOf(connection: DuckDBConnection, { written }: Source): Promise<unknown> {
  if (!written) return undefined;
  return (await connection.runAndReadAll(`SELECT ${written.delimiter}`)).getRows()[0]?.[0];
}

/** The columns read as numbers with a decimal point that metrics calculate with. */
async function guessedNumbers(
  connection: DuckDBConnection,
  config: RowsConfig,
): Promise<(Reading & { readonly name: string })[]> {
  const described = (await connection.runAndReadAll('DESCRIBE source')).getRows();
  const columns = described.flatMap(([name, type]) => (/^(DOUBLE|DECIMAL)/.test(String(type)) ? String(name) : []));
  return config.metrics.flatMap((metric, index) =>
    columns
      .filter((column) => isFigure({ ...config, metrics: [metric] }, column))
      .map((name) => {
        const column = { sql: identifier(name), name: plainIdentifier(name) };
        return { metric: index, column, name, text: column.sql, number: `TRY_CAST(${column.sql} AS DOUBLE)` };
      }),
  );
}

/** The readings that turn grouped thousands into fractions, each with one of its values and the result. */
async function misread(
  connection: DuckDBConnection,
  readings: readonly Reading[],
  table: string,
  mark: '.' | ',',
): Promise<Reading[]> {
  if (readings.length === 0) return [];
  const grouped = `[+-]?([1-9][0-9]{0,2}([${mark}][0-9]{3})*|0)`;
  const columns = readings.map(({ text, number }) => {
    const hasMark = `contains(${text}, '${mark}')`;
    const isFraction = `${hasMark} AND TRY(${number}) <> TRY_CAST(replace(${text}, '${mark}', '') AS DOUBLE)`;
    const allGrouped = `bool_and(regexp_full_match(trim(${text}), ${quote(grouped)})) FILTER (trim(${text}) <> '')`;
    const example = `arg_min([trim(${text}), CAST(TRY(${number}) AS VARCHAR)], ${text}) FILTER (${isFraction})`;
    return `CASE WHEN ${allGrouped} THEN ${example} END`;
  });
  const [found = []] = (await connection.runAndReadAll(`SELECT ${columns.join(', ')} FROM ${table}`)).getRowsJson();
  return readings.flatMap((reading, index) => {
    const example = found[index];
    return Array.isArray(example) ? { ...reading, text: String(example[0]), number: String(example[1]) } : [];
  });
}
