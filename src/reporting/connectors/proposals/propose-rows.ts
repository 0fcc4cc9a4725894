import { type ConfigWarning, type ConnectorContext, ConnectorError, type Doubt, type Proposal } from '../contract.ts';
import type { RowsConfig, TextReading } from '../file/config.ts';
import { queryRows, type Rows, sampleRows, verifyRows } from '../file/rows.ts';
import { type Column, classify, dateSql, numberSql, type SourceColumn } from './columns.ts';
import type { UsualOrder } from './date-formats.ts';
import { chooseDate, dateDoubts } from './dates.ts';
import { dimensionsOf } from './dimensions.ts';
import { numberDoubts, oddRowDoubts } from './doubts.ts';
import { keysMaker, labelOf, metricOf } from './metrics.ts';
import { type FileNumbers, numbersOfFile } from './number-formats.ts';
import { findOddRows, type OddRows } from './odd-rows.ts';

const maxMetrics = 20;

/**
 * Makes a configuration from the rows themselves: their date, metrics for the numbers, dimensions for the texts that
 * name groups. `naming` is the part of the configuration that names the rows, and `base` what is already known of
 * how they are read. Every metric is tried over all rows. Throws `invalid_config` if there are no rows, or no dates.
 */
export async function proposeRows(
  rowsOf: (reading: TextReading) => Rows,
  naming: Readonly<Record<string, unknown>>,
  base: TextReading,
  context: ConnectorContext,
): Promise<Proposal> {
  const sample = await sampleRows(rowsOf(base), context);
  const odd = findOddRows(sample.columns);
  const isRow = (index: number) => !odd.headers.has(index) && !odd.units.has(index) && !odd.totals.has(index);
  const columns = readColumns(sample.columns, isRow, base.delimiter);
  const evidence = columns.flatMap(({ numbers }) => numbers ?? []);
  const numbers = numbersOfFile(evidence, base.delimiter ?? ',');
  const isNeeded = columns.some((column) => needsFormat(column, numbers, sample.isTyped));
  const date = chooseDate(columns);
  if (!date) throw new ConnectorError('invalid_config', noDate(columns));
  const made = configOf(columns, date, isNeeded ? numbers : undefined, odd);
  const config = { ...naming, ...(isNeeded && { numbers: numbers.format }), ...made };
  const reading = { ...base, ...(isNeeded && { numbers: numbers.format }) };
  const tried = await tryMetrics(rowsOf(reading), config, date.name, context);
  return {
    config: { ...config, metrics: tried.config.metrics },
    rows: sample.firstRows,
    types: Object.fromEntries(columns.map((column) => [column.name, typeOf(column)])),
    totals: await totalsOf(rowsOf(reading), tried.config, context),
    doubts: [
      ...dateDoubts(columns, date),
      ...numberDoubts(columns, numbers, isNeeded, sample.isTyped),
      ...oddRowDoubts(odd),
      ...tried.doubts,
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

/** The order of day and month follows that of the country, which the decimal mark tells. */
function readColumns(
  columns: Parameters<typeof classify>[0][],
  isRow: (index: number) => boolean,
  delimiter = ',',
): Column[] {
  const first = columns.map((column) => classify(column, isRow, 'day'));
  const { format, isGuessed } = numbersOfFile(
    first.flatMap(({ numbers }) => numbers ?? []),
    delimiter,
  );
  const usual: UsualOrder = format.decimal === ',' && (!isGuessed || delimiter === ';') ? 'day' : 'month';
  return usual === 'day' ? first : columns.map((column) => classify(column, isRow, usual));
}

/** Whether a column is read wrongly, or not at all, without a format of numbers. */
function needsFormat({ numbers }: Column, { format }: FileNumbers, isTyped: boolean): boolean {
  if (!numbers) return false;
  if (!numbers.isPlain) return true;
  return !isTyped && numbers.open.has('.') && numbers.decimals.size === 0 && format.decimal === ',';
}

function noDate(columns: readonly Column[]): string {
  const names = columns.slice(0, 20).map(({ name }) => name);
  return `No column holds dates, and a report counts each row on a day. Add such a column. There are: ${names.join(', ')}.`;
}

function configOf(
  columns: readonly Column[],
  date: Column,
  numbers: FileNumbers | undefined,
  odd: OddRows,
): RowsConfig {
  const key = keysMaker();
  const filter = odd.dated.map(({ column, text }) => `${column.sql} IS DISTINCT FROM ${quoted(text)}`).join(' AND ');
  const filtered = (sql: string) => (filter === '' ? sql : `${sql} FILTER (WHERE ${filter})`);
  const found = columns
    .filter((column) => column.kind === 'number' && column !== date)
    .flatMap((column) => {
      const sql = numberSql(column, numbers?.format);
      return (sql !== undefined && metricOf(column, sql, key)) || [];
    })
    .slice(0, maxMetrics);
  const rows = {
    key: key('rows'),
    label: 'Rows',
    sql: 'count(*)',
    unit: 'count',
    better: 'up',
    additive: true,
  } as const;
  return {
    date: dateSql(date),
    metrics: [...found, rows].map((metric) => ({ ...metric, sql: filtered(metric.sql) })),
    dimensions: dimensionsOf(columns, keysMaker(), labelOf),
  };
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
  const column = index === undefined ? date : (config.metrics[Number(index)]?.label ?? '');
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
