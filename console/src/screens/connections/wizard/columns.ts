import type { Metric } from '../metrics.ts';
import type { Values } from '../schema.ts';
import type { Column } from '../ways.ts';
import type { Proposal } from './doubts.ts';
import { allDays, isReadAlike, useSourceFigures } from './figures.ts';
import type { StepProps } from './source.ts';

/** As many as a configuration may have. */
const mostMetrics = 50;

/** The columns of a proposal, with what each way to count them comes to as days and numbers are read by now. */
export function useColumns(props: StepProps, proposal: Proposal, config: Values): readonly Column[] {
  const columns = proposal.columns as readonly Column[];
  const isAsProposed = isReadAlike(proposal.config, config);
  const choices = columns.flatMap((column) => column.choices).slice(0, mostMetrics);
  const metrics = choices.map(({ metric }, index) => ({ key: `choice_${index}`, label: `${index}`, ...metric }));
  const read = useSourceFigures(props, { ...config, metrics }, allDays, !isAsProposed && metrics.length > 0);
  if (isAsProposed) return columns;
  const values = read.isPlaceholderData ? undefined : read.data?.rows[0]?.values;
  return columns.map((column) => ({
    ...column,
    choices: column.choices.map((choice) => ({ ...choice, total: values?.[choices.indexOf(choice)] })),
  }));
}

/** The metrics that a proposal has, and those that could be made of its other columns. */
export function metricsOf({ config, columns }: Proposal): readonly Metric[] {
  const all = [...(config.metrics as readonly Metric[])];
  for (const { column, metric, choices } of columns as readonly Column[]) {
    const [choice] = choices;
    if (metric === null && choice) all.push({ key: keyOf(column, all), label: labelOf(column), ...choice.metric });
  }
  return all;
}

const labelOf = (column: string) => column.trim().slice(0, 120) || '?';

function keyOf(column: string, others: readonly Metric[]): string {
  const letters = column.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const bare = letters
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50);
  const key = /^[a-z]/.test(bare) ? bare : `column_${bare}`;
  const isTaken = (one: string) => others.some((other) => other.key === one);
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? key : `${key}_${count}`;
    if (!isTaken(numbered)) return numbered;
  }
}

/** Doubts about how a column counts, which stand at its row. */
const aboutCounting: ReadonlySet<string> = new Set(['counted_as', 'people_add_up_twice', 'plain_mean']);

/** The doubts that stand at the rows of their columns, by the column, and the others. */
export function parted({ columns, doubts }: Proposal) {
  const names = new Set(columns.filter(({ choices }) => choices.length > 0).map(({ column }) => column));
  const isAtRow = ({ code, column }: Proposal['doubts'][number]) => aboutCounting.has(code) && names.has(column);
  const byColumn = Object.groupBy(doubts.filter(isAtRow), ({ column }) => column);
  const atRows = Object.fromEntries(
    Object.entries(byColumn).map(([column, ofColumn = []]) => [column, ofColumn.map(({ code }) => code)]),
  );
  return { atRows, others: doubts.filter((doubt) => !isAtRow(doubt)) };
}
