import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startCommand } from '../test/support/process.ts';
import { median } from './median.ts';

/** Medians of an embedded `serve` with its two workers. */
export interface StartFigures {
  /** From spawn to `listening on`, in a new data folder: database, key and schema are made. */
  readonly firstStartMs: number;
  /** The same, in the folder of an earlier run. */
  readonly startMs: number;
  /** Resident memory of all its processes once it is idle, in MiB; shared pages count in each. NaN where there is no /proc. */
  readonly idleMiB: number;
  readonly processes: number;
  /** Of `accounts list`, from spawn to end. */
  readonly commandMs: number;
}

const rounds = 7;
const settleMs = 3_000;

export async function benchStart(): Promise<StartFigures> {
  const runs = [];
  // The first round fills the disk's cache and Node's own.
  for (let round = 0; round <= rounds; round++) {
    const run = await measure();
    if (round > 0) runs.push(run);
  }
  return {
    firstStartMs: median(runs.map((run) => run.firstStartMs)),
    startMs: median(runs.map((run) => run.startMs)),
    idleMiB: median(runs.map((run) => run.idleMiB)),
    processes: median(runs.map((run) => run.processes)),
    commandMs: median(runs.map((run) => run.commandMs)),
  };
}

async function measure(): Promise<StartFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  try {
    await using first = startCommand(['serve'], environment);
    const firstStartMs = await timed(() => first.firstLine);
    await first.stop('SIGTERM');
    await using second = startCommand(['serve'], environment);
    const startMs = await timed(() => second.firstLine);
    await delay(settleMs);
    const memory = residentMemory(second.pid);
    await second.stop('SIGTERM');
    const commandMs = await timed(() => startCommand(['accounts', 'list'], environment).ended);
    return { firstStartMs, startMs, commandMs, ...memory };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Of a process and all that descend from it. */
function residentMemory(root: number): { idleMiB: number; processes: number } {
  if (process.platform !== 'linux') return { idleMiB: Number.NaN, processes: Number.NaN };
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readStatus(pid));
  const tree = new Set([root]);
  for (const { pid, parent } of all.sort((a, b) => a.pid - b.pid)) if (tree.has(parent)) tree.add(pid);
  const own = all.filter(({ pid }) => tree.has(pid));
  return { idleMiB: own.reduce((sum, { kib }) => sum + kib, 0) / 1024, processes: own.length };
}

function readStatus(pid: string): { pid: number; parent: number; kib: number }[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return [{ pid: Number(pid), parent: field('PPid'), kib: field('VmRSS') }];
  } catch {
    // It ended meanwhile.
    return [];
  }
}

if (import.meta.main) console.table(await benchStart());
