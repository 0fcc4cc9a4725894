import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressThrottle } from '../../../src/platform/limits/address-throttle.ts';
import { TestClock } from './limiters.ts';

function create(perMinute: number) {
  const clock = new TestClock('2026-11-21T09:30:00Z');
  return { clock, throttle: createAddressThrottle(perMinute, clock.read) };
}

test('the failed attempt beyond the number in a rolling minute is refused until the oldest has left it [C-TOKEN-11]', () => {
  const { clock, throttle } = create(3);
  for (let attempt = 0; attempt < 3; attempt++) {
    assert.equal(throttle.retryAfterMs('192.0.2.1'), 0);
    throttle.record('192.0.2.1');
    clock.nowMs += 10_000;
  }
  assert.equal(throttle.retryAfterMs('192.0.2.1'), 30_000);
  clock.nowMs += 29_999;
  assert.equal(throttle.retryAfterMs('192.0.2.1'), 1);
  clock.nowMs += 1;
  assert.equal(throttle.retryAfterMs('192.0.2.1'), 0);
  assert.equal(throttle.retryAfterMs('192.0.2.2'), 0);
});

test('addresses of one IPv6 /64 network, however written, are one client; an IPv4-mapped one is its IPv4 address', () => {
  const same = [
    ['2001:db8::1', '2001:0DB8:0:0:ffff::2'],
    ['fe80::1%eth0', 'fe80:0:0:0:1:2:3:4'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1::192.0.2.1', '2001:db8:1:0::7'],
  ] as const;
  for (const [one, other] of same) {
    const { throttle } = create(1);
    throttle.record(one);
    assert.ok(throttle.retryAfterMs(other) > 0, `${one} and ${other}`);
  }
  const { throttle } = create(1);
  throttle.record('2001:db8:0:1::1');
  assert.equal(throttle.retryAfterMs('2001:db8:0:2::1'), 0);
});

test('an attempt that is taken back is allowed again; without attempts, taking back does nothing', () => {
  const { throttle } = create(2);
  throttle.takeBack('192.0.2.1');
  throttle.record('192.0.2.1');
  throttle.record('192.0.2.1');
  assert.ok(throttle.retryAfterMs('192.0.2.1') > 0);
  throttle.takeBack('192.0.2.1');
  assert.equal(throttle.retryAfterMs('192.0.2.1'), 0);
  throttle.record('192.0.2.1');
  assert.ok(throttle.retryAfterMs('192.0.2.1') > 0);
});

test('at most 100,000 addresses are remembered, the ones that failed last', () => {
  const { throttle } = create(1);
  throttle.record('192.0.2.1');
  throttle.record('192.0.2.2');
  for (let index = 0; index < 99_998; index++)
    throttle.record(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
  throttle.record('192.0.2.1');
  throttle.record('192.0.2.3');
  assert.ok(throttle.retryAfterMs('192.0.2.1') > 0);
  assert.equal(throttle.retryAfterMs('192.0.2.2'), 0);
});

test('an address that a proxy names with its port is the address, and whatever is no address is one client', () => {
  const same = [
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8::2'],
    ['[2001:db8::1]', '2001:db8::2'],
    ['unknown', 'x'.repeat(16_000)],
    ['_hidden:1', ''],
    ['999.0.2.1:80', '[::1'],
  ] as const;
  for (const [one, other] of same) {
    const { throttle } = create(1);
    throttle.record(one);
    assert.ok(throttle.retryAfterMs(other) > 0, `${one} and ${other}`);
  }
});
