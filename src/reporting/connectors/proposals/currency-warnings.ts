import { type ConfigWarning, type ConnectorContext, ConnectorError } from '../contract.ts';
import { isFigure, type RowsConfig } from '../file/config.ts';
import { type Rows, sampleRows } from '../file/rows.ts';
import { codeColumn } from './code-columns.ts';
import { type CodeColumn, type ColumnMark, markOf } from './propose-currency.ts';
import { readColumns } from './propose-rows.ts';

/**
 * Warns of amounts whose marks say another currency than they are shown in: the configuration's, or else the project's.
 * Without either, and where the rows cannot be looked at, there are none.
 */
export async function currencyWarnings(
  rows: Rows,
  config: RowsConfig,
  context: ConnectorContext,
): Promise<ConfigWarning[]> {
  const shown = config.currency ?? context.projectCurrency;
  const money = config.metrics.filter(({ unit }) => unit === 'currency');
  if (shown === undefined || money.length === 0) return [];
  try {
    const { numbers: _, ...written } = rows.reading ?? {};
    const sample = await sampleRows({ ...rows, reading: written }, context);
    const columns = readColumns(sample.columns, () => true, written.delimiter);
    const uses = (name: string) => isFigure({ ...config, metrics: money }, name);
    const marks = columns.flatMap((column) => (uses(column.name) ? (markOf(column) ?? []) : []));
    const codes = await codeColumn(rows, config, columns, context);
    return [
      ...marks.filter((mark) => !mark.codes.includes(shown)).map((mark) => contradicted(mark, config, shown)),
      ...(codes ? codeWarnings(codes, config, shown, uses(codes.name)) : []),
    ];
  } catch (error) {
    if (error instanceof ConnectorError) return [];
    throw error;
  }
}

function contradicted({ column, mark, codes }: ColumnMark, config: RowsConfig, shown: string): ConfigWarning {
  const [usual = ''] = codes;
  const read = mark === usual ? mark : `${mark}, which is ${usual}`;
  return contradiction(`The amounts of "${column}" are marked ${read}`, config, shown, usual);
}

function contradiction(found: string, { currency }: RowsConfig, shown: string, code: string): ConfigWarning {
  const why = currency === undefined ? 'the currency of the project' : 'as "currency" says';
  const message = `${found}, and reports show them in ${shown}, ${why}. If they are in ${code}, set "currency": "${code}".`;
  return { code: 'currency_contradicted', path: 'currency', message };
}

/** What a column of codes says. Metrics that calculate with it may leave rows out by it. */
export function codeWarnings(
  { name, values, advice }: CodeColumn,
  config: RowsConfig,
  shown: string,
  isUsed: boolean,
): ConfigWarning[] {
  const [code = ''] = values;
  if (isUsed || values.length === 0 || (values.length === 1 && code === shown)) return [];
  if (values.length === 1) return [contradiction(`The amounts are in ${code} by "${name}"`, config, shown, code)];
  const how = advice?.(code) ?? `Give each metric a FILTER (WHERE "${name}" = '${code}')`;
  const message = `The rows have amounts in ${values.slice(0, 6).join(', ')} by "${name}", and the metrics add them up. ${how}, and connect the source once for each currency.`;
  return [{ code: 'several_currencies', path: 'metrics', message }];
}
