import { type Selectable, sql } from 'kysely';
import type { Static } from 'typebox';
import { isPostgres } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { preparedCount } from '../../platform/database/list-counts.ts';
import { lockName, shareName } from '../../platform/database/name-lock.ts';
import { prepared, preparedShared, preparedWrite } from '../../platform/database/prepared.ts';
import type { ProjectsTable, Queryable, SchedulesTable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type CheckRevision, revised, revisionOf } from '../../platform/http/revisions.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import { toBrand } from '../brands/brands.ts';
import { listConnections } from '../connections/connections.ts';
import { holdLabels } from '../labels/labels.ts';
import { folderIdOf, setTags, withLabels } from '../labels/project-labels.ts';
import { keepOwn } from '../templates/follow.ts';
import { findFollowing, withTemplate } from '../templates/followers.ts';
import { checkGoals } from './goals.ts';
import { toProjectSummary } from './project-lists.ts';
import type { ManagedProjectCreate, ManagedProjectUpdate, PortfolioOfProject, Project, Settings } from './schema.ts';
import { checkPlaceholders, hasPlaceholders } from './section-placeholders.ts';

export type ProjectRow = Selectable<ProjectsTable>;

const selectProject = prepared<ProjectRow, [string, string]>(2, (db, id, accountId) =>
  db.selectFrom('projects').selectAll().where('id', '=', id).where('account_id', '=', accountId),
);

const selectLocked = prepared<ProjectRow, [string, string]>(2, (db, id, accountId) =>
  db.selectFrom('projects').selectAll().where('id', '=', id).where('account_id', '=', accountId).forNoKeyUpdate(),
);

type DetailRow = ProjectRow & { readonly connections: string; readonly schedules: string };

/** The project with its connections and schedules as JSON arrays: one query and one round trip instead of three. */
const selectDetail = preparedShared<DetailRow, [string, string]>(2, (db, id, accountId) =>
  db
    .selectFrom('projects')
    .selectAll()
    .select([
      jsonRows(db, 'connections', ['id', 'system', 'name', 'status']).as('connections'),
      jsonRows(db, 'schedules', ['id', 'cadence', 'time_zone', 'enabled', 'next_run_at']).as('schedules'),
    ])
    .where('id', '=', id)
    .where('account_id', '=', accountId),
);

/** The project's rows of a table, as the text of a JSON array in any order: SQLite takes as long to sort none as to find none. */
function jsonRows(db: Queryable, table: 'connections' | 'schedules', columns: readonly string[]) {
  const fields = sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(column)]));
  const rows = sql`from ${sql.table(table)} where project_id = projects.id`;
  return isPostgres(db)
    ? sql<string>`(select coalesce(json_agg(json_build_object(${fields})), '[]')::text ${rows})`
    : sql<string>`(select json_group_array(json_object(${fields})) ${rows})`;
}

/**
 * The account's project, with the settings that its template makes if it follows one; throws `not_found` for a missing one
 * and for another account's.
 */
export async function getProject(db: Queryable, accountId: string, id: string): Promise<ProjectRow> {
  const [project] = await selectProject(db, id, accountId);
  if (!project) throw new ServiceError('not_found');
  return project.template_id === null ? project : withTemplate(db, project);
}

/** The status of the account's project; undefined for a missing one and for another account's. */
export async function findProjectStatus(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<ProjectRow['status'] | undefined> {
  const [project] = await selectProject(db, id, accountId);
  return project?.status;
}

/** The same as `getProject`, which stays as it is until the transaction ends. Those that only need this do not wait for each other. */
export async function holdProject(transaction: Queryable, accountId: string, id: string): Promise<ProjectRow> {
  await shareName(transaction, id);
  return getProject(transaction, accountId, id);
}

/** The same, locked until the transaction ends. */
export async function lockProject(transaction: Queryable, accountId: string, id: string): Promise<ProjectRow> {
  if (!isPostgres(transaction)) return getProject(transaction, accountId, id);
  await lockName(transaction, id);
  const [project] = await selectLocked(transaction, id, accountId);
  if (!project) throw new ServiceError('not_found');
  return withTemplate(transaction, project);
}

/** Creates a project; throws `plan_limit_reached` beyond what the plan allows, `invalid_request` for goals at fault. */
export async function createProject(
  transaction: Queryable,
  caller: Pick<Caller, 'account' | 'plan'>,
  fields: ManagedProjectCreate,
): Promise<ProjectRow> {
  checkPlaceholders(fields.settings, []);
  checkGoals(fields.settings, []);
  await requireRoom(transaction, caller);
  const now = new Date().toISOString();
  const project: ProjectRow = {
    id: newIdentifier('prj'),
    account_id: caller.account.id,
    name: fields.name,
    client_name: fields.client_name ?? null,
    status: 'active',
    time_zone: fields.time_zone ?? 'UTC',
    currency: fields.currency ?? 'USD',
    locale: fields.locale ?? 'en-US',
    locale_own: fields.locale === undefined ? 0 : 1,
    settings: JSON.stringify(fields.settings ?? {}),
    created_at: now,
    updated_at: now,
    archived_at: null,
    revision: 1,
    ...{ template_id: null, template_choices: null, template_own: null, folder_id: null, portfolio: null },
  };
  await insertProject(
    transaction,
    ...([project.id, project.account_id, project.name, project.client_name, project.time_zone] as const),
    ...([project.currency, project.locale, project.locale_own, project.settings, now] as const),
  );
  if (!hasLabels(fields)) return project;
  await holdLabels(transaction, project.account_id);
  const inFolder = await changeLabels(transaction, project, fields);
  if (inFolder.folder_id === undefined) return project;
  await transaction.updateTable('projects').set(inFolder).where('id', '=', project.id).execute();
  return { ...project, ...inFolder };
}

const insertProject = preparedWrite<
  [string, string, string, string | null, string, string, string, number, string, string]
>(10, (db, id, account_id, name, client_name, time_zone, currency, locale, locale_own, settings, now) =>
  db.insertInto('projects').values({
    ...{ id, account_id, name, client_name, status: 'active', time_zone, currency, locale, locale_own, settings },
    ...{ created_at: now, updated_at: now, archived_at: null },
  }),
);

async function requireRoom(transaction: Queryable, { account, plan }: Pick<Caller, 'account' | 'plan'>): Promise<void> {
  if (plan.maxProjects === null) return;
  // Two concurrent creates must not both see the last free slot.
  const [, used] = await Promise.all([lockAccount(transaction, account.id), countProjects(transaction, account.id)]);
  if (used < plan.maxProjects) return;
  throw new ServiceError('plan_limit_reached', {
    message: `The plan "${plan.name}" allows ${plan.maxProjects} projects. Upgrade the plan to create more.`,
  });
}

/** All projects of the account, archived ones too. */
export const countProjects = preparedCount('projects', { kind: false });

/**
 * Changes the fields given; throws `project_archived` for an archived project, `invalid_request` for goals at fault, and
 * what `checkRevision` does of a state that is no longer the current one.
 */
export async function updateProject(
  transaction: Queryable,
  accountId: string,
  id: string,
  fields: ManagedProjectUpdate,
  checkRevision: CheckRevision = () => {},
): Promise<ProjectRow> {
  if (hasLabels(fields)) await holdLabels(transaction, accountId);
  const project = await lockProject(transaction, accountId, id);
  checkRevision(project.revision);
  if (project.status === 'archived') throw new ServiceError('project_archived');
  const { settings, tags: _tags, folder: _folder, ...columns } = fields;
  await checkSettings(transaction, id, settings);
  return saveProject(transaction, project, {
    ...columns,
    ...(await changeLabels(transaction, project, fields)),
    ...(columns.locale !== undefined && { locale_own: 1 }),
    ...(settings !== undefined && (await ownSettings(transaction, project, settings ?? {}))),
  });
}

type Labels = Pick<ManagedProjectUpdate, 'tags' | 'folder'>;

const hasLabels = ({ tags, folder }: Labels) => tags !== undefined || folder !== undefined;

/** Gives a project its tags; returns the column of its folder, if that changes. Throws faults of `tags` and `folder`. */
async function changeLabels(
  transaction: Queryable,
  project: ProjectRow,
  { tags, folder }: Labels,
): Promise<Partial<Pick<ProjectRow, 'folder_id'>>> {
  if (tags !== undefined) await setTags(transaction, project, tags);
  if (folder === undefined) return {};
  return { folder_id: await folderIdOf(transaction, project.account_id, folder) };
}

/** The columns of new settings: of a project that follows a template, what of them is its own. */
async function ownSettings(db: Queryable, project: ProjectRow, settings: Settings): Promise<Partial<ProjectRow>> {
  const following = await findFollowing(db, project);
  const own = following && JSON.stringify(keepOwn(following.content, following.follower, settings));
  return { settings: JSON.stringify(settings), ...(own !== undefined && { template_own: own }) };
}

/** Throws `invalid_request` that names each place where settings do not fit the connections of the project. */
export async function checkSettings(
  db: Queryable,
  projectId: string,
  settings: Settings | null | undefined,
): Promise<void> {
  if (!settings) return;
  const namesAny = hasPlaceholders(settings) || settings.goals?.length;
  const connections = namesAny ? await listConnections(db, projectId) : [];
  checkPlaceholders(settings, connections);
  checkGoals(settings, connections);
}

/**
 * Archives softly: history, shares and settings stay; every schedule is switched off, with an audit log entry each. An
 * already archived project is left as it is.
 */
export async function archiveProject(
  transaction: Queryable,
  accountId: string,
  id: string,
  by: string | Doer,
): Promise<ProjectRow> {
  const project = await lockProject(transaction, accountId, id);
  if (project.status === 'archived') return project;
  const schedules = await transaction
    .updateTable('schedules')
    .set({ enabled: 0, next_run_at: null })
    .where('project_id', '=', id)
    .where('enabled', '=', 1)
    .returning('id')
    .execute();
  for (const { id: subject } of schedules) {
    const details = { project_id: id };
    await recordAudit(transaction, by, { action: 'schedule.disable', accountId, subject, details });
  }
  return saveProject(transaction, project, { status: 'archived', archived_at: new Date().toISOString() });
}

/** Makes an archived project active again; its schedules stay off. */
export async function restoreProject(transaction: Queryable, accountId: string, id: string): Promise<ProjectRow> {
  const project = await lockProject(transaction, accountId, id);
  if (project.status === 'active') return project;
  return saveProject(transaction, project, { status: 'active', archived_at: null });
}

/** Stores changes of a locked project. */
export async function saveProject(
  transaction: Queryable,
  project: ProjectRow,
  changes: Partial<ProjectRow>,
): Promise<ProjectRow> {
  const changed = { ...changes, updated_at: new Date().toISOString(), revision: project.revision + 1 };
  await transaction.updateTable('projects').set(changed).where('id', '=', project.id).execute();
  return { ...project, ...changed };
}

/** The account's project as the API shows it, with its connections and schedules; throws `not_found`. */
export async function readProject(db: Queryable, accountId: string, id: string): Promise<Project> {
  const [project] = await selectDetail(db, id, accountId);
  if (!project) throw new ServiceError('not_found');
  return toProject(project.template_id === null ? project : await withTemplate(db, project));
}

/** The same with its tags and its folder, as management shows it. */
export async function readManagedProject(db: Queryable, accountId: string, id: string) {
  const project = await readProject(db, accountId, id);
  const managed = await readManagedFields(db, accountId, id);
  const [labelled] = await withLabels(db, [project]);
  return revised(
    { ...project, ...labelled, tags: labelled?.tags ?? [], folder: labelled?.folder ?? null, ...managed },
    revisionOf(project) ?? 1,
  );
}

/** What management shows besides: whether it follows a template, and which projects its reports of the portfolio show. */
async function readManagedFields(db: Queryable, accountId: string, id: string) {
  const [row] = await selectProject(db, id, accountId);
  const portfolio = row?.portfolio ? (JSON.parse(row.portfolio) as Static<typeof PortfolioOfProject>) : null;
  return { follows_template: row?.template_id != null, portfolio };
}

/** A project that has just been created, as the API shows it: nothing is connected or scheduled yet. */
export function toNewProject(project: ProjectRow): Project {
  return toProject({ ...project, connections: '[]', schedules: '[]' });
}

function toProject(project: DetailRow): Project {
  const settings = JSON.parse(project.settings) as Settings;
  const schedules = parseById<Selectable<SchedulesTable>>(project.schedules);
  const shown = {
    ...toProjectSummary(project),
    settings: {
      accent_color: settings.accent_color ?? null,
      logo: settings.logo ?? null,
      title: settings.title ?? null,
      sections: settings.sections ?? null,
      ...(settings.goals && { goals: settings.goals }),
      ...(settings.on_failure && { on_failure: settings.on_failure }),
      ...(settings.brand && { brand: toBrand(settings.brand) }),
    },
    connections: parseById<Project['connections'][number]>(project.connections),
    schedules: schedules.map((schedule) => ({
      id: schedule.id,
      cadence: schedule.cadence,
      time_zone: schedule.time_zone,
      enabled: schedule.enabled === 1,
      next_run_at: toTimestamp(schedule.next_run_at),
    })),
  };
  return revised(shown, project.revision);
}

function parseById<Row extends { readonly id: string }>(rows: string): Row[] {
  return (JSON.parse(rows) as Row[]).sort((one, other) => (one.id < other.id ? -1 : 1));
}
