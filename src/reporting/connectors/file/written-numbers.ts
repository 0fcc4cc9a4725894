import type { DuckDBConnection } from '@duckdb/node-api';
import type { NumberFormat } from './config.ts';
import { columnsOfSource, type Replacement, replaceColumns, type SourceKind } from './replaced-columns.ts';
import { identifier, quote } from './sql.ts';

/** How the configuration says that numbers are written, and the columns that may hold such. */
export interface NumberUses {
  readonly numbers?: NumberFormat | undefined;
  /** False for columns that only name groups, or that an expression treats as text or as dates. */
  isNumber(column: string): boolean;
}

const spaces = ' \u00a0\u202f\u2009';
const currency = String.raw`(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\p{Sc}|kr|zł|Kč|Ft|Lt|lei)`;
const minDigits = 15;
const maxDigits = 38;

/** The separators of thousands of a format, as a class of characters; undefined without any. */
function groupingOf({ thousands }: NumberFormat): string | undefined {
  if (thousands === undefined) return undefined;
  if (thousands === ' ') return `[${spaces}]`;
  return thousands === "'" ? "['’]" : `[${thousands}]`;
}

/**
 * The regular expression of a number as people of this format write it: with a sign before or behind it or in
 * parentheses, a currency, or a percent sign. Digits without a decimal mark begin with none of 0, as postcodes and
 * numbers of articles may.
 */
export function numberPattern(format: NumberFormat): string {
  const grouping = groupingOf(format);
  const decimal = `[${format.decimal}]`;
  // Indian thousands are in groups of two digits.
  const groups = format.thousands === ',' ? `(?:${grouping}\\d{2,3})*${grouping}\\d{3}` : `(?:${grouping}\\d{3})+`;
  const whole = grouping === undefined ? '' : `[1-9]\\d{0,2}${groups}|`;
  const number = `(?:(?:${whole}[1-9]\\d*|0)(?:${decimal}\\d+)?|${decimal}\\d+)`;
  const sign = '[+−-]?';
  const space = `[${spaces}]?`;
  const before = `${sign}${space}(?:${currency}${space})?${sign}${space}`;
  const behind = `-?${space}(?:%|${currency})?-?`;
  return `\\s*(?:${before}${number}${behind}|(?:${currency}${space})?\\((?:${currency}${space})?${number}${space}${currency}?\\))\\s*`;
}

/** Reads the texts of `source` that are all numbers in the configured format as exact decimals. */
export async function readNumberTexts(
  connection: DuckDBConnection,
  kind: SourceKind,
  { numbers, isNumber }: NumberUses,
): Promise<void> {
  if (!numbers) return;
  const columns = await columnsOfSource(connection);
  const names = columns.filter(({ name, type }) => type === 'VARCHAR' && isNumber(name)).map(({ name }) => name);
  await replaceColumns(connection, kind, 'with_texts', await findNumberColumns(connection, 'source', names, numbers));
}

/**
 * Those of the columns of a table whose texts, apart from blank ones, are all numbers in the format, with one
 * currency at most, and all in percent or none; with exact decimals, NULL for blanks.
 */
export async function findNumberColumns(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  format: NumberFormat,
): Promise<Replacement[]> {
  if (columns.length === 0) return [];
  const facts = columns.flatMap((name) => factsOf(identifier(name), format));
  const [answers = []] = (await connection.runAndReadAll(`SELECT ${facts.join(', ')} FROM ${table}`)).getRows();
  return columns.flatMap((name, index) => {
    const [isFit, currencies, percents, digits = 0, scale = 0] = answers
      .slice(index * 5, index * 5 + 5)
      .map((answer) => (answer === null ? null : Number(answer)));
    const isAlike = Number(currencies) <= 1 && (percents === 0 || percents === 1);
    const width = Math.max(minDigits, Number(digits) + Number(scale));
    if (isFit !== 1 || !isAlike || width > maxDigits) return [];
    const text = identifier(name);
    const bare = currencies === 0 ? text : `regexp_replace(${text}, '\\p{L}+\\.?|\\p{Sc}', '', 'g')`;
    return { name, sql: numberSql(bare, format, `DECIMAL(${width}, ${scale})`, percents === 1) };
  });
}

/**
 * Whether all texts fit, how many currencies there are, the share of percentages, and the most digits before and behind
 * the mark; a currency counts as digits. All but the first without regular expressions, which take most of the time.
 */
function factsOf(text: string, format: NumberFormat): string[] {
  const filled = `FILTER (trim(${text}, '\t${spaces}') <> '')`;
  const number = plainDigits(text, format);
  return [
    `CAST(bool_and(regexp_full_match(${text}, ${quote(numberPattern(format))})) ${filled} AS INTEGER)`,
    `count(DISTINCT nullif(translate(${text}, ${quote(`0123456789${dropped}`)}, ''), '')) ${filled}`,
    `avg(CASE WHEN contains(${text}, '%') THEN 1 ELSE 0 END) ${filled}`,
    `max(length(split_part(${number}, '.', 1)))`,
    `max(length(split_part(${number}, '.', 2)))`,
  ];
}

/** What belongs to a number besides its digits and its currency. */
const dropped = `.,'’+−-()%\t\r\n${spaces}`;

/** The digits of a number's text with a decimal point; nothing for a blank. */
function plainDigits(text: string, { decimal }: NumberFormat): string {
  return `translate(${text}, ${quote(`${decimal}${dropped.replace(decimal, '')}`)}, '.')`;
}

function numberSql(text: string, format: NumberFormat, type: string, isPercent: boolean): string {
  const signs = ['-', '−', '('].map((sign) => `contains(${text}, '${sign}')`).join(' OR ');
  const digits = plainDigits(text, format);
  const number = `CAST(nullif(CASE WHEN ${signs} THEN concat('-', ${digits}) ELSE ${digits} END, '') AS ${type})`;
  return isPercent ? `${number} * 0.01` : number;
}
