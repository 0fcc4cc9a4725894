import { mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { fireDueSchedules } from '../../src/domains/schedules/fire-schedules.ts';
import type { FreshBy } from '../../src/domains/schedules/freshness.ts';
import { listRuns } from '../../src/domains/schedules/listed-runs.ts';
import { askSources } from '../../src/domains/schedules/scheduler.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenProject } from './accounts.ts';
import { localNetwork, noObjects } from './connector-context.ts';
import { makeConfig } from './file-connection.ts';
import { givenSchedule, makeDue } from './schedules.ts';
import { silentLog } from './silent-log.ts';

/** A time zone in which it is about noon. */
export function noonZone(): string {
  const offset = 12 - new Date().getUTCHours();
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** Schedules that wait for files of a folder, of their own unless it is given. */
export async function openWaiting(db: Database, account: Account, given?: string) {
  const folder = given ?? (await realpath(await mkdtemp(join(tmpdir(), 'report-service-waits-'))));
  const timeZone = noonZone();
  const today = Temporal.Now.plainDateISO(timeZone);
  const yesterday = today.subtract({ days: 1 }).toString();
  let woken = 0;
  const context = {
    ...{ db, vault: createVault(Buffer.alloc(32, 'test')), dataRoots: [folder], network: localNetwork },
    ...{ objects: noObjects, log: { ...silentLog, child: () => silentLog } },
    wakeWorkers(jobs: number) {
      woken += jobs;
    },
  };
  /** Writes a file of some days; it was changed just now, or on that day at noon. */
  const write = async (name: string, days: readonly string[], changedOn?: string) => {
    const path = join(folder, name);
    await writeFile(path, ['Day,Orders', ...days.map((day) => `${day},3`)].join('\n'));
    const changed = changedOn && Temporal.PlainDate.from(changedOn).toZonedDateTime({ timeZone, plainTime: '12:00' });
    if (changed) await utimes(path, changed.epochMilliseconds / 1_000, changed.epochMilliseconds / 1_000);
  };
  const connect = async (projectId: string, name: string, config: unknown, system = 'file') =>
    insertConnection(db, {
      ...{ accountId: account.id, projectId, system, name, config },
      ...{ status: 'connected' as const, seal: () => null },
    });
  /** A schedule of the day before that is due, with a connection for each of these files. */
  const givenDue = async (files: readonly string[], freshBy: FreshBy | null = { hour: '23:00', otherwise: 'send' }) => {
    const project = await givenProject(db, account, { time_zone: timeZone });
    const connections = [];
    for (const name of files) {
      const config = makeConfig(join(folder, name), 'Day', { orders: 'sum("Orders")' });
      connections.push(await connect(project.id, name, config));
    }
    const recipients = ['ann@example.com'];
    const schedule = await givenSchedule(db, project.id, { at: '00:00', timeZone, freshBy, recipients });
    await makeDue(db, schedule.id);
    return { project, schedule, connections };
  };
  const fire = () =>
    fireDueSchedules(db, (error) => {
      throw error;
    });
  const latest = async (scheduleId: string) => (await listRuns(db, scheduleId))[0];
  const set = (id: string, values: Record<string, string | number>) =>
    db.updateTable('schedule_waits').set(values).where('schedule_id', '=', id).where('ended', 'is', null).execute();
  return {
    ...{ folder, context, timeZone, yesterday, today: today.toString() },
    ...{ write, connect, given: givenDue, fire, latest },
    woken: () => woken,
    ask: () => askSources(context),
    /** Lets the time come at which the sources are asked again; `isLast` that at which nobody waits any more. */
    elapse: (scheduleId: string, { isLast = false } = {}) =>
      set(scheduleId, { ask_at: '2026-01-01T00:00:00.000Z', ...(isLast && { until: '2026-01-01T00:00:00.000Z' }) }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
