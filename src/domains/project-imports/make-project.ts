import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { type ConnectionRow, getConnection, insertConnection } from '../connections/connections.ts';
import { getOwnGrant } from '../connections/oauth-grants.ts';
import type { Vault } from '../connections/vault.ts';
import { copyConnection } from '../projects/copy-project.ts';
import { setProjectTemplate } from '../projects/project-template.ts';
import { createProject } from '../projects/projects.ts';
import { templateSchedules } from '../schedules/template-schedules.ts';
import type { PlannedConnection, PlannedProject } from './import-check.ts';

/** What came of one row. */
export interface MadeProject {
  readonly projectId: string;
  /** Whether there was one of this name before, which stays as it is. */
  readonly isAlready: boolean;
  readonly connections: number;
}

/**
 * Makes the project of one row with its connections and template, in one transaction; one of its name that is there already
 * stays as it is. Throws `plan_limit_reached`, and faults of what is gone since it was checked.
 */
export async function makeProject(
  transaction: Queryable,
  vault: Vault,
  caller: Caller,
  { fields, template_id, connections }: PlannedProject,
): Promise<MadeProject> {
  const accountId = caller.account.id;
  // Two imports of one name at once must not both find that there is none.
  await lockAccount(transaction, accountId);
  const there = await findByName(transaction, accountId, fields.name);
  if (there !== undefined) return { projectId: there, isAlready: true, connections: 0 };
  const { id: projectId } = await createProject(transaction, caller, fields);
  const slots: Record<string, string> = {};
  for (const planned of connections) {
    const { id } = await connect(transaction, vault, { accountId, projectId }, planned);
    for (const slot of planned.slots) slots[slot] = id;
  }
  if (template_id !== null) {
    await setProjectTemplate(transaction, accountId, projectId, { template_id, slots }, () => {}, templateSchedules);
  }
  return { projectId, isAlready: false, connections: connections.length };
}

/** What the log of changes says of it; nothing of one that was there. */
export function toldOfMade({ row, template_id }: PlannedProject, { projectId, isAlready, connections }: MadeProject) {
  if (isAlready) return [];
  return [{ action: 'project.create', subject: projectId, details: { imported_row: row, connections, template_id } }];
}

async function findByName(db: Queryable, accountId: string, name: string): Promise<string | undefined> {
  const named = db.selectFrom('projects').select('id').where('account_id', '=', accountId).where('name', '=', name);
  return (await named.orderBy('id').limit(1).executeTakeFirst())?.id;
}

async function connect(
  transaction: Queryable,
  vault: Vault,
  { accountId, projectId }: { readonly accountId: string; readonly projectId: string },
  planned: PlannedConnection,
): Promise<ConnectionRow> {
  if ('copied_from' in planned) {
    const source = await present('connection', () => getConnection(transaction, planned.copied_from, accountId));
    return copyConnection(transaction, vault, source, projectId);
  }
  const { system, name, grant_id: grantId, config } = planned;
  await present('sign-in', () => getOwnGrant(transaction, accountId, grantId));
  // The sign-in has just listed what it names.
  const status = 'connected';
  return insertConnection(transaction, {
    ...{ accountId, projectId, system, name, config, grantId, status, madeBy: 'customer', seal: () => null },
  });
}

/** What was there when the rows were checked. */
async function present<Found>(what: string, find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    const message = `The ${what} that this row names was removed meanwhile. Import the row again.`;
    throw new ServiceError('not_found', { message, cause: error });
  }
}
