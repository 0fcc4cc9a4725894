import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { thisMachine } from './connector-context.ts';
import { createTestDatabase, type Engine } from './databases.ts';
import { removeFolder } from './folders.ts';
import { program } from './program.ts';
import { type Answer, type CallOptions, call } from './service.ts';

const readyMs = 30_000;

export interface StartedService extends AsyncDisposable {
  readonly db: Database;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Of the current process. */
  pid(): number;
  /** Where it listens now; another port after each start. */
  url(): string;
  /** Everything the processes have printed so far, on both streams. */
  output(): string;
  start(): Promise<void>;
  /** Ends the process without a warning: SIGKILL. */
  kill(): Promise<void>;
  /** Asks the process to stop and gives its exit code. */
  stop(): Promise<number | null>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/**
 * The service as an operator starts it: `bin/report-service serve` in its own process, ended by its id. It has one
 * worker unless `more` says otherwise.
 */
export async function startedService(
  engine: Engine,
  more: Record<string, string> = {},
  started = program,
): Promise<StartedService> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-e2e-'));
  stack.defer(() => removeFolder(dataDir));
  const database = stack.use(await createTestDatabase(engine));
  const { location } = database;
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    WORKERS: '1',
    ALLOWED_NETWORKS: thisMachine,
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...(location.engine === 'postgres' && { DATABASE_URL: location.url }),
    ...more,
  };
  const db =
    location.engine === 'postgres'
      ? database.db
      : connectDatabase({ engine: 'sqlite', path: join(dataDir, 'report-service.db') });
  stack.defer(() => db.destroy());
  let child: ChildProcess | undefined;
  let url = '';
  let output = '';

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  stack.defer(async () => void (await end('SIGKILL')));

  const start = async () => {
    child = spawn(started, ['serve'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(readyMs) });
    output += `${line}\n`;
    url = String(line).replace('listening on ', '');
  };
  await start();
  const resources = stack.move();
  return {
    db,
    dataDir,
    environment,
    pid: () => child?.pid ?? 0,
    url: () => url,
    output: () => output,
    start,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    call: (method, path, options) => call(url, method, path, options),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
