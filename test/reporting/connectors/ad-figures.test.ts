import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addColumns } from '../../../src/reporting/connectors/hosted/ad-figures.ts';
import { daysIn, splitDays, unitSpans } from '../../../src/reporting/connectors/hosted/day-spans.ts';
import { addDecimals, decimalText } from '../../../src/reporting/connectors/hosted/decimals.ts';

test('decimals: sums are exact, whatever way the vendor writes them', () => {
  const table: [string[], number][] = [
    [['0.1', '0.2'], 0.3],
    [['1.005', '-0.005'], 1],
    [['0E-10', '1.5E+3', '25e-1'], 1502.5],
    [['9007199254740993', '-9007199254740992'], 1],
    [[], 0],
  ];
  for (const [texts, sum] of table) assert.equal(Number(addDecimals(texts)), sum, `${texts}`);
  assert.equal(Number(addDecimals([addDecimals(['0.1', '0.2']), '0.3'])), 0.6);
  assert.equal(decimalText(1e-7), '1e-7');
  for (const value of ['', '-', '1,5', 'NaN', '1e999', Number.NaN, Number.POSITIVE_INFINITY, true, null, {}]) {
    assert.equal(decimalText(value), undefined, String(value));
  }
});

test('columns: groups add up but for people, and what none of them has stays unknown', () => {
  const ofPeople = new Set(['reach']);
  const sum = addColumns(
    [
      { cost: '0.1', reach: '2', likes: null },
      { cost: '0.2', reach: '2', likes: null },
    ],
    ofPeople,
  );
  assert.deepEqual([Number(sum.cost), sum.reach, sum.likes], [0.3, null, null]);
  assert.equal(addColumns([{ reach: '2' }], ofPeople).reach, '2');
});

test('spans: weeks, months and parts cover a period without a gap, cut by its ends', () => {
  const period = { from: '2026-02-27', to: '2026-03-05' };
  assert.deepEqual(unitSpans(period, 'week'), [
    { key: '2026-02-23', from: '2026-02-27', to: '2026-03-01' },
    { key: '2026-03-02', from: '2026-03-02', to: '2026-03-05' },
  ]);
  assert.deepEqual(unitSpans(period, 'month'), [
    { key: '2026-02-01', from: '2026-02-27', to: '2026-02-28' },
    { key: '2026-03-01', from: '2026-03-01', to: '2026-03-05' },
  ]);
  assert.deepEqual(splitDays(period, 3), [
    { from: '2026-02-27', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-04' },
    { from: '2026-03-05', to: '2026-03-05' },
  ]);
  assert.deepEqual(splitDays(period, 7), [period]);
  assert.equal(daysIn({ from: '2024-01-01', to: '2024-12-31' }), 366);
});
