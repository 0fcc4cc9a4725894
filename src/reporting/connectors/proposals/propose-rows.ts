import { type ConfigWarning, type ConnectorContext, ConnectorError, type Doubt, type Proposal } from '../contract.ts';
import type { RowsConfig, TextReading } from '../file/config.ts';
import { queryRows, type Rows, verifyRows } from '../file/rows.ts';
import { dayColumn } from '../file/unpivot-setting.ts';
import { codeColumn } from './code-columns.ts';
import { type Column, classify, dateSql, numberSql, type SourceColumn } from './columns.ts';
import { engineArithmetic, type Writing } from './counting/choices.ts';
import { type Countable, countColumns, countedOf, metricsOf } from './counting/counted.ts';
import { meaningsOf } from './counting/sampled.ts';
import type { UsualOrder } from './date-formats.ts';
import { chooseDate, dateDoubts, withCoarseDatesAsText } from './dates.ts';
import { dimensionsOf } from './dimensions.ts';
import { numberDoubts, oddRowDoubts } from './doubts.ts';
import { keysMaker, labelOf } from './names.ts';
import { type FileNumbers, numbersOfFile } from './number-formats.ts';
import { findOddRows, type OddRows } from './odd-rows.ts';
import { findCurrency } from './propose-currency.ts';
import { adviceOnNames, rowsAsMetrics, sampleLong, type WideTable, wideDoubts } from './wide-tables.ts';

const maxMetrics = 20;

/**
 * Makes a configuration from the rows themselves: their date, metrics for the numbers, dimensions for the texts that
 * name groups. `naming` is the part of the configuration that names the rows, and `known` what is already known of
 * how they are read. Every metric is tried over all rows. Throws `invalid_config` if there are no rows, or no dates.
 */
export async function proposeRows(
  rowsOf: (reading: TextReading) => Rows,
  naming: Readonly<Record<string, unknown>>,
  known: TextReading,
  context: ConnectorContext,
): Promise<Proposal> {
  const { sample, wide } = await sampleLong(rowsOf, known, (read) => usualOrderOf(read, known.delimiter), context);
  const base = { ...known, ...(wide && { unpivot: wide.unpivot }) };
  const odd = findOddRows(sample.columns);
  const isRow = (index: number) => !odd.headers.has(index) && !odd.units.has(index) && !odd.totals.has(index);
  const read = readColumns(sample.columns, isRow, base.delimiter);
  const { columns, doubts } = wide ? rowsAsMetrics(read, wide.unpivot, isRow) : { columns: read, doubts: [] };
  const evidence = columns.flatMap(({ numbers }) => numbers ?? []);
  const numbers = numbersOfFile(evidence, base.delimiter ?? ',');
  const isNeeded = columns.some((column) => needsFormat(column, numbers, sample.isTyped));
  const date = wide ? columns.find(({ name }) => name === dayColumn) : chooseDate(columns);
  if (!date) throw new ConnectorError('invalid_config', noDate(columns));
  const reading = { ...base, ...(isNeeded && { numbers: numbers.format }) };
  const writing = writingOf(columns, date, isNeeded ? numbers : undefined, odd);
  const meanings = meaningsOf(columns, date, numbers.format.decimal, isRow);
  // Numbers beside those of the dates stand in the row of each date, and would be counted again and again.
  const counting = [...meanings].filter(([name, { kind }]) => !wide || kind === 'code' || isOfDates(name, wide));
  const plain = countedOf(counting, writing);
  const codes = await codeColumn(rowsOf(reading), { date: dateSql(date) }, columns, context);
  const found = findCurrency(plain, { columns, codes, projectCurrency: context.projectCurrency });
  const { currency, counted } = found;
  const made = configOf(columns, date, counted, writing);
  const config = {
    ...{ ...naming, ...(wide && { unpivot: wide.unpivot }), ...(isNeeded && { numbers: numbers.format }) },
    ...{ ...made, ...(currency !== undefined && { currency }) },
  };
  const tried = await tryMetrics(rowsOf(reading), config, date.name, context);
  const total = (asked: RowsConfig) => totalsOf(rowsOf(reading), asked, context);
  const told = await countColumns(counted, tried.config, total);
  return {
    config: { ...config, metrics: tried.config.metrics },
    rows: sample.firstRows,
    types: Object.fromEntries(read.map((column) => [column.name, typeOf(column)])),
    totals: await total(tried.config),
    columns: told.columns,
    doubts: [
      ...(wide ? wideDoubts(wide, sample) : []),
      ...dateDoubts(columns, date),
      ...numberDoubts(
        wide ? columns.filter(({ name }) => isOfDates(name, wide)) : columns,
        numbers,
        isNeeded,
        sample.isTyped,
      ),
      ...oddRowDoubts(odd),
      ...doubts,
      ...found.doubts,
      ...tried.doubts,
      ...told.doubts,
    ],
  };
}

/** The columns of a sample, each with how it is read. */
export function columnsOf(
  sample: readonly SourceColumn[],
  delimiter: string,
): { readonly name: string; readonly type: string }[] {
  const odd = findOddRows([...sample]);
  const isRow = (index: number) => !odd.headers.has(index) && !odd.units.has(index) && !odd.totals.has(index);
  const columns = readColumns([...sample], isRow, delimiter);
  return columns.map((column) => ({ name: column.name, type: typeOf(column) }));
}

/** Whether a column has values of the dates of a wide table. */
function isOfDates(name: string, { sample, unpivot }: WideTable): boolean {
  return name === unpivot.into || sample.columns.every((column) => column.name !== name);
}

/** The order of day and month that is usual in a country, which the decimal mark of all columns tells. */
function usualOrderOf(columns: readonly SourceColumn[], delimiter = ','): UsualOrder {
  return usualOrder(
    columns.map((column) => classify(column, () => true, 'day')),
    delimiter,
  );
}

function usualOrder(read: readonly Column[], delimiter: string): UsualOrder {
  const evidence = read.flatMap(({ numbers }) => numbers ?? []);
  const { format, isGuessed } = numbersOfFile(evidence, delimiter);
  return format.decimal === ',' && (!isGuessed || delimiter === ';') ? 'day' : 'month';
}

/** The order of day and month follows that of the country. */
export function readColumns(
  columns: Parameters<typeof classify>[0][],
  isRow: (index: number) => boolean,
  delimiter = ',',
): Column[] {
  const first = columns.map((column) => classify(column, isRow, 'day'));
  const usual = usualOrder(first, delimiter);
  const read = usual === 'day' ? first : columns.map((column) => classify(column, isRow, usual));
  return withCoarseDatesAsText(read);
}

/** Whether a column is read wrongly, or not at all, without a format of numbers. */
function needsFormat({ numbers }: Column, { format }: FileNumbers, isTyped: boolean): boolean {
  if (!numbers) return false;
  if (!numbers.isPlain) return true;
  return !isTyped && numbers.open.has('.') && numbers.decimals.size === 0 && format.decimal === ',';
}

function noDate(columns: readonly Column[]): string {
  const names = columns.slice(0, 20).map(({ name }) => name);
  const advice = adviceOnNames(columns) ?? 'Add such a column.';
  return `No column holds dates, and a report counts each row on a day. ${advice} There are: ${names.join(', ')}.`;
}

function writingOf(columns: readonly Column[], date: Column, numbers: FileNumbers | undefined, odd: OddRows): Writing {
  const filter = odd.dated.map(({ column, text }) => `${column.sql} IS DISTINCT FROM ${quoted(text)}`).join(' AND ');
  const written = new Map(columns.map((column) => [column.name, column]));
  const number = (name: string) => {
    const column = written.get(name);
    return column && numberSql(column, numbers?.format);
  };
  const day = dateSql(date);
  return {
    number,
    day: `CAST(${day === date.name ? date.sql : day} AS DATE)`,
    condition: filter === '' ? undefined : filter,
    ...engineArithmetic,
  };
}

function configOf(
  columns: readonly Column[],
  date: Column,
  counted: readonly Countable[],
  { condition }: Writing,
): RowsConfig {
  const key = keysMaker();
  const found = metricsOf(counted, key).slice(0, maxMetrics);
  const rows = {
    key: key('rows'),
    label: 'Rows',
    sql: `count(*)${condition === undefined ? '' : ` FILTER (WHERE ${condition})`}`,
    unit: 'count',
    better: 'up',
    additive: true,
  } as const;
  return {
    date: dateSql(date),
    metrics: [...found, rows],
    dimensions: dimensionsOf(columns, codesOf(counted), keysMaker(), labelOf),
  };
}

function codesOf(counted: readonly Countable[]): ReadonlySet<string> {
  return new Set(counted.flatMap(({ column, meaning }) => (meaning.kind === 'code' ? [column] : [])));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

interface Tried {
  readonly config: RowsConfig;
  readonly doubts: readonly Doubt[];
}

/** Leaves out the metrics that cannot be computed over all rows, and says so. */
async function tryMetrics(rows: Rows, config: RowsConfig, date: string, context: ConnectorContext): Promise<Tried> {
  try {
    return {
      config,
      doubts: (await verifyRows(rows, config, context)).map((warning) => doubtOf(warning, config, date)),
    };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'invalid_config' || config.metrics.length === 1)
      throw error;
  }
  const doubts: Doubt[] = [];
  const metrics: RowsConfig['metrics'] = [];
  for (const metric of config.metrics) {
    try {
      const warnings = await verifyRows(rows, { ...config, metrics: [metric] }, context);
      metrics.push(metric);
      doubts.push(...warnings.map((warning) => doubtOf(warning, { ...config, metrics: [metric] }, date)));
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'invalid_config') throw error;
      doubts.push({
        column: metric.label,
        code: 'metric_left_out',
        message: `No metric is made of it: ${error.message}`,
      });
    }
  }
  if (metrics.length === 0) await verifyRows(rows, config, context);
  const unique = new Map(doubts.map((doubt) => [JSON.stringify(doubt), doubt]));
  return { config: { ...config, metrics }, doubts: [...unique.values()] };
}

function doubtOf({ code, path, message }: ConfigWarning, config: RowsConfig, date: string): Doubt {
  const [, index] = /^metrics\.(\d+)/.exec(path) ?? [];
  const ofDate = path === 'date' ? date : '';
  const column = index === undefined ? ofDate : (config.metrics[Number(index)]?.label ?? '');
  return { column, code, message };
}

/** The figures over all days that there may be. */
async function totalsOf(rows: Rows, config: RowsConfig, context: ConnectorContext): Promise<Proposal['totals']> {
  const metrics = config.metrics.map(({ key }) => key);
  const all = { from: '0001-01-01', to: '9999-12-30', timeZone: 'UTC', by: 'none', limit: 1 } as const;
  const [row] = (await queryRows(rows, config, { ...all, metrics }, context)).rows;
  return Object.fromEntries(metrics.map((key, index) => [key, row?.values[index] ?? null]));
}

function typeOf({ kind, numbers, type }: Column): string {
  if (kind !== 'number') return kind;
  if (numbers?.isPercent) return 'percent';
  const isWhole = numbers ? numbers.isWhole : /INT/.test(type);
  return isWhole ? 'whole number' : 'decimal';
}
