import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DailyValue, UsualSettings } from '../../src/domains/watches/usual/judge.ts';
import { csvRecords } from './csv.ts';
import { dataSets } from './flights.ts';

export type Measure = UsualSettings['measure'];
export type Random = () => number;

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Knuth's way for small counts, a rounded normal number for large ones. */
function poisson(random: Random, expected: number): number {
  if (expected > 60) return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random)));
  let count = 0;
  for (let product = random(); product > Math.exp(-expected); product *= random()) count++;
  return count;
}

function heavy(random: Random): number {
  const scale = Math.sqrt((normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2) / 3);
  return normal(random) / scale;
}

/** Monday to Sunday. */
const week = [1.1, 1.15, 1.1, 1.05, 1, 0.5, 0.45];
const ofWeek = (day: number) => week[day % 7] ?? 1;

export interface GeneratedSeries {
  readonly measure: Measure;
  /** Standard deviation of a day in parts of its usual value, where there is one below 10 %. */
  readonly noise: number | null;
  at(day: number, random: Random): number;
}

const noisy = (noise: number, level: (day: number) => number): GeneratedSeries => ({
  ...{ measure: 'amount', noise },
  at: (day, random) => 1_000 * level(day) * (1 + noise * normal(random)),
});

/** Series as metrics have them, by name. Day 0 is a Monday. */
export const generatedSeries: Readonly<Record<string, GeneratedSeries>> = {
  'flat, noise 5 %': noisy(0.05, () => 1),
  'weekly, noise 3 %': noisy(0.03, ofWeek),
  'weekly, noise 5 %': noisy(0.05, ofWeek),
  'weekly, noise 8 %': noisy(0.08, ofWeek),
  'weekly, noise 9.5 %': noisy(0.095, ofWeek),
  'weekly and growing by 0.5 % a day, noise 5 %': noisy(0.05, (day) => 1.005 ** day * ofWeek(day)),
  'weekly count of 500': { measure: 'count', noise: 0.05, at: (day, random) => poisson(random, 500 * ofWeek(day)) },
  'level shift of 40 % up, half a year ago': noisy(0.05, (day) => (day < 60 ? 1 : 1.4) * ofWeek(day)),
  'weekly count of 5': { measure: 'count', noise: null, at: (day, random) => poisson(random, 5 * ofWeek(day)) },
  'count of 0.7': { measure: 'count', noise: null, at: (_, random) => poisson(random, 0.7) },
  'heavy tails (t with 3 degrees)': {
    ...{ measure: 'amount', noise: null },
    at: (_, random) => 1_000 * Math.max(0, 1 + 0.1 * heavy(random)),
  },
  'amounts a factor of 1.8 apart': {
    ...{ measure: 'amount', noise: null },
    at: (_, random) => 1_000 * Math.exp(0.6 * normal(random)),
  },
  'six days of ten are zero': {
    ...{ measure: 'amount', noise: null },
    at: (_, random) => (random() < 0.6 ? 0 : 50 * Math.exp(0.8 * normal(random))),
  },
  'a ratio of 3 %': { measure: 'ratio', noise: null, at: (_, random) => 0.03 * (1 + 0.1 * normal(random)) },
};

const firstMonday = Date.parse('2024-01-15');
const dayMs = 24 * 60 * 60 * 1000;

export function dayAt(index: number): string {
  return new Date(firstMonday + index * dayMs).toISOString().slice(0, 10);
}

export function generated({ at }: GeneratedSeries, length: number, seed: number): DailyValue[] {
  const random = randomOf(seed);
  return Array.from({ length }, (_, day) => ({ day: dayAt(day), value: at(day, random) }));
}

export interface RealSeries {
  readonly name: string;
  readonly measure: Measure;
  readonly days: readonly DailyValue[];
}

/** The daily series of vega-datasets. */
export function realSeries(): RealSeries[] {
  return [...weather(), ...shares(), ...flights(), commits()];
}

function weather(): RealSeries[] {
  const rows = recordsOf('weather.csv');
  return ['Seattle', 'New York'].flatMap((place) =>
    ['temp_max', 'temp_min', 'wind', 'precipitation'].map((column) => {
      const own = rows.filter(({ location }) => location === place);
      const measure: Measure = column.startsWith('temp') ? 'ratio' : 'amount';
      return {
        name: `${place}, ${column}`,
        measure,
        days: daily(
          own.map((row) => [row.date, row[column]]),
          null,
        ),
      };
    }),
  );
}

/** Without weekends: days that the metric lacks. */
function shares(): RealSeries[] {
  const rows = recordsOf('sp500-2000.csv');
  return ['volume', 'close'].map((column) => {
    const days = daily(
      rows.map((row) => [row.date, row[column]]),
      null,
    );
    return { name: `S&P 500, ${column}`, measure: 'amount', days };
  });
}

function flights(): RealSeries[] {
  const all: readonly { date: string; origin: string; distance: number }[] = JSON.parse(
    readFileSync(join(dataSets, 'flights-20k.json'), 'utf8'),
  );
  const dateOf = ({ date }: { readonly date: string }) => date.slice(0, 10).replaceAll('/', '-');
  const from = (origin: string) => all.filter((flight) => flight.origin === origin);
  return [
    {
      name: 'flights',
      measure: 'count',
      days: daily(
        all.map((flight) => [dateOf(flight), 1]),
        0,
      ),
    },
    {
      name: 'flights from ORD',
      measure: 'count',
      days: daily(
        from('ORD').map((flight) => [dateOf(flight), 1]),
        0,
      ),
    },
    {
      name: 'flights from DTW',
      measure: 'count',
      days: daily(
        from('DTW').map((flight) => [dateOf(flight), 1]),
        0,
      ),
    },
    {
      name: 'flights, distance',
      measure: 'amount',
      days: daily(
        all.map((flight) => [dateOf(flight), flight.distance]),
        0,
      ),
    },
  ];
}

function commits(): RealSeries {
  const rows = recordsOf('github.csv').map((row) => [row.time?.slice(0, 10).replaceAll('/', '-'), row.count]);
  return { name: 'commits on GitHub', measure: 'count', days: daily(rows, 0) };
}

function recordsOf(file: string): Record<string, string>[] {
  const text = readFileSync(join(dataSets, file), 'utf8');
  const [header = [], ...rows] = csvRecords(`${text.trim()}\n`.replaceAll(/\r?\n/g, '\r\n'));
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, String(row[index] ?? '')])));
}

/** Sums of each day without gaps; days without rows have `missing`. */
function daily(rows: readonly (readonly (string | number | undefined)[])[], missing: 0 | null): DailyValue[] {
  const sums = new Map<string, number>();
  for (const [day, value] of rows) sums.set(String(day), (sums.get(String(day)) ?? 0) + Number(value));
  const [first = '', last = ''] = [[...sums.keys()].sort()[0], [...sums.keys()].sort().at(-1)];
  const length = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(first) + index * dayMs).toISOString().slice(0, 10);
    return { day, value: sums.get(day) ?? missing };
  });
}
