import { AsyncLocalStorage } from 'node:async_hooks';
import nodeTest, { after, type TestFn, type TestOptions } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';

/** What is sampled of the suite whose code runs; undefined for a whole one. Several share a process. */
const samples = new AsyncLocalStorage<{ readonly titles: readonly string[]; readonly file: string; found: number }>();

/**
 * Like `test` of `node:test`, tagged with the file whose test it is; while a suite is sampled, only the requested tests, tagged
 * with the file that asks for them.
 */
export const test = ((title: string, ...rest: [TestFn] | [TestOptions, TestFn]) => {
  const sampled = samples.getStore();
  if (sampled && !sampled.titles.some((begin) => title.startsWith(begin))) return undefined;
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  if (sampled) sampled.found++;
  const file = sampled?.file ?? callingTest();
  return nodeTest(title, { ...options, ...(file && { tags: [file] }) }, run);
}) as typeof nodeTest;

function callingTest(): string | undefined {
  const site = getCallSites(50).find(({ scriptName }) => scriptName.endsWith('.test.ts'));
  return site && fileURLToPath(site.scriptName);
}

/**
 * Runs those tests of the suite next to a `*.smoke.test.ts` whose titles start like these, in the fewest rounds: the
 * part of the suite that is in every run of all tests.
 */
export async function sample(smoke: string, ...titles: readonly string[]): Promise<void> {
  const sampled = { titles, file: fileURLToPath(smoke), found: 0 };
  // Only then has every suite of suites come to its tests. Elsewhere than in CI tools may be missing, and with them tests.
  after(() => {
    if (sampled.found < titles.length && process.env.CI === 'true')
      throw new Error(`Some of these have no test: ${titles}`);
  });
  await samples.run(sampled, () => import(smoke.replace('.smoke.test.', '.test.')));
}

/** What a suite usually has, such as a number of rounds, or the least that is meaningful while it is sampled. */
export const usually = <T>(usual: T, least: T): T => (samples.getStore() ? least : usual);

/** How many rounds a suite runs: `FAULT_ROUNDS` when it is set, else its own short number, or the least while it is sampled. */
export function rounds(short: number, least = 1): number {
  return Number(process.env.FAULT_ROUNDS ?? usually(short, least));
}

/** Whether a long run was asked for, which may wait for real leases and open thousands of connections. */
export const isLongRun = process.env.FAULT_ROUNDS !== undefined;
