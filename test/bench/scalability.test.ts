import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitScalability, type Scalability } from '../../bench/scalability.ts';

type Law = Pick<Scalability, 'alone' | 'contention' | 'coherence'>;
const sizes = [1, 2, 4, 8, 16, 64, 256, 1024];
const byLaw = ({ alone, contention, coherence }: Law) =>
  sizes.map((workers) => {
    const cost = 1 + contention * (workers - 1) + coherence * workers * (workers - 1);
    return { workers, perSecond: (alone * workers) / cost };
  });
const assertNear = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, expected), `${actual} is not ${expected}`);

test('the law is found again in throughputs that follow it, with the number of workers at its top', () => {
  for (const law of [
    { alone: 300, contention: 0.02, coherence: 0.0001 },
    { alone: 300, contention: 0.02, coherence: 0 },
    { alone: 300, contention: 0, coherence: 0.0001 },
    { alone: 300, contention: 0, coherence: 0 },
  ]) {
    const fitted = fitScalability(byLaw(law));
    assertNear(fitted.alone, law.alone);
    assertNear(fitted.contention, law.contention);
    assertNear(fitted.coherence, law.coherence);
    if (law.coherence > 0) assertNear(fitted.knee, Math.sqrt((1 - law.contention) / law.coherence));
  }
});

test('throughput that grows faster than the workers is read as no contention, never as less than none', () => {
  const { contention, coherence, knee } = fitScalability([
    { workers: 1, perSecond: 100 },
    { workers: 2, perSecond: 230 },
    { workers: 4, perSecond: 500 },
  ]);
  assert.deepEqual([contention, coherence, knee], [0, 0, Number.POSITIVE_INFINITY]);
});
