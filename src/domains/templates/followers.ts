import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { listConnections } from '../connections/connections.ts';
import type { Slot } from './content.ts';
import { type Follower, follow, type KeyedContent, type OwnSettings } from './follow.ts';
import { fillSlots, type SlotChoices, type SlotConnection } from './slots.ts';
import { readContent } from './templates.ts';

/** What a project's row says of the template that it follows. */
export interface FollowingProject {
  readonly id: string;
  readonly template_id: string | null;
  readonly template_choices: string | null;
  readonly template_own: string | null;
}

const selectPublished = prepared<{ readonly content: string }, [string]>(1, (db, id) =>
  db
    .selectFrom('templates')
    .innerJoin('template_revisions', (join) =>
      join
        .onRef('template_revisions.template_id', '=', 'templates.id')
        .onRef('template_revisions.number', '=', 'templates.published'),
    )
    .select('template_revisions.content')
    .where('templates.id', '=', id),
);

/** What projects follow of a template; undefined before it is published. */
export async function findPublished(db: Queryable, templateId: string): Promise<KeyedContent | undefined> {
  const [revision] = await selectPublished(db, templateId);
  return revision && readContent(revision.content);
}

export function readFollower(project: FollowingProject, connections: readonly SlotConnection[]): Follower {
  return {
    connections,
    choices: JSON.parse(project.template_choices ?? '{}') as SlotChoices,
    own: JSON.parse(project.template_own ?? '{}') as OwnSettings,
  };
}

/** The template of a project, and the project as its follower; undefined for one that follows none. */
export async function findFollowing(
  db: Queryable,
  project: FollowingProject,
): Promise<{ readonly content: KeyedContent; readonly follower: Follower } | undefined> {
  if (project.template_id === null) return undefined;
  const content = await findPublished(db, project.template_id);
  return content && { content, follower: readFollower(project, await listConnections(db, project.id)) };
}

/** A project's row with the settings that its template makes; as it is for one that follows none. */
export async function withTemplate<Row extends FollowingProject & { readonly settings: string }>(
  db: Queryable,
  project: Row,
): Promise<Row> {
  const following = await findFollowing(db, project);
  if (!following) return project;
  return { ...project, settings: JSON.stringify(follow(following.content, following.follower).settings) };
}

/** A slot that reports need has no connection. */
export class SlotError extends Error {
  override readonly name = 'SlotError';
  readonly slot: string;

  constructor({ slot, systems }: Slot) {
    super(`The slot "${slot}" of the template has no connection, and reports need one of ${systems.join(', ')}.`);
    this.slot = slot;
  }
}

/** Throws SlotError unless each slot that reports of the project need is filled. */
export async function requireSlots(db: Queryable, project: FollowingProject): Promise<void> {
  const following = await findFollowing(db, project);
  if (!following) return;
  const { content, follower } = following;
  const empty = fillSlots(content.slots, follower.connections, follower.choices).find(
    ({ slot, connection }) => slot.required && !connection,
  );
  if (empty) throw new SlotError(empty.slot);
}

export interface FollowerOfTemplate {
  readonly id: string;
  readonly name: string;
  readonly follower: Follower;
  /** The language of its reports, and whether it is its own. */
  readonly locale: string;
  readonly locale_own: number;
  /** Whether it has a schedule, and whether that is the template's. */
  readonly schedules: 'none' | 'own' | 'followed';
}

const batchSize = 500;

/** The projects that follow a template, by id, with their connections: three queries for hundreds of them. */
export async function* followersOf(db: Queryable, templateId: string): AsyncIterable<FollowerOfTemplate> {
  for (let last = ''; ; ) {
    const projects = await db
      .selectFrom('projects')
      .select(['id', 'name', 'locale', 'locale_own', 'template_id', 'template_choices', 'template_own'])
      .where('template_id', '=', templateId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    if (projects.length === 0) return;
    const connections = await db
      .selectFrom('connections')
      .select(['id', 'project_id', 'system', 'name', 'config'])
      .where(
        'project_id',
        'in',
        projects.map(({ id }) => id),
      )
      .orderBy('id')
      .execute();
    const schedules = await db
      .selectFrom('schedules')
      .select(['project_id', 'template_own'])
      .where(
        'project_id',
        'in',
        projects.map(({ id }) => id),
      )
      .execute();
    const schedulesOf = Map.groupBy(schedules, ({ project_id }) => project_id);
    const byProject = Map.groupBy(connections, ({ project_id }) => project_id);
    for (const project of projects) {
      const { id, name, locale, locale_own } = project;
      const own = schedulesOf.get(id) ?? [];
      const isFollowed = own.some(({ template_own }) => template_own !== null);
      yield {
        ...{ id, name, locale, locale_own, follower: readFollower(project, byProject.get(id) ?? []) },
        schedules: isFollowed ? 'followed' : own.length > 0 ? 'own' : 'none',
      };
    }
    last = projects.at(-1)?.id ?? '';
  }
}
