import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const root = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));
const longestMs = 120_000;
/** Of what a failing build says. */
const mostToldBytes = 4_000;

/** A build of the console beside the service, if any. */
export interface ConsoleBuild extends Disposable {
  isRunning(): boolean;
}

/**
 * Builds the console of a clone that has none, or an older one than its sources, in a process of its own, for which nothing waits. A package has it built,
 * and a clone without its development dependencies cannot build it.
 */
export function startConsoleBuild(log: Pick<Logger, 'info' | 'warn'>, folder = root): ConsoleBuild {
  const script = join(folder, 'scripts/build-console.ts');
  const needed = [script, join(folder, 'node_modules/vite/package.json')];
  if (!needed.every((file) => existsSync(file)) || isFresh(folder)) {
    return { isRunning: () => false, [Symbol.dispose]() {} };
  }
  log.info('the console is being built');
  // A group of its own, so that the bundler ends with it.
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let isRunning = true;
  let told = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-mostToldBytes);
  });
  const tooLong = setTimeout(() => end(child), longestMs).unref();
  const finish = (code: number | null) => {
    clearTimeout(tooLong);
    isRunning = false;
    if (code === 0) log.info('the console is built');
    else log.warn({ told }, 'the console was not built; "npm run build:console" says why');
  };
  child
    .once('error', () => finish(null))
    .once('exit', finish)
    .unref();
  return { isRunning: () => isRunning, [Symbol.dispose]: () => end(child) };
}

/** Whether the build is newer than the sources, as a clone that was brought up to date has it no more. */
function isFresh(folder: string): boolean {
  const built = statSync(join(folder, 'console/dist/index.html'), { throwIfNoEntry: false });
  const sources = join(folder, 'console/src');
  if (!built || !existsSync(sources)) return built !== undefined;
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  return paths.every((path) => statSync(join(sources, path)).mtimeMs < built.mtimeMs);
}

function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
