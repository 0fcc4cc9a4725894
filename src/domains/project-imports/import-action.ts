import type { Queryable } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BulkAction } from '../bulk-jobs/bulk-action.ts';
import { createBulkJob } from '../bulk-jobs/bulk-jobs.ts';
import type { Vault } from '../connections/vault.ts';
import type { PlannedProject } from './import-check.ts';

/** Makes one project after another; those that are there already stay as they are. */
export function importAction(vault: Vault): BulkAction<Readonly<Record<string, never>>> {
  return {
    ...importTerms,
    async runItem(transaction, { caller }, { input }) {
      const { makeProject, toldOfMade } = await import('./make-project.ts');
      const planned = input as PlannedProject;
      const made = await makeProject(transaction, vault, caller, planned);
      const { projectId, isAlready } = made;
      const result = { project_id: projectId, already_there: isAlready };
      return { projectId, result, recorded: toldOfMade(planned, made) };
    },
  };
}

const importTerms = { action: 'import', access: { role: 'editor', wholeAccount: true } } as const;

/** Leaves the projects to a bulk job; returns its id. */
export async function startImport(
  transaction: Queryable,
  caller: Pick<Caller, 'account' | 'actor' | 'door' | 'address'>,
  vault: Vault,
  planned: readonly PlannedProject[],
): Promise<string> {
  const { id } = await createBulkJob(transaction, {
    accountId: caller.account.id,
    action: importAction(vault),
    parameters: {},
    askedBy: caller,
    items: planned.map((project) => ({ projectId: null, label: project.fields.name, input: project })),
  });
  return id;
}
