import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitHeaders, retryAfter } from '../../../src/platform/limits/headers.ts';
import { toDecision } from '../../../src/platform/limits/limiter.ts';

const limits = { perMinute: 120, perDay: 4_000 };
const nowMs = Date.parse('2026-11-21T09:30:00.250Z');
const day = Math.floor(nowMs / 86_400_000);

test('the headers of an admitted request are about the minute, in seconds rounded up [C-LIMIT-9, C-LIMIT-14]', () => {
  const counts = { nowMs, admitted: true, minuteUsed: 21, minuteFreesAtMs: nowMs + 12_001, day, dayUsed: 1_000 };
  assert.deepEqual(limitHeaders(toDecision(counts, limits)), {
    'X-RateLimit-Limit': '120',
    'X-RateLimit-Remaining': '99',
    'X-RateLimit-Reset': String(Math.floor(nowMs / 1000) + 13),
    'RateLimit-Policy': '"minute";q=120;w=60, "day";q=4000;w=86400',
    RateLimit: '"minute";r=99;t=13, "day";r=3000;t=52200',
  });
});

test('a refusal of the minute says how long to wait', () => {
  const counts = { nowMs, admitted: false, minuteUsed: 120, minuteFreesAtMs: nowMs + 1, day, dayUsed: 1_000 };
  const headers = limitHeaders(toDecision(counts, limits));
  assert.equal(headers['X-RateLimit-Remaining'], '0');
  assert.equal(headers['Retry-After'], '1');
});

test('a refusal by the daily quota is about the day until 00:00 UTC [C-LIMIT-2, C-LIMIT-9, C-LIMIT-11]', () => {
  const counts = { nowMs, admitted: false, minuteUsed: 120, minuteFreesAtMs: nowMs + 1, day, dayUsed: 4_000 };
  const headers = limitHeaders(toDecision(counts, limits));
  assert.equal(headers['X-RateLimit-Limit'], '4000');
  assert.equal(headers['X-RateLimit-Remaining'], '0');
  assert.equal(headers['X-RateLimit-Reset'], String(Date.parse('2026-11-22T00:00:00Z') / 1000));
  assert.equal(headers['Retry-After'], String(14.5 * 3_600));
});

test('Retry-After is whole seconds, rounded up, at least 1 [C-LIMIT-12]', () => {
  assert.deepEqual([0, 1, 1_000, 1_001, 59_999].map(retryAfter), ['1', '1', '1', '2', '60']);
});
