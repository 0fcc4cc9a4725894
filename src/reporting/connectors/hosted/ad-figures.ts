import type { MetricDescription } from '../../documents/model.ts';
import { addDecimals } from './decimals.ts';

/** The figures of a group by the vendor's names, as decimals (`decimalText`); null where the vendor has none. */
export type Columns = Readonly<Record<string, string | null>>;

/** A metric of an advertising system, worked out from the vendor's columns. */
export interface AdMetric extends MetricDescription {
  /** The columns that it needs. */
  readonly columns: readonly string[];
  read(columns: Columns): number | null;
}

/** Adds up groups, exactly. Columns that count people have no sum, as one person may be in several groups. */
export function addColumns(groups: readonly Columns[], ofPeople: ReadonlySet<string>): Columns {
  const [first] = groups;
  if (first && groups.length === 1) return first;
  const names = new Set(groups.flatMap((columns) => Object.keys(columns)));
  const sumOf = (name: string) => {
    const texts = groups.flatMap((columns) => columns[name] ?? []);
    return texts.length === 0 || ofPeople.has(name) ? null : addDecimals(texts);
  };
  return Object.fromEntries([...names].map((name) => [name, sumOf(name)]));
}

/** Whether a group has any figure but zero. */
export function hasFigures(columns: Columns): boolean {
  return Object.values(columns).some((text) => text !== null && Number(text) !== 0);
}

type Essentials = Pick<MetricDescription, 'key' | 'label'> & { readonly column: string };

/** A number of events. */
export function count({ key, label, column }: Essentials): AdMetric {
  return { key, label, unit: 'count', decimals: null, better: 'up', additive: true, ...one(column) };
}

/** A number of people: none of them is counted twice. */
export function people({ key, label, column }: Essentials): AdMetric {
  return { key, label, unit: 'count', decimals: null, better: 'up', additive: false, ...one(column) };
}

/** An amount in the currency of the account. */
export function money({ key, label, column, better }: Essentials & Pick<MetricDescription, 'better'>): AdMetric {
  return { key, label, unit: 'currency', decimals: null, better, additive: true, ...one(column) };
}

/** What one column is of another, times `factor`; worked out here, as vendors round theirs. None where the other is zero. */
export function ratio(
  { key, label, unit, better }: Pick<MetricDescription, 'key' | 'label' | 'unit' | 'better'>,
  part: string,
  whole: string,
  factor = 1,
): AdMetric {
  const read = (columns: Columns) => {
    const [above, below] = [numberIn(columns, part), numberIn(columns, whole)];
    return above === null || !below ? null : (above * factor) / below;
  };
  return { key, label, unit, decimals: null, better, additive: false, columns: [part, whole], read };
}

function one(column: string): Pick<AdMetric, 'columns' | 'read'> {
  return { columns: [column], read: (columns) => numberIn(columns, column) };
}

function numberIn(columns: Columns, name: string): number | null {
  const text = columns[name] ?? null;
  return text === null ? null : Number(text);
}
