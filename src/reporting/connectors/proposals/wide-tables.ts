import type { ConnectorContext, Doubt } from '../contract.ts';
import type { TextReading } from '../file/config.ts';
import { type Rows, sampleRows } from '../file/rows.ts';
import { identifier, plainIdentifier, quote } from '../file/sql.ts';
import { dayColumn, type Unpivot } from '../file/unpivot-setting.ts';
import { dateName, isOrdered, lacksDate, orderOf, type WideColumns, wideColumnsOf } from '../file/wide-columns.ts';
import { type Column, classify, type SourceColumn } from './columns.ts';
import { readName } from './counting/words.ts';
import type { UsualOrder } from './date-formats.ts';
import type { Sample } from './sample.ts';

/** A table with a column for each date, and how it is read long. */
export interface WideTable extends WideColumns {
  readonly unpivot: Unpivot;
  /** Whether the names do not tell if day or month comes first. */
  readonly isOpen: boolean;
  /** The names of other columns of numbers, such as totals, which are not counted. */
  readonly uncounted: readonly string[];
  readonly sample: Sample;
}

const leastColumns = 2;
/** The least share of the columns of dates that have to hold numbers. */
const leastShare = 0.8;

/**
 * The table of a sample, if at least two of its columns have dates as their names and numbers as their values. Throws
 * `invalid_config` where it is not clear which columns they are.
 */
function findWide(sample: Sample, usual: UsualOrder): WideTable | undefined {
  const names = sample.columns.map(({ name }) => name);
  const order = isOrdered(names) ? (orderOf(names) ?? usual) : undefined;
  const dated = sample.columns.filter(({ name }) => dateName(name, order) !== undefined);
  if (dated.length < leastColumns) return undefined;
  const read = dated.map((column) => classify(column, () => true, usual));
  const amounts = read.filter(({ kind }) => kind === 'number');
  const others = read.filter(({ kind }) => kind !== 'number' && kind !== 'empty');
  if (amounts.length === 0 || others.length > read.length * (1 - leastShare)) return undefined;
  const first = order && { first: order };
  const columns = wideColumnsOf(names, { ...first });
  const hasCurrency = amounts.some(({ numbers }) => (numbers?.currencies.size ?? 0) > 0);
  const into = freeName(hasCurrency ? 'amount' : 'value', names);
  const unpivot: Unpivot = { columns: 'dates', into, ...first };
  const uncounted = columns.others.flatMap((place) => {
    const other = sample.columns[place];
    return other && classify(other, () => true, usual).kind === 'number' ? [other.name] : [];
  });
  return { ...columns, unpivot, uncounted, isOpen: order !== undefined && orderOf(names) === undefined, sample };
}

function freeName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((each) => each.trim().toLowerCase()));
  for (let count = 2, free = name; ; count++, free = `${name}_${count}`) if (!names.has(free)) return free;
}

/** A sample of rows, read long where the table is wide. */
export interface ReadSample {
  readonly sample: Sample;
  readonly wide: WideTable | undefined;
}

export async function sampleLong(
  rowsOf: (reading: TextReading) => Rows,
  base: TextReading,
  usualOf: (columns: readonly SourceColumn[]) => UsualOrder,
  context: ConnectorContext,
): Promise<ReadSample> {
  const sample = await sampleRows(rowsOf(base), context);
  const wide = findWide(sample, usualOf(sample.columns));
  if (!wide) return { sample, wide };
  return { sample: await sampleRows(rowsOf({ ...base, unpivot: wide.unpivot }), context), wide };
}

const mostNamed = 6;

/** What was done to a wide table, and what may be wrong about it. */
export function wideDoubts({ unpivot, dates, uncounted, isOpen, sample }: WideTable, long: Sample): Doubt[] {
  const [first, last] = [dates[0], dates.at(-1)];
  const [row = {}] = long.firstRows;
  const told = `the values of "${first?.name}" to "${last?.name}" (${dates.length} columns)`;
  const example = `such as ${row[unpivot.into]} on ${row[dayColumn]}`;
  const rows = sample.rowCount === 1 ? '1 row becomes' : `${sample.rowCount} rows become`;
  const made = `${rows} ${long.rowCount}, ${example}`;
  const beside = uncounted.slice(0, mostNamed).map((name) => `"${name}"`);
  const left = beside.length === 0 ? '' : ` Not counted are ${beside.join(', ')}, which stand in the row of each date.`;
  const message = `The table has a column for each date: ${told} are read as rows, with the day in "${dayColumn}" and the value in "${unpivot.into}". ${made}.${left} If these columns are no dates, remove "unpivot".`;
  const doubts: Doubt[] = [{ column: '', code: 'read_long', message }];
  if (isOpen && first) {
    const isDay = unpivot.first === 'day';
    const [one, other] = isDay ? ['day', 'month'] : ['month', 'day'];
    const open = `"${first.name}" is read with the ${one} first. If the ${other} comes first, write "first": "${other}" in "unpivot".`;
    doubts.push({ column: first.name, code: 'day_or_month_first', message: open });
  }
  const unit = unitOf(dates);
  if (unit !== 'day') {
    const whole = `"${first?.name}" is a ${unit}, whose values count on ${dates.every(({ day }) => isLastDay(day)) ? 'its last' : 'its first'} day. Make reports of whole ${unit}s.`;
    doubts.push({ column: dayColumn, code: `${unit}s`, message: whole });
  }
  return doubts;
}

/** Days that are all the first, or all the last, of their months stand for these. */
function unitOf(dates: WideColumns['dates']): WideColumns['dates'][number]['unit'] {
  const units = ['quarter', 'month', 'week'] as const;
  const longest = units.find((unit) => dates.some((date) => date.unit === unit));
  if (longest) return longest;
  const isMonthly = dates.every(({ day }) => day.endsWith('-01')) || dates.every(({ day }) => isLastDay(day));
  return isMonthly ? 'month' : 'day';
}

function isLastDay(day: string): boolean {
  const date = Temporal.PlainDate.from(day);
  return date.day === date.daysInMonth;
}

const mostLabels = 20;

/** A column whose values say what each row of a wide table counts. */
interface Labels {
  readonly column: Column;
  readonly texts: readonly string[];
}

/** The column of a long table that names its rows: the first of texts that tells most of them apart. */
function labelsOf(columns: readonly Column[], isRow: (index: number) => boolean): Labels | undefined {
  const texts = columns
    .filter(({ kind, name }) => kind === 'text' && name !== dayColumn)
    .map((column) => ({
      column,
      texts: [...new Set(column.values.flatMap((value, row) => (isRow(row) && value?.trim()) || []))],
    }));
  return texts.filter((each) => each.texts.length > 1).sort((a, b) => b.texts.length - a.texts.length)[0];
}

/**
 * What the rows of a wide table are, where they are plainly metrics, such as `Clicks` and `Cost`: a column for each takes
 * the place of the values. Else the doubt that values of all rows are added up.
 */
export function rowsAsMetrics(
  columns: readonly Column[],
  { into }: Unpivot,
  isRow: (index: number) => boolean,
): { readonly columns: readonly Column[]; readonly doubts: readonly Doubt[] } {
  const labels = labelsOf(columns, isRow);
  const values = columns.find(({ name }) => name === into);
  if (!labels || !values) return { columns, doubts: [] };
  const [one, other] = labels.texts;
  const { column } = labels;
  if (!arePlainlyMetrics(labels.texts)) {
    const sql = `sum(${plainIdentifier(into)}) FILTER (WHERE ${plainIdentifier(column.name)} = ${quote(one ?? '')})`;
    const message = `The values of all rows are added up, as of "${one}" and "${other}" in "${column.name}". If they are not of the same kind, write a metric for each, such as ${sql}.`;
    return { columns, doubts: [{ column: into, code: 'rows_added_up', message }] };
  }
  const of = (text: string): Column => ({
    ...values,
    name: text,
    sql: `CASE WHEN trim(${identifier(column.name)}) = ${quote(text)} THEN ${identifier(into)} END`,
    values: values.values.map((value, row) => (column.values[row]?.trim() === text ? value : null)),
  });
  const named = labels.texts.map((text) => `"${text}"`).join(', ');
  const message = `Its rows are taken for metrics: ${named}. If they are groups whose values add up, write one metric, sum(${plainIdentifier(into)}).`;
  const others = columns.filter((each) => each !== values && each !== column);
  return {
    columns: [...others, ...labels.texts.map(of)],
    doubts: [{ column: column.name, code: 'rows_are_metrics', message }],
  };
}

/** Whether all names are those of metrics, and not all of amounts, which may be parts of one. */
function arePlainlyMetrics(names: readonly string[]): boolean {
  if (names.length > mostLabels) return false;
  const known = names.map(readName);
  const areAmounts = known.every(({ kind, term }) => kind === 'flow' && term?.unit === 'currency');
  return !areAmounts && known.every(({ kind, term }) => kind !== undefined && kind !== 'code' && term !== undefined);
}

const plainYear = /^(?:19|20)\d{2}$/;

/** What to do about columns that are named by parts of dates, where no column holds dates; undefined without such. */
export function adviceOnNames(columns: readonly SourceColumn[]): string | undefined {
  const names = columns.map(({ name }) => name);
  const lacking = names.filter(lacksDate);
  const years = names.filter((name) => plainYear.test(name.trim()));
  const [found, advice] =
    lacking.length >= leastColumns
      ? [lacking, 'Write them with their year, such as "2026-01" or "Jan 2026", to have their values read as rows']
      : [years, 'Only columns of quarters, months, weeks and days are read as rows'];
  if (found.length < leastColumns) return undefined;
  const told = found.slice(0, 3).map((name) => `"${name}"`);
  return `The columns ${told.join(', ')}${found.length > told.length ? ' and others' : ''} are no whole dates. ${advice}.`;
}
