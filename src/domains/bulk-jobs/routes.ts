import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { namesIn } from '../audit/names.ts';
import { checkAccess } from '../management/access.ts';
import { type AnyBulkAction, actionNamed } from './bulk-action.ts';
import type { BulkJobRow } from './bulk-items.ts';
import {
  countItemsOf,
  getBulkJob,
  type ItemCounts,
  type ListedItem,
  listBulkItems,
  listBulkJobs,
  retryBulkJob,
  stopBulkJob,
} from './bulk-jobs.ts';
import { takeLinks } from './bulk-links.ts';
import { BulkItem, BulkItemListQuery, BulkJob, BulkJobListQuery, BulkLinks, bulkJobCreate } from './schema.ts';
import { prepareAction, startBulkJob } from './start-bulk-job.ts';

const tag = 'Bulk jobs';
const ofBulkJob = Type.Object({ bulk_job_id: Type.String({ description: "The bulk job's id." }) });
const Nothing = Type.Object({}, { additionalProperties: false });
const read = { role: 'viewer' } as const;
const write = { role: 'editor' } as const;
/** Thousands of ids. */
const bodyLimit = 4 * 1024 * 1024;

interface Parts {
  readonly actions: readonly AnyBulkAction[];
  /** There is something to do now. */
  readonly wakeBulk: () => void;
  /** What the tokens of guest links are derived from. */
  readonly linkKey: Buffer;
  /** Where people reach the service. */
  readonly linkBase: (accountId: string) => string;
  /** What of a password may be kept beside the key of a request. */
  readonly digest: (value: unknown) => string;
}

/** The same work for many projects, for management. */
export function bulkJobRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { actions, wakeBulk, digest, linkKey, linkBase }: Parts,
): void {
  const { db } = context;
  const show = async (queryable: Queryable, caller: Caller, job: BulkJobRow) => {
    const counts = await countItemsOf(queryable, caller, job.id);
    return toBulkJob(actions, await namesIn(queryable, [{ actor: job.actor, subject: '' }]), { ...job, counts });
  };

  listOperation(
    app,
    context,
    {
      path: '/bulk-jobs',
      operationId: 'listBulkJobs',
      fromReplica: true,
      tag,
      summary: 'List bulk jobs',
      description: 'Members limited to projects see those that they asked for. They are kept for 90 days.',
      access: read,
      query: BulkJobListQuery,
      data: BulkJob,
    },
    async ({ db, caller, query }) => {
      const { items, total } = await listBulkJobs(db, caller, query);
      const names = await namesIn(
        db,
        items.map(({ actor }) => ({ actor, subject: '' })),
      );
      return { items: items.map((job) => toBulkJob(actions, names, job)), total };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/bulk-jobs',
      operationId: 'createBulkJob',
      tag,
      summary: 'Do the same for many projects',
      description:
        'Answers 202 at once. The projects are those of this moment. Each is done by the operation that does it for one project, with its checks, and is recorded like that one; the faults of some do not keep others from being done. Whoever asks needs the role of that operation.',
      access: write,
      kind: 'bulk_job.create',
      body: bulkJobCreate(actions),
      bodyLimit,
      data: BulkJob,
      status: 202,
      fingerprinted: ({ action, ...rest }) =>
        'password' in action
          ? { ...rest, action: { ...action, password: digest(action.password) } }
          : { ...rest, action },
      prepare: async ({ action, projects }, caller) => ({
        ...(await prepareAction(actions, action, caller)),
        projects,
      }),
    },
    async (transaction, { caller, body: { projects, ...prepared } }) => {
      const job = await startBulkJob(transaction, { caller, by: caller }, prepared, projects);
      const recorded = { details: { action: job.action, projects: job.total } };
      return { data: await show(transaction, caller, job), location: `/bulk-jobs/${job.id}`, recorded };
    },
    wakeBulk,
  );

  readOperation(
    app,
    context,
    {
      path: '/bulk-jobs/:bulk_job_id',
      operationId: 'getBulkJob',
      tag,
      summary: 'Read a bulk job',
      description: 'How far it is. While it runs, `Retry-After` says when to ask again.',
      access: read,
      params: ofBulkJob,
      errors: ['not_found'],
      data: BulkJob,
      polled: true,
    },
    async ({ caller, params }, reply) => {
      const shown = await show(db, caller, await getBulkJob(db, caller, params.bulk_job_id));
      if (shown.state === 'running') reply.header('retry-after', '1');
      return shown;
    },
  );

  listOperation(
    app,
    context,
    {
      path: '/bulk-jobs/:bulk_job_id/items',
      operationId: 'listBulkItems',
      fromReplica: true,
      tag,
      summary: 'List the items of a bulk job',
      description: 'How it went for each project; with `state=failed` the faults, project by project.',
      access: read,
      params: ofBulkJob,
      errors: ['not_found'],
      query: BulkItemListQuery,
      data: BulkItem,
    },
    async ({ db, caller, params, query }) => {
      const { id } = await getBulkJob(db, caller, params.bulk_job_id);
      const { items, total } = await listBulkItems(db, caller, id, query);
      return { items: items.map(toBulkItem), total };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/bulk-jobs/:bulk_job_id',
      operationId: 'stopBulkJob',
      tag,
      summary: 'Stop a bulk job',
      description: 'What has not begun is not done; what is done stays, and what has begun goes on.',
      access: write,
      kind: 'bulk_job.stop',
      params: ofBulkJob,
      errors: ['not_found'],
      data: BulkJob,
    },
    async (transaction, { caller, params }) => {
      const job = await getBulkJob(transaction, caller, params.bulk_job_id);
      const stopped = await stopBulkJob(transaction, job);
      const data = await show(transaction, caller, await getBulkJob(transaction, caller, job.id));
      return { data, subject: job.id, details: { action: job.action, stopped } };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/bulk-jobs/:bulk_job_id/retry',
      operationId: 'retryBulkJob',
      tag,
      summary: 'Do again what has failed of a bulk job',
      description: 'On behalf of whoever asks now, who needs the role of the action. The others are not done again.',
      access: write,
      kind: 'bulk_job.retry',
      params: ofBulkJob,
      body: Nothing,
      bodyOptional: true,
      status: 202,
      errors: ['not_found'],
      data: BulkJob,
    },
    async (transaction, { caller, params }) => {
      const job = await getBulkJob(transaction, caller, params.bulk_job_id);
      checkAccess(caller, actionNamed(actions, job.action).access);
      const again = await retryBulkJob(transaction, job, caller, caller);
      const recorded = { details: { action: job.action, again } };
      return { data: await show(transaction, caller, job), location: `/bulk-jobs/${job.id}`, recorded };
    },
    wakeBulk,
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/bulk-jobs/:bulk_job_id/links',
      operationId: 'takeBulkLinks',
      tag,
      summary: 'Show the guest links that a bulk job has made',
      description: 'Those of `share` that were not shown yet; each is shown once. While it runs, others may follow.',
      access: write,
      kind: 'bulk_job.links',
      params: ofBulkJob,
      body: Nothing,
      bodyOptional: true,
      status: 200,
      errors: ['not_found'],
      data: BulkLinks,
      secret: 'links',
    },
    async (transaction, { caller, params }) => {
      const { id } = await getBulkJob(transaction, caller, params.bulk_job_id);
      const taken = await takeLinks(transaction, caller, id, { linkKey, baseUrl: linkBase(caller.account.id) });
      return { data: { id, links: taken }, recorded: { details: { links: taken.length } } };
    },
  );
}

function toBulkJob(
  actions: readonly AnyBulkAction[],
  names: ReadonlyMap<string, string>,
  job: BulkJobRow & { readonly counts: ItemCounts },
): BulkJob {
  const { counts, actor } = job;
  const parameters = JSON.parse(job.parameters) as Record<string, unknown>;
  const action = actions.find((each) => each.action === job.action);
  return {
    id: job.id,
    action: job.action,
    parameters: { ...(action?.shown?.(parameters) ?? parameters) },
    state: counts.waiting + counts.started > 0 ? 'running' : 'ended',
    total: Object.values(counts).reduce((sum, number) => sum + number, 0),
    counts,
    asked_by: actor,
    asked_by_name: names.get(actor.replace(/^(?:user|token):/, '')) ?? null,
    stopped_at: toTimestamp(job.stopped_at),
    created_at: toTimestamp(job.created_at),
  };
}

function toBulkItem(item: ListedItem) {
  const fault = item.fault ?? (item.now === 'failed' ? item.outcome : null);
  return {
    id: item.id,
    project_id: item.project_id,
    label: item.label,
    state: item.now,
    job_id: item.job_id,
    report_id: item.report_id,
    result: JSON.parse(item.result ?? '{}') as Record<string, unknown>,
    fault: fault === null ? null : toFault(JSON.parse(fault)),
    updated_at: toTimestamp(item.updated_at),
  };
}

interface StoredFault {
  readonly reason: string;
  readonly message: string;
  readonly action: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

function toFault({ reason, message, action, details = {} }: StoredFault) {
  return { reason, message, action, details };
}
