import type { DuckDBConnection } from '@duckdb/node-api';
import { amountIn, areSettled, before, behind, spaces } from './amount-texts.ts';
import type { NumberFormat } from './config.ts';
import { latinSql } from './other-scripts.ts';
import { columnsOf, type Replacement, replaceColumns, type SourceKind } from './replaced-columns.ts';
import { identifier, quote } from './sql.ts';

/** How the configuration says that numbers are written, and the columns that may hold such. */
export interface NumberUses {
  readonly numbers?: NumberFormat | undefined;
  /** False for columns that only name groups, or that an expression treats as text or as dates. */
  isNumber(column: string): boolean;
}

const minDigits = 15;
const maxDigits = 38;
/** More kinds of letters and signs beside numbers than any column of amounts has. */
const mostKinds = 100;

/** The separators of thousands of a format, as a class of characters; undefined without any. */
function groupingOf({ thousands }: NumberFormat): string | undefined {
  if (thousands === undefined) return undefined;
  if (thousands === ' ') return `[${spaces}]`;
  return thousands === "'" ? "['’]" : `[${thousands}]`;
}

/**
 * The regular expression of a number as people of this format write it: with a sign before or behind it or in
 * parentheses, a currency, a suffix that multiplies, or a percent sign. Digits without a decimal mark begin with none of
 * 0, as postcodes and numbers of articles may.
 */
function numberPattern(format: NumberFormat): string {
  const grouping = groupingOf(format);
  const decimal = `[${format.decimal}]`;
  // Indian thousands are in groups of two digits.
  const groups = format.thousands === ',' ? `(?:${grouping}\\d{2,3})*${grouping}\\d{3}` : `(?:${grouping}\\d{3})+`;
  const whole = grouping === undefined ? '' : `[1-9]\\d{0,2}${groups}|`;
  const number = `(?:(?:${whole}[1-9]\\d*|0)(?:${decimal}\\d+)?|${decimal}\\d+)`;
  const sign = '[+−-]?';
  const space = `[${spaces}]?`;
  const first = `${sign}${space}(?:${before}${space})?${sign}${space}`;
  const last = `-?${space}(?:%|${behind})-?`;
  // Excel marks texts by an apostrophe before them.
  return `\\s*'?(?:${first}${number}${last}|(?:${before}${space})?\\((?:${before}${space})?${number}${space}(?:%|${behind})\\))\\s*`;
}

/** Reads the texts of `source` that are all numbers in the configured format as exact decimals. */
export async function readNumberTexts(
  connection: DuckDBConnection,
  kind: SourceKind,
  { numbers, isNumber }: NumberUses,
): Promise<void> {
  if (!numbers) return;
  const columns = await columnsOf(connection);
  const names = columns.filter(({ name, type }) => type === 'VARCHAR' && isNumber(name)).map(({ name }) => name);
  await replaceColumns(connection, kind, 'with_texts', await findNumberColumns(connection, 'source', names, numbers));
}

/**
 * Those of the columns of a table whose texts, apart from blank ones, are all numbers in the format, with one
 * currency at most, with suffixes of one meaning, and all in percent or none; with exact decimals, NULL for blanks.
 */
export async function findNumberColumns(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  format: NumberFormat,
): Promise<Replacement[]> {
  if (columns.length === 0) return [];
  const facts = columns.flatMap((name) => factsOf(latinSql(identifier(name), format), format));
  const [answers = []] = (await connection.runAndReadAll(`SELECT ${facts.join(', ')} FROM ${table}`)).getRows();
  const found: Replacement[] = [];
  for (const [index, name] of columns.entries()) {
    const [isFit, kinds, kind, percents, digits, scale] = answers.slice(index * factCount, (index + 1) * factCount);
    const isAlike = percents === 0 || percents === 1;
    if (isFit !== true || !isAlike) continue;
    const text = latinSql(identifier(name), format);
    const factors = await factorsOf(connection, table, text, Number(kinds), kind === null ? '' : String(kind));
    const size = factors && sizeOf(Number(digits ?? 0), Number(scale ?? 0), factors);
    if (size) found.push({ name, sql: numberSql(text, format, size, factors, percents === 1) });
  }
  return found;
}

/** The power of ten of each suffix by the letters and signs beside a number; letters that do not multiply have none. */
type Factors = ReadonlyMap<string, number>;

/** Undefined for letters that are neither one currency nor suffixes of one meaning. */
async function factorsOf(
  connection: DuckDBConnection,
  table: string,
  text: string,
  kinds: number,
  kind: string,
): Promise<Factors | undefined> {
  if (kinds === 0) return new Map();
  // The usual case, without another scan.
  if (kinds === 1 && amountIn(`0 ${kind}`)?.currency === kind) return new Map([[kind, 0]]);
  const digits = `'[0-9](?:[0-9.,''’${spaces}]*[0-9])?'`;
  const shapes = `SELECT DISTINCT trim(regexp_replace(${text}, ${digits}, '1')), ${lettersSql(text)} FROM ${table}
    WHERE ${lettersSql(text)} <> '' LIMIT ${mostKinds + 1}`;
  const rows = (await connection.runAndReadAll(shapes)).getRows();
  const amounts = rows.flatMap(([shape]) => amountIn(String(shape)) ?? []);
  const currencies = new Set(amounts.flatMap(({ currency }) => currency || []));
  const isKnown = amounts.length === rows.length && amounts.every(({ unit }) => unit === '');
  if (rows.length > mostKinds || !isKnown || currencies.size > 1 || !areSettled(amounts)) return undefined;
  const powers = rows.map(([, letters], index) => [String(letters), amounts[index]?.suffix?.power ?? 0] as const);
  const factors = new Map(powers);
  return powers.every(([letters, power]) => factors.get(letters) === power) ? factors : undefined;
}

interface Size {
  readonly width: number;
  readonly scale: number;
}

/** The decimals that hold every number; undefined if there are too many digits. */
function sizeOf(digits: number, scale: number, factors: Factors): Size | undefined {
  const power = Math.max(0, ...factors.values());
  const width = Math.max(minDigits, digits + scale + power);
  return width > maxDigits ? undefined : { width, scale };
}

const factCount = 6;

/**
 * Whether all texts fit, how many kinds of letters and signs of currencies there are and one of them, the share of
 * percentages, and the most digits before and behind the mark, where letters count as digits. All but the first without
 * regular expressions, which take most of the time.
 */
function factsOf(text: string, format: NumberFormat): string[] {
  const filled = `FILTER (trim(${text}, '\t${spaces}') <> '')`;
  const number = plainDigits(text, format);
  const letters = `nullif(${lettersSql(text)}, '')`;
  return [
    `bool_and(regexp_full_match(${text}, ${quote(numberPattern(format))})) ${filled}`,
    `count(DISTINCT ${letters}) ${filled}`,
    `max(${letters}) ${filled}`,
    `avg(CASE WHEN contains(${text}, '%') THEN 1 ELSE 0 END) ${filled}`,
    `max(length(split_part(${number}, '.', 1)))`,
    `max(length(split_part(${number}, '.', 2)))`,
  ];
}

/** What belongs to a number besides its digits, its currency and its suffix. */
const dropped = `.,'’+−-()%\t\r\n${spaces}`;

/** The letters and signs of currencies beside a number, without points. */
function lettersSql(text: string): string {
  return `translate(${text}, ${quote(`0123456789${dropped}`)}, '')`;
}

/** The digits of a number's text with a decimal point; nothing for a blank. */
function plainDigits(text: string, { decimal }: NumberFormat): string {
  return `translate(${text}, ${quote(`${decimal}${dropped.replace(decimal, '')}`)}, '.')`;
}

function numberSql(
  text: string,
  format: NumberFormat,
  { width, scale }: Size,
  factors: Factors,
  isPercent: boolean,
): string {
  const signs = ['-', '−', '('].map((sign) => `contains(${text}, '${sign}')`).join(' OR ');
  const bare = factors.size === 0 ? text : `regexp_replace(${text}, '\\p{L}+\\.?|\\p{Sc}', '', 'g')`;
  const digits = plainDigits(bare, format);
  const signed = `nullif(CASE WHEN ${signs} THEN concat('-', ${digits}) ELSE ${digits} END, '')`;
  if (isPercent) return `CAST(${signed} AS DECIMAL(${width}, ${scale})) * 0.01`;
  const powers = [...factors].flatMap(([letters, power]) =>
    power > 0 ? `WHEN ${quote(letters)} THEN 'e${power}'` : [],
  );
  const multiplied =
    powers.length === 0 ? signed : `${signed} || CASE ${lettersSql(text)} ${powers.join(' ')} ELSE '' END`;
  return `CAST(${multiplied} AS DECIMAL(${width}, ${scale}))`;
}
