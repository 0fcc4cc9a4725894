import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Ended, type Environment, runCommand } from './command.ts';
import { thisMachine } from './connector-context.ts';
import { createTestDatabase, type Engine, type TestDatabase } from './databases.ts';
import { removeFolder } from './folders.ts';
import { program } from './program.ts';

const deadlineMs = 60_000;

/** A running command; disposing it kills it. */
export interface StartedCommand extends AsyncDisposable {
  readonly pid: number;
  /** Everything it has printed, once it has ended. It is killed when it runs for over a minute. */
  readonly ended: Promise<Ended>;
  /** The first line of stdout; rejects with its stderr if it ends without one. */
  readonly firstLine: Promise<string>;
  stop(signal: NodeJS.Signals): Promise<Ended>;
}

/** Starts the service's program in a process of its own that sees these variables and `PATH` alone. */
export function startCommand(argv: readonly string[], environment: Environment, input?: string): StartedCommand {
  const child = spawn(program, argv, { env: { PATH: process.env.PATH ?? '', ...environment } });
  const output = { stdout: '', stderr: '' };
  const line = Promise.withResolvers<string>();
  line.promise.catch(() => {});
  let isFirst = true;
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      // A service that logs much says more than can be searched each time.
      if (!isFirst || !output.stdout.includes('\n')) return;
      isFirst = false;
      line.resolve(output.stdout.slice(0, output.stdout.indexOf('\n')));
    });
  }
  // A command that ends without reading is not a fault of the test.
  child.stdin.on('error', () => {}).end(input);
  const ended = end(child).then((code) => ({ code, ...output }));
  ended.then(
    ({ stderr }) => line.reject(new Error(`ended without a line: ${stderr}`)),
    (error) => line.reject(error),
  );
  return {
    pid: child.pid ?? 0,
    ended,
    firstLine: line.promise,
    async stop(signal) {
      child.kill(signal);
      return ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    },
  };
}

async function end(child: ChildProcess): Promise<number | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return signal === null ? code : null;
}

/** Runs a command to its end in a process of its own; `runCommand` does so in this one, at a fortieth of the cost. */
export async function spawnCommand(argv: readonly string[], environment: Environment, input?: string): Promise<Ended> {
  await using command = startCommand(argv, environment, input);
  return await command.ended;
}

export interface TestInstallation extends AsyncDisposable {
  readonly db: TestDatabase['db'];
  readonly dataDir: string;
  readonly environment: Environment;
  /** Runs a command in this process. */
  run(argv: readonly string[], input?: string): Promise<Ended>;
  /** Runs a command with `--json` and reads what it printed; throws what it said when it failed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads whose shapes they assert.
  json(argv: readonly string[], input?: string): Promise<any>;
}

/**
 * An empty installation with the environment that makes commands work on it: on a new database of the engine, or on the
 * given one, which is disposed with it.
 */
export async function givenInstallation(on: Engine | TestDatabase, more: Environment = {}): Promise<TestInstallation> {
  await using stack = new AsyncDisposableStack();
  const { db, location } = stack.use(typeof on === 'string' ? await createTestDatabase(on) : on);
  const dataDir =
    location.engine === 'sqlite' ? dirname(location.path) : mkdtempSync(join(tmpdir(), 'report-service-'));
  stack.defer(() => removeFolder(dataDir));
  // As the service would have made it.
  if (location.engine === 'sqlite') chmodSync(location.path, 0o600);
  const environment: Environment = {
    DATA_DIR: dataDir,
    PORT: '0',
    WORKERS: '1',
    LOG_LEVEL: 'warn',
    ALLOWED_NETWORKS: thisMachine,
    ...(location.engine === 'postgres' && {
      DATABASE_URL: location.url,
      SECRET_KEY: Buffer.from('a key of thirty-two bytes length').toString('base64'),
    }),
    ...more,
  };
  const resources = stack.move();
  const run = (argv: readonly string[], input?: string) => runCommand(argv, environment, input);
  return {
    db,
    dataDir,
    environment,
    run,
    async json(argv, input) {
      const { code, stdout, stderr } = await run([...argv, '--json'], input);
      if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
