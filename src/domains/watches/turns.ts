import { type Selectable, sql } from 'kysely';
import { databaseTime, isOneOf, isPostgres } from '../../platform/database/engine.ts';
import type { Queryable, WatchTurnsTable } from '../../platform/database/tables.ts';
import { watchKinds } from '../../platform/database/words.ts';
import { findPublished, followersOf } from '../templates/followers.ts';
import { fillSlots } from '../templates/slots.ts';

export type TurnRow = Selectable<WatchTurnsTable>;

/** Longer than looking at a connection may take. After that another process may do it. */
const leaseMs = 3 * 60_000;
const rowsAtOnce = 500;

/** A connection to be looked at. */
interface Place {
  readonly connectionId: string;
  readonly accountId: string;
  readonly projectId: string;
}

/** Has connections looked at as soon as a process has time for them; those that are due earlier stay so. */
export async function lookSoon(transaction: Queryable, places: readonly Place[]): Promise<void> {
  for (let from = 0; from < places.length; from += rowsAtOnce) {
    const some = places.slice(from, from + rowsAtOnce);
    const accounts = [...new Set(some.map(({ accountId }) => accountId))];
    await transaction
      .insertInto('watch_accounts')
      .values(accounts.map((account_id) => ({ account_id, served_at: '' })))
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute();
    await transaction
      .insertInto('watch_turns')
      .values(
        some.map(({ connectionId, accountId, projectId }) => ({
          ...{ connection_id: connectionId, account_id: accountId, project_id: projectId },
          ...{ due_at: databaseTime(transaction), leased_until: null, claims: 0, tries: 0 },
        })),
      )
      // What was judged may be judged otherwise by now.
      .onConflict((conflict) => conflict.column('connection_id').doUpdateSet({ due_at: databaseTime(transaction) }))
      .execute();
  }
}

/** The connections that fill a slot of a template, in all active projects that follow it. */
export async function* placesOfSlot(
  db: Queryable,
  templateId: string,
  slot: string,
): AsyncIterable<Place & { readonly system: string }> {
  const content = await findPublished(db, templateId);
  if (!content) return;
  for await (const { id, account_id: accountId, follower } of activeFollowers(db, templateId)) {
    const filled = fillSlots(content.slots, follower.connections, follower.choices);
    const connection = filled.find((each) => each.slot.slot === slot)?.connection;
    if (connection) yield { connectionId: connection.id, accountId, projectId: id, system: connection.system };
  }
}

async function* activeFollowers(db: Queryable, templateId: string) {
  const template = await db
    .selectFrom('templates')
    .select('account_id')
    .where('id', '=', templateId)
    .executeTakeFirst();
  if (!template) return;
  for await (const follower of followersOf(db, templateId)) yield { ...follower, account_id: template.account_id };
}

/**
 * Gives the connections that watches name, or templates' watches reach, their first turn, where they have none yet: such as
 * those of a project that has followed a template since. Returns how many that were.
 */
async function planTurns(db: Queryable): Promise<number> {
  const own = await db
    .selectFrom('watches')
    .innerJoin('connections', 'connections.id', 'watches.connection_id')
    .leftJoin('watch_turns', 'watch_turns.connection_id', 'connections.id')
    .select(['connections.id', 'connections.account_id', 'connections.project_id'])
    .distinct()
    .where('watches.enabled', '=', 1)
    .where('watch_turns.connection_id', 'is', null)
    .limit(rowsAtOnce)
    .execute();
  const places: Place[] = own.map(({ id, account_id, project_id }) => {
    return { connectionId: id, accountId: account_id, projectId: project_id };
  });
  for (const { template_id, slot } of await templateSlots(db)) {
    const found: Place[] = [];
    for await (const place of placesOfSlot(db, template_id, slot)) found.push(place);
    places.push(...(await withoutTurn(db, found)));
  }
  const distinct = [...new Map(places.map((place) => [place.connectionId, place])).values()];
  await lookSoon(db, distinct);
  return distinct.length;
}

async function templateSlots(db: Queryable) {
  const rows = await db
    .selectFrom('watches')
    .select(['template_id', 'slot'])
    .distinct()
    .where('template_id', 'is not', null)
    .where('enabled', '=', 1)
    .execute();
  return rows.flatMap(({ template_id, slot }) =>
    template_id !== null && slot !== null ? [{ template_id, slot }] : [],
  );
}

async function withoutTurn(db: Queryable, places: readonly Place[]): Promise<Place[]> {
  const left: Place[] = [];
  for (let from = 0; from < places.length; from += rowsAtOnce) {
    const some = places.slice(from, from + rowsAtOnce);
    const ids = some.map(({ connectionId }) => connectionId);
    const rows = await db.selectFrom('watch_turns').select('connection_id').where('connection_id', 'in', ids).execute();
    const known = new Set(rows.map(({ connection_id }) => connection_id));
    left.push(...some.filter(({ connectionId }) => !known.has(connectionId)));
  }
  return left;
}

/** What `ThreadWhileDue` does of watches. */
export const watchWork = {
  name: 'watches',
  isAnyDue,
  plan: async (db: Queryable) => (await planTurns(db)) >= rowsAtOnce,
};

/** Whether this program knows what all watches of a connection, or of any template of its account, look for. */
const areKnown = sql`not exists (select 1 from watches where watches.account_id = turn.account_id
  and watches.enabled = 1 and not ${isOneOf('watches.kind', watchKinds)}
  and (watches.connection_id = turn.connection_id or watches.template_id is not null))`;

/** Whether any connection is due to be looked at. */
async function isAnyDue(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from watch_turns as turn
    where due_at <= ${databaseTime(db)} and (leased_until is null or leased_until <= ${databaseTime(db)})
      and ${areKnown}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes the connection that is looked at next, for this process: that of the account which has waited longest for a turn. */
export async function claimTurn(db: Queryable): Promise<TurnRow | undefined> {
  const lock = isPostgres(db) ? sql`for update of turn skip locked` : sql``;
  const { rows } = await sql<TurnRow>`update watch_turns
    set claims = claims + 1, tries = tries + 1, leased_until = ${databaseTime(db, leaseMs)}
    where connection_id = (
      select turn.connection_id from watch_turns as turn
      inner join watch_accounts as account on account.account_id = turn.account_id
      where turn.due_at <= ${databaseTime(db)}
        and (turn.leased_until is null or turn.leased_until <= ${databaseTime(db)})
        and ${areKnown}
      order by account.served_at, turn.due_at, turn.connection_id limit 1 ${lock})
    returning *`.execute(db);
  const [turn] = rows;
  if (turn) {
    const account = db.updateTable('watch_accounts').where('account_id', '=', turn.account_id);
    await account.set({ served_at: databaseTime(db) }).execute();
  }
  return turn;
}

/** Lets another process look at it at once, when this one stops. */
export async function giveBackTurn(db: Queryable, { connection_id, claims, tries }: TurnRow): Promise<void> {
  const own = db.updateTable('watch_turns').where('connection_id', '=', connection_id).where('claims', '=', claims);
  await own.set({ leased_until: null, tries: tries - 1 }).execute();
}

/** Stores how a turn ended; false when another process has taken it since. A watch that was changed meanwhile is judged anew. */
export async function endTurn(
  transaction: Queryable,
  turn: Pick<TurnRow, 'connection_id' | 'claims' | 'due_at'>,
  ended: Partial<Pick<TurnRow, 'due_at' | 'tries'>>,
): Promise<boolean> {
  const own = transaction
    .updateTable('watch_turns')
    .where('connection_id', '=', turn.connection_id)
    .where('claims', '=', turn.claims);
  const { due_at: next, ...rest } = ended;
  const { numUpdatedRows } = await own
    .set({
      ...rest,
      leased_until: null,
      ...(next !== undefined && {
        due_at: sql<string>`case when due_at = ${turn.due_at} then ${next} else due_at end`,
      }),
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** For a connection that nobody watches any more. */
export async function removeTurn(transaction: Queryable, { connection_id, claims }: TurnRow): Promise<boolean> {
  const own = transaction.deleteFrom('watch_turns').where('connection_id', '=', connection_id);
  const { numDeletedRows } = await own.where('claims', '=', claims).executeTakeFirst();
  return numDeletedRows > 0n;
}
