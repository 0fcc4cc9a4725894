import { AsyncLocalStorage } from 'node:async_hooks';
import nodeTest, { after, type TestFn, type TestOptions } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';

interface Sample {
  /** How the titles begin of those that run, or of those that do not. */
  readonly titles: readonly string[];
  readonly leavesOut: boolean;
  readonly file: string;
  /** Those titles that a test had. */
  readonly found: Set<string>;
}

/** What is sampled of the suite whose code runs; undefined for a whole one. Several share a process. */
const samples = new AsyncLocalStorage<Sample>();

/**
 * Like `test` of `node:test`, tagged with the file whose test it is; while a suite is sampled, only the requested tests, tagged
 * with the file that asks for them.
 */
export const test = ((title: string, ...rest: [TestFn] | [TestOptions, TestFn]) => {
  const sampled = samples.getStore();
  if (sampled) {
    const named = sampled.titles.filter((begin) => title.startsWith(begin));
    for (const begin of named) sampled.found.add(begin);
    if (named.length > 0 === sampled.leavesOut) return undefined;
  }
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
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
export const sample = (smoke: string, ...titles: readonly string[]): Promise<void> => run(smoke, titles, false);

/** The same with all tests but those: of a suite that is one for a few tests that take long. */
export const sampleWithout = (smoke: string, ...titles: readonly string[]): Promise<void> => run(smoke, titles, true);

async function run(smoke: string, titles: readonly string[], leavesOut: boolean): Promise<void> {
  const sampled: Sample = { titles, leavesOut, file: fileURLToPath(smoke), found: new Set() };
  // Only then has every suite of suites come to its tests. Elsewhere than in CI tools may be missing, and with them tests.
  after(() => {
    const missing = titles.filter((begin) => !sampled.found.has(begin));
    if (missing.length > 0 && process.env.CI === 'true') throw new Error(`These have no test: ${missing.join(', ')}`);
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
