import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientLiesWithin, readNetwork } from '../../src/platform/networks.ts';

/** The network of the first `bits` of an address, by arithmetic of our own. */
function networkAround(address: bigint, bits: number, size: 32 | 128): bigint {
  const rest = BigInt(size - bits);
  return (address >> rest) << rest;
}
const dotted = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
const grouped = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(':');

const four = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
/** Global unicast, so that none of them stands for an IPv4 address. */
const six = fc.bigInt({ min: 0n, max: 2n ** 125n - 1n }).map((value) => value + 2n ** 125n);

test('an IPv4 client lies within a network exactly if their first bits are the same, however it is written', () => {
  fc.assert(
    fc.property(four, four, fc.integer({ min: 0, max: 32 }), (client, other, bits) => {
      const network = readNetwork(`${dotted(networkAround(other, bits, 32))}/${bits}`);
      const expected = networkAround(client, bits, 32) === networkAround(other, bits, 32);
      const high = (client >> 16n).toString(16);
      const low = (client & 0xffffn).toString(16);
      for (const written of [
        dotted(client),
        `::ffff:${dotted(client)}`,
        `::FFFF:${high}:${low}`,
        `${dotted(client)}:4711`,
        `[::ffff:${dotted(client)}]:4711`,
      ]) {
        assert.equal(clientLiesWithin(written, [network]), expected, `${written} in ${network}`);
      }
    }),
  );
});

test('an IPv6 client lies within a network exactly if their first bits are the same, whatever its zone', () => {
  fc.assert(
    fc.property(six, six, fc.integer({ min: 3, max: 128 }), (client, other, bits) => {
      const network = readNetwork(`${grouped(networkAround(other, bits, 128))}/${bits}`);
      const expected = networkAround(client, bits, 128) === networkAround(other, bits, 128);
      for (const written of [grouped(client), grouped(client).toUpperCase(), `[${grouped(client)}]:4711`]) {
        assert.equal(clientLiesWithin(written, [network]), expected, `${written} in ${network}`);
      }
    }),
  );
  assert.ok(clientLiesWithin('fe80::1%eth0', ['fe80::/10']));
});

test('a client lies within its own address, and no text that is no address lies anywhere', () => {
  fc.assert(
    fc.property(fc.oneof(four.map(dotted), six.map(grouped)), (client) => {
      assert.ok(clientLiesWithin(client, ['192.0.2.0/32', readNetwork(client)]));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!/^[\d.:a-f[\]%]*$/i.test(text));
      assert.ok(!clientLiesWithin(text, ['0.0.0.0/0', '::/0']));
      assert.ok(clientLiesWithin(text, []));
    }),
  );
});

test('networks of one version hold no clients of the other', () => {
  assert.ok(!clientLiesWithin('192.0.2.1', ['::/0']));
  assert.ok(!clientLiesWithin('2001:db8::1', ['0.0.0.0/0']));
  assert.ok(clientLiesWithin('::ffff:192.0.2.1', ['0.0.0.0/0']));
});
