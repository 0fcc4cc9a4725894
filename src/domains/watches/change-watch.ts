import { databaseTime } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault, missing, refusedField } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { type ConnectionRow, getConnection } from '../connections/connections.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { getProject, type ProjectRow } from '../projects/projects.ts';
import { checkChannels, checkMayName } from '../schedules/schedule-channels.ts';
import type { FollowedSettings } from '../templates/follow.ts';
import { findPublished } from '../templates/followers.ts';
import { countFollowers, getTemplate } from '../templates/templates.ts';
import { checkSlot, type WatchedSlot } from './check-slot.ts';
import { checkOffered, describeWatched } from './describe-watched.ts';
import { readWatched, type Watched } from './given-watch.ts';
import { closePartsOf } from './incidents.ts';
import { checkPeople } from './people.ts';
import { checkQuestions } from './questions.ts';
import type { GivenTrial, GivenWatch, WatchChanges } from './schema.ts';
import { lookSoon, placesOfSlot } from './turns.ts';
import { countWatches, getWatch, type WatchProblem, type WatchRow, watchedColumns, watchedOf } from './watches.ts';

/** Where a watch is: a connection of a project, or a slot of a template. */
type Place =
  | { readonly project: ProjectRow; readonly connection: ConnectionRow }
  | { readonly templateId: string; readonly slot: string; readonly watchedSlot?: WatchedSlot };

/** A watch as it was checked. */
export interface CheckedWatch<Body> {
  readonly body: Body;
  readonly watched: Watched;
  readonly place: Place;
  /** What its connection failed with when it was asked what it offers. */
  readonly problem: WatchProblem | null;
}

/** The project and connection that somebody names for a watch; throws faults of the fields. */
export async function getWatchedPlace(
  db: Queryable,
  { account, projectIds }: Pick<Caller, 'account' | 'projectIds'>,
  { project_id: projectId, connection_id: connectionId }: Pick<GivenTrial, 'project_id' | 'connection_id'>,
): Promise<{ readonly project: ProjectRow; readonly connection: ConnectionRow }> {
  if (projectId === undefined) throw refusedField('project_id', 'required', 'is required: the project to watch');
  const isSeen = projectIds === null || projectIds.includes(projectId);
  const project = isSeen ? await getProject(db, account.id, projectId).catch(nothing) : undefined;
  if (!project) throw fieldFault('project_id', 'exists', `The account has no project ${projectId}.`);
  if (project.status === 'archived') throw new ServiceError('project_archived');
  if (connectionId === undefined) {
    throw refusedField('connection_id', 'required', "is required: one of the project's connections");
  }
  const connection = await getConnection(db, connectionId, account.id).catch(nothing);
  if (connection?.project_id === project.id) return { project, connection };
  throw fieldFault('connection_id', 'exists', `The project "${project.name}" has no connection ${connectionId}.`);
}

function nothing(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'not_found') return undefined;
  throw error;
}

/** Checks a new watch, and asks its connection whether there is such a metric. */
export async function checkNewWatch(
  environment: ConnectionEnvironment,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  body: GivenWatch,
): Promise<CheckedWatch<GivenWatch>> {
  const watched = readWatched(body);
  const place = await placeOf(environment.db, caller, body);
  return { body, watched, place, problem: await checkThere(environment, place, watched) };
}

/** Checks the changes of a watch, and what it looks at if that changes. */
export async function checkChangedWatch(
  environment: ConnectionEnvironment,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  id: string,
  body: WatchChanges,
): Promise<CheckedWatch<WatchChanges>> {
  const { db } = environment;
  const before = await getWatch(db, caller.account.id, id);
  const watched = readWatched({ ...body, kind: before.kind }, watchedOf(before));
  const isSame = JSON.stringify(watched) === JSON.stringify(watchedOf(before));
  if (isSame && body.enabled !== true) return { body, watched, place: storedPlace(before), problem: null };
  const { project_id, connection_id, template_id, slot } = before;
  const place = await placeOf(db, caller, {
    ...(project_id !== null && { project_id }),
    ...(connection_id !== null && { connection_id }),
    ...(template_id !== null && { template_id }),
    ...(slot !== null && { slot }),
  });
  return { body, watched, place, problem: await checkThere(environment, place, watched) };
}

/** Nothing of it is looked at when what it watches stays as it is. */
const storedPlace = ({ template_id, slot }: WatchRow): Place => ({ templateId: template_id ?? '', slot: slot ?? '' });

async function placeOf(
  db: Queryable,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  given: Pick<GivenWatch, 'project_id' | 'connection_id' | 'template_id' | 'slot'>,
): Promise<Place> {
  const { template_id: templateId, slot } = given;
  if (templateId === undefined) {
    if (slot !== undefined) throw refusedField('slot', 'template', 'belongs to a template; name a connection_id');
    return getWatchedPlace(db, caller, given);
  }
  for (const field of ['project_id', 'connection_id'] as const) {
    if (given[field] !== undefined) throw refusedField(field, 'template', 'is not for a watch of a template');
  }
  if (caller.projectIds !== null) throw missing('template', templateId);
  const { id } = await getTemplate(db, caller.account.id, templateId);
  const content = await findPublished(db, id);
  if (!content) {
    throw fieldFault('template_id', 'published', 'The template is not published yet, so that no project follows it.');
  }
  const slots = content.slots.map((each) => each.slot);
  if (slot === undefined) {
    throw refusedField(
      'slot',
      'required',
      `is required: one of the template's slots, ${slots.join(', ') || 'of which there are none'}`,
    );
  }
  const found = content.slots.find((each) => each.slot === slot);
  if (found) return { templateId: id, slot, watchedSlot: { templateId: id, slot: found, content } };
  throw refusedField('slot', 'exists', `names no slot of the template; there are ${slots.join(', ') || 'none'}`);
}

async function checkThere(
  environment: ConnectionEnvironment,
  place: Place,
  watched: Watched,
): Promise<WatchProblem | null> {
  if (!('connection' in place)) {
    if (place.watchedSlot) await checkSlot(environment.db, watched, place.watchedSlot);
    return null;
  }
  const { connection, project } = place;
  if (watched.kind === 'goal') checkGoal(watched, project, connection);
  const found = await describeWatched(environment, connection);
  if ('problem' in found) return found.problem;
  checkOffered(watched, connection, found.description);
  return null;
}

/** Ads have signals that need no goal. */
function checkGoal({ metric, rules: { goal } }: Watched, project: ProjectRow, { id }: ConnectionRow): void {
  const { goals } = JSON.parse(project.settings) as FollowedSettings;
  if (goal?.measure === 'ads' || goals?.some((each) => each.connection_id === id && each.metric === metric)) return;
  const message = `The project "${project.name}" has no goal for the metric "${metric}" of this connection; add one to its settings first.`;
  throw fieldFault('metric', 'goal', message);
}

/** Stores a watch that was checked, and has it looked at soon. Throws `plan_limit_reached`, and faults of who is told. */
export async function addWatch(
  transaction: Queryable,
  caller: Pick<Caller, 'account' | 'projectIds' | 'person' | 'actor'>,
  { body, watched, place, problem }: CheckedWatch<GivenWatch>,
): Promise<WatchRow> {
  const { account } = caller;
  await lockAccount(transaction, account.id);
  const isOfTemplate = !('connection' in place);
  await requireRoom(transaction, account.id, isOfTemplate ? await countFollowers(transaction, place.templateId) : 1);
  const projectId = isOfTemplate ? null : place.project.id;
  const people = body.people ?? (caller.person && !caller.person.isLookingIn ? [caller.person.id] : []);
  await checkTold(transaction, caller, projectId, { people, channels: body.channels });
  const now = new Date().toISOString();
  const row: WatchRow = {
    ...{ id: newIdentifier('wat'), account_id: account.id, project_id: projectId },
    ...(isOfTemplate
      ? { template_id: place.templateId, slot: place.slot, connection_id: null }
      : { template_id: null, slot: null, connection_id: place.connection.id }),
    ...{ name: body.name?.trim() ?? '', ...watchedColumns(watched) },
    ...{ people: JSON.stringify(people), channels: JSON.stringify(body.channels ?? []) },
    ...{
      enabled: body.enabled === false ? 0 : 1,
      created_by: caller.actor,
      created_at: now,
      updated_at: now,
      revision: 1,
    },
  };
  await transaction.insertInto('watches').values(row).execute();
  if (row.enabled === 1) await beginWatching(transaction, row, problem);
  return row;
}

/** Throws `plan_limit_reached` when the plan allows no `more` watches. */
async function requireRoom(transaction: Queryable, accountId: string, more: number): Promise<void> {
  const { name, maxWatches } = await getPlanOfAccount(transaction, accountId);
  if (maxWatches === null) return;
  const used = await countWatches(transaction, accountId);
  if (used + more <= maxWatches) return;
  const asked = more === 1 ? '' : ` This one counts as ${more}, one for each project that follows the template.`;
  throw new ServiceError('plan_limit_reached', {
    message: `The plan "${name}" allows ${maxWatches} watches, and the account has ${used}.${asked} Upgrade the plan, or remove some.`,
  });
}

async function checkTold(
  transaction: Queryable,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  projectId: string | null,
  {
    people,
    channels,
  }: { readonly people?: readonly string[] | undefined; readonly channels?: readonly string[] | undefined },
  before?: WatchRow,
): Promise<void> {
  checkMayName(caller, channels, before);
  if (channels) await checkChannels(transaction, caller.account.id, channels);
  if (people) await checkPeople(transaction, caller.account.id, projectId, people);
}

/** Has a watch judged anew: its connection, or those of all projects that follow its template, are looked at soon. */
async function beginWatching(transaction: Queryable, row: WatchRow, problem: WatchProblem | null): Promise<void> {
  const { id: watch_id, account_id, connection_id, project_id, template_id, slot } = row;
  const places = [];
  if (connection_id !== null && project_id !== null) {
    await checkQuestions(transaction, connection_id);
    places.push({ connectionId: connection_id, accountId: account_id, projectId: project_id });
    await transaction
      .insertInto('watch_states')
      .values({
        ...{ watch_id, connection_id, account_id, project_id, day: null, judged: null, incident_id: null },
        ...{ calm_days: 0, state: problem ? 'problem' : 'waiting', problem: problem && JSON.stringify(problem) },
        judged_at: problem && databaseTime(transaction),
      })
      .execute();
  } else if (template_id !== null && slot !== null) {
    for await (const place of placesOfSlot(transaction, template_id, slot)) places.push(place);
  }
  await lookSoon(transaction, places);
}

/** Stores checked changes. What it found before is over when what it looks at changes, or it is switched off. */
export async function changeWatch(
  transaction: Queryable,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  id: string,
  { body, watched, problem }: CheckedWatch<WatchChanges>,
  checkRevision: CheckRevision = () => {},
): Promise<WatchRow> {
  const before = await getWatch(transaction, caller.account.id, id);
  checkRevision(before.revision);
  await checkTold(transaction, caller, before.project_id, body, before);
  const columns = watchedColumns(watched);
  const after: WatchRow = {
    ...before,
    ...columns,
    ...(body.name !== undefined && { name: body.name.trim() }),
    ...(body.people && { people: JSON.stringify(body.people) }),
    ...(body.channels && { channels: JSON.stringify(body.channels) }),
    ...(body.enabled !== undefined && { enabled: body.enabled ? 1 : 0 }),
    updated_at: new Date().toISOString(),
    revision: before.revision + 1,
  };
  const { id: _, ...values } = after;
  await transaction.updateTable('watches').set(values).where('id', '=', id).execute();
  const isSame = JSON.stringify(watchedColumns(watchedOf(before))) === JSON.stringify(columns);
  if (isSame && before.enabled === after.enabled) return after;
  await forget(transaction, before);
  if (after.enabled === 1) await beginWatching(transaction, after, problem);
  return after;
}

/** Removes a watch; what it found is over. */
export async function removeWatch(transaction: Queryable, accountId: string, id: string): Promise<WatchRow> {
  const row = await getWatch(transaction, accountId, id);
  await forget(transaction, row);
  await transaction.deleteFrom('watches').where('id', '=', id).execute();
  return row;
}

async function forget(transaction: Queryable, { id }: WatchRow): Promise<void> {
  const states = await transaction.selectFrom('watch_states').selectAll().where('watch_id', '=', id).execute();
  for (const state of states) await closePartsOf(transaction, state, 'watch_changed');
  await transaction.deleteFrom('watch_states').where('watch_id', '=', id).execute();
}
