import assert from 'node:assert/strict';
import type { Database } from '../../../src/platform/database/tables.ts';
import { claimJob } from '../../../src/platform/jobs/claims.ts';
import { failed } from '../../../src/platform/jobs/outcomes.ts';
import { enqueueJob, type JobRow, type NewJob } from '../../../src/platform/jobs/queue.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';

/** How many jobs an account may run at once. */
export const most = 4;
export const exhausted = failed('generation', 'It failed.');
/** A completion without an effect. */
export const nothing = {};
/** Fails the test on any fault of a rescue. */
export const ignore = () => {};

/** The owner of the jobs: an account with a project. */
type Customer = Pick<NewJob, 'accountId' | 'projectId'>;

const generation = {
  type: 'generation',
  reportId: null,
  format: null,
  source: 'api',
  request: {},
  refusal: null,
} as const;

export async function givenCustomer(db: Database): Promise<Customer> {
  const account = await givenAccount(db);
  return { accountId: account.id, projectId: (await givenProject(db, account)).id };
}

/** Starts a generation, which may differ in any field. */
export async function start(db: Database, customer: Customer, more: Partial<NewJob> = {}): Promise<JobRow> {
  const job = { ...generation, ...customer, ...more };
  const { id } = await db.transaction().execute((transaction) => enqueueJob(transaction, job));
  return read(db, id);
}

/** The job that is next, now held by the worker. */
export async function claim(db: Database, worker = 'worker-1'): Promise<JobRow> {
  const job = await claimJob(db, worker, most);
  assert.ok(job, 'a job is due');
  return job;
}

export async function read(db: Database, id: string): Promise<JobRow> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** As if the worker had sent no heartbeat for long. */
export async function lapse(db: Database, id: string): Promise<void> {
  await db.updateTable('jobs').set({ lease_expires_at: '2000-01-01T00:00:00.000Z' }).where('id', '=', id).execute();
}
