import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, lengthInDays, overlap, unitOf, unitsOf } from '../../../src/reporting/documents/calendar.ts';

test('a leap year has 366 days, 53 weeks and 12 months', () => {
  const year = { from: '2024-01-01', to: '2024-12-31' };
  assert.equal(lengthInDays(year), 366);
  assert.equal(unitsOf(year, 'day').length, 366);
  assert.equal(unitsOf(year, 'day')[59], '2024-02-29');
  assert.equal(unitsOf(year, 'week').length, 53);
  assert.equal(unitsOf(year, 'week').at(-1), '2024-12-30');
  assert.equal(unitsOf(year, 'month').length, 12);
});

test('a partial first unit starts with the period, the others with the unit', () => {
  const period = { from: '2026-01-28', to: '2026-02-11' };
  assert.deepEqual(unitsOf(period, 'week'), ['2026-01-28', '2026-02-02', '2026-02-09']);
  assert.deepEqual(unitsOf(period, 'month'), ['2026-01-28', '2026-02-01']);
});

test('a day, and the first day of its unit, belong to the same point', () => {
  const period = { from: '2026-01-28', to: '2026-02-11' };
  assert.equal(unitOf('2026-01-26', period, 'week'), '2026-01-28');
  assert.equal(unitOf('2026-02-01', period, 'week'), '2026-01-28');
  assert.equal(unitOf('2026-02-08', period, 'week'), '2026-02-02');
  assert.equal(unitOf('2026-02-08', period, 'month'), '2026-02-01');
});

test('the last days of the calendar end the list', () => {
  assert.deepEqual(unitsOf({ from: '9999-12-30', to: '9999-12-31' }, 'day'), ['9999-12-30', '9999-12-31']);
});

test('periods overlap when they share a day', () => {
  const one = { from: '2026-01-01', to: '2026-01-31' };
  assert.equal(overlap(one, { from: '2026-01-31', to: '2026-02-28' }), true);
  assert.equal(overlap(one, { from: '2026-02-01', to: '2026-02-28' }), false);
});

test('an instant falls on the calendar day of the zone', () => {
  assert.equal(dayIn('Pacific/Auckland', '2026-02-27T12:00:00Z'), '2026-02-28');
  assert.equal(dayIn('America/Los_Angeles', '2026-02-28T07:59:59Z'), '2026-02-27');
});
