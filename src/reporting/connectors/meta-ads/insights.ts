import { type Static, Type } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askMeta, type MetaAccess, readPages, strange } from './api.ts';
import { faultOf, type MetaSubject, TooMuchData } from './faults.ts';
import { pause } from './usage.ts';

const row = Type.Record(Type.String(), Type.Unknown());

/** A row of Insights: texts, and lists by the type of action, by their fields. */
export type InsightsRow = Static<typeof row>;

/**
 * What `read` takes of the rows that an ad account has for parameters of Insights. They are asked for at once, or, if
 * that is too much for Meta or is known to be (`isHeavy`), by a run that Meta works on in its own time.
 */
export async function readInsights<T>(
  access: MetaAccess,
  account: string,
  parameters: Readonly<Record<string, string>>,
  isHeavy: boolean,
  read: (row: InsightsRow) => T,
): Promise<T[]> {
  const asked = { path: `${account}/insights`, parameters };
  try {
    if (!isHeavy) return await readPages(access, asked, row, read);
  } catch (error) {
    if (!(error instanceof TooMuchData)) throw error;
  }
  const { report_run_id: run } = await askMeta(access, { ...asked, method: 'POST' }, started);
  await untilDone(access, String(run));
  return await readPages(access, { path: `${run}/insights`, parameters: {} }, row, read);
}

const started = Type.Object({
  report_run_id: Type.Union([
    Type.String({ pattern: '^[0-9]{1,30}$' }),
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  ]),
});

const code = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));
const run = Type.Object({ async_status: Type.String(), error_code: code, error_subcode: code });
const fields = Object.keys(run.properties).join(',');

/** A run may say that it is done in full while it is still running. */
const running = new Set(['Job Not Started', 'Job Started', 'Job Running']);

const firstWaitMs = 500;
const maxWaitMs = 15_000;
const mostLooks = 300;
/** What is left of the deadline after a wait, so that the rows can still be read. */
const spareMs = 15_000;

async function untilDone(access: MetaAccess, id: string): Promise<void> {
  const { context, subject } = access;
  for (let looks = 0; looks < mostLooks; looks++) {
    const found = await askMeta(access, { path: id, parameters: { fields } }, run);
    if (found.async_status === 'Job Completed') return;
    if (!running.has(found.async_status)) throw faultOfRun(found, subject);
    await pauseWithin(Math.min(maxWaitMs, firstWaitMs * 2 ** looks), context);
  }
  throw unfinished();
}

async function pauseWithin(waitMs: number, context: ConnectorContext): Promise<void> {
  if (Date.now() + waitMs + spareMs > context.deadline) throw unfinished();
  await pause(waitMs, context);
}

function faultOfRun({ error_code: code, error_subcode }: Static<typeof run>, subject: MetaSubject): ConnectorError {
  const known = code && faultOf({ code, ...(error_subcode && { error_subcode }) }, new Headers(), subject);
  return known || new ConnectorError('transient', 'Meta gave up its report.');
}

function unfinished(): ConnectorError {
  return new ConnectorError('transient', 'Meta has not finished its report in time.');
}

/** A figure of Insights, which are texts; null if there is none. Throws `transient` for anything else. */
export function numberOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const figure = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof figure === 'number' && Number.isFinite(figure)) return figure;
  throw strange();
}
