import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limiter, RequestLimits } from '../../../src/platform/limits/limiter.ts';
import { busyLimiterKinds, newAccount, TestClock } from './limiters.ts';

const limits: RequestLimits = { perMinute: 3, perDay: 100 };

async function admitTimes(limiter: Limiter, account: string, times: number, of = limits): Promise<number> {
  let admitted = 0;
  for (let time = 0; time < times; time++) if ((await limiter.admit(account, of)).admitted) admitted++;
  return admitted;
}

for (const { name, open } of busyLimiterKinds) {
  test(`${name}: a decision says what is left and when it resets`, async () => {
    const clock = new TestClock('2026-11-21T09:30:00.250Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    const first = await opened.limiter.admit(account, limits);
    const midnight = Date.parse('2026-11-22T00:00:00Z');
    assert.deepEqual(first, {
      nowMs: clock.nowMs,
      minute: { limit: 3, remaining: 2, resetsAtMs: clock.nowMs + 60_000 },
      day: { limit: 100, used: 1, remaining: 99, resetsAtMs: midnight },
      admitted: true,
      refusedBy: null,
      retryAfterMs: 0,
    });
    clock.nowMs += 10_000;
    await admitTimes(opened.limiter, account, 2);
    const refused = await opened.limiter.admit(account, limits);
    assert.equal(refused.admitted, false);
    assert.equal(refused.refusedBy, 'minute');
    assert.equal(refused.retryAfterMs, 50_000);
    assert.deepEqual(refused.minute, { limit: 3, remaining: 0, resetsAtMs: first.nowMs + 60_000 });
    assert.equal(refused.day.used, 3);
  });

  test(`${name}: the window is half-open and rolls: refused 1 ms before the 60 s are over, admitted exactly then [C-LIMIT-1, C-LIMIT-5, C-LIMIT-13]`, async () => {
    const clock = new TestClock('2026-11-21T09:30:00Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    assert.equal(await admitTimes(opened.limiter, account, 1), 1);
    clock.nowMs += 30_000;
    assert.equal(await admitTimes(opened.limiter, account, 10), 2);
    clock.nowMs += 29_999;
    assert.equal(await admitTimes(opened.limiter, account, 10), 0);
    clock.nowMs += 1;
    assert.equal(await admitTimes(opened.limiter, account, 10), 1);
    clock.nowMs += 30_000;
    assert.equal(await admitTimes(opened.limiter, account, 10), 2);
  });

  test(`${name}: peeking counts nothing, and an unknown account has everything left and resets now [C-LIMIT-11]`, async () => {
    const clock = new TestClock('2026-11-21T09:30:00Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    for (let time = 0; time < 5; time++) {
      const usage = await opened.limiter.peek(account, limits);
      assert.deepEqual(usage.minute, { limit: 3, remaining: 3, resetsAtMs: clock.nowMs });
      assert.equal(usage.day.used, 0);
    }
    assert.equal(await admitTimes(opened.limiter, account, 5), 3);
    assert.equal((await opened.limiter.peek(account, limits)).minute.remaining, 0);
  });

  test(`${name}: a used up day is refused as the day's even when the minute is full, until 00:00 UTC [C-ERROR-18, C-LIMIT-2]`, async () => {
    const clock = new TestClock('2026-11-21T23:59:59Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    const tight = { perMinute: 4, perDay: 4 };
    assert.equal(await admitTimes(opened.limiter, account, 10, tight), 4);
    const refused = await opened.limiter.admit(account, tight);
    assert.equal(refused.refusedBy, 'day');
    assert.equal(refused.day.resetsAtMs, Date.parse('2026-11-22T00:00:00Z'));
    // At midnight the minute is still full, so the wait is longer than the day.
    assert.equal(refused.retryAfterMs, 60_000);
    assert.equal((await opened.limiter.admit(account, { perMinute: 5, perDay: 4 })).retryAfterMs, 1_000);
    clock.nowMs += 1_000;
    assert.equal((await opened.limiter.admit(account, tight)).refusedBy, 'minute');
    assert.equal((await opened.limiter.peek(account, tight)).day.used, 0);
    clock.nowMs += 59_000;
    assert.equal((await opened.limiter.admit(account, tight)).day.used, 1);
  });

  test(`${name}: changed limits take effect at once, and the wait lasts until the lower one admits again [C-LIMIT-15]`, async () => {
    const clock = new TestClock('2026-11-21T09:30:00Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    for (let request = 0; request < 5; request++) {
      await admitTimes(opened.limiter, account, 1, { perMinute: 5, perDay: 100 });
      clock.nowMs += 1_000;
    }
    const lowered = await opened.limiter.admit(account, { perMinute: 2, perDay: 100 });
    assert.equal(lowered.admitted, false);
    assert.equal(lowered.minute.remaining, 0);
    // The fourth of the five has to leave: it came at 3 s, and now is 5 s.
    assert.equal(lowered.retryAfterMs, 58_000);
    assert.equal(await admitTimes(opened.limiter, account, 50, { perMinute: 40, perDay: 100 }), 35);
    assert.equal((await opened.limiter.admit(account, { perMinute: 40, perDay: 3 })).refusedBy, 'day');
  });

  test(`${name}: accounts do not share a limit`, async () => {
    await using opened = await open(new TestClock('2026-11-21T09:30:00Z').read);
    assert.equal(await admitTimes(opened.limiter, newAccount(), 5), 3);
    assert.equal(await admitTimes(opened.limiter, newAccount(), 5), 3);
  });

  test(`${name}: a clock that jumps back admits nothing extra and blocks the account for only 60 s`, async () => {
    const clock = new TestClock('2026-11-21T09:30:00Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    await admitTimes(opened.limiter, account, 3);
    clock.nowMs -= 7_200_000;
    const refused = await opened.limiter.admit(account, limits);
    assert.equal(refused.refusedBy, 'minute');
    assert.equal(refused.retryAfterMs, 60_000);
    clock.nowMs += 59_999;
    assert.equal(await admitTimes(opened.limiter, account, 1), 0);
    clock.nowMs += 1;
    assert.equal(await admitTimes(opened.limiter, account, 5), 3);
  });

  test(`${name}: a clock that jumps back over midnight gives no second quota`, async () => {
    const clock = new TestClock('2026-11-22T00:00:01Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    const wide = { perMinute: 1_000, perDay: 5 };
    assert.equal(await admitTimes(opened.limiter, account, 10, wide), 5);
    clock.nowMs -= 2_000;
    assert.equal(await admitTimes(opened.limiter, account, 10, wide), 0);
    clock.nowMs += 2_000;
    assert.equal(await admitTimes(opened.limiter, account, 10, wide), 0);
    clock.nowMs += 86_400_000;
    assert.equal(await admitTimes(opened.limiter, account, 10, wide), 5);
  });

  test(`${name}: a clock that was a year ahead blocks an exhausted account only until the next midnight`, async () => {
    const clock = new TestClock('2027-11-21T12:00:00Z');
    await using opened = await open(clock.read);
    const account = newAccount();
    const wide = { perMinute: 1_000, perDay: 5 };
    await admitTimes(opened.limiter, account, 5, wide);
    clock.nowMs = Date.parse('2026-11-21T12:00:00Z');
    const refused = await opened.limiter.admit(account, wide);
    assert.equal(refused.refusedBy, 'day');
    assert.equal(refused.day.resetsAtMs, Date.parse('2026-11-22T00:00:00Z'));
    clock.nowMs = refused.day.resetsAtMs;
    assert.equal(await admitTimes(opened.limiter, account, 10, wide), 5);
  });

  test(`${name}: of 1,000 parallel requests exactly 120 are admitted [C-LIMIT-6]`, async () => {
    await using opened = await open();
    const account = newAccount();
    const decisions = await Promise.all(
      Array.from({ length: 1_000 }, () => opened.limiter.admit(account, { perMinute: 120, perDay: 4_000 })),
    );
    const admitted = decisions.filter((decision) => decision.admitted);
    assert.equal(admitted.length, 120);
    assert.deepEqual(
      admitted.map(({ minute }) => minute.remaining).sort((a, b) => b - a),
      Array.from({ length: 120 }, (_, index) => 119 - index),
    );
    assert.equal((await opened.limiter.peek(account, { perMinute: 120, perDay: 4_000 })).day.used, 120);
  });

  test(`${name}: concurrent requests of many accounts, some only peeking, are each decided as if alone`, async () => {
    await using opened = await open();
    const accounts = Array.from({ length: 100 }, newAccount);
    const rounds = ['admit', 'peek', 'admit', 'admit', 'peek', 'admit', 'admit'] as const;
    const asked = rounds.flatMap((how) => accounts.map((account) => ({ how, account })));
    const usages = await Promise.all(asked.map(({ how, account }) => opened.limiter[how](account, limits)));
    const raised = { perMinute: 5, perDay: 100 };
    const [more] = await Promise.all(accounts.map((account) => admitTimes(opened.limiter, account, 3, raised)));
    assert.equal(more, 2);
    for (const account of accounts) {
      const remaining = usages
        .filter((_, index) => asked[index]?.account === account && asked[index]?.how === 'admit')
        .map(({ minute, day }) => [minute.remaining, day.used]);
      assert.deepEqual(
        remaining.toSorted(([, one = 0], [, other = 0]) => one - other),
        [
          [2, 1],
          [1, 2],
          [0, 3],
          [0, 3],
          [0, 3],
        ],
      );
      assert.equal((await opened.limiter.peek(account, raised)).day.used, 5);
    }
  });

  test(`${name}: of 1,000 parallel requests exactly the day's 50 are admitted [C-LIMIT-6]`, async () => {
    await using opened = await open();
    const account = newAccount();
    const decisions = await Promise.all(
      Array.from({ length: 1_000 }, () => opened.limiter.admit(account, { perMinute: 120, perDay: 50 })),
    );
    assert.equal(decisions.filter((decision) => decision.admitted).length, 50);
  });
}
