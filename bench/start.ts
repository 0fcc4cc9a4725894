import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeProgram } from '../scripts/bundled-main.ts';
import { median } from './median.ts';

/** Medians of the embedded service, as `npm start` runs it: from a bundle, with Node's cache of compiled code. */
export interface StartFigures {
  /** From spawn to `listening on`, in a new data folder: database, key and schema are made. */
  readonly firstStartMs: number;
  /** The same, in the folder of an earlier run. */
  readonly startMs: number;
  /** Processor time of that start. */
  readonly startCpuMs: number;
  /** Resident memory of the process, which holds the workers too, ten seconds later, in MiB. NaN where there is no /proc. */
  readonly idleMiB: number;
}

const rounds = 5;
const settleMs = 10_000;
const roles = { api: ['serve', '--role', 'api'], 'serve with two workers': ['serve'] };

export async function benchStart(): Promise<Record<string, StartFigures | { commandMs: number }>> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  try {
    const program = await writeProgram(folder);
    const runs: Record<keyof typeof roles, StartFigures[]> = { api: [], 'serve with two workers': [] };
    const commands: number[] = [];
    // The first round fills the disk's cache and Node's own.
    for (let round = 0; round <= rounds; round++) {
      for (const [role, argv] of Object.entries(roles) as [keyof typeof roles, string[]][]) {
        const run = await measure(program, argv, round === 0 ? 0 : settleMs);
        if (round > 0) runs[role].push(run);
      }
      commands.push(await measureCommand(program, folder));
    }
    return {
      ...Object.fromEntries(Object.entries(runs).map(([role, figures]) => [role, medians(figures)])),
      'accounts list': { commandMs: median(commands) },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(program: string, argv: readonly string[], settle: number): Promise<StartFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  const start = () => spawnProgram(program, argv, { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  try {
    const first = start();
    const firstStartMs = await timed(() => once(first.stdout, 'data'));
    await stop(first);
    const second = start();
    const startMs = await timed(() => once(second.stdout, 'data'));
    const startCpuMs = processorMs(second.pid ?? 0);
    await delay(settle);
    const idleMiB = residentMiB(second.pid ?? 0);
    await stop(second);
    return { firstStartMs, startMs, startCpuMs, idleMiB };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** From spawn to end, of a command that reads a little. */
async function measureCommand(program: string, dataDir: string): Promise<number> {
  return timed(() => once(spawnProgram(program, ['accounts', 'list'], { DATA_DIR: dataDir }), 'exit'));
}

function spawnProgram(program: string, argv: readonly string[], environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...environment };
  return spawn(program, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function residentMiB(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** User and system time so far; the kernel counts in hundredths of a second. */
function processorMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function medians(runs: readonly StartFigures[]): StartFigures {
  const of = (field: keyof StartFigures) => median(runs.map((run) => run[field]));
  return {
    firstStartMs: of('firstStartMs'),
    startMs: of('startMs'),
    startCpuMs: of('startCpuMs'),
    idleMiB: of('idleMiB'),
  };
}

if (import.meta.main) console.table(await benchStart());
