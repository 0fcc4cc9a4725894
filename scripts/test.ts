import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Engine } from '../test/support/databases.ts';
import { buildConsole } from './build-console.ts';
import { compileCache, writeProgram } from './bundled-main.ts';

/**
 * `node scripts/test.ts` runs all tests but the suites, of which it runs the samples, on SQLite; `node scripts/test.ts suites`
 * runs the suites, and what has to be the same on PostgreSQL. A suite is a file of tests that has a `*.smoke.test.ts` beside
 * it, one of the folders below, or shows pages in a browser. Files with failures run once more, alone: what fails again fails
 * the run, what does not is named as unsteady.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** Processes that share what all files load; more than run at once, so that the last to end is not long alone. */
const batches = 8;
/** Of those about the databases themselves. */
const databaseBatches = 2;
/** Of those that show pages in a browser, each with one of its own. */
const browserBatches = 2;
/** More than there are processors: tests also wait. */
const batchesAtOnce = 8;
const suitesAtOnce = 3;
/** Its server needs the processors too, and takes 100 connections. */
const postgresAtOnce = 2;
/** Of the suites that share what they load; those of faults have a process each. */
const suiteBatches = 12;
const suiteBrowserBatches = 8;
/** Of 1970: another suite begins each day, so that none is always the last. */
const today = Math.floor(Date.now() / 86_400_000);
/** Suites that mostly wait, so that the last to end is not long alone. */
const longest = ['outages', 'clock-jumps', 'bulk-jobs', 'kills', 'backup-under-load'].map(
  (name) => `test/faults/${name}.test.ts`,
);
const suiteDeadlineMs = 3_600_000;
const testDeadlineMs = 300_000;
const loadDeadlineMs = 60_000;
/** A process of tests makes much that is soon forgotten. */
const youngMb = 32;
/** How long a process may stay open after its tests: what holds it would hold up all. */
const endDeadlineMs = 60_000;
const memoryFolder = '/dev/shm';
/** In bytes; several times what a run has in its files at once. */
const enoughMemory = 4 * 2 ** 30;
/** More are no coincidence, even if the machine stood still for a moment. */
const mostRunAgain = 10;

const suiteFolders = ['test/faults/', 'test/e2e/'];
/** What is about the databases themselves, and the samples of faults, have each run on both. */
const foldersOnBoth = ['test/platform/', 'test/faults/'];
/** In the title of what runs on PostgreSQL. */
const namesPostgres = '/postgres/i';
/** Leads through most screens, and so stands for all of them. */
const walk = 'test/console/newcomer.test.ts';

const files = globSync('test/**/*.test.ts', { cwd: root }).toSorted();
const isSmoke = (file: string) => file.endsWith('.smoke.test.ts');
const hasSmoke = (file: string) => existsSync(join(root, file.replace('.test.ts', '.smoke.test.ts')));
const sampledIn = (file: string) => file.replace('.smoke.test.ts', '.test.ts');
const usesBrowser = (file: string) => /browser\.ts'/.test(readFileSync(join(root, sampledIn(file)), 'utf8'));
const showsPages = (file: string) => file !== walk && usesBrowser(file);
const usesEngines = (file: string) =>
  /\b(engines|withoutPostgres)\b[^;]*\/databases\.ts'/.test(readFileSync(join(root, file), 'utf8'));
const isOnBoth = (file: string) => foldersOnBoth.some((folder) => file.startsWith(folder));
const isInFolder = (file: string) => suiteFolders.some((folder) => file.startsWith(folder));
const isSuite = (file: string) => !isSmoke(file) && (isInFolder(file) || hasSmoke(file) || showsPages(file));

/** Of the run, and of all tests. */
const folder = mkdtempSync(join(temporaryFolder(), 'tests-'));
// Some servers of tests run as users of their own.
chmodSync(folder, 0o1777);
let running: ChildProcess | undefined;
process.once('exit', () => {
  running?.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
// What is kept in memory would stay there.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = process.argv[2] === 'suites' ? await runSuites() : await runTests();

/**
 * In memory where there is room: a third of the time of tests was waiting for the disk to have what they wrote. They kill
 * processes, whose files survive that there as well.
 */
function temporaryFolder(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= enoughMemory ? memoryFolder : tmpdir();
}

async function runSuites(): Promise<number> {
  const until = readUntil(process.env.SUITES_UNTIL);
  const onPostgres = await runOnPostgres();
  return (await runWholeSuites(until)) || onPostgres;
}

/** What `npm test` has run on SQLite. */
async function runOnPostgres(): Promise<number> {
  const all = files.filter((file) => !isSuite(file) && !isSmoke(file) && !isOnBoth(file) && usesEngines(file));
  const entries = writeBatches('postgres', all, batches, 'postgres');
  return runNode(entries, postgresAtOnce, testDeadlineMs, [`--test-name-pattern=${namesPostgres}`]);
}

/** Few at a time: they measure times, and load the machine by themselves, but mostly wait. */
async function runWholeSuites(until: number | undefined): Promise<number> {
  const all = files.filter(isSuite);
  const faults = all.filter((file) => file.startsWith('test/faults/'));
  const others = all.filter((file) => !faults.includes(file));
  const suites = [
    ...faults.filter((file) => !longest.includes(file)).map((file) => [file]),
    ...inBatches(others.filter(usesBrowser), suiteBrowserBatches),
    ...inBatches(
      others.filter((file) => !usesBrowser(file)),
      suiteBatches,
    ),
  ];
  const first = today % suites.length;
  const inOrder = [...longest.map((file) => [file]), ...suites.slice(first), ...suites.slice(0, first)];
  // Node runs the files in the order of their names.
  const entries = inOrder.map((batch, index) =>
    writeEntry(`suite-${String(index).padStart(3, '0')}`, batch, { until }),
  );
  return runNode(entries, suitesAtOnce, suiteDeadlineMs);
}

function readUntil(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until))
    throw new Error(`SUITES_UNTIL is "${text}" and has to be a moment like 2026-12-01T12:00:00Z`);
  return until;
}

async function runTests(): Promise<number> {
  // Once, before tests of several processes want it.
  buildConsole();
  const all = files.filter((file) => !isSuite(file));
  const inBrowser = all.filter(usesBrowser);
  const alike = all.filter((file) => !usesBrowser(file));
  const entries = [
    // Node runs the files in the order of their names, and these take longest.
    ...writeBatches('browser', inBrowser, browserBatches),
    ...writeBatches('databases', alike.filter(isOnBoth), databaseBatches),
    ...writeBatches(
      'files',
      alike.filter((file) => !isOnBoth(file)),
      batches,
      'sqlite',
    ),
  ];
  return runNode(entries, batchesAtOnce, testDeadlineMs);
}

/** Neighbours, which take equally long, come into different batches. */
function inBatches(all: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, index) => all.filter((_, position) => position % count === index));
}

function writeBatches(name: string, all: readonly string[], count: number, engine?: Engine): string[] {
  return inBatches(all, count).map((batch, index) => writeEntry(`${name}-${index + 1}`, batch, { engine }));
}

interface EntryOptions {
  readonly engine?: Engine | undefined;
  /** In milliseconds since 1970: where it begins later, its files are named as skipped. */
  readonly until?: number | undefined;
}

/**
 * A file that loads others, and then has their tests run one after the other, with the threads of the service from its
 * bundle. One that does not load ends the process: nobody would see its error.
 */
function writeEntry(name: string, contents: readonly string[], { engine, until }: EntryOptions = {}): string {
  const path = join(folder, `${name}.mjs`);
  const urls = ['scripts/bundled-programs.ts', ...contents].map((file) => pathToFileURL(join(root, file)).href);
  writeFileSync(
    path,
    `import { after, before, test } from 'node:test';
const isLate = Date.now() > ${until ?? Number.POSITIVE_INFINITY};
const loaded = Promise.withResolvers();
${engine ? `process.env.TEST_ON = '${engine}';` : ''}
globalThis.testsLoaded = loaded.promise;
before(() => loaded.promise);
after(() => {
  setTimeout(() => {
    console.error('Something stayed open after these tests:', process.getActiveResourcesInfo());
    // An exit would wait for native code that still runs, for ever.
    process.kill(process.pid, 'SIGKILL');
  }, ${endDeadlineMs}).unref();
});
if (isLate) for (const file of ${JSON.stringify(contents)}) test(file, { skip: 'SUITES_UNTIL has passed' });
for (const url of isLate ? [] : ${JSON.stringify(urls, null, 2)}) {
  const late = setTimeout(() => {
    console.error(\`\${url} was not loaded within ${loadDeadlineMs} ms\`);
    process.exit(1);
  }, ${loadDeadlineMs});
  await import(url).catch((error) => {
    console.error(url, error);
    process.exit(1);
  });
  clearTimeout(late);
}
loaded.resolve();
`,
  );
  return path;
}

async function runNode(
  paths: readonly string[],
  concurrency: number,
  deadlineMs: number,
  more: readonly string[] = [],
): Promise<number> {
  const program = await writeProgram(folder);
  const first = await runOnce(paths, concurrency, deadlineMs, program, more);
  const again = [...new Set(first.failing.flatMap(testsOf))];
  if (first.code === 0 || again.length === 0 || again.length > mostRunAgain) return first.code;
  console.log(`\nThese files failed and run once more, alone:\n${again.join('\n')}\n`);
  const second = await runOnce(again, 1, deadlineMs, program);
  if (second.code === 0) console.log(`\nUnsteady, since they passed now; find out why:\n${again.join('\n')}`);
  return second.code;
}

/** The test files that a file is, or whose shared part it is; of a process that ended early what it was to run. */
function testsOf(path: string): string[] {
  const file = relative(root, path);
  if (files.includes(file) || path.startsWith(folder)) return [file];
  return files.filter((each) => readFileSync(join(root, each), 'utf8').includes(`/${basename(file)}'`));
}

async function runOnce(
  paths: readonly string[],
  concurrency: number,
  deadlineMs: number,
  program: string,
  more: readonly string[] = [],
) {
  const report = join(folder, 'failing');
  const flags = [
    '--test',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${deadlineMs}`,
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${join(root, 'scripts/failing-files.ts')}`, `--test-reporter-destination=${report}`],
    `--max-semi-space-size=${youngMb}`,
    ...more,
  ];
  const cache = process.env.NODE_COMPILE_CACHE ?? compileCache;
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, REPORT_SERVICE_PROGRAM: program, TMPDIR: folder };
  running = spawn(process.execPath, [...flags, ...paths], { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(running, 'exit');
  return { code: Number(code ?? 1), failing: [...new Set(readFileSync(report, 'utf8').split('\n').filter(Boolean))] };
}
