import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Role } from '../../../src/cli/context.ts';
import { program } from '../../support/program.ts';
import { type Answer, type CallOptions, call } from '../../support/service.ts';

const readyMs = 60_000;
const outputLimit = 1_000_000;

/** One `bin/report-service serve` in its own process; disposing it kills it. */
export interface ServiceProcess extends AsyncDisposable {
  readonly pid: number;
  /** The address it listens on, once it does; rejects with its output if it ends before. */
  readonly ready: Promise<string>;
  /** Its exit code once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** The end of what it has written to stderr: its log. */
  log(): string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  signal(signal: NodeJS.Signals): void;
  /** SIGKILL, then waits for the end. */
  kill(): Promise<void>;
  /** SIGTERM, then waits for the end: the exit code, and how long it took. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
}

/** Starts the service, or that of another folder, with only this environment and `PATH`. */
export function launchService(
  role: Role,
  environment: Readonly<Record<string, string>>,
  path = program,
): ServiceProcess {
  const child = spawn(path, ['serve', '--role', role], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  let log = '';
  let printed = '';
  const ready = Promise.withResolvers<string>();
  ready.promise.catch(() => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-outputLimit);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    const [, url] = /^listening on (\S+)\n/.exec(printed) ?? [];
    if (url) ready.resolve(url);
  });
  const late = setTimeout(() => ready.reject(new Error(`not ready within ${readyMs} ms: ${log}`)), readyMs);
  const ended = once(child, 'exit').then(([code, signal]) => {
    clearTimeout(late);
    ready.reject(new Error(`ended with ${signal ?? code} before it was ready: ${log}`));
    return signal === null ? (code as number) : null;
  });
  ready.promise.then(() => clearTimeout(late)).catch(() => {});
  return {
    pid,
    ready: ready.promise,
    ended,
    log: () => log,
    call: async (method, path, options) => call(await ready.promise, method, path, options),
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      const started = performance.now();
      child.kill('SIGTERM');
      return { code: await ended, tookMs: performance.now() - started };
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * The running render processes of a service or worker process: while one is starting, its parent waits and cannot do
 * anything else.
 */
export function findRenderProcesses(pid: number): number[] {
  return findChildren(pid, 'render-process');
}

/** The running processes of the engine of rows of a service or worker process. */
export function findEngineProcesses(pid: number): number[] {
  return findChildren(pid, 'engine-process');
}

function findChildren(pid: number, name: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((child) => parentOf(child) === pid && read(child, 'cmdline').includes(name));
}

/** Those of two threads, once both have one. */
export function findBothRenderProcesses(pid: number): number[] | undefined {
  const found = findRenderProcesses(pid);
  return found.length === 2 ? found : undefined;
}

/** One of them. */
export function findRenderProcess(pid: number): number | undefined {
  return findRenderProcesses(pid)[0];
}

function parentOf(pid: number): number {
  const [, parent] = /\) . (\d+)/.exec(read(pid, 'stat')) ?? [];
  return Number(parent);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended since the folder was read.
    return '';
  }
}
