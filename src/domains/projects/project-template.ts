import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { refusedField } from '../../platform/faults.ts';
import { type CheckRevision, revised } from '../../platform/http/revisions.ts';
import { listConnections } from '../connections/connections.ts';
import { type Followed, type Follower, follow, type KeyedContent, keepOwn } from '../templates/follow.ts';
import { findFollowing, findPublished, readFollower } from '../templates/followers.ts';
import type { ProjectTemplateSet } from '../templates/project-schema.ts';
import type { ReportDefaults, TemplateSchedules } from '../templates/report-defaults.ts';
import { fillSlots, type SlotChoices, type SlotConnection } from '../templates/slots.ts';
import { getTemplate, type TemplateRow } from '../templates/templates.ts';
import { getProject, lockProject, type ProjectRow, saveProject } from './projects.ts';
import type { Settings } from './schema.ts';

/** How a project of the account stands to its template; throws `not_found` for one that follows none. */
export async function readProjectTemplate(db: Queryable, accountId: string, projectId: string) {
  const project = await getProject(db, accountId, projectId);
  const following = await findFollowing(db, project);
  if (!following || project.template_id === null) throw followsNone();
  const template = await getTemplate(db, accountId, project.template_id);
  const { content, follower } = following;
  return show(project, { template, reports: content.reports }, follow(content, follower), follower);
}

/**
 * Has a project follow a template, or makes its settings from one. Throws `project_archived`, faults of `template_id` and
 * `slots`, and what `checkRevision` does.
 */
export async function setProjectTemplate(
  transaction: Queryable,
  accountId: string,
  projectId: string,
  { template_id, mode = 'follow', slots, keep_own }: ProjectTemplateSet,
  checkRevision: CheckRevision,
  schedules: Pick<TemplateSchedules, 'followed'>,
) {
  const project = await lockProject(transaction, accountId, projectId);
  checkRevision(project.revision);
  if (project.status === 'archived') throw new ServiceError('project_archived');
  const { template, content } = await findTemplate(transaction, accountId, template_id);
  const connections = await listConnections(transaction, projectId);
  const isSame = project.template_id === template_id;
  const before = readFollower(project, connections);
  const choices = slots ?? (isSame ? before.choices : {});
  checkChoices(content, connections, choices);
  const plain: Follower = { connections, choices, own: {} };
  const keeps = keep_own ?? isSame;
  const own = keeps && !isSame ? keepOwn(content, plain, JSON.parse(project.settings) as Settings) : before.own;
  const follower = { ...plain, own: keeps ? own : {} };
  const followed = follow(content, follower);
  const isFree = mode === 'copy';
  const isBack = isSame && keep_own === false;
  const { locale } = content.reports ?? {};
  const takesLocale = locale && (project.locale_own === 0 || isBack);
  const saved = await saveProject(transaction, project, {
    settings: JSON.stringify(followed.settings),
    ...(takesLocale && { locale, locale_own: 0 }),
    template_id: isFree ? null : template_id,
    template_choices: isFree ? null : JSON.stringify(choices),
    template_own: isFree ? null : JSON.stringify(follower.own),
  });
  await schedules.followed(transaction, saved, content.reports ?? {}, { isFree, isBack });
  return show(saved, { template, reports: content.reports }, followed, follower);
}

/** Has a project follow its template no more: it keeps the settings that it has. Throws `not_found` for one that follows none. */
export async function detachProject(transaction: Queryable, accountId: string, projectId: string): Promise<ProjectRow> {
  const project = await lockProject(transaction, accountId, projectId);
  if (project.template_id === null) throw followsNone();
  await transaction.updateTable('schedules').set({ template_own: null }).where('project_id', '=', projectId).execute();
  // The row has them as the template made them.
  const { settings } = project;
  return saveProject(transaction, project, {
    ...{ settings, template_id: null, template_choices: null, template_own: null },
  });
}

/** Detaches every project that follows a template; returns how many. */
export async function detachAll(transaction: Queryable, { id, account_id }: TemplateRow): Promise<number> {
  const followers = await transaction.selectFrom('projects').select('id').where('template_id', '=', id).execute();
  for (const follower of followers) await detachProject(transaction, account_id, follower.id);
  return followers.length;
}

function followsNone(): ServiceError {
  return new ServiceError('not_found', { message: 'This project follows no template.' });
}

/** A template of the account and what is published of it. Throws a fault of `template_id` for another, and before it is published. */
export async function findTemplate(db: Queryable, accountId: string, id: string) {
  const template = await getTemplate(db, accountId, id).catch((error) => {
    if (!(error instanceof ServiceError)) throw error;
    throw refusedField('template_id', 'value', 'names no template of the account');
  });
  const content = await findPublished(db, id);
  if (!content) throw refusedField('template_id', 'published', 'names a template that is not published yet');
  return { template, content };
}

/** Throws `invalid_request` with each choice that fills nothing. */
function checkChoices(content: KeyedContent, connections: readonly SlotConnection[], choices: SlotChoices): void {
  const states = fillSlots(content.slots, connections, choices);
  const details = Object.entries(choices).flatMap(([name, id]) => {
    const state = states.find(({ slot }) => slot.slot === name);
    const field = `slots.${name}`;
    if (!state) return [{ field, rule: 'value', message: 'names no slot of the template' }];
    if (state.connection?.id === id) return [];
    const message = `names no connection of the project to one of ${state.slot.systems.join(', ')}`;
    return [{ field, rule: 'value', message }];
  });
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
}

function show(
  project: ProjectRow,
  { template, reports }: { readonly template: TemplateRow; readonly reports: ReportDefaults | null | undefined },
  followed: Followed,
  { own }: Follower,
) {
  const { sections: _sections, brand = {}, goals = [], ...fields } = own;
  const shown = {
    project_id: project.id,
    template_id: project.template_id,
    name: template.name,
    published: template.published,
    slots: followed.slots.map(({ slot: { slot, systems, required = false }, connection, fitting }) => ({
      ...{ slot, systems, required, connection_id: connection?.id ?? null },
      fitting: fitting.map(({ id }) => id),
      missing: followed.missing.get(slot) ?? [],
    })),
    sections:
      followed.sections?.map(({ origin, section, template: ofTemplate }) => ({
        type: (section ?? ofTemplate).type,
        title: titleOf(section ?? ofTemplate),
        origin,
        is_left_out: !section,
      })) ?? null,
    hidden: followed.hidden.length,
    own: [
      ...Object.keys(fields),
      ...Object.keys(brand).map((field) => `brand.${field}`),
      ...(goals.length > 0 ? ['goals'] : []),
      ...(reports?.locale && reports.locale !== project.locale ? ['locale'] : []),
    ],
    reports: reports ?? null,
  };
  return revised(shown, project.revision);
}

function titleOf(section: { readonly title?: string | null } | { readonly type: 'page_break' }): string | null {
  return ('title' in section ? section.title : null) ?? null;
}
