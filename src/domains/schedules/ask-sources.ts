import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import { leadingMetrics } from '../../reporting/documents/report-connection.ts';
import { type ConnectionRow, listConnections } from '../connections/connections.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { sideBySide } from '../generation-jobs/side-by-side.ts';
import { getProject, type ProjectRow } from '../projects/projects.ts';
import { isFresh, type LateSource } from './freshness.ts';
import { claimWait, findSchedule, giveBack, settleWait, type WaitRow } from './waits.ts';

/** What asking the sources of schedules takes. */
export interface AskingContext extends ConnectionEnvironment {
  readonly log: JobLog;
}

/** How long all sources of an occurrence have to answer together. */
const answerMs = 60_000;
/** As many as leave no doubt whether a day has anything, in one query. */
const metricsAsked = 3;

/**
 * Asks the sources of the occurrence that has waited longest for it, and lets it begin, wait on or end; false when none is to
 * be asked. Runs that began are counted by `onBegun`. What `stop` cuts short is asked by the next process.
 */
export async function askNextSources(
  context: AskingContext,
  onBegun: () => void,
  stop?: AbortSignal,
): Promise<boolean> {
  const wait = await claimWait(context.db);
  if (!wait) return false;
  const log = context.log.child({ run: wait.id, schedule: wait.schedule_id, account: wait.account_id });
  const missing = await findLate(context, wait, log, stop);
  if (stop?.aborted) {
    await giveBack(context.db, wait);
    return true;
  }
  const next = missing && (await settleWait(context.db, wait, missing));
  if (!next) return true;
  log.info({ ended: next.ended, missing: missing.length }, 'the sources of a schedule were asked');
  if (next.ended === 'fresh' || next.ended === 'without') onBegun();
  return true;
}

/** Those of the missing sources that still have nothing of the last day; undefined when their schedule was removed. */
async function findLate(context: AskingContext, wait: WaitRow, log: JobLog, stop: AbortSignal | undefined) {
  const schedule = await findSchedule(context.db, wait);
  if (!schedule) return undefined;
  const project = await getProject(context.db, wait.account_id, schedule.project_id);
  const missing = JSON.parse(wait.missing) as LateSource[];
  const rows = await listConnections(context.db, project.id);
  const asked = rows.filter(({ id }) => missing.some(({ connection_id }) => connection_id === id));
  const { current } = JSON.parse(wait.periods) as { readonly current: { readonly to: string } };
  const signal = AbortSignal.any([AbortSignal.timeout(answerMs), ...(stop ? [stop] : [])]);
  const late = new Set<string>();
  const ask = async ({ row }: { readonly row: ConnectionRow }) => {
    if (await isLate(context, { row, project, day: current.to, signal, log })) late.add(row.id);
  };
  // Before it is open, nobody knows which need little.
  await sideBySide(
    asked.map((row) => ({ row, reach: 'local' as const })),
    ask,
  );
  return missing.filter(({ connection_id }) => late.has(connection_id));
}

interface Question {
  readonly row: ConnectionRow;
  readonly project: ProjectRow;
  readonly day: string;
  readonly signal: AbortSignal;
  readonly log: JobLog;
}

/**
 * Whether a source answers and has nothing of the day yet. One that fails is not waited for: the report asks it again, and
 * deals with its fault as with any other.
 */
async function isLate(context: AskingContext, { row, project, day, signal, log }: Question): Promise<boolean> {
  try {
    // All connectors come with it, which a process need not hold before a schedule waits.
    const { openConnection } = await import('../connections/open-connection.ts');
    const use = { signal, deadline: Date.now() + answerMs, log };
    await using source = await openConnection(row, { ...context, uploadVersions: new Map() }, use);
    const description = await source.describe();
    const { id, name, system } = row;
    const metrics = leadingMetrics({ id, name, system, description }, metricsAsked).map(({ key }) => key);
    const timeZone = project.time_zone;
    const answer = await source.query({ from: day, to: day, timeZone, metrics, by: 'none', limit: 1 });
    const now = Temporal.Now.instant();
    return !isFresh(answer, { day, timeZone: description.timeZone ?? timeZone, now });
  } catch (error) {
    const reason = error instanceof ConnectorError ? error.kind : String(error);
    log.warn({ connection: row.id, reason }, 'a source did not say whether it has the last day');
    return false;
  }
}
