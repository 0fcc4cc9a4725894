import type { CountedKind, WayOfCounting, WayToCount } from '../../contract.ts';

/** A way of counting before its total is known. */
export type Choice = Omit<WayToCount, 'total'>;

/** What was found out about a numeric column. */
export interface Meaning {
  readonly kind: CountedKind;
  /** The way that is proposed; undefined for none, as of codes. */
  readonly counted: WayOfCounting | undefined;
  readonly unit: WayToCount['metric']['unit'];
  readonly better: WayToCount['metric']['better'];
  /** The columns that it is a ratio of, where they are known. */
  readonly parts?: Parts | undefined;
  /** The column that its mean can be weighted by. */
  readonly weight?: string | undefined;
  /** Whether 12 stands for 12 %: reports take 0.12. */
  readonly isHundredfold?: boolean | undefined;
  /** Why the way may be wrong. */
  readonly doubt?: MeaningDoubt | undefined;
}

type MeaningDoubt = 'counted_as' | 'people_add_up_twice' | 'plain_mean';

/** The ratio is numerator ÷ denominator × factor. */
export interface Parts {
  readonly numerator: string;
  readonly denominator: string;
  readonly factor: 1 | 100 | 1000;
  /** Whether rows have one of the two without the other, which then counts in one sum only. */
  readonly isUneven?: boolean;
}

/** How a source divides and multiplies without losing digits, as SQL. */
export interface Arithmetic {
  /** A division, of whole numbers too, that leaves fractions and has no figure where it is by zero. */
  over(above: string, below: string): string;
  /** A number of which a mean is not rounded to its digits. */
  real(number: string): string;
  /** A product that neither overflows nor is rounded. */
  times(one: string, other: string): string;
}

/** That of the engine of rows. */
export const engineArithmetic: Arithmetic = {
  over: (above, below) => `${above} / nullif(${below}, 0)`,
  real: (number) => number,
  times: (one, other) => `1e0 * ${one} * ${other}`,
};

/** How a source's rows are written in SQL. */
export interface Writing extends Arithmetic {
  /** A column's number in a row; undefined where it cannot be read. */
  number(column: string): string | undefined;
  /** The day of a row. */
  readonly day: string;
  /** The condition of rows that count; undefined if all do. */
  readonly condition?: string | undefined;
}

/** The ratio over the rows that have both of its parts; undefined where no row has one alone. */
export function evenRatioOf({ parts }: Meaning, writing: Writing): string | undefined {
  const [above, below] = [parts?.numerator, parts?.denominator].map((name) => name && writing.number(name));
  if (!parts?.isUneven || !above || !below) return undefined;
  const sum = (sql: string) => `sum(${sql})${filterOf(writing)}`;
  return writing.over(sum(where(below, above)), sum(where(above, below)));
}

function filterOf({ condition }: Writing): string {
  return condition === undefined ? '' : ` FILTER (WHERE ${condition})`;
}

/** Every way in which a column can be counted, that of the meaning among them; none if its numbers cannot be read. */
export function choicesOf(column: string, meaning: Meaning, writing: Writing): Choice[] {
  const x = writing.number(column);
  if (x === undefined) return [];
  const { parts, weight, isHundredfold, unit, better } = meaning;
  const { day, over } = writing;
  const aggregate = (name: string, sql: string) => `${name}(${sql})${filterOf(writing)}`;
  const sum = (sql: string) => aggregate('sum', sql);
  const scaled = (sql: string) => (isHundredfold ? `${sql} / 100` : sql);
  const way = (counted: WayOfCounting, of: readonly string[], sql: string, rest: object = {}): Choice => ({
    counted,
    of,
    metric: { sql, unit, better, additive: false, ...rest },
  });
  const found: (Choice | undefined)[] = [
    parts && ratioOf(parts),
    way('total', [], scaled(sum(x)), { additive: true }),
    way('mean', [], scaled(aggregate('avg', writing.real(x)))),
    weight === undefined ? undefined : weightedBy(weight),
    way('at_end', [], scaled(sum(x)), { at: 'end' }),
    way('daily_mean', [], scaled(over(sum(x), aggregate('count', `DISTINCT ${where(x, day)}`)))),
  ];
  return found.filter((choice) => choice !== undefined);

  function ratioOf({ numerator, denominator, factor }: Parts): Choice | undefined {
    const [above, below] = [writing.number(numerator), writing.number(denominator)];
    if (above === undefined || below === undefined) return undefined;
    const sql = over(sum(above), sum(below));
    const times = isHundredfold ? factor / 100 : factor;
    return way('ratio', [numerator, denominator], times === 1 ? sql : `${sql} * ${times}`);
  }

  function weightedBy(name: string): Choice | undefined {
    const by = writing.number(name);
    if (by === undefined) return undefined;
    const sql = over(sum(writing.times(x ?? '', by)), sum(where(x ?? '', by)));
    return way('weighted_mean', [name], scaled(sql));
  }
}

/** The value in rows where the other is there. */
function where(there: string, value: string): string {
  return `CASE WHEN ${there} IS NOT NULL THEN ${value} END`;
}
