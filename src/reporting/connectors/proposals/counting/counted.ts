import { ConnectorError, type CountedColumn, type Doubt, type WayToCount } from '../../contract.ts';
import type { RowsConfig } from '../../file/config.ts';
import { labelOf } from '../names.ts';
import { type Choice, choicesOf, evenRatioOf, type Meaning, type Writing } from './choices.ts';
import { doubtOf } from './counting-doubts.ts';

/** Columns beyond these have no choices. */
const mostColumns = 50;

/** A numeric column with what it means, and every way to count it. */
export interface Countable {
  readonly column: string;
  readonly meaning: Meaning;
  /** Of its metric; the column's name as people read it if absent. */
  readonly label?: string;
  readonly choices: readonly Choice[];
  /** Of a ratio some of whose rows have one part alone: the expression that leaves them out. */
  readonly even?: string | undefined;
}

type Metric = RowsConfig['metrics'][number];

export function countedOf(meanings: Iterable<readonly [string, Meaning]>, writing: Writing): Countable[] {
  return [...meanings].map(([column, meaning]) => ({
    ...{ column, meaning, choices: choicesOf(column, meaning, writing), even: evenRatioOf(meaning, writing) },
  }));
}

/** The way that is proposed; undefined for none. */
export function chosenOf({ meaning, choices }: Countable): Choice | undefined {
  return choices.find(({ counted }) => counted === meaning.counted);
}

/** The metrics of the columns that have a way to be counted, each labelled as its column. */
export function metricsOf(columns: readonly Countable[], keyOf: (name: string) => string): Metric[] {
  return columns.flatMap((countable) => {
    const chosen = chosenOf(countable);
    return chosen ? [{ key: keyOf(countable.column), label: nameOf(countable), ...chosen.metric }] : [];
  });
}

function nameOf({ label, column }: Countable): string {
  return label ?? labelOf(column);
}

type Totals = (config: RowsConfig) => Promise<Readonly<Record<string, number | null>>>;

/**
 * The columns as the proposal tells them, with the totals of all choices, and the doubts about how they are counted. `config`
 * has the metrics that were made; `totals` computes those of a configuration over the whole source, and throws
 * `invalid_config` where one cannot be computed.
 */
export async function countColumns(
  columns: readonly Countable[],
  config: RowsConfig,
  totals: Totals,
): Promise<{ readonly columns: CountedColumn[]; readonly doubts: Doubt[] }> {
  const known = await totalsOf(columns.slice(0, mostColumns), config, totals);
  const told = columns.map((countable) => {
    const { column, meaning } = countable;
    const { choices = [], even = null } = known.get(column) ?? {};
    const proposed = chosenOf(countable);
    const made = config.metrics.find(({ sql, label }) => sql === proposed?.metric.sql && label === nameOf(countable));
    const doubt = made && doubtOf(countable, choices, even);
    const counted = made ? (meaning.counted ?? null) : null;
    return {
      column: { column, kind: meaning.kind, metric: made?.key ?? null, counted, doubt: doubt !== undefined, choices },
      doubt,
    };
  });
  return { columns: told.map(({ column }) => column), doubts: told.flatMap(({ doubt }) => doubt ?? []) };
}

interface Known {
  readonly choices: readonly WayToCount[];
  readonly even: number | null;
}

/** All in one query; columns that cannot be computed are told from the others by halves, and have no choices. */
async function totalsOf(
  columns: readonly Countable[],
  config: RowsConfig,
  totals: Totals,
): Promise<Map<string, Known>> {
  const metrics = columns.flatMap(({ choices, even }, column) => [
    ...choices.map(({ metric }, choice): Metric => ({ key: `t${column}_${choice}`, label: 'Total', ...metric })),
    ...(even === undefined ? [] : [evenMetric(`e${column}`, even)]),
  ]);
  if (metrics.length === 0) return new Map();
  try {
    const known = await totals({ ...config, metrics });
    const of = (index: number, choices: readonly Choice[]) =>
      choices.map((choice, place) => ({ ...choice, total: known[`t${index}_${place}`] ?? null }));
    return new Map(
      columns.map(({ column, choices }, index) => [
        column,
        { choices: of(index, choices), even: known[`e${index}`] ?? null },
      ]),
    );
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'invalid_config') throw error;
    if (columns.length === 1) return new Map();
    const middle = Math.ceil(columns.length / 2);
    const found = [];
    for (const half of [columns.slice(0, middle), columns.slice(middle)])
      found.push(...(await totalsOf(half, config, totals)));
    return new Map(found);
  }
}

function evenMetric(key: string, sql: string): Metric {
  return { key, label: 'Total', sql, unit: 'number', better: 'none', additive: false };
}
