import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressCaller, type Caller, PasswordTries, readerCaller } from '../../../src/domains/shares/password-tries.ts';

const dayMs = 86_400_000;

function triesAt() {
  const time = { nowMs: 0 };
  return { time, tries: new PasswordTries(() => time.nowMs) };
}

/** Records wrong tries while they are the caller's own, at most 2,000; returns how many. */
function ownTries(tries: PasswordTries, caller: Caller): number {
  let count = 0;
  for (; count < 2_000 && tries.retryAfterMs(caller) === 0 && tries.hasOwn(caller); count++) tries.record(caller);
  return count;
}

test('an address has five tries of its own a day at each link, whatever others do, and a hundred in all', () => {
  const { time, tries } = triesAt();
  const mine = addressCaller('shr_1', '192.0.2.1');
  assert.equal(ownTries(tries, mine), 5);
  assert.equal(ownTries(tries, addressCaller('shr_1', '192.0.2.2')), 5);
  assert.equal(ownTries(tries, addressCaller('shr_2', '192.0.2.1')), 5);
  for (let count = 5; count < 100; count++) {
    assert.equal(tries.retryAfterMs(mine), 0);
    tries.record(mine);
  }
  time.nowMs = 1_000;
  assert.equal(tries.retryAfterMs(mine), dayMs - 1_000);
  time.nowMs = dayMs;
  assert.equal(tries.retryAfterMs(mine), 0);
  assert.equal(ownTries(tries, mine), 5);
});

test('a try that was right, or not checked, is not counted', () => {
  const { tries } = triesAt();
  const caller = addressCaller('shr_1', '192.0.2.1');
  for (let count = 0; count < 200; count++) {
    tries.record(caller);
    tries.takeBack(caller);
  }
  assert.equal(ownTries(tries, caller), 5);
  tries.takeBack(caller);
  assert.equal(ownTries(tries, caller), 1);
});

test('the networks of an IPv6 site count as ten addresses, and a mapped IPv4 address as itself', () => {
  const { tries } = triesAt();
  const found = Array.from({ length: 100 }, (_, index) =>
    ownTries(tries, addressCaller('shr_1', `2001:db8:1:${index.toString(16)}::1`)),
  );
  assert.equal(
    found.reduce((sum, count) => sum + count, 0),
    50,
  );
  assert.equal(ownTries(tries, addressCaller('shr_1', '2001:db8:2::1')), 5);
  assert.equal(ownTries(tries, addressCaller('shr_1', '::ffff:192.0.2.9')), 5);
  assert.equal(ownTries(tries, addressCaller('shr_1', '192.0.2.9')), 0);
});

test('a browser that was in before has a hundred wrong tries a day', () => {
  const { tries } = triesAt();
  assert.equal(ownTries(tries, readerCaller('A'.repeat(22))), 100);
  assert.ok(tries.retryAfterMs(readerCaller('A'.repeat(22))) > 0);
});

test('100,000 callers are remembered; further ones have no tries of their own until the first are forgotten', () => {
  const { time, tries } = triesAt();
  for (let index = 0; index < 100_000; index++) tries.record([{ key: `${index}`, own: 5, most: 100 }]);
  time.nowMs = 1;
  const late = addressCaller('shr_1', '192.0.2.1');
  assert.equal(ownTries(tries, late), 0);
  assert.equal(tries.retryAfterMs(late), 0, 'what the link allows everybody is left');
  assert.equal(ownTries(tries, [{ key: '7', own: 5, most: 100 }]), 4);
  time.nowMs = dayMs;
  assert.equal(ownTries(tries, late), 5);
});
