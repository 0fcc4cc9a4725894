import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from '../../../src/domains/generation-jobs/side-by-side.ts';
import { eventually } from '../../support/eventually.ts';

type Item = { readonly reach: 'network' | 'local'; readonly name: number };

const itemsOf = (network: number, local: number): Item[] => [
  ...Array.from({ length: network }, (_, name) => ({ reach: 'network' as const, name })),
  ...Array.from({ length: local }, (_, name) => ({ reach: 'local' as const, name })),
];

test('sixteen systems of the network and four local ones are asked at once; another when one has answered', async () => {
  const running: Item[] = [];
  const ends: (() => void)[] = [];
  const all = sideBySide(itemsOf(20, 9), async (item) => {
    running.push(item);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const count = (reach: Item['reach']) => running.filter((item) => item.reach === reach).length;
  assert.deepEqual([count('network'), count('local')], [16, 4]);
  ends[0]?.();
  await eventually(() => count('network') === 17);
  assert.equal(count('local'), 4);
  while (running.length < 29 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
});

test('what fails rejects the whole, and begins nothing more in its turn', async () => {
  const begun: number[] = [];
  const failing = sideBySide(itemsOf(0, 9), async ({ name }) => {
    begun.push(name);
    throw new Error('No.');
  });
  await assert.rejects(failing, /No\./);
  assert.deepEqual(begun, [0, 1, 2, 3]);
});

test('nothing to ask is done at once', () => sideBySide([], assert.fail));
