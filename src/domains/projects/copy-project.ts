import type { Queryable } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type ConnectionRow, insertConnection, listConnections } from '../connections/connections.ts';
import type { Vault } from '../connections/vault.ts';
import { holdLabels } from '../labels/labels.ts';
import { copyTags } from '../labels/project-labels.ts';
import { createProject, holdProject, type ProjectRow } from './projects.ts';

/**
 * A new project with the settings, brand, template, tags, folder and connections of another one; a sign-in is shared, and schedules stay where
 * they are. Throws `not_found`, and `plan_limit_reached` beyond what the plan allows.
 */
export async function copyProject(
  transaction: Queryable,
  vault: Vault,
  caller: Pick<Caller, 'account' | 'plan'>,
  id: string,
  name: string,
): Promise<ProjectRow> {
  await holdLabels(transaction, caller.account.id);
  const source = await holdProject(transaction, caller.account.id, id);
  const { client_name, time_zone, currency, locale } = source;
  const copy = await createProject(transaction, caller, { name, client_name, time_zone, currency, locale });
  let { settings, template_choices, template_own } = source;
  for (const connection of await listConnections(transaction, id)) {
    const { id: copied } = await copyConnection(transaction, vault, connection, copy.id);
    // An id stands for nothing else, in sections and goals as in the placeholders of texts.
    settings = settings.replaceAll(connection.id, copied);
    template_choices = template_choices?.replaceAll(connection.id, copied) ?? null;
    template_own = template_own?.replaceAll(connection.id, copied) ?? null;
  }
  const { template_id, folder_id, locale_own, portfolio } = source;
  const same = { settings, locale_own, template_id, template_choices, template_own, folder_id, portfolio };
  await transaction.updateTable('projects').set(same).where('id', '=', copy.id).execute();
  await copyTags(transaction, id, copy);
  return { ...copy, ...same };
}

/** It reads what the connection reads, with a secret of its own, which is sealed for it. */
export async function copyConnection(
  transaction: Queryable,
  vault: Vault,
  { id, account_id: accountId, made_by: madeBy, grant_id: grantId, secret, config, ...same }: ConnectionRow,
  projectId: string,
): Promise<ConnectionRow> {
  return insertConnection(transaction, {
    ...{ accountId, projectId, madeBy, grantId, system: same.system, name: same.name, status: same.status },
    config: JSON.parse(config),
    seal: (copied) => (secret === null ? null : vault.seal(copied, vault.open(id, secret))),
  });
}
