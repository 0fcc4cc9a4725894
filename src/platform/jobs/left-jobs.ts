import { sql } from 'kysely';
import type { Queryable } from '../database/tables.ts';

/** Queued jobs that no worker of this version takes. */
export interface LeftJobs {
  readonly text: string;
  /** When the first of the other queued jobs was due; null where there is none. */
  readonly othersDueAt: string | null;
}

/** What a newer version has left in the queue; undefined where this one, by the kinds that it knows, can do all of it. */
export async function findLeftJobs(db: Queryable, knownKinds: readonly string[]): Promise<LeftJobs | undefined> {
  const { rows } = await sql<{ kinds: string; jobs: number; due_at: string; updated_at: string }>`
    select case when needs is not null then needs when format is null then type else type || ' ' || format end as kinds,
      cast(count(*) as integer) as jobs, min(due_at) as due_at, min(updated_at) as updated_at
    from jobs where status = 'queued' group by 1 order by 1`.execute(db);
  const isKnown = ({ kinds }: { kinds: string }) => kinds.split(' ').every((kind) => knownKinds.includes(kind));
  const left = rows.filter((row) => !isKnown(row));
  if (left.length === 0) return undefined;
  const jobs = left.reduce((sum, row) => sum + row.jobs, 0);
  const since = left.map(({ updated_at }) => updated_at).sort()[0];
  const kinds = left.map((row) => row.kinds).join(', ');
  return {
    text: `${jobs} ${jobs === 1 ? 'job waits' : 'jobs wait'} for a newer version since ${since} (${kinds}); start its workers beside these, or go on to it`,
    othersDueAt:
      rows
        .filter(isKnown)
        .map(({ due_at }) => due_at)
        .sort()[0] ?? null,
  };
}
