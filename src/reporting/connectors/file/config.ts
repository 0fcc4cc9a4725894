import { type Static, Type } from 'typebox';
import type { ConfigFault, Description } from '../contract.ts';
import { currency } from '../currency.ts';
import { keyPattern } from '../keys.ts';
import { identifier } from './sql.ts';
import { type Unpivot, unpivot } from './unpivot-setting.ts';

const key = Type.String({ pattern: keyPattern });
const label = Type.String({ minLength: 1, maxLength: 120 });
const sql = Type.String({ minLength: 1, maxLength: 2000 });

const metric = Type.Object(
  {
    key,
    label,
    /** An aggregate that yields a number, such as `sum(amount)`. */
    sql,
    unit: Type.Enum(['count', 'currency', 'percent', 'duration', 'number']),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    better: Type.Enum(['up', 'down', 'none']),
    additive: Type.Boolean(),
    not_additive_by: Type.Optional(Type.Array(key, { maxItems: 50 })),
    /** A level, such as a balance: its figure is that of the last day that has rows. */
    at: Type.Optional(Type.Enum(['end'])),
  },
  { additionalProperties: false },
);

/** What makes figures of rows, in the configuration of every system whose rows are read here or by SQL. */
export const rowsConfig = {
  /** The column, or expression, that says on which day a row counts. */
  date: sql,
  /** Of all metrics of the unit `currency`; the project's if absent. */
  currency: Type.Optional(currency),
  metrics: Type.Array(metric, { minItems: 1, maxItems: 50 }),
  dimensions: Type.Array(Type.Object({ key, label, sql }, { additionalProperties: false }), { maxItems: 50 }),
};

export type RowsConfig = Static<ReturnType<typeof Type.Object<typeof rowsConfig>>>;

/** How numbers are written in text. */
export const numbers = Type.Object(
  {
    decimal: Type.Enum(['.', ',']),
    /** What groups their digits; a space stands for the no-break ones too, an apostrophe for the typographic one. */
    thousands: Type.Optional(Type.Enum(['.', ',', "'", ' '])),
  },
  { additionalProperties: false },
);

export type NumberFormat = Static<typeof numbers>;

/** The configuration of a `file` connection. */
export const fileConfig = Type.Object(
  {
    /**
     * A file, or a pattern with `*`, `?`, `[…]` or `{…}`, relative to a data root or absolute below one; an address that
     * begins with `https://`; or `s3://bucket/key`.
     */
    path: Type.String({ minLength: 1, maxLength: 1000 }),
    /** The encoding of text, such as `windows-1252`, by its name in the Encoding Standard; `utf-8` by default. */
    encoding: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** What separates the columns of a text file. */
    delimiter: Type.Optional(Type.Enum([',', ';', '\t', '|'])),
    /** False if no line, or row of a sheet, names the columns, which then are called `column_1` and so on. */
    header: Type.Optional(Type.Boolean()),
    /** How many lines, or rows of a sheet, come before the header. */
    skip_lines: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    /** How many lines, or rows of a sheet, come behind the last row, such as a line of totals with fewer columns. */
    skip_last_lines: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    /** The sheet of a workbook; the first by default. */
    sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 31 })),
    unpivot: Type.Optional(unpivot),
    numbers: Type.Optional(numbers),
    ...rowsConfig,
  },
  { additionalProperties: false },
);

export type FileConfig = Static<typeof fileConfig>;

/** What a bucket of S3 that is not public asks for. */
export const fileSecret = Type.Union([
  Type.Object(
    {
      access_key_id: Type.String({ minLength: 1, maxLength: 200 }),
      secret_access_key: Type.String({ minLength: 1, maxLength: 200 }),
    },
    { additionalProperties: false },
  ),
  Type.Null(),
]);

export type FileSecret = Static<typeof fileSecret>;

/** How the text of files is read, as far as the configuration says it. Plain data. */
export interface TextReading {
  readonly delimiter?: string;
  readonly skipLines?: number;
  readonly header?: boolean;
  /** How the rows were read long, which is done by now. */
  readonly unpivot?: Unpivot;
  readonly numbers?: NumberFormat;
}

export function readingOf({
  delimiter,
  skip_lines,
  header,
  unpivot,
  numbers,
}: Pick<FileConfig, 'delimiter' | 'skip_lines' | 'header' | 'unpivot' | 'numbers'>): TextReading {
  return {
    ...(delimiter !== undefined && { delimiter }),
    // What is read long is a copy that begins with its header.
    ...(skip_lines !== undefined && !unpivot && { skipLines: skip_lines }),
    ...(header !== undefined && { header }),
    ...(unpivot && { unpivot }),
    ...(numbers && { numbers }),
  };
}

/** One SQL expression of the configuration. */
export interface Expression {
  readonly role: 'date' | 'metric' | 'dimension';
  /** Its place in the configuration. */
  readonly path: string;
  /** Its name in messages, such as `the metric "flights"`. */
  readonly name: string;
  readonly sql: string;
}

/** The configuration with dates and dimensions that are just column names quoted as SQL identifiers. */
export function quoteColumns(config: RowsConfig, columns: readonly string[]): RowsConfig {
  const quoted = (sql: string) => (columns.includes(sql) ? identifier(sql) : sql);
  const dimensions = config.dimensions.map((dimension) => ({ ...dimension, sql: quoted(dimension.sql) }));
  return { ...config, date: quoted(config.date), dimensions };
}

/** Whether a column only names groups: a dimension is just its name, and no other expression mentions it. */
function isLabel(config: RowsConfig, column: string): boolean {
  const isName = ({ role, sql }: Expression) => role === 'dimension' && isNameOf(column, sql);
  const expressions = expressionsOf(config);
  return expressions.some(isName) && !expressions.some((one) => !isName(one) && mentions(one.sql, column));
}

const textFunctions = 'translate|trim|ltrim|rtrim|regexp_extract|strptime|try_strptime';

/** Whether an expression treats a column as text, as in `translate(price, ',.', '.')`. */
function isText(config: RowsConfig, column: string): boolean {
  const names = [column, identifier(column)].map((name) => RegExp.escape(name)).join('|');
  const call = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${textFunctions})\\s*\\(\\s*(?:${names})\\s*[,)]`, 'iu');
  return expressionsOf(config).some(({ sql }) => call.test(sql));
}

const interpolating = /\b(median|mad|quantile|quantile_cont|approx_quantile)\s*\(/i;

/** How text is read, and what the expressions use columns for. */
export function usesOf(config: RowsConfig, reading: TextReading) {
  return {
    reading,
    numbers: reading.numbers,
    isLabel: (column: string) => isLabel(config, column),
    isText: (column: string) => isText(config, column),
    isFigure: (column: string) => isFigure(config, column),
    isDate: (column: string) => mentions(config.date, column),
    isBareDate: (column: string) => isBareDate(config, column),
    isNumber: (column: string) => !isLabel(config, column) && !isText(config, column) && !mentions(config.date, column),
    isExact: (column: string) => isFigure(config, column) && !isInterpolated(config, column),
  };
}

/** Whether the date is just a column, or what of it is a time. */
function isBareDate({ date }: RowsConfig, column: string): boolean {
  const [, cast] = /^\s*TRY_CAST\s*\((.*) AS TIMESTAMP\s*\)\s*$/is.exec(date) ?? [];
  return isNameOf(column, cast ?? date);
}

/** Whether a metric takes a value between two of a column's, which decimals of a fixed scale would round. */
function isInterpolated(config: RowsConfig, column: string): boolean {
  return config.metrics.some(({ sql }) => interpolating.test(sql) && mentions(sql, column));
}

/** Whether metrics, but not the date, calculate with a column. */
export function isFigure(config: RowsConfig, column: string): boolean {
  return config.metrics.some(({ sql }) => mentions(sql, column)) && !mentions(config.date, column);
}

/** Whether any expression mentions a column. */
export function isUsed(config: RowsConfig, column: string): boolean {
  return expressionsOf(config).some(({ sql }) => mentions(sql, column));
}

function isNameOf(column: string, sql: string): boolean {
  return [column, identifier(column)].some((name) => name.toLowerCase() === sql.trim().toLowerCase());
}

function mentions(sql: string, column: string): boolean {
  const name = new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(column)}(?![\\p{L}\\p{N}_])`, 'iu');
  return name.test(sql.replaceAll('""', '"'));
}

/** Every expression of the configuration: the date first, then the dimensions, then the metrics. */
export function expressionsOf(config: RowsConfig): Expression[] {
  return [
    { role: 'date', path: 'date', name: 'the date', sql: config.date },
    ...config.dimensions.map(({ key, sql }, index) => ({
      ...{ role: 'dimension' as const, path: `dimensions.${index}.sql` },
      ...{ name: `the dimension "${key}"`, sql },
    })),
    ...config.metrics.map(({ key, sql }, index) => ({
      ...{ role: 'metric' as const, path: `metrics.${index}.sql` },
      ...{ name: `the metric "${key}"`, sql },
    })),
  ];
}

const quotedText = /"(?:[^"]|"")*"|'(?:[^']|'')*'|`[^`]*`/g;

/** Whether an aggregate is one sum, or a number of rows, so that those of groups add up. */
function isSum(sql: string): boolean {
  let left = sql.replaceAll(quotedText, 'x');
  if (/^\s*count\w*\s*\(\s*distinct\b/i.test(left)) return false;
  for (let before = ''; before !== left; ) [before, left] = [left, left.replaceAll(/\([^()]*\)/g, '')];
  return /^\s*(?:sum|count)(?:if)?\s*(?:filter\s*)?$/i.test(left);
}

export function describeConfig(config: RowsConfig): Description {
  return {
    metrics: config.metrics.map(({ key, label, unit, decimals, better, additive, not_additive_by, at, sql }) => ({
      key,
      label,
      unit,
      decimals: decimals ?? null,
      better,
      additive,
      ...(not_additive_by && { not_additive_by }),
      ...(at && { at }),
      ...(at && !isSum(sql) && { not_additive_by: config.dimensions.map((dimension) => dimension.key) }),
    })),
    dimensions: config.dimensions.map(({ key, label }) => ({ key, label })),
    hours: true,
    ...(config.currency !== undefined && { currency: config.currency }),
  };
}

/** Metrics that are said to add up over days although each is the value at the end. */
export function levelFaults({ metrics }: RowsConfig): ConfigFault[] {
  return metrics.flatMap(({ key, at, additive }, index) => {
    if (at !== 'end' || !additive) return [];
    const message = `The metric "${key}" is a value at the end of a period ("at": "end"), which does not add up over days. Set "additive" to false.`;
    return [{ path: `metrics.${index}.additive`, message }];
  });
}

/** The first key that two metrics, or two dimensions, share. */
export function findRepeatedKey(config: RowsConfig): string | undefined {
  const repeated = (items: readonly { readonly key: string }[]) =>
    items.find((item, index) => items.findIndex((other) => other.key === item.key) < index)?.key;
  return repeated(config.metrics) ?? repeated(config.dimensions);
}
