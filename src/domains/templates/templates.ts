import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable, TemplateRevisionsTable, TemplatesTable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { contentFaults, type TemplateContent } from './content.ts';
import { type KeyedContent, keepKeys } from './follow.ts';
import type { TemplateSchedules } from './report-defaults.ts';

export type TemplateRow = Selectable<TemplatesTable>;
export type TemplateRevisionRow = Selectable<TemplateRevisionsTable>;

const mostTemplates = 500;
/** Each holds its whole content, so that those of years ago go. */
const mostRevisions = 200;

export interface TemplateFields extends TemplateContent {
  readonly name: string;
  readonly description: string | null;
}

/** An account's template; throws `not_found`. Within a transaction it is locked. */
export async function getTemplate(db: Queryable, accountId: string, id: string): Promise<TemplateRow> {
  const row = db.selectFrom('templates').selectAll().where('id', '=', id).where('account_id', '=', accountId);
  const template = await (db.isTransaction && isPostgres(db) ? row.forUpdate() : row).executeTakeFirst();
  if (!template) throw missing('template', id);
  return template;
}

/** All of an account, by name; there are few. */
export async function listTemplates(db: Queryable, accountId: string): Promise<TemplateRow[]> {
  return db.selectFrom('templates').selectAll().where('account_id', '=', accountId).orderBy('name').execute();
}

/** Stores a template that nobody follows before it is published. Throws faults of its name and its content. */
export async function createTemplate(
  transaction: Queryable,
  accountId: string,
  { name, description, slots, settings, reports = null }: TemplateFields,
): Promise<TemplateRow> {
  await checkContent({ slots, settings });
  await lockAccount(transaction, accountId);
  const others = await listTemplates(transaction, accountId);
  if (others.length >= mostTemplates) {
    throw fieldFault('name', 'most', `An account has at most ${mostTemplates} templates; remove one first.`);
  }
  checkName(name, others);
  const id = newIdentifier('tpl');
  const now = new Date().toISOString();
  const keys = keepKeys(null, settings.sections);
  const draft: KeyedContent = { slots, settings, ...(reports && { reports }), keys };
  const template: TemplateRow = {
    ...{ id, account_id: accountId, name, description, draft: JSON.stringify(draft) },
    ...{ published: 0, published_at: null, revision: 1, created_at: now, updated_at: now },
  };
  await transaction.insertInto('templates').values(template).execute();
  return template;
}

/** Changes the draft of a template, which no project follows yet. Throws faults of its name and its content. */
export async function changeTemplate(
  transaction: Queryable,
  before: TemplateRow,
  { name, description, ...content }: Partial<TemplateFields>,
): Promise<TemplateRow> {
  const draft = readContent(before.draft);
  const reports = content.reports === undefined ? draft.reports : content.reports;
  const changed = {
    ...{ slots: content.slots ?? draft.slots, settings: content.settings ?? draft.settings },
    ...(reports && { reports }),
  };
  await checkContent(changed);
  if (name !== undefined && name !== before.name) {
    await lockAccount(transaction, before.account_id);
    checkName(name, await listTemplates(transaction, before.account_id));
  }
  return save(transaction, before, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    draft: JSON.stringify({ ...changed, keys: keepKeys(draft, changed.settings.sections) }),
  });
}

/** Makes the draft what projects follow from now on; their reports remain what they are. */
export async function publishTemplate(
  transaction: Queryable,
  before: TemplateRow,
  by: string,
  schedules: Pick<TemplateSchedules, 'published'>,
): Promise<TemplateRow> {
  const now = new Date().toISOString();
  const number = before.published + 1;
  const former = before.published === 0 ? undefined : await getRevision(transaction, before, before.published);
  const { reports } = readContent(before.draft);
  await transaction
    .insertInto('template_revisions')
    .values({
      ...{ template_id: before.id, number, account_id: before.account_id },
      ...{ content: before.draft, published_by: by, created_at: now },
    })
    .execute();
  await transaction
    .deleteFrom('template_revisions')
    .where('template_id', '=', before.id)
    .where('number', '<=', number - mostRevisions)
    .execute();
  // Whoever edits such a project at this moment has seen other settings.
  await transaction
    .updateTable('projects')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('template_id', '=', before.id)
    .execute();
  if (reports?.locale) await spreadLocale(transaction, before.id, reports.locale);
  await schedules.published(
    transaction,
    before.id,
    (former && readContent(former.content).reports) ?? {},
    reports ?? {},
  );
  return save(transaction, before, { published: number, published_at: now });
}

/** The language of the projects that follow a template and have none of their own. */
async function spreadLocale(transaction: Queryable, id: string, locale: string): Promise<void> {
  const followers = transaction.updateTable('projects').set({ locale }).where('template_id', '=', id);
  await followers.where('locale_own', '=', 0).execute();
}

/** Makes an earlier revision the draft again, by the keys that its sections had. */
export async function bringBack(transaction: Queryable, before: TemplateRow, number: number): Promise<TemplateRow> {
  const { content } = await getRevision(transaction, before, number);
  return save(transaction, before, { draft: content });
}

/** A revision of a template; throws `not_found`. */
export async function getRevision(
  db: Queryable,
  { id }: Pick<TemplateRow, 'id'>,
  number: number,
): Promise<TemplateRevisionRow> {
  const found = db.selectFrom('template_revisions').selectAll().where('template_id', '=', id);
  const revision = await found.where('number', '=', number).executeTakeFirst();
  if (!revision) throw missing('revision', `${id} ${number}`);
  return revision;
}

/** Removes a template that no project follows; throws `template_in_use`. */
export async function removeTemplate(transaction: Queryable, { id }: TemplateRow): Promise<void> {
  const followers = await countFollowers(transaction, id);
  if (followers > 0) {
    const who = followers === 1 ? '1 project follows' : `${followers} projects follow`;
    const message = `${who} this template. Detach ${followers === 1 ? 'it' : 'them'} first, or with it.`;
    throw new ServiceError('template_in_use', { message });
  }
  await transaction.deleteFrom('template_revisions').where('template_id', '=', id).execute();
  await transaction.deleteFrom('templates').where('id', '=', id).execute();
}

export async function countFollowers(db: Queryable, id: string): Promise<number> {
  const followers = db.selectFrom('projects').where('template_id', '=', id);
  const { total } = await followers.select((select) => select.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** The newest report of a project that follows a template, of those made since what is published was; null for none. */
export async function findNewestReport(db: Queryable, { id, published_at }: TemplateRow) {
  if (published_at === null) return null;
  const report = await db
    .selectFrom('projects')
    .innerJoin('reports', 'reports.project_id', 'projects.id')
    .select(['reports.id', 'reports.created_at'])
    .where('projects.template_id', '=', id)
    .where('reports.status', '=', 'ready')
    .where('reports.created_at', '>=', published_at)
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return report ? { id: report.id, created_at: toTimestamp(report.created_at) } : null;
}

/** What a template's draft or a revision has stored. */
export function readContent(json: string): KeyedContent {
  return JSON.parse(json) as KeyedContent;
}

/** Throws `invalid_request` with the faults of a content. */
export async function checkContent(content: TemplateContent): Promise<void> {
  // All connectors are loaded with it, which those who never write a template do not need.
  const { systems } = await import('../../reporting/connectors/registry.ts');
  const details = contentFaults(content, systems);
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
}

function checkName(name: string, others: readonly TemplateRow[]): void {
  if (others.some((other) => other.name === name)) {
    throw fieldFault('name', 'unique', `There is a template named "${name}" already; give this one another name.`);
  }
}

async function save(db: Queryable, template: TemplateRow, changes: Partial<TemplateRow>): Promise<TemplateRow> {
  const changed = { ...changes, updated_at: new Date().toISOString(), revision: template.revision + 1 };
  await db.updateTable('templates').set(changed).where('id', '=', template.id).execute();
  return { ...template, ...changed };
}
