import assert from 'node:assert/strict';
import { forecastRange, type RunningPeriod } from '../../../src/reporting/documents/forecast-range.ts';
import { test } from '../../support/suite.ts';
import { dayAt, generated, generatedSeries, normal, randomOf } from '../../support/usual-series.ts';

const count = { unit: 'count', decimals: 0 } as const;

/** A period of `length` days of which `gone` are over, at the end of `history` days that came before it. */
function runningPeriod(values: readonly number[], { history, gone, length }: Course): RunningPeriod {
  const sum = (some: readonly number[]) => some.reduce((total, value) => total + value, 0);
  const reached = sum(values.slice(history, history + gone));
  return {
    metric: { unit: 'currency', decimals: 2 },
    whole: { from: dayAt(history), to: dayAt(history + length - 1) },
    last: dayAt(history + gone - 1),
    days: new Map(values.slice(0, history + gone).map((value, index) => [dayAt(index), value])),
    forecast: (reached * length) / gone,
    reached,
  };
}

interface Course {
  readonly history: number;
  readonly gone: number;
  readonly length: number;
}

/** Which share of ranges holds what the period really ended with. */
function covered(valuesOf: (seed: number) => readonly number[], course: Course): number {
  const rounds = 300;
  const hits = Array.from({ length: rounds }, (_, seed) => {
    const values = valuesOf(seed + 1);
    const range = forecastRange(runningPeriod(values, course));
    const end = values.slice(course.history, course.history + course.length).reduce((all, value) => all + value, 0);
    return range !== null && range.low <= end && end <= range.high;
  });
  return hits.filter(Boolean).length / rounds;
}

/** One day is like the day before. */
function sluggish(seed: number, length: number): number[] {
  const random = randomOf(seed);
  let level = 0;
  return Array.from({ length }, () => {
    level = 0.7 * level + 0.07 * normal(random);
    return 1_000 * (1 + level);
  });
}

const courses: readonly Course[] = [
  { history: 30, gone: 8, length: 31 },
  { history: 60, gone: 10, length: 30 },
  { history: 90, gone: 21, length: 30 },
  { history: 75, gone: 45, length: 91 },
];
const names = Object.keys(generatedSeries).filter((name) => !name.startsWith('level shift'));

for (const course of courses) {
  const { history, gone, length } = course;
  test(`four of five ranges hold the end of ${length} days after ${gone}, with ${history} days before`, () => {
    for (const name of names) {
      const series = generatedSeries[name];
      assert.ok(series);
      const values = (seed: number) => generated(series, history + length, seed).map(({ value }) => value ?? 0);
      const share = covered(values, course);
      assert.ok(share >= 0.77, `${name}: ${share}`);
    }
    const share = covered((seed) => sluggish(seed, history + length), course);
    assert.ok(share >= 0.77, `sluggish: ${share}`);
  });
}

test('a range is no wider than it must be: of a steady metric it is within a twentieth', () => {
  const steady = generatedSeries['weekly, noise 3 %'];
  assert.ok(steady);
  const values = generated(steady, 130, 5).map(({ value }) => value ?? 0);
  const period = runningPeriod(values, { history: 90, gone: 14, length: 30 });
  const range = forecastRange(period);
  assert.ok(range && range.high - range.low < period.forecast / 10, JSON.stringify([range, period.forecast]));
});

test('there is none with less than five weeks of figures, or where they are nothing', () => {
  const values = Array.from({ length: 60 }, (_, index) => 100 + (index % 7));
  assert.equal(forecastRange(runningPeriod(values, { history: 24, gone: 10, length: 30 })), null);
  assert.notEqual(forecastRange(runningPeriod(values, { history: 25, gone: 10, length: 30 })), null);
  assert.equal(
    forecastRange(
      runningPeriod(
        values.map(() => 0),
        { history: 40, gone: 10, length: 15 },
      ),
    ),
    null,
  );
});

test('it holds the forecast, never ends below what is reached, and counts are whole', () => {
  const random = randomOf(3);
  for (let round = 0; round < 200; round++) {
    const values = Array.from({ length: 80 }, () => Math.floor(random() * 12));
    const gone = 7 + Math.floor(random() * 22);
    const given = runningPeriod(values, { history: 50, gone, length: 30 });
    const range = forecastRange({ ...given, metric: count, reached: given.reached + 3 });
    assert.ok(range);
    assert.ok(range.low >= given.reached + 3 || range.low >= given.forecast, 'below what is reached');
    assert.ok(range.low <= Math.max(given.forecast, given.reached + 3) && range.high >= given.forecast);
    assert.ok(Number.isInteger(range.low) && Number.isInteger(range.high));
  }
});

test('the weekdays to come are told apart: before a weekend less is expected than before five days of work', () => {
  // Monday to Friday 100, weekends nothing; day 0 is a Monday.
  const values = Array.from({ length: 100 }, (_, index) => (index % 7 < 5 ? 100 : 0));
  const range = forecastRange(runningPeriod(values, { history: 70, gone: 12, length: 14 }));
  assert.deepEqual(range, { low: 1_000, high: 1_000 * (14 / 12) });
});

test('the change of clocks moves no day', () => {
  const across = ['2026-03-29', '2026-10-25'].map((change) => {
    const start = Date.parse(change) - 70 * 86_400_000;
    const dayOf = (index: number) => new Date(start + index * 86_400_000).toISOString().slice(0, 10);
    const days = new Map(Array.from({ length: 80 }, (_, index) => [dayOf(index), 100 + (index % 7)]));
    const gone = Array.from({ length: 10 }, (_, index) => 100 + ((70 + index) % 7)).reduce((all, value) => all + value);
    const whole = { from: dayOf(70), to: dayOf(97) };
    return forecastRange({ metric: count, whole, last: dayOf(79), days, forecast: (gone * 28) / 10, reached: gone });
  });
  assert.ok(across[0]);
  assert.deepEqual(across[0], across[1]);
});
