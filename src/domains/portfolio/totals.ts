import { quotient, sum } from '../../reporting/documents/arithmetic.ts';
import type { RatesSource, ReadRates } from './portfolio-settings.ts';
import type { Summand } from './sort-keys.ts';

/** The sum of one metric of one system in one currency over projects. */
export interface Total extends Omit<Summand, 'value' | 'from' | 'to'> {
  readonly value: number | null;
  readonly projects: number;
  /** The days of most projects; those of `other_days` have been read on another day, or live in another zone. */
  readonly from: string;
  readonly to: string;
  readonly other_days: number;
}

/** The sums of a metric in all currencies, as one in the reporting currency. */
export interface ConvertedTotal extends Omit<Total, 'currency'> {
  readonly currency: string;
  /** The day of the rates. */
  readonly rate_date: string | null;
  /** Currencies without a rate, because of which there is no sum. */
  readonly missing: readonly string[];
}

/** What converts: none without a currency and rates. */
export interface Conversion {
  readonly currency: string;
  readonly source: RatesSource;
  readonly rates: ReadRates | undefined;
}

/** What adds up over projects, never amounts of two currencies; the metric that most projects have first. */
export function totalsOf(summands: readonly Summand[]): Total[] {
  // There are thousands of them. Keys of metrics may have spaces, and stand last.
  const groups = Map.groupBy(
    summands,
    ({ system, metric, unit, currency }) => `${system} ${unit} ${currency} ${metric}`,
  );
  return [...groups.values()].map(totalOf).sort((one, other) => other.projects - one.projects);
}

function totalOf(group: readonly Summand[]): Total {
  const [first] = group as [Summand];
  const byDays = [...Map.groupBy(group, ({ from, to }) => `${from} ${to}`).values()];
  const [most = group] = byDays.sort((one, other) => other.length - one.length);
  const { from, to } = most[0] ?? first;
  const { system, metric, label, unit, currency, decimals } = first;
  return {
    ...{ system, metric, label, unit, currency, decimals },
    ...{ value: sum(group.map(({ value }) => value)), projects: group.length },
    ...{ from, to, other_days: group.length - most.length },
  };
}

/** The totals of amounts, each metric's currencies converted and then added up. */
export function convertTotals(totals: readonly Total[], conversion: Conversion | undefined): ConvertedTotal[] {
  if (!conversion) return [];
  const amounts = totals.filter(({ currency }) => currency !== null);
  const groups = Map.groupBy(amounts, ({ system, metric }) => JSON.stringify([system, metric]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [convert(first, group, conversion)] : [];
  });
}

function convert(first: Total, group: readonly Total[], { currency, source, rates }: Conversion): ConvertedTotal {
  const own = group.flatMap((total) => (total.currency === null ? [] : [{ ...total, currency: total.currency }]));
  const missing = own.filter((total) => total.currency !== currency && !rates?.values[total.currency]);
  const converted = own.map(({ value, currency: from }) => {
    const rate = rates?.values[from];
    if (value === null || from === currency || !rate) return value;
    return source.means === 'price' ? value * rate : quotient(value, rate);
  });
  const days = own.reduce((most, each) => (each.projects > most.projects ? each : most), own[0] ?? first);
  const otherDays = own.reduce(
    (count, each) => count + (each.from === days.from && each.to === days.to ? each.other_days : each.projects),
    0,
  );
  const isWhole = missing.length === 0 && converted.every((value) => value !== null);
  const isConverted = own.some((each) => each.currency !== currency);
  return {
    ...first,
    ...{ currency, from: days.from, to: days.to, other_days: otherDays, missing: missing.map((each) => each.currency) },
    projects: own.reduce((count, { projects }) => count + projects, 0),
    value: isWhole ? sum(converted.flatMap((value) => value ?? [])) : null,
    rate_date: isConverted ? (rates?.date ?? null) : null,
  };
}
