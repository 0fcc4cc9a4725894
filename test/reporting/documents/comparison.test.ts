import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { median, sum } from '../../../src/reporting/documents/arithmetic.ts';
import { compare } from '../../../src/reporting/documents/comparison.ts';

test('a change has its sign, its ratio to the size of the compared figure, and a sentiment', () => {
  assert.deepEqual(compare(97, 100, 'up').change, { absolute: -3, ratio: -0.03, direction: 'down', sentiment: 'bad' });
  assert.deepEqual(compare(97, 100, 'down').change?.sentiment, 'good');
  assert.deepEqual(compare(97, 100, 'none').change?.sentiment, 'neutral');
  assert.deepEqual(compare(50, -100, 'up').change, { absolute: 150, ratio: 1.5, direction: 'up', sentiment: 'good' });
});

test('there is no ratio to zero and no change without both figures', () => {
  assert.deepEqual(compare(5, 0, 'up').change, { absolute: 5, ratio: null, direction: 'up', sentiment: 'good' });
  assert.deepEqual(compare(0, 0, 'up').change, { absolute: 0, ratio: null, direction: 'flat', sentiment: 'neutral' });
  assert.deepEqual(compare(null, 5, 'up'), { current: null, compare: 5, change: null });
  assert.deepEqual(compare(5, null, 'up'), { current: 5, compare: null, change: null });
});

test('floating noise is flat and negative zero is zero', () => {
  const { current, compare: compared, change } = compare(0.1 + 0.2, 0.3, 'up');
  assert.deepEqual([current, compared], [0.1 + 0.2, 0.3]);
  assert.deepEqual(change, { absolute: 0, ratio: 0, direction: 'flat', sentiment: 'neutral' });
  assert.deepEqual(compare(-0, 5, 'up').current, 0);
  assert.equal(compare(0.3, 0.1, 'up').change?.absolute, 0.2);
});

test('a difference or ratio that overflows is a missing figure', () => {
  assert.equal(compare(1.7e308, -1.7e308, 'up').change, null);
  assert.deepEqual(compare(1e308, 1e-10, 'up').change, {
    absolute: 1e308,
    ratio: null,
    direction: 'up',
    sentiment: 'good',
  });
  assert.deepEqual(compare(Number.NaN, Number.POSITIVE_INFINITY, 'up'), { current: null, compare: null, change: null });
});

test('every change is finite, without negative zero, and within 1e-14 of the plain difference', () => {
  const figure = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(figure, figure, (current, compared) => {
      const { change } = compare(current, compared, 'up');
      if (!change) return !Number.isFinite(current - compared);
      const scale = Math.max(Math.abs(current), Math.abs(compared));
      const near = Math.abs(change.absolute - (current - compared)) <= 1e-14 * scale;
      const sound = [change.absolute, change.ratio ?? 0].every((part) => Number.isFinite(part) && !Object.is(part, -0));
      return near && sound;
    }),
  );
});

test('sums compensate the rounding of each addition and are null if they overflow', () => {
  assert.equal(sum(Array.from({ length: 10 }, () => 0.1)), 1);
  assert.equal(sum([1e16, 1, -1e16]), 1);
  assert.equal(sum([]), 0);
  assert.equal(sum([1e308, 1e308]), null);
});

test('the median of an even number is the mean of the middle two', () => {
  assert.equal(median([5, 1, 4, 2]), 3);
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([1.6e308, 1.6e308]), 1.6e308);
});
