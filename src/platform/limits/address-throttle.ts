import { isIP, isIPv6 } from 'node:net';
import { minuteMs } from './limiter.ts';
import { TimeRing } from './time-ring.ts';

const maxAddresses = 100_000;

/** Counts attempts that need no account, such as failed authentication, by client address. */
export interface AddressThrottle {
  /** How long until the address may try again, in milliseconds; 0 if it may now. */
  retryAfterMs(address: string): number;
  /** Counts an attempt. Attempts refused by the throttle itself must not be counted. */
  record(address: string): void;
  /** Removes the most recently recorded attempt. */
  takeBack(address: string): void;
}

/**
 * A throttle that allows `perMinute` attempts in any 60 seconds from one IPv4 address or IPv6 /64 network. It remembers
 * the last 100,000 addresses, in this process only. `clock` gives milliseconds from any origin; the default never
 * jumps.
 */
export function createAddressThrottle(
  perMinute: number,
  clock: () => number = () => performance.now(),
): AddressThrottle {
  /** In order of last attempt. */
  const attempts = new Map<string, TimeRing>();

  return {
    retryAfterMs(address) {
      const key = networkOf(address);
      const times = attempts.get(key);
      if (!times) return 0;
      const nowMs = clock();
      times.bringBackTo(nowMs);
      times.dropUntil(nowMs - minuteMs);
      if (times.length === 0) attempts.delete(key);
      if (times.length < perMinute) return 0;
      return (times.at(times.length - perMinute) ?? nowMs) + minuteMs - nowMs;
    },

    record(address) {
      const key = networkOf(address);
      const nowMs = clock();
      const times = attempts.get(key) ?? new TimeRing();
      times.bringBackTo(nowMs);
      times.dropUntil(nowMs - minuteMs);
      if (times.length < perMinute) times.push(nowMs);
      attempts.delete(key);
      attempts.set(key, times);
      if (attempts.size <= maxAddresses) return;
      const [longestAgo] = attempts.keys();
      if (longestAgo !== undefined) attempts.delete(longestAgo);
    },

    takeBack(address) {
      attempts.get(networkOf(address))?.dropNewest();
    },
  };
}

/**
 * What identifies a client: a whole IPv4 address, or the /64 network of an IPv6 address, since a client has 2^64 of
 * those. `length` is that of that network, in groups of 16 bits.
 */
export function networkOf(named: string, length = 4): string {
  const address = plainAddress(named);
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
    while (groups.length + last < 8) groups.push('0');
  }
  return groups
    .slice(0, length)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * An address without the port that some proxies name with it; `unknown` for anything else, which is one client: each text would be counted as another,
 * and be as long as a header may be.
 */
export function plainAddress(named: string): string {
  if (isIP(named)) return named;
  const [, bracketed, dotted = bracketed ?? ''] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(named) ?? [];
  return isIP(dotted) ? dotted : 'unknown';
}
