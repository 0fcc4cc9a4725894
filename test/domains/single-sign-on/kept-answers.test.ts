import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptAnswers } from '../../../src/domains/single-sign-on/kept-answers.ts';

test('whoever asks meanwhile waits for the same answer, and each question has its own', async () => {
  const kept = new KeptAnswers<string>(1_000);
  const { promise, resolve } = Promise.withResolvers<string>();
  let asked = 0;
  const ask = () => {
    asked++;
    return promise;
  };
  const all = Promise.all([kept.ask('keys', ask), kept.ask('keys', ask), kept.ask('other keys', ask)]);
  resolve('answer');
  assert.deepEqual(await all, ['answer', 'answer', 'answer']);
  assert.equal(asked, 2);
  assert.equal(kept.find('keys'), 'answer');
});

test('what failed is told to all who waited, is not kept, and can be asked again', async () => {
  const kept = new KeptAnswers<string>(1_000);
  const fails = () => Promise.reject(new Error('down'));
  const both = await Promise.allSettled([kept.ask('keys', fails), kept.ask('keys', fails)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(kept.find('keys'), undefined);
  assert.equal(await kept.ask('keys', async () => 'again'), 'again');
});

test('an answer is kept for its time, and the oldest goes when there are too many', () => {
  const kept = new KeptAnswers<number>(1_000, 2);
  for (const [name, answer] of [
    ['first', 1],
    ['second', 2],
    ['third', 3],
  ] as const) {
    kept.keep(name, answer, 0);
  }
  assert.deepEqual(
    ['first', 'second', 'third'].map((name) => kept.find(name, 999)),
    [undefined, 2, 3],
  );
  assert.equal(kept.find('third', 1_000), undefined);
});
