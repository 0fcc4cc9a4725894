import type { Doubt, WayOfCounting, WayToCount } from '../../contract.ts';
import type { Meaning } from './choices.ts';

interface Counted {
  readonly column: string;
  readonly meaning: Meaning;
}

/** Readings of a ratio that differ by less are one. */
const leastDifference = 0.005;

const names: Readonly<Record<WayOfCounting, string>> = {
  total: 'as a sum',
  ratio: 'as a ratio',
  mean: 'as a mean',
  weighted_mean: 'as a weighted mean',
  at_end: 'at the end',
  daily_mean: 'as the mean of the days',
};

/** What may be wrong about how a column is counted, with the values of its readings. */
export function doubtOf(
  { column, meaning }: Counted,
  choices: readonly WayToCount[],
  even: number | null,
): Doubt | undefined {
  const read = (counted: WayOfCounting) => {
    const choice = choices.find((one) => one.counted === counted);
    return choice ? `${names[counted]} ${figure(choice.total, choice.metric.unit)}` : undefined;
  };
  const told = (code: string, message: string): Doubt => ({ column, code, message });
  const sqlOf = (counted: WayOfCounting) => choices.find((one) => one.counted === counted)?.metric.sql;
  if (meaning.doubt === 'people_add_up_twice') {
    const values = [read('daily_mean'), read('total')].filter((text) => text !== undefined).join(', ');
    return told(
      'people_add_up_twice',
      `People who come on several days, or are in several groups, count more than once in a sum, so that it is the mean of the days: ${values}. Leave it out if neither tells what you want to know.`,
    );
  }
  if (meaning.doubt === 'plain_mean') {
    const values = [read('mean'), read('total')].filter((text) => text !== undefined).join(', ');
    return told(
      'plain_mean',
      `It does not add up, and no column is known by which its mean is weighted, so that every row counts alike: ${values}. Where rows stand for more and less, write the two sums that it is made of, such as sum(a) / nullif(sum(b), 0).`,
    );
  }
  if (meaning.doubt === 'counted_as') {
    const other = meaning.counted === 'total' ? 'mean' : 'total';
    const values = [read(meaning.counted ?? 'total'), read(other)].filter((text) => text !== undefined).join(', ');
    const change = sqlOf(other);
    return told(
      'counted_as',
      `Neither its name nor its values tell whether it adds up: ${values}. It is counted ${names[meaning.counted ?? 'total']}${change === undefined ? '' : `; write ${change} if the other is right`}.`,
    );
  }
  return unevenDoubt({ column, meaning }, choices, even);
}

function unevenDoubt(
  { column, meaning }: Counted,
  choices: readonly WayToCount[],
  even: number | null,
): Doubt | undefined {
  const ratio = choices.find(({ counted }) => counted === 'ratio');
  if (meaning.counted !== 'ratio' || !ratio || !meaning.parts || even === null || ratio.total === null)
    return undefined;
  const scaled = even * (meaning.isHundredfold ? meaning.parts.factor / 100 : meaning.parts.factor);
  if (Math.abs(scaled - ratio.total) <= Math.abs(ratio.total) * leastDifference) return undefined;
  const { numerator, denominator } = meaning.parts;
  const [all, both] = [ratio.total, scaled].map((value) => figure(value, ratio.metric.unit));
  return {
    column,
    code: 'counted_as',
    message: `Rows have "${numerator}" or "${denominator}" without the other. Where that stands for 0, as in exports of advertisements, it is ${all}, and so it is counted; without those rows it is ${both}.`,
  };
}

function figure(value: number | null, unit: WayToCount['metric']['unit']): string {
  if (value === null) return 'nothing';
  if (unit === 'percent') return `${(value * 100).toLocaleString('en-US', { maximumFractionDigits: 2 })} %`;
  const isWhole = Number.isInteger(value);
  const digits = Math.abs(value) < 1 && !isWhole ? 4 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: digits });
}
