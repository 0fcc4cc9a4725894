import { existsSync, readFileSync } from 'node:fs';
import type { Query } from '../../src/reporting/connectors/contract.ts';
import { eventually } from './eventually.ts';
import { makeConfig, writeText } from './file-connection.ts';

/**
 * A query over the file of `writeStuckFile` on which DuckDB takes minutes and cannot be interrupted: an unescaped `_` of
 * LIKE tries every way to match.
 */
export const stuckConfig = makeConfig('stuck.csv', 'day', {
  n: "count(case when url like '%utm_source=%utm_medium=%' then 1 end)",
});

export const wholePeriod: Query = {
  from: '2024-01-01',
  to: '2024-12-31',
  timeZone: 'UTC',
  metrics: ['n'],
  by: 'none',
  limit: 1,
};

export async function writeStuckFile(folder: string): Promise<void> {
  const row = `2024-01-01,${'utm_source='.repeat(60_000)}`;
  await writeText(folder, 'stuck.csv', ['day,url', row, row, row, row]);
}

/** Waits until a process has taken so much processor time that it must be in the query. Linux. */
export async function untilBusy(pid: number): Promise<void> {
  const begin = await eventually(() => processorTicks(pid));
  await eventually(() => processorTicks(pid) > begin + 100);
}

/** Whether a process runs, and is no zombie. Linux. */
export function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return processorTicks(pid) > 0;
}

/** User and system time in hundredths of a second; 0 when it has ended. */
function processorTicks(pid: number): number {
  try {
    const [state, ...fields] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
    return state === 'Z' ? 0 : Number(fields[10]) + Number(fields[11]);
  } catch {
    return 0;
  }
}
