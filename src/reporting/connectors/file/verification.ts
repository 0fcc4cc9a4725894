import type { DuckDBConnection } from '@duckdb/node-api';
import { type ConfigFault, type ConfigWarning, ConnectorError } from '../contract.ts';
import type { Binding } from './binding.ts';
import { dateSql } from './calendar.ts';
import type { RowsConfig } from './config.ts';
import { adviceFor, type Conversion, explainConversions, failingTexts, findConversions, shown } from './conversions.ts';
import type { Column } from './expression-tree.ts';
import { formatWarnings, thousandsWarnings } from './grouped-thousands.ts';
import { leftOutConditions } from './left-out.ts';
import { isNumberText } from './number-texts.ts';
import type { Source } from './source.ts';

/**
 * Runs the date and every metric and dimension over all rows. Throws `invalid_config` naming each that cannot be
 * computed; returns warnings about wrong figures: values left out, and numbers whose thousands separator is misread.
 */
export async function checkFigures(
  connection: DuckDBConnection,
  config: RowsConfig,
  binding: Binding,
  source: Source,
): Promise<ConfigWarning[]> {
  const { trees } = binding;
  const metrics = config.metrics.map(({ key }) => `the metric "${key}"`);
  const conversions = await findConversions(connection, trees.metrics);
  await runAll(connection, config, binding, conversions);
  const ofDate = await leftOutConditions(connection, [trees.date]);
  const counts = await countAll(connection, [...ofDate, ...binding.leftOut]);
  const warnings: ConfigWarning[] = [];
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const metric = index - 1;
    const name = metrics[metric] ?? 'the date';
    const texts = await leftOutTexts(connection, conversions[metric] ?? []);
    const path = metric < 0 ? 'date' : `metrics.${metric}.sql`;
    const message = await leftOutMessage(connection, name, count, texts);
    warnings.push({ code: 'values_left_out', path, message });
  }
  return [
    ...shortRowWarnings(source),
    ...warnings,
    ...(await thousandsWarnings(connection, config, conversions, source)),
    ...(await formatWarnings(connection, config, source)),
  ];
}

function shortRowWarnings({ written }: Source): ConfigWarning[] {
  const count = written?.shortRows ?? 0;
  if (count === 0) return [];
  const subject =
    count === 1 ? '1 row lacks columns at its end and has' : `${count} rows lack columns at their ends and have`;
  const message = `${subject} nothing there. If values stand in the wrong columns, correct the file.`;
  return [{ code: 'short_rows', path: 'path', message }];
}

/** All at once; one by one only to find out which is at fault. */
async function runAll(
  connection: DuckDBConnection,
  config: RowsConfig,
  { dateKind }: Binding,
  conversions: readonly (readonly Conversion[])[],
): Promise<void> {
  const date = dateSql(config.date, dateKind, 'UTC');
  const columns = [
    `min(${date})`,
    ...config.dimensions.map(({ sql }) => `count((${sql}\n))`),
    ...config.metrics.map(({ sql }) => `CAST((${sql}\n) AS DOUBLE)`),
  ];
  const run = (selected: readonly string[]) => connection.run(`SELECT ${selected.join(', ')} FROM source`);
  try {
    await run(columns);
  } catch (error) {
    const firstMetric = columns.length - config.metrics.length;
    const faults: ConfigFault[] = [];
    for (const [index, column] of columns.entries()) {
      const metric = config.metrics[index - firstMetric];
      try {
        await run([column]);
      } catch (fault) {
        const reason = await explainConversions(connection, conversions[index - firstMetric] ?? []);
        if (reason === undefined || !metric) throw fault;
        const message = `The metric "${metric.key}" cannot be computed: ${reason}`;
        faults.push({ path: `metrics.${index - firstMetric}.sql`, message });
      }
    }
    if (faults.length === 0) throw error;
    throw new ConnectorError('invalid_config', faults.map(({ message }) => message).join(' '), { faults });
  }
}

async function countAll(
  connection: DuckDBConnection,
  conditions: readonly (readonly string[])[],
): Promise<readonly number[]> {
  const reader = await connection.runAndReadAll(`SELECT ${conditions.map(leftOutCount).join(', ')} FROM source`);
  return (reader.getRows()[0] ?? []).map(Number);
}

/** How many values a metric leaves out, as SQL over the rows. */
export function leftOutCount(conditions: readonly string[]): string {
  const counts = conditions.map((condition) => `count(*) FILTER (${condition})`);
  return counts.length === 0 ? 'CAST(0 AS DOUBLE)' : `CAST(${counts.join(' + ')} AS DOUBLE)`;
}

interface LeftOutTexts {
  readonly texts: readonly string[];
  readonly column: Column;
}

async function leftOutTexts(
  connection: DuckDBConnection,
  conversions: readonly Conversion[],
): Promise<LeftOutTexts | undefined> {
  for (const conversion of conversions.filter(({ isTry }) => isTry)) {
    const texts = await failingTexts(connection, conversion);
    if (texts.length > 0) return { texts, column: conversion.column };
  }
  return undefined;
}

async function leftOutMessage(
  connection: DuckDBConnection,
  name: string,
  count: number,
  left: LeftOutTexts | undefined,
): Promise<string> {
  const [subject, values] = [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, count === 1 ? 'value' : 'values'];
  const texts = [...(left?.texts ?? [])].sort((one, other) => Number(isNumberText(other)) - Number(isNumberText(one)));
  const examples = texts.slice(0, 3).map(shown).join(', ');
  const told = `${subject} leaves out ${count} ${values} that cannot be read${examples && `, such as ${examples}`}.`;
  if (!left?.texts.some(isNumberText)) return told;
  return `${told} ${await adviceFor(connection, left.column, true)}`;
}
