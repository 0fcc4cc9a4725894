import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChange, formatPeriod, formatValue } from '../../src/documents/format.ts';
import type { MetricDescription, Unit } from '../../src/documents/model.ts';

const context = { locale: 'en-US', currency: 'USD' };
function metric(unit: Unit, decimals: number | null = null): MetricDescription {
  return { key: 'm', label: 'M', unit, decimals, better: 'up', additive: true };
}

test('figures read in their unit', () => {
  assert.equal(formatValue(1234.5, metric('count'), context), '1,235');
  assert.equal(formatValue(1234.5, metric('currency'), context), '$1,234.50');
  assert.equal(formatValue(0.1234, metric('percent'), context), '12.3%');
  assert.equal(formatValue(125, metric('duration'), context), '2m 5s');
  assert.equal(formatValue(null, metric('count'), context), '–');
});

test('no figure reads as negative zero', () => {
  for (const unit of ['count', 'currency', 'percent', 'duration', 'number'] as const) {
    assert.ok(!formatValue(-0.00001, metric(unit), context).includes('-'), unit);
  }
});

test('every finite figure can be formatted, also a duration beyond what a calendar holds', () => {
  for (const unit of ['count', 'currency', 'percent', 'duration', 'number'] as const) {
    for (const value of [1e308, -1e308, 5e-324, 2 ** 53, 2 ** 53 - 1]) {
      for (const decimals of [null, 0, 3, 12]) assert.ok(formatValue(value, metric(unit, decimals), context));
    }
  }
});

test('a change without a ratio reads as its figure, with a sign', () => {
  const change = { absolute: 5, ratio: null, direction: 'up', sentiment: 'good' } as const;
  assert.equal(formatChange(change, metric('count'), context), '+5');
  assert.equal(formatChange({ ...change, ratio: -0.031 }, metric('count'), context), '-3.1%');
});

test('a period reads as one span', () => {
  assert.match(formatPeriod({ from: '2001-05-01', to: '2001-05-31' }, 'en-US'), /^May 1\s–\s31, 2001$/);
});
