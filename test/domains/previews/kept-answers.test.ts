import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptAnswers } from '../../../src/domains/previews/kept-answers.ts';

const bytes = (length: number) => new Uint8Array(length);
const has = (answers: KeptAnswers, ...keys: string[]) => keys.map((key) => answers.find(key) !== undefined);

test('an answer is kept for five minutes', () => {
  let now = 0;
  using answers = new KeptAnswers({ clock: () => now });
  answers.keep('acc_a', 'one', bytes(10));
  now = 299_999;
  assert.deepEqual(answers.find('one')?.bytes, bytes(10));
  now = 300_000;
  assert.equal(answers.find('one'), undefined);
  answers.keep('acc_a', 'two', bytes(1));
  assert.equal(answers.bytes, 1, 'the old answer takes no room any more');
});

test('an account has a share of the room, and its oldest answers give way first', () => {
  using answers = new KeptAnswers({ mostBytes: 100, mostBytesOfAccount: 40 });
  answers.keep('acc_b', 'b1', bytes(20));
  for (const key of ['a1', 'a2', 'a3']) answers.keep('acc_a', key, bytes(20));
  assert.deepEqual(has(answers, 'b1', 'a1', 'a2', 'a3'), [true, false, true, true]);
  answers.keep('acc_c', 'c1', bytes(40));
  assert.equal(answers.bytes, 100);
  answers.keep('acc_d', 'd1', bytes(10));
  assert.deepEqual(has(answers, 'b1', 'a2', 'a3', 'c1', 'd1'), [false, true, true, true, true]);
  answers.keep('acc_d', 'd1', bytes(5));
  assert.equal(answers.bytes, 85, 'the same answer again takes the place of the old one');
});
