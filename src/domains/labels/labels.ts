import { type Selectable, sql } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { lockName, shareName } from '../../platform/database/name-lock.ts';
import type { LabelsTable, Queryable } from '../../platform/database/tables.ts';
import type { labelKinds } from '../../platform/database/words.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { foldLabel, readLabelName } from './label-names.ts';

/** A tag of projects, or a folder that projects are in. */
export type LabelRow = Selectable<LabelsTable>;
export type LabelKind = (typeof labelKinds)[number];

/** Of each kind, in one account. */
export const mostLabels = 500;

const lockOf = (accountId: string) => `labels ${accountId}`;

/** Keeps the tags and folders of an account from being renamed or removed until the transaction ends; before a project is locked. */
export const holdLabels = (transaction: Queryable, accountId: string) => shareName(transaction, lockOf(accountId));

/**
 * The ids of those with these names, whatever their case; what does not exist yet is made, spelled like this. Throws a fault of
 * `field` for what is no name, and where the account would have too many.
 */
export async function ensureLabels(
  transaction: Queryable,
  accountId: string,
  kind: LabelKind,
  names: readonly string[],
  field: string,
): Promise<string[]> {
  const wanted = new Map(names.map((each) => readLabelName(field, each)).map((name) => [foldLabel(name), name]));
  const known = await findLabels(transaction, accountId, kind, [...wanted.values()]);
  const unknown = [...wanted].filter(([folded]) => !known.some((label) => label.folded === folded));
  if (unknown.length === 0) return known.map(({ id }) => id);
  await requireRoom(transaction, accountId, { kind, more: unknown.length, field });
  const created_at = new Date().toISOString();
  // In one order, so that two who make several at once wait for each other rather than both.
  const inOrder = unknown.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const rows = inOrder.map(([folded, name]) => ({
    ...{ id: newIdentifier(kind === 'tag' ? 'tag' : 'fld'), account_id: accountId, kind, name, folded, created_at },
  }));
  // Somebody else may make the same at this moment.
  const made = transaction.insertInto('labels').values(rows);
  await made.onConflict((conflict) => conflict.columns(['account_id', 'kind', 'folded']).doNothing()).execute();
  return (await findLabels(transaction, accountId, kind, [...wanted.values()])).map(({ id }) => id);
}

/** Those of the account with these names, whatever their case; what there is not is left out. */
export async function findLabels(
  db: Queryable,
  accountId: string,
  kind: LabelKind,
  names: readonly string[],
): Promise<LabelRow[]> {
  if (names.length === 0) return [];
  const own = db.selectFrom('labels').selectAll().where('account_id', '=', accountId).where('kind', '=', kind);
  return own.where('folded', 'in', names.map(foldLabel)).execute();
}

async function requireRoom(
  db: Queryable,
  accountId: string,
  { kind, more, field }: { readonly kind: LabelKind; readonly more: number; readonly field: string },
): Promise<void> {
  const own = db.selectFrom('labels').where('account_id', '=', accountId).where('kind', '=', kind);
  const { had } = await own.select(({ fn }) => fn.countAll().as('had')).executeTakeFirstOrThrow();
  if (Number(had) + more <= mostLabels) return;
  const message = `An account has ${mostLabels} ${kind}s at most; remove some that are no longer needed.`;
  throw fieldFault(field, 'most', message);
}

export type CountedLabel = LabelRow & { readonly projects: number };

/** All of the account with the number of their projects; for whoever sees some projects alone, those that they have. */
export async function listLabels(
  db: Queryable,
  { account, projectIds }: { readonly account: { readonly id: string }; readonly projectIds: Caller['projectIds'] },
): Promise<CountedLabel[]> {
  const seen = (column: string) =>
    projectIds === null ? sql`` : sql`and ${sql.ref(column)} in (${sql.join(projectIds)})`;
  const projects = sql<string | number>`case labels.kind
    when 'tag' then (select count(*) from project_tags where tag_id = labels.id ${seen('project_id')})
    else (select count(*) from projects where folder_id = labels.id ${seen('projects.id')}) end`;
  const rows = await db
    .selectFrom('labels')
    .selectAll()
    .select(projects.as('projects'))
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
  const counted = rows.map((row) => ({ ...row, projects: Number(row.projects) }));
  return projectIds === null ? counted : counted.filter((label) => label.projects > 0);
}

/** The account's, kept from what others do with it until the transaction ends; throws `not_found`. */
export async function lockLabel(transaction: Queryable, accountId: string, id: string): Promise<LabelRow> {
  await lockName(transaction, lockOf(accountId));
  const own = transaction.selectFrom('labels').selectAll().where('account_id', '=', accountId);
  const label = await own.where('id', '=', id).executeTakeFirst();
  if (!label) throw missing('tag', id);
  return label;
}

/** Gives a locked one another name, in all projects and for all members. Throws a fault of `name` where another one has it. */
export async function renameLabel(transaction: Queryable, label: LabelRow, given: string): Promise<LabelRow> {
  const name = readLabelName('name', given);
  const [same] = await findLabels(transaction, label.account_id, label.kind, [name]);
  if (same && same.id !== label.id) {
    const word = label.kind === 'tag' ? 'tag' : 'folder';
    const message = `There is a ${word} ${same.name} already. Put the projects of this one there, then remove this one.`;
    throw fieldFault('name', 'unique', message);
  }
  const named = { name, folded: foldLabel(name) };
  await transaction.updateTable('labels').set(named).where('id', '=', label.id).execute();
  await countRevisions(transaction, label);
  return { ...label, ...named };
}

/**
 * Takes a locked one from all of its projects. Whoever is limited to it stays limited, and sees nothing by it: not even by a
 * later one of the same name.
 */
export async function removeLabel(transaction: Queryable, label: LabelRow): Promise<void> {
  await countRevisions(transaction, label);
  await transaction.deleteFrom('project_tags').where('tag_id', '=', label.id).execute();
  await transaction.updateTable('projects').set({ folder_id: null }).where('folder_id', '=', label.id).execute();
  await transaction.deleteFrom('labels').where('id', '=', label.id).execute();
}

/** Whoever edits such a project at this moment has seen other tags. */
async function countRevisions(transaction: Queryable, { id, kind }: LabelRow): Promise<void> {
  const tagged = transaction.selectFrom('project_tags').select('project_id').where('tag_id', '=', id);
  const changed = transaction.updateTable('projects').set(({ eb }) => ({ revision: eb('revision', '+', 1) }));
  await (kind === 'tag' ? changed.where('id', 'in', tagged) : changed.where('folder_id', '=', id)).execute();
}
