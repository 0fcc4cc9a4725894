import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { createPlan, getPlan, listPlans, type PlanRecord, removePlan, updatePlan } from '../accounts/plans.ts';
import { AdminPlan, AdminPlanCreate, AdminPlanQuery, AdminPlanUpdate } from './schema.ts';

const plans = { tag: 'Administration', access: { role: 'operator', stepUp: true }, data: AdminPlan } as const;
const path = '/admin/plans/:plan';
const params = Type.Object({ plan: Type.String() });
const onePlan = { ...plans, params, hasRevision: true } as const;

/** What operators of the installation do with plans. */
export function planRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      ...plans,
      path: '/admin/plans',
      operationId: 'listPlans',
      summary: 'List plans',
      description: 'What accounts of each plan may have, and how many have it.',
      query: AdminPlanQuery,
    },
    async ({ query }) => {
      const { items, total } = sliceOf(await listPlans(db), query, ({ name }) => name);
      return { items: items.map(toAdminPlan), total };
    },
  );

  readOperation(
    app,
    context,
    { ...onePlan, path, operationId: 'getPlan', summary: 'Read a plan', errors: ['not_found'] },
    async ({ params }) => toAdminPlan(await getPlan(db, params.plan)),
  );

  writeOperation(
    app,
    context,
    {
      ...plans,
      method: 'POST',
      path: '/admin/plans',
      operationId: 'createPlan',
      summary: 'Create a plan',
      description: 'Bounds that are not given are none.',
      hasRevision: true,
      kind: 'plan.create',
      body: AdminPlanCreate,
      status: 201,
    },
    async (transaction, { body }) => {
      const plan = await createPlan(transaction, { ...toFields(body), name: body.name });
      return { data: toAdminPlan(plan), location: `/admin/plans/${encodeURIComponent(plan.name)}`, ...told(plan) };
    },
  );

  writeOperation(
    app,
    context,
    {
      ...onePlan,
      method: 'PATCH',
      path,
      operationId: 'updatePlan',
      summary: 'Change a plan',
      description:
        'Takes effect at once for all accounts of the plan, in every process. What an account has beyond a new bound stays; it gets no more.',
      errors: ['not_found'],
      kind: 'plan.update',
      body: AdminPlanUpdate,
      status: 200,
    },
    async (transaction, { params, body, checkRevision }) => {
      const plan = await updatePlan(transaction, params.plan, toFields(body), checkRevision);
      const before = plan.name === params.plan ? {} : { former_name: params.plan };
      return { data: toAdminPlan(plan), ...told(plan, before) };
    },
  );

  removeOperation(
    app,
    context,
    {
      ...{ ...plans, params, path },
      operationId: 'removePlan',
      summary: 'Remove a plan',
      description: 'Removes a plan that no account has.',
      errors: ['not_found', 'plan_in_use'],
      kind: 'plan.remove',
    },
    async (transaction, { params }) => {
      const plan = toAdminPlan(await removePlan(transaction, params.plan));
      return { data: plan, subject: plan.name, accountId: null };
    },
  );
}

function toFields(body: Static<typeof AdminPlanUpdate>) {
  return {
    name: body.name,
    apiAccess: body.api_access,
    maxProjects: body.max_projects,
    maxConnectionsPerProject: body.max_connections_per_project,
    maxGenerationsPerMonth: body.max_generations_per_month,
    maxMembers: body.max_members,
    maxWatches: body.max_watches,
    maxUploadBytes: body.max_upload_bytes,
    minKeepMonths: body.min_keep_reports_months,
  };
}

function told(plan: PlanRecord, more = {}) {
  const { name, ...details } = toAdminPlan(plan);
  return { recorded: { subject: name, accountId: null, details: { name, ...more, ...details } } };
}

function toAdminPlan(plan: PlanRecord) {
  const shown = {
    name: plan.name,
    api_access: plan.apiAccess,
    max_projects: plan.maxProjects,
    max_connections_per_project: plan.maxConnectionsPerProject,
    max_generations_per_month: plan.maxGenerationsPerMonth,
    max_members: plan.maxMembers,
    max_watches: plan.maxWatches,
    max_upload_bytes: plan.maxUploadBytes,
    min_keep_reports_months: plan.minKeepMonths,
    accounts: plan.accounts,
  };
  return revised(shown, plan.revision);
}
