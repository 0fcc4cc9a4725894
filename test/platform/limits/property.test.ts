import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Decision, Limiter, RequestLimits } from '../../../src/platform/limits/limiter.ts';
import { busyLimiterKinds, newAccount, TestClock } from './limiters.ts';

interface Step {
  readonly waitMs: number;
  readonly requests: number;
  readonly limits: RequestLimits;
  /** Whether the client waits as long as it was told to. */
  readonly obeys: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  waitMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 4_000 }) },
    { weight: 2, arbitrary: fc.constantFrom(0, 1, 59_999, 60_000, 60_001) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30_000_000 }) },
  ),
  requests: fc.integer({ min: 1, max: 12 }),
  limits: fc.record({ perMinute: fc.integer({ min: 1, max: 20 }), perDay: fc.integer({ min: 1, max: 120 }) }),
  obeys: fc.boolean(),
});

/** The limits by definition: every admitted request is remembered and counted again. */
class Model {
  readonly admitted: number[] = [];

  admits(nowMs: number, { perMinute, perDay }: RequestLimits): boolean {
    const midnight = new Date(nowMs).setUTCHours(0, 0, 0, 0);
    const inMinute = this.admitted.filter((time) => time > nowMs - 60_000).length;
    const inDay = this.admitted.filter((time) => time >= midnight).length;
    return inMinute < perMinute && inDay < perDay;
  }
}

async function check(limiter: Limiter, clock: TestClock, steps: readonly Step[]): Promise<void> {
  const account = newAccount();
  const model = new Model();
  clock.nowMs = Date.parse('2026-11-21T23:58:30Z');

  async function request(limits: RequestLimits): Promise<Decision> {
    const expected = model.admits(clock.nowMs, limits);
    const decision = await limiter.admit(account, limits);
    assert.equal(decision.admitted, expected, `at ${new Date(clock.nowMs).toISOString()}`);
    if (expected) model.admitted.push(clock.nowMs);
    return decision;
  }

  for (const { waitMs, requests, limits, obeys } of steps) {
    clock.nowMs += waitMs;
    for (let count = 0; count < requests; count++) {
      const { admitted, retryAfterMs } = await request(limits);
      if (admitted || !obeys) continue;
      // The given wait is the shortest possible: refused a millisecond before its end, admitted at its end.
      clock.nowMs += retryAfterMs - 1;
      assert.equal((await request(limits)).admitted, false);
      clock.nowMs += 1;
      assert.equal((await request(limits)).admitted, true);
    }
  }
}

const runs: Record<string, number> = { memory: 100, postgres: 5, redis: 10 };

for (const { name, open } of busyLimiterKinds) {
  test(`${name}: random arrivals under changing limits are decided as the definition of the limits says [C-LIMIT-1]`, async () => {
    const clock = new TestClock('2026-11-21T23:58:30Z');
    await using opened = await open(clock.read);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 150, size: 'max' }), (steps) =>
        check(opened.limiter, clock, steps),
      ),
      { numRuns: runs[name] ?? 10 },
    );
  });
}
