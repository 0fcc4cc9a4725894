import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { refusedField } from '../../platform/faults.ts';
import { askOperation } from '../../platform/http/ask-operation.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { addWatch, changeWatch, checkChangedWatch, checkNewWatch, removeWatch } from './change-watch.ts';
import { Watch, WatchCreate, WatchListQuery, WatchTrial, WatchTrialAsked, WatchUpdate } from './schema.ts';
import { listWatches, showWatch } from './show-watches.ts';
import { getWatch, toldOf } from './watches.ts';

const tag = 'Watches';
const ofWatch = Type.Object({ watch_id: Type.String({ description: "The watch's id." }) });
const read = { role: 'viewer' } as const;
const write = { role: 'editor' } as const;

export interface WatchParts {
  readonly environment: ConnectionEnvironment;
  /** Tells who judges watches that there is something to do. */
  readonly wake: () => void;
}

/** What somebody wants to be told of, for management. */
export function watchRoutes(app: FastifyInstance, context: ApiContext, { environment, wake }: WatchParts): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/watches',
      operationId: 'listWatches',
      tag,
      summary: 'List watches',
      description:
        'Those of all projects that the caller sees, and of templates for whoever sees all projects; with how each stands.',
      access: read,
      query: WatchListQuery,
      data: Watch,
    },
    async ({ caller, query: { tag, folder, ...query } }) =>
      listWatches(db, await narrowed(db, caller, { tag, folder }), query),
  );

  askOperation(
    app,
    context,
    {
      path: '/watches/trial',
      operationId: 'tryWatch',
      tag,
      summary: 'Try a watch on the past',
      description:
        'What it would have told in the last 180 days, each judged by what was known then. Nothing is stored, and nobody is told. A metric that does not add up is tried by day alone. Of a value of a dimension the source is asked for each day, the newest first: where it does not tell all of them in time, fewer days are tried, and `is_cut` is true. 409 `connection_unavailable` where the source does not answer.',
      access: write,
      body: WatchTrialAsked,
      data: WatchTrial,
      errors: ['not_found', 'project_archived', 'connection_unavailable'],
    },
    async ({ caller, body }) => {
      // All connectors come with it.
      const { tryWatch } = await import('./try-watch.ts');
      return tryWatch(environment, caller, body);
    },
  );

  const one = { tag, params: ofWatch, data: Watch, hasRevision: true } as const;
  readOperation(
    app,
    context,
    {
      ...one,
      path: '/watches/:watch_id',
      operationId: 'getWatch',
      summary: 'Read a watch',
      access: read,
      errors: ['not_found'],
    },
    async ({ caller, params }) => showWatch(db, await getWatch(db, caller.account.id, params.watch_id)),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/watches',
      operationId: 'createWatch',
      tag,
      summary: 'Watch a metric',
      description:
        'It is judged at once, and then each day that is over, as soon as its figures are there. Whoever makes it is told unless `people` says otherwise. A metric that the connection does not have is refused; a connection that does not answer makes a watch with a `problem`. Beyond the number of watches that the plan allows it answers 409 `plan_limit_reached`.',
      access: write,
      kind: 'watch.add',
      body: WatchCreate,
      status: 201,
      errors: ['not_found', 'project_archived', 'plan_limit_reached'],
      data: Watch,
      hasRevision: true,
      prepare: (body, caller) => checkNewWatch(environment, caller, body),
    },
    async (transaction, { caller, body }) => {
      const row = await addWatch(transaction, caller, body);
      return {
        data: await showWatch(transaction, row),
        location: `/watches/${row.id}`,
        recorded: { details: toldOf(row) },
      };
    },
    wake,
  );

  writeOperation(
    app,
    context,
    {
      ...one,
      method: 'PATCH',
      path: '/watches/:watch_id',
      operationId: 'updateWatch',
      summary: 'Change a watch',
      description:
        'Send only the fields to change. Where it looks for something else, what it has found is over, and it is judged anew; so it is when it is switched off.',
      access: write,
      kind: 'watch.update',
      body: WatchUpdate,
      check: (body) => {
        if (Object.keys(body).length === 0) throw refusedField('', 'minProperties', 'names nothing to change');
      },
      status: 200,
      errors: ['not_found', 'project_archived'],
      prepare: (body, caller, params) => checkChangedWatch(environment, caller, params.watch_id, body),
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const row = await changeWatch(transaction, caller, params.watch_id, body, checkRevision);
      const details = { ...toldOf(row), fields: Object.keys(body.body).toSorted() };
      return { data: await showWatch(transaction, row), recorded: { details } };
    },
    wake,
  );

  removeOperation(
    app,
    context,
    {
      ...one,
      path: '/watches/:watch_id',
      operationId: 'removeWatch',
      summary: 'Remove a watch',
      description: 'What it has found is over; incidents that nothing else belongs to close.',
      access: write,
      kind: 'watch.remove',
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const before = await getWatch(transaction, caller.account.id, params.watch_id);
      const data = await showWatch(transaction, before);
      await removeWatch(transaction, caller.account.id, params.watch_id);
      return { data, subject: before.id, details: toldOf(before) };
    },
  );
}
