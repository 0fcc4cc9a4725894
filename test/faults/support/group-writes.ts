import { StatementSync } from 'node:sqlite';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { startGenerationJob } from '../../../src/domains/generation-jobs/generation-jobs.ts';
import { createProject } from '../../../src/domains/projects/projects.ts';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/engine.ts';
import type { Database, Queryable } from '../../../src/platform/database/tables.ts';
import type { Caller } from '../../../src/platform/http/caller.ts';
import { onceForKey } from '../../../src/platform/http/idempotency.ts';

const period = { current: { from: '2026-01-01', to: '2026-01-03' } };

export interface GroupOwner {
  readonly account: Account;
  readonly projectId: string;
}

/**
 * Five writes that come at once: a project, its twin, one of another payload under that key, a generation of a project
 * that is not there, and one of the owner's. Gives how each ended: its resource and whether it was replayed, or what
 * its client is told.
 */
export async function writeGroup(db: Database, { account, projectId }: GroupOwner, name: string) {
  const plan = { maxProjects: null, maxConnectionsPerProject: null, maxGenerationsPerMonth: null };
  const caller = { account, plan, source: 'api' } as unknown as Caller;
  const create = (transaction: Queryable) => createProject(transaction, caller, { name });
  const start = (id: string) => (transaction: Queryable) => startGenerationJob(transaction, caller, id, { period });
  const once = (key: string, fingerprint: string, write: (transaction: Queryable) => Promise<{ id: string }>) => {
    const claim = { accountId: account.id, kind: 'project.create', key: `${name} ${key}`, fingerprint } as const;
    return onceForKey(db, claim, async (transaction) => {
      const { id } = await write(transaction);
      return { status: 201, location: null, data: id, meta: {} };
    });
  };
  const ends = await Promise.allSettled([
    once('project', 'one payload', create),
    once('project', 'one payload', create),
    once('project', 'another', create),
    once('missing', 'any', start('prj_missing')),
    once('generation', 'any', start(projectId)),
  ]);
  return ends.map((end) => {
    if (end.status === 'fulfilled') return { id: String(end.value.result.data), replayed: end.value.replayed };
    return isDatabaseUnavailable(end.reason) ? 'api_controls_unavailable' : end.reason.code;
  });
}

/** The first argument is the number of the statement after which the process ends as if it were killed. */
if (import.meta.main) {
  const [, , last = '', path = '', owner = '', name = ''] = process.argv;
  const db = connectDatabase({ engine: 'sqlite', path });
  let run = 0;
  for (const method of ['all', 'run'] as const) {
    const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown;
    StatementSync.prototype[method] = function (this: StatementSync, ...values: unknown[]) {
      const answer = original.apply(this, values);
      if (++run === Number(last)) process.kill(process.pid, 'SIGKILL');
      return answer;
    } as never;
  }
  await writeGroup(db, JSON.parse(owner), name);
  process.stdout.write('answered');
}
