import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandOf, everyDay, lineOf, marksOf, scaleOf } from '../../console/src/screens/watches/trial-lines.ts';

const day = (name: string, value: number | null, more: object = {}) => ({
  ...{ day: name, value, expected: null, low: null, high: null, is_alerting: false, ...more },
});

test('days that were not judged are gaps in the chart, and not left out', () => {
  const days = everyDay([day('2026-03-28', 10), day('2026-03-29', 10), day('2026-04-01', 0, { is_alerting: true })]);
  assert.deepEqual(
    days.map(({ day: name, value }) => [name, value]),
    [
      ...[
        ['2026-03-28', 10],
        ['2026-03-29', 10],
      ],
      ...[
        ['2026-03-30', null],
        ['2026-03-31', null],
        ['2026-04-01', 0],
      ],
    ],
  );
  const scale = scaleOf(days, 100) ?? assert.fail();
  assert.equal(
    lineOf(
      days.map(({ value }) => value),
      scale,
    ),
    'M0.5 0L1.5 0M4.5 100h0.01',
  );
  assert.equal(marksOf(days, scale), 'M4.5 100h0.01');
});

test('all that is drawn is within the scale, which begins at zero unless values are far from it', () => {
  const days = [day('2026-03-28', 10, { low: 8, high: 20 }), day('2026-03-29', 12, { expected: 15 })];
  const { least, most } = scaleOf(days, 100) ?? assert.fail();
  assert.deepEqual([least, most], [0, 20]);
  const far = scaleOf([day('2026-03-28', 1_000), day('2026-03-29', 990)], 100);
  assert.deepEqual([far?.least, far?.most], [990, 1_000]);
  const below = scaleOf([day('2026-03-28', -5), day('2026-03-29', 5)], 100);
  assert.deepEqual([below?.least, below?.most], [-5, 5]);
  const range = scaleOf(days, 100) ?? assert.fail();
  assert.equal(bandOf(days, range), 'M0 0h1V60h-1Z');
  assert.equal(scaleOf([day('2026-03-28', null, { expected: 5 })], 100), undefined);
});
