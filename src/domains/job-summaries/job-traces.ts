import type { Queryable } from '../../platform/database/tables.ts';
import { isTracing, readTrace, type TraceHeaders } from '../../platform/tracing/spans.ts';

/** The traces of those of the ids that are jobs. While nothing is traced nothing is looked up. */
export async function findTraces(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, TraceHeaders>> {
  const jobs = isTracing() ? ids.filter((id) => /^(gen|exp)_/.test(id)) : [];
  if (jobs.length === 0) return new Map();
  const rows = await db.selectFrom('jobs').select(['id', 'trace_context']).where('id', 'in', jobs).execute();
  return new Map(rows.map(({ id, trace_context }) => [id, readTrace(trace_context) ?? {}]));
}
