import assert from 'node:assert/strict';
import type { Query, QueryResult } from '../../src/reporting/connectors/contract.ts';

/**
 * Asks for two dimensions in either order, and for each of them: what adds up over both does so from the pairs, and the pairs
 * are the same whichever comes first. Gives the pairs.
 */
export async function assertPairsAddUp(
  ask: (query: Partial<Query>) => Promise<QueryResult>,
  metrics: readonly string[],
  [dimension, secondary]: readonly [string, string],
): Promise<QueryResult> {
  const pairs = await ask({ metrics, by: { dimension, secondary } });
  assert.ok(pairs.rows.length > 1);
  assert.equal(pairs.groupCount, pairs.rows.length);
  const turned = await ask({ metrics, by: { dimension: secondary, secondary: dimension } });
  const sorted = ({ rows }: QueryResult, isTurned: boolean) =>
    rows
      .map(({ key, secondary: second = null, values }) =>
        JSON.stringify([isTurned ? [second, key] : [key, second], values]),
      )
      .sort();
  assert.deepEqual(sorted(turned, true), sorted(pairs, false));
  for (const [by, side] of [
    [dimension, 'key'],
    [secondary, 'secondary'],
  ] as const) {
    const whole = await ask({ metrics, by: { dimension: by } });
    for (const { key, values } of whole.rows) {
      const parts = pairs.rows.filter((row) => row[side] === key);
      const sums = metrics.map((_, at) => parts.reduce((sum, row) => sum + (row.values[at] ?? 0), 0));
      for (const [at, sum] of sums.entries()) {
        assert.ok(Math.abs(sum - (values[at] ?? 0)) < 1e-6, `${by} ${key}: ${sum} and ${values[at]}`);
      }
    }
  }
  return pairs;
}
