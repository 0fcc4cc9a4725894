import type { Static } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { validationError, validatorCompiler } from '../../platform/http/validation.ts';
import type { Doer } from '../audit/audit.ts';
import { checkAccess } from '../management/access.ts';
import { type AnyBulkAction, actionNamed } from './bulk-action.ts';
import type { BulkJobRow } from './bulk-items.ts';
import { createBulkJob } from './bulk-jobs.ts';
import { chooseProjects } from './choose-projects.ts';
import type { ProjectChoice } from './schema.ts';

/** What is asked for: the word of an action, with what it takes. */
export interface AskedAction {
  readonly type: string;
}

/** An action with what it takes, checked and prepared. */
export interface PreparedAction {
  readonly action: AnyBulkAction;
  readonly parameters: unknown;
}

/** Any JSON as an action that is asked for; throws `invalid_request` with the fields at fault. */
export function readAction(actions: readonly AnyBulkAction[], json: AskedAction): AskedAction {
  const { parameters } = actionNamed(actions, json.type);
  if (!parameters) throw new TypeError(`Nobody asks for the action ${json.type}`);
  const { error } = validatorCompiler({ schema: parameters, method: 'POST', url: '' })(json) as { error?: unknown };
  if (error) throw validationError(error as Parameters<typeof validationError>[0], 'body');
  return json;
}

/** What is done once, before the transaction that starts the bulk job. Throws what refuses the caller, and `invalid_request`. */
export async function prepareAction(
  actions: readonly AnyBulkAction[],
  { type, ...parameters }: AskedAction,
  caller: Caller,
): Promise<PreparedAction> {
  const action = actionNamed(actions, type);
  checkAccess(caller, action.access);
  action.check?.(parameters, caller);
  return { action, parameters: (await action.prepare?.(parameters, caller)) ?? parameters };
}

/** Starts a bulk job over the projects as they are now. Throws `invalid_request` for none, and too many. */
export async function startBulkJob(
  transaction: Queryable,
  { caller, by }: { readonly caller: Caller; readonly by: Doer },
  { action, parameters }: PreparedAction,
  projects: Static<typeof ProjectChoice>,
): Promise<BulkJobRow> {
  const chosen = await chooseProjects(transaction, caller, projects);
  const items = chosen.map(({ id, name }) => ({ projectId: id, label: name }));
  return createBulkJob(transaction, { accountId: caller.account.id, action, parameters, askedBy: by, items });
}
