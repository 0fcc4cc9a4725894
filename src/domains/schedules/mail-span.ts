import type { Database } from '../../platform/database/tables.ts';
import { inSpan, isTracing, readTrace, type Span, type TraceHeaders } from '../../platform/tracing/spans.ts';
import type { DeliveryRow } from './deliveries.ts';

/** Sends an e-mail as part of the trace of its report. Neither its addresses nor its words are told. */
export async function inMailSpan<Result>(
  db: Database,
  delivery: DeliveryRow,
  send: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return send(undefined);
  const attributes = {
    'network.protocol.name': 'smtp',
    'report_service.delivery.id': delivery.id,
    'report_service.delivery.attempt': delivery.attempt,
    'report_service.account.id': delivery.account_id,
  };
  const parent = await findTraceOfRun(db, delivery.run_id);
  return inSpan('send e-mail', { kind: 'client', parent, attributes }, send);
}

async function findTraceOfRun(db: Database, runId: string): Promise<TraceHeaders | null> {
  const job = await db
    .selectFrom('schedule_runs')
    .innerJoin('jobs', 'jobs.id', 'schedule_runs.generation_job_id')
    .select('jobs.trace_context')
    .where('schedule_runs.id', '=', runId)
    .executeTakeFirst();
  return readTrace(job?.trace_context);
}
