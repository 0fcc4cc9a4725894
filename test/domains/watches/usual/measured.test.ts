import assert from 'node:assert/strict';
import { test, usually } from '../../../support/suite.ts';
import { generatedSeries, realSeries } from '../../../support/usual-series.ts';
import { alertsOfReal, falseAlerts, foundWithinTwoDays } from '../../../support/usual-suite.ts';

/** A sample of what `npm run bench -- unusual` measures whole. */
const rounds = 8;

test('nothing that happens is told at most once in 90 days, on average, of every generated series', () => {
  const all = Object.entries(generatedSeries);
  for (const [name, series] of usually(all, all.slice(0, 4))) {
    const { per90Days } = falseAlerts(series, 180, rounds);
    assert.ok(per90Days <= 1, `${name}: ${per90Days}`);
  }
});

test('all that is told of real days comes to at most one in 90 days', () => {
  for (const series of realSeries()) {
    const { per90Days } = alertsOfReal(series);
    assert.ok(per90Days <= 1, `${series.name}: ${per90Days}`);
  }
});

test('of drops and rises by 30 % nine of ten are found within two days, where noise is below 10 %', () => {
  for (const factor of [0.7, 1.3]) {
    // A shift of the level hides smaller ones in its direction for a while (docs/watching.md).
    const noisy = Object.entries(generatedSeries).flatMap(([name, series]) => {
      return series.noise === null || (factor > 1 && name.startsWith('level shift')) ? [] : [series];
    });
    const shares = noisy.map((series) => foundWithinTwoDays(series, { history: 180, rounds: 3 * rounds, factor }));
    const average = shares.reduce((total, share) => total + share, 0) / shares.length;
    assert.ok(average >= 0.9, `${factor}: ${shares}`);
  }
});
