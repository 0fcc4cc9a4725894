import { sql } from 'kysely';
import { databaseTime } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { revised } from '../../platform/http/revisions.ts';
import { headline, partText } from './alert-words/alert-words.ts';
import type { Part } from './findings.ts';
import { type IncidentRow, partsOf } from './incidents.ts';
import { most } from './schema.ts';

interface Names {
  readonly projects: ReadonlyMap<string, string>;
  readonly connections: ReadonlyMap<string, string>;
}

type IncidentQuery = Page & {
  readonly sort: 'opened_at';
  readonly project_id?: string | undefined;
  readonly watch_id?: string | undefined;
  readonly state?: IncidentRow['state'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The incidents that a caller sees, with their texts in a language. */
export async function listIncidents(
  db: Queryable,
  { account, projectIds }: Pick<Caller, 'account' | 'projectIds'>,
  { project_id: projectId, watch_id: watchId, state, from, to, ...page }: IncidentQuery,
  language: string,
): Promise<PageOf<Awaited<ReturnType<typeof showIncident>>>> {
  let rows = db.selectFrom('incidents').selectAll().where('account_id', '=', account.id);
  if (projectIds !== null) rows = rows.where('project_id', 'in', projectIds);
  if (projectId !== undefined) rows = rows.where('project_id', '=', projectId);
  if (watchId !== undefined)
    rows = rows.where(sql<boolean>`parts like ${`%"watch_id":"${watchId.replaceAll('%', '')}"%`}`);
  if (state !== undefined) rows = rows.where('state', '=', state);
  if (from !== undefined)
    rows = rows.where(({ or, eb }) => or([eb('closed_at', 'is', null), eb('closed_at', '>=', from)]));
  if (to !== undefined) rows = rows.where('opened_at', '<', dayAfter(to));
  const found = await pageOfRows(rows, page, (row) => row);
  const names = await namesOf(db, found.items);
  return { ...found, items: found.items.map((row) => present(row, names, language)) };
}

/** Those that are open and not put off, the newest first, for Home. */
export async function listOpenIncidents(
  db: Queryable,
  { account, projectIds }: Pick<Caller, 'projectIds'> & { readonly account: Pick<Caller['account'], 'id'> },
  limit: number,
  language: string,
) {
  let rows = db
    .selectFrom('incidents')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('state', '=', 'open')
    .where(({ or, eb }) => or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', databaseTime(db))]));
  if (projectIds !== null) rows = rows.where('project_id', 'in', projectIds);
  const found = await rows.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  const names = await namesOf(db, found);
  return found.map((row) => present(row, names, language));
}

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

export async function showIncident(db: Queryable, row: IncidentRow, language: string) {
  return present(row, await namesOf(db, [row]), language);
}

/** The same with its comments, and who was told. */
export async function showIncidentDetails(db: Queryable, row: IncidentRow, language: string) {
  const comments = await db
    .selectFrom('incident_comments')
    .selectAll()
    .where('incident_id', '=', row.id)
    .orderBy('id')
    .limit(most.comments)
    .execute();
  const notices = await db
    .selectFrom('incident_notices')
    .select(['occasion', 'recipient', 'status', 'reason', 'failure', 'sent_at'])
    .where('incident_id', '=', row.id)
    .orderBy('id')
    .limit(1_000)
    .execute();
  const details = {
    ...(await showIncident(db, row, language)),
    comments: comments.map(({ id, author, author_name, text, created_at }) => {
      return { id, author, author_name, text, created_at: toTimestamp(created_at) };
    }),
    notices: notices.map(({ occasion, sent_at, ...rest }) => {
      return { ...rest, occasion: occasion.split(' ')[0] ?? '', sent_at: toTimestamp(sent_at) };
    }),
  };
  return revised(details, row.revision);
}

async function namesOf(db: Queryable, rows: readonly IncidentRow[]): Promise<Names> {
  const ids = (of: (row: IncidentRow) => string) => ['', ...new Set(rows.map(of))];
  const [projects, connections] = await Promise.all([
    db
      .selectFrom('projects')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        ids((row) => row.project_id),
      )
      .execute(),
    db
      .selectFrom('connections')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        ids((row) => row.connection_id),
      )
      .execute(),
  ]);
  return {
    projects: new Map(projects.map(({ id, name }) => [id, name])),
    connections: new Map(connections.map(({ id, name }) => [id, name])),
  };
}

function present(row: IncidentRow, { projects, connections }: Names, language: string) {
  const parts = partsOf(row);
  const shown = {
    ...{ id: row.id, project_id: row.project_id, project_name: projects.get(row.project_id) ?? '' },
    ...{ connection_id: row.connection_id, connection_name: connections.get(row.connection_id) ?? null },
    ...{ state: row.state, headline: headline(parts, language), parts: parts.map((part) => toPart(part, language)) },
    ...{ first_day: row.first_day, last_day: row.last_day },
    opened_at: toTimestamp(row.opened_at),
    closed_at: toTimestamp(row.closed_at),
    close_reason: row.close_reason,
    acknowledged_at: toTimestamp(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    snoozed_until: toTimestamp(row.snoozed_until),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
  return revised(shown, row.revision);
}

function toPart(part: Part, language: string) {
  const { other_label: _, span: __, against: ___, usual_days: ____, ...shown } = part;
  return { ...shown, text: partText(part, language) };
}

/** Writes a comment on an incident, by whoever calls. Throws a fault of `text` where there are too many. */
export async function addComment(
  transaction: Queryable,
  { actor, person, token }: Pick<Caller, 'actor' | 'person' | 'token'>,
  { id: incident_id, account_id }: IncidentRow,
  text: string,
): Promise<void> {
  const { total } = await transaction
    .selectFrom('incident_comments')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('incident_id', '=', incident_id)
    .executeTakeFirstOrThrow();
  if (Number(total) >= most.comments) {
    throw fieldFault('text', 'most', `An incident has at most ${most.comments} comments.`);
  }
  await transaction
    .insertInto('incident_comments')
    .values({
      ...{ id: newIdentifier('icm'), incident_id, account_id, author: actor },
      ...{ author_name: person?.name ?? token?.name ?? actor, text: text.trim(), created_at: new Date().toISOString() },
    })
    .execute();
}
