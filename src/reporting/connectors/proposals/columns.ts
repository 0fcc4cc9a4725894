import type { NumberFormat } from '../file/config.ts';
import { areReadAsWritten, conversionsOf } from '../file/number-texts.ts';
import { identifier, quote } from '../file/sql.ts';
import { type DateFormat, dateFormatOf, epochFormatOf, isDateText, type UsualOrder } from './date-formats.ts';
import { isMissingText } from './missing-texts.ts';
import { fits, type NumberEvidence, numberEvidence } from './number-formats.ts';

/** A column as the source has it. */
export interface SourceColumn {
  readonly name: string;
  /** The column, or a field of one, as SQL. */
  readonly sql: string;
  /** The engine's type; VARCHAR for all columns of separated text. */
  readonly type: string;
  /** Whether it is of texts in a source that has numbers as such, so that its numbers are texts, too. */
  readonly isQuoted?: boolean;
  /** The values of a sample of the rows, as text. */
  readonly values: readonly (string | null)[];
}

type ColumnKind = 'date' | 'time' | 'number' | 'text' | 'truth value' | 'nested' | 'empty';

/** What a column was found to hold. */
export interface Column extends SourceColumn {
  readonly kind: ColumnKind;
  /** For dates in text. */
  readonly date?: DateFormat;
  /** For numbers in text. */
  readonly numbers?: NumberEvidence;
  /** Texts that stand for a missing value or are no rows, such as `N/A`, among other values. */
  readonly others: readonly string[];
}

/** The least share of a column's texts that have to be dates or numbers. */
const leastShare = 0.8;

/** Finds out what a column holds. `isRow` tells rows of values from totals and repeated headers, by their place. */
export function classify(column: SourceColumn, isRow: (index: number) => boolean, usual: UsualOrder): Column {
  const filled = column.values.flatMap((value, index) => (value?.trim() ? { text: value, isRow: isRow(index) } : []));
  const texts = filled.filter(({ text, isRow }) => isRow && !isMissingText(text)).map(({ text }) => text);
  const all = filled.map(({ text }) => text);
  if (texts.length === 0) return { ...column, kind: 'empty', others: all };
  const epoch = epochFormatOf(column.name, texts);
  if (epoch) return { ...column, kind: 'time', date: epoch, others: [] };
  const typed = kindOfType(column.type);
  if (typed) return { ...column, kind: typed, others: [] };
  const { numbers, ...read } = readTexts(texts, all, usual);
  if (read.date?.isWorded && column.sql !== identifier(column.name)) return { ...column, kind: 'text', others: [] };
  return {
    ...column,
    ...read,
    ...(numbers && { numbers: column.isQuoted ? { ...numbers, isPlain: false } : numbers }),
  };
}

function kindOfType(type: string): ColumnKind | undefined {
  if (type === 'DATE') return 'date';
  if (/^TIMESTAMP/.test(type)) return 'time';
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL)/.test(type)) return 'number';
  if (type === 'BOOLEAN') return 'truth value';
  return /^(VARCHAR|ENUM|UUID)/.test(type) ? undefined : 'nested';
}

type Reading = Pick<Column, 'kind' | 'others' | 'date' | 'numbers'>;

/** `texts` are those of rows, without missing values; `all` may have others. */
function readTexts(texts: readonly string[], all: readonly string[], usual: UsualOrder): Reading {
  const isEnough = (some: readonly string[]) => some.length >= texts.length * leastShare;
  const dates = texts.filter(isDateText);
  const date = isEnough(dates) ? dateFormatOf(dates, usual) : undefined;
  if (date) {
    const kind = dates.some((text) => text.includes(':')) ? 'time' : 'date';
    return { kind, date, others: all.filter((text) => !isDateText(text)) };
  }
  const isNumber = (text: string) => numberEvidence([text]) !== undefined;
  const numbers = texts.filter(isNumber);
  const evidence = isEnough(numbers) ? numberEvidence(numbers) : undefined;
  if (evidence) return { kind: 'number', numbers: evidence, others: all.filter((text) => !isNumber(text)) };
  const isTruth = texts.every((text) => /^(true|false)$/i.test(text.trim()));
  return { kind: isTruth ? 'truth value' : 'text', others: [] };
}

/** The day or time of a row, as SQL; texts that are no dates have none. */
export function dateSql({ name, sql, date, kind, others, values }: Column): string {
  if (!date) return sql === identifier(name) ? name : sql;
  if (date.perSecond) return `to_timestamp(${sql}${date.perSecond === 1 ? '' : ' / 1000'})`;
  const isText = sql === identifier(name);
  if (date.formats.length === 0) return others.length === 0 && isText ? name : `TRY_CAST(${sql} AS TIMESTAMP)`;
  const isNumber = date.formats[0] === '%Y%m%d';
  const isPadded = values.some((value) => value !== null && value !== value.trim());
  const isMarked = values.some((value) => value?.trim().startsWith("'"));
  const padded = isPadded ? `trim(${sql})` : sql;
  const trimmed = isNumber ? `CAST(${sql} AS VARCHAR)` : isMarked ? `ltrim(${padded}, '''')` : padded;
  const text = date.isMonth ? `concat(${trimmed}, '-01')` : trimmed;
  const isStrict = others.length === 0 && date.formats.length === 1 && kind !== 'empty';
  const read = date.formats.map((format) => `${isStrict ? 'strptime' : 'try_strptime'}(${text}, ${quote(format)})`);
  return read.length === 1 ? (read[0] ?? '') : `coalesce(${read.join(', ')})`;
}

/** A column's number in a row, as SQL; undefined if its texts cannot be read. `format` is that of the configuration. */
export function numberSql(column: Column, format: NumberFormat | undefined): string | undefined {
  const { sql, numbers, others, values } = column;
  if (!numbers) return sql;
  if (numbers.decimals.size > 1 || numbers.currencies.size > 1 || !numbers.isSettled) return undefined;
  if (numbers.isPlain && (format === undefined || !isReadBy(numbers, format))) {
    return others.length === 0 ? sql : `TRY_CAST(${sql} AS ${exact})`;
  }
  const texts = values.flatMap((value) => (value?.trim() ? value : []));
  if (others.length === 0 && !numbers.isFloating && format !== undefined && fits(numbers, format)) return sql;
  if (others.length === 0 && areReadAsWritten(texts)) return `CAST(${sql} AS DOUBLE)`;
  const choices = conversionsOf(texts, sql, 'TRY_CAST');
  const comma = choices.find((choice) => choice.includes("'.')"));
  const choice =
    choices.length === 1 ? choices[0] : format?.decimal === ',' ? comma : choices.find((each) => each !== comma);
  return choice?.replace(' AS DOUBLE)', ` AS ${exact})`);
}

/** Later rows may have more digits than those that were looked at. */
const exact = 'DECIMAL(38, 12)';

/** Whether plain numbers mean something else in the format, as 1.028 does where points group thousands. */
function isReadBy(numbers: NumberEvidence, format: NumberFormat): boolean {
  return numbers.open.size > 0 && numbers.decimals.size === 0 && format.decimal === ',';
}
