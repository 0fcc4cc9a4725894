import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHoliday } from '../../../../src/domains/watches/usual/holidays.ts';
import {
  type DailyValue,
  type Judgement,
  judgeDays,
  judgeLastDay,
  type UsualSettings,
  usualRanges,
} from '../../../../src/domains/watches/usual/judge.ts';
import { limitOf } from '../../../../src/domains/watches/usual/limits.ts';
import { dayAt, generated, generatedSeries, normal, randomOf } from '../../../support/usual-series.ts';

const settings: UsualSettings = { measure: 'amount', sensitivity: 'normal', metricsWatched: 1 };
const week = [110, 115, 110, 105, 100, 50, 45];

/** Days with a weekly pattern and noise of 5 %, the last of them as given; day 0 is a Monday. */
function daysUpTo(count: number, ...last: readonly (number | null)[]): DailyValue[] {
  const random = randomOf(11);
  return Array.from({ length: count + last.length }, (_, index) => {
    const ordinary = (week[index % 7] ?? 0) * (1 + 0.05 * normal(random));
    return { day: dayAt(index), value: index < count ? ordinary : (last[index - count] ?? null) };
  });
}

function judged(days: readonly DailyValue[], changes: Partial<UsualSettings> = {}) {
  const judgement = judgeLastDay(days, { ...settings, ...changes });
  assert.notEqual(judgement.outcome, 'not_enough');
  return judgement as Exclude<Judgement, { outcome: 'not_enough' }>;
}

test('with less than five weeks of values before it a day is not judged', () => {
  assert.deepEqual(judgeLastDay([], settings), { outcome: 'not_enough', days: 0, needed: 35, because: 'days' });
  assert.deepEqual(judgeLastDay(daysUpTo(34, 5), settings), {
    ...{ outcome: 'not_enough', days: 34, needed: 35, because: 'days' },
  });
  assert.equal(judged(daysUpTo(35, 5)).outcome, 'unusual');
  const gaps = daysUpTo(60, 5).map((each, index) => (index % 7 > 2 ? { ...each, value: null } : each));
  assert.deepEqual(
    judgeLastDay(gaps.slice(0, 60), settings).outcome,
    'not_enough',
    'days without values are not counted',
  );
});

test('what was usual is told by weekday, with its range and the first unusual day in a row', () => {
  // Day 140 is a Monday.
  const quiet = judged(daysUpTo(140, 112));
  assert.deepEqual([quiet.outcome, quiet.since, quiet.direction], ['usual', null, null]);
  assert.ok(quiet.low < quiet.usual && quiet.usual < quiet.high && Math.abs(quiet.usual - 110) < 6);
  assert.equal(judged(daysUpTo(145, 48)).outcome, 'usual', 'half as much is usual on a Saturday');
  const fallen = judged(daysUpTo(140, 50));
  assert.deepEqual([fallen.outcome, fallen.since, fallen.direction], ['unusual', dayAt(140), 'below']);
  const still = judged(daysUpTo(140, 50, 55, 50));
  assert.deepEqual([still.outcome, still.since, still.direction], ['unusual', dayAt(140), 'below']);
  assert.equal(judged(daysUpTo(140, 200)).direction, 'above');
});

test('an unusual value is out of the range that is told, a usual one in it', () => {
  for (const [name, series] of Object.entries(generatedSeries)) {
    const days = generated(series, 130, 7).map((each, index) => (index > 120 ? { ...each, value: 2 } : each));
    for (const each of judgeDays(days, { ...settings, measure: series.measure }, 60)) {
      if (each.outcome === 'not_enough') continue;
      assert.equal(each.low <= each.value && each.value <= each.high, each.outcome === 'usual', name);
      assert.ok(Number.isFinite(each.low) && Number.isFinite(each.high) && Number.isFinite(each.usual), name);
    }
  }
});

test('only the days before count: what comes later changes nothing', () => {
  const days = daysUpTo(140, 50, 55, 50);
  assert.deepEqual(judgeDays(days, settings, 130)[5], judgeLastDay(days.slice(0, 136), settings));
  const judgements = judgeDays(days, settings, 138);
  assert.deepEqual(judgements.slice(0, 2), judgeDays(days.slice(0, 140), settings, 138));
  assert.deepEqual(judgements.at(-1), judgeLastDay(days, settings));
  const ranges = usualRanges(days, settings, 138);
  assert.deepEqual(
    ranges.map((range) => range?.low),
    judgements.map((each) => (each.outcome === 'not_enough' ? null : each.low)),
  );
});

test('nothing is called rarer than all that was seen: a limit finer than 1 / (n + 1) is at least the farthest of n', () => {
  const random = randomOf(9);
  for (const count of [21, 60, 180, 400]) {
    for (const tail of [1, 3]) {
      const errors = Array.from({ length: count }, () => Math.sign(normal(random)) * Math.abs(normal(random)) ** tail);
      const farthest = Math.max(...errors);
      const limit = limitOf([...errors, -1], 1, 0.5 / (count + 1));
      // What is twice as far as the limit is an incident of the past.
      assert.ok(limit >= farthest || farthest > 2 * limit, `${count} errors: ${limit}, ${farthest}`);
    }
  }
});

test('the more metrics an account watches, the wider is the range of each; a lower sensitivity widens it, too', () => {
  const days = daysUpTo(140, 100);
  const widthOf = (changes: Partial<UsualSettings>) => {
    const { low, high } = judged(days, changes);
    return high - low;
  };
  const widths = [1, 10, 100, 1_000].map((metricsWatched) => widthOf({ metricsWatched }));
  assert.deepEqual(
    widths,
    widths.toSorted((one, other) => one - other),
  );
  assert.ok((widths[3] ?? 0) > (widths[0] ?? 0) * 1.3);
  assert.equal(
    new Set(['low', 'normal', 'high'].map((sensitivity) => widthOf({ sensitivity } as UsualSettings))).size,
    3,
  );
  assert.ok(widthOf({ sensitivity: 'low' }) > widthOf({ sensitivity: 'high' }));
});

test('small counts vary by chance: of three a day neither none nor eight is unusual, forty is', () => {
  const series = generatedSeries['weekly count of 5'];
  assert.ok(series);
  const few = (value: number) => [
    ...generated(series, 139, 5).map((each) => ({ ...each, value: Math.min(each.value ?? 0, 6) })),
    { day: dayAt(139), value },
  ];
  const outcome = (value: number) => judged(few(value), { measure: 'count' }).outcome;
  assert.deepEqual([outcome(0), outcome(8), outcome(40)], ['usual', 'usual', 'unusual']);
  const constant = (value: number) => [
    ...Array.from({ length: 60 }, (_, index) => ({ day: dayAt(index), value: 3 })),
    { day: dayAt(60), value },
  ];
  assert.equal(judged(constant(5), { measure: 'count' }).outcome, 'usual', 'even where every day was the same');
  assert.equal(judged(constant(5)).outcome, 'unusual', 'an amount that never moved');
});

test('holidays and days without a value are not judged, and not learned from', () => {
  assert.equal(
    isHoliday('2024-12-25') && isHoliday('2024-03-29') && isHoliday('2025-04-21') && isHoliday('2027-03-28'),
    true,
  );
  assert.equal(isHoliday('2024-12-23') || isHoliday('2024-04-02'), false);
  const easter = 77;
  assert.equal(dayAt(easter), '2024-04-01');
  assert.partialDeepStrictEqual(judgeLastDay(daysUpTo(easter, 5), settings), {
    outcome: 'not_enough',
    because: 'holiday',
  });
  assert.partialDeepStrictEqual(judgeLastDay(daysUpTo(140, null), settings), {
    outcome: 'not_enough',
    because: 'no_value',
  });
  const holidays = daysUpTo(140, 112).map((each) => (isHoliday(each.day) ? { ...each, value: 0 } : each));
  const { low } = judged(holidays);
  assert.ok(low > 70, `the range is not widened by them: ${low}`);
  const across = judged(daysUpTo(140, 50, null, 50));
  assert.equal(across.since, dayAt(140), 'a row goes on past a day without a value');
});

test('a day that was as unusual last year is a holiday, whatever it is called', () => {
  const days = daysUpTo(400, 20).map((each, index) => (index === 36 ? { ...each, value: 20 } : each));
  assert.partialDeepStrictEqual(judgeLastDay(days, settings), { outcome: 'not_enough', because: 'holiday' });
  assert.equal(judged(daysUpTo(400, 20)).outcome, 'unusual');
});

test('an incident of the past does not hide the next one, and one that goes on does not hide itself', () => {
  const past = daysUpTo(200, 50).map((each, index) => (index > 120 && index < 124 ? { ...each, value: 20 } : each));
  assert.equal(judged(past).outcome, 'unusual');
  const long = judged(daysUpTo(140, 30, 31, 29, 30));
  assert.deepEqual([long.outcome, long.since], ['unusual', dayAt(140)]);
});

test('a new level is told once and is usual after some weeks', () => {
  const random = randomOf(5);
  const days = daysUpTo(230).map((each, index) => {
    return index < 150 ? each : { ...each, value: 0.6 * (week[index % 7] ?? 0) * (1 + 0.05 * normal(random)) };
  });
  const judgements = judgeDays(days, settings, 148);
  const unusual = judgements.map(({ outcome }) => outcome === 'unusual');
  assert.ok(unusual[2] || unusual[3], 'within two days');
  assert.ok(
    unusual.slice(45).every((each) => !each),
    'and no longer after six weeks',
  );
});

test('ratios and amounts that can be negative have ranges on both sides of zero; others never below it', () => {
  const signed = generated({ measure: 'amount', noise: null, at: (_, random) => 100 * normal(random) }, 120, 3);
  assert.ok(judged(signed).low < 0);
  const wild = generatedSeries['amounts a factor of 1.8 apart'];
  assert.ok(wild);
  assert.equal(judged(generated(wild, 120, 3)).low, 0);
});
