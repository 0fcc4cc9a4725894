import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Of Linux, in which it counts the processor time of processes. */
const ticksPerSecond = 100;
/** How far behind a process's own times those of its ended children are. */
const endedChildren = 2;

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number;
  /** The processor time of all its threads so far, the kernel's included, in microseconds; NaN where there is no /proc. */
  cpuUs(): number;
}

/** Starts a program that prints `listening on URL` once it does, with standard error in a file. */
export async function startServer(
  program: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<ServerProcess> {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(program, argv, { env, stdio: ['ignore', 'pipe', openSync(logFile, 'a')] });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = once(child, 'exit').then((): never => {
    throw new Error(`The server ended: ${readFileSync(logFile, 'utf8')}`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => {});
  return {
    port: Number(new URL(String(line).replace('listening on ', '')).port),
    cpuUs: () => processorTime(child.pid),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The processor time of a process so far, in microseconds; NaN where there is no /proc. */
export function processorTime(pid: number | undefined): number {
  return process.platform === 'linux' ? cpuUsOf(statOf(pid)) : Number.NaN;
}

/** The same of a process and all that it has started. */
export function processorTimeOfAll(parent: number): number {
  const own = readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = /^\d+$/.test(pid) ? statOf(Number(pid)) : [];
      if (Number(pid) === parent) return cpuUsOf(stat) + cpuUsOf(stat.slice(endedChildren));
      return Number(stat[1]) === parent ? cpuUsOf(stat) : [];
    } catch {
      // It has ended since.
      return [];
    }
  });
  return own.reduce((sum, cpuUs) => sum + cpuUs, 0);
}

/** The fields of a process behind its name, which is in parentheses and may have spaces: its state, its parent and so on. */
function statOf(pid: number | undefined): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
}

function cpuUsOf(stat: readonly string[]): number {
  return ((Number(stat[11]) + Number(stat[12])) * 1e6) / ticksPerSecond;
}
