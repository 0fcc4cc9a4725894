import { mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { type ConnectionRow, insertConnection } from '../../src/domains/connections/connections.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import type { ProjectRow } from '../../src/domains/projects/projects.ts';
import { addWatch, checkNewWatch } from '../../src/domains/watches/change-watch.ts';
import { judgeNext } from '../../src/domains/watches/judge-connection.ts';
import type { GivenWatch } from '../../src/domains/watches/schema.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenProject } from './accounts.ts';
import { localNetwork, noObjects } from './connector-context.ts';
import { silentLog } from './silent-log.ts';

/** What judging takes where connections read files of a folder. */
export function judgingContext(db: Database, folder: string) {
  return {
    ...{ db, vault: createVault(Buffer.alloc(32, 'test')), dataRoots: [folder], network: localNetwork },
    ...{ objects: noObjects, log: silentLog },
  };
}

/** The last days that are over in UTC, the oldest first. */
export function daysOver(count: number): string[] {
  const today = Temporal.Now.plainDateISO('UTC');
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - index }).toString());
}

/** A file of visits and orders a day by channel. */
const shopConfig = (path: string) => ({
  path,
  date: 'Day',
  metrics: [
    { key: 'sessions', label: 'Sessions', sql: 'sum("Sessions")', unit: 'count', better: 'up', additive: true },
    { key: 'orders', label: 'Orders', sql: 'sum("Orders")', unit: 'count', better: 'up', additive: true },
    { key: 'cost', label: 'Cost', sql: 'sum("Cost")', unit: 'currency', better: 'none', additive: true },
    {
      ...{ key: 'rate', label: 'Conversion rate', sql: 'sum("Orders") / sum("Sessions")' },
      ...{ unit: 'percent', better: 'up', additive: false },
    },
  ],
  dimensions: [{ key: 'channel', label: 'Channel', sql: '"Channel"' }],
});

/** What there was on a day, by channel. */
export interface ShopDay {
  readonly sessions?: number;
  readonly orders?: number;
  readonly cost?: number;
  readonly channel?: string;
}

/** Connections of an account that read a file each, and what judges their watches. */
export async function openShops(db: Database, account: Account, given?: string) {
  const folder = given ?? (await realpath(await mkdtemp(join(tmpdir(), 'report-service-watches-'))));
  const context = judgingContext(db, folder);
  /** Writes the days of a shop; `changed` is when the file says that it was. */
  const write = async (path: string, days: ReadonlyMap<string, readonly ShopDay[]>, changed = new Date()) => {
    const rows = [...days].flatMap(([day, parts]) =>
      parts.map(({ sessions = 0, orders = 0, cost = 0, channel = 'Email' }) =>
        [day, channel, sessions, orders, cost].join(','),
      ),
    );
    await writeFile(path, ['Day,Channel,Sessions,Orders,Cost', ...rows].join('\n'));
    await utimes(path, changed, changed);
  };
  const shop = async (
    days: ReadonlyMap<string, readonly ShopDay[]>,
    fields: Parameters<typeof givenProject>[2] = {},
  ) => {
    const project = await givenProject(db, account, { name: 'Shop', currency: 'EUR', ...fields });
    const path = join(folder, `${project.id}.csv`);
    await write(path, days);
    const connection = await insertConnection(db, {
      ...{ accountId: account.id, projectId: project.id, system: 'file', name: 'Sales', config: shopConfig(path) },
      ...{ status: 'connected' as const, seal: () => null },
    });
    return { project, connection, path };
  };
  const caller = { account, projectIds: null, person: null, actor: 'operator:test' };
  return {
    ...{ folder, context, write, shop },
    async add(
      { project, connection }: { readonly project: ProjectRow; readonly connection: ConnectionRow },
      body: Omit<GivenWatch, 'project_id' | 'connection_id'>,
    ) {
      const given = { project_id: project.id, connection_id: connection.id, ...body };
      const checked = await checkNewWatch(context, caller as never, given);
      return db.transaction().execute((transaction) => addWatch(transaction, caller as never, checked));
    },
    /** Judges all that is due, as if it were due now; `now` is later than the present, so that nothing is due again by then. */
    async judge(now?: Temporal.Instant) {
      await db
        .updateTable('watch_turns')
        .set({ due_at: '2026-01-01T00:00:00.000Z', leased_until: null })
        .where('account_id', '=', account.id)
        .execute();
      while (await judgeNext(now ? { ...context, now } : context));
    },
    state: (watchId: string) =>
      db.selectFrom('watch_states').selectAll().where('watch_id', '=', watchId).executeTakeFirstOrThrow(),
    incidents: () =>
      db.selectFrom('incidents').selectAll().where('account_id', '=', account.id).orderBy('id').execute(),
    notices: () =>
      db.selectFrom('incident_notices').selectAll().where('account_id', '=', account.id).orderBy('id').execute(),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** So many days over, each with the same, but for the last ones. */
export function steady(
  count: number,
  usual: ShopDay | readonly ShopDay[],
  last: readonly (ShopDay | readonly ShopDay[])[] = [],
): Map<string, readonly ShopDay[]> {
  const days = daysOver(count);
  const parts = (one: ShopDay | readonly ShopDay[]) => (Array.isArray(one) ? one : [one]) as readonly ShopDay[];
  return new Map(days.map((day, index) => [day, parts(last[index - (count - last.length)] ?? usual)]));
}

/** A watch of a project's connection that has found something, which somebody was told of and has commented on; the incident's id. */
export async function givenWatch(
  db: Database,
  { id: project_id, account_id }: Pick<ProjectRow, 'id' | 'account_id'>,
  userId: string | null = null,
): Promise<string> {
  const now = '2026-01-01T00:00:00.000Z';
  const connection_id = `con_${project_id.slice(4)}`;
  const at = { created_at: now, updated_at: now };
  const [watch_id, incident_id] = [newIdentifier('wat'), newIdentifier('inc')];
  await db
    .insertInto('watches')
    .values({
      ...{
        id: watch_id,
        account_id,
        project_id,
        template_id: null,
        connection_id,
        slot: null,
        name: '',
        kind: 'unusual',
      },
      ...{ metric: 'sessions', dimension: null, dimension_value: null, people: '[]', channels: '[]', enabled: 1 },
      ...{ rule: '{"unusual":{"sensitivity":"normal","direction":"either"}}', created_by: 'operator:test', ...at },
    })
    .execute();
  await db
    .insertInto('incidents')
    .values({
      ...{ id: incident_id, account_id, project_id, connection_id, cause: 'c', open_cause: incident_id, state: 'open' },
      ...{ parts: '[]', first_day: '2026-01-01', last_day: '2026-01-01', opened_at: now, closed_at: null },
      ...{ close_reason: null, acknowledged_at: null, acknowledged_by: null, snoozed_until: null, ...at },
    })
    .execute();
  const place = { connection_id, account_id, project_id };
  await db
    .insertInto('watch_states')
    .values({
      ...{ watch_id, ...place, state: 'alerting', day: '2026-01-01', judged: null, problem: null, calm_days: 0 },
      ...{ incident_id, judged_at: now },
    })
    .execute();
  // Far from now: nobody looks at it in a test.
  await db
    .insertInto('watch_turns')
    .values({ ...place, due_at: '2999-01-01T00:00:00.000Z', leased_until: null, claims: 1, tries: 0 })
    .execute();
  const served = db.insertInto('watch_accounts').values({ account_id, served_at: now });
  await served.onConflict((conflict) => conflict.doNothing()).execute();
  await db
    .insertInto('incident_comments')
    .values({
      id: newIdentifier('icm'),
      incident_id,
      account_id,
      author: 'a',
      author_name: 'A',
      text: 'T',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('incident_notices')
    .values({
      ...{ id: newIdentifier('ntc'), account_id, incident_id, occasion: 'opened', recipient: userId ?? 'chn_1' },
      ...{ user_id: userId, channel_id: null, status: 'sent', attempt: 1, next_attempt_at: null, handed_at: now },
      ...{ sent_at: now, reason: null, failure: null, answer: '250 ok', ...at },
    })
    .execute();
  if (userId === null) return incident_id;
  await db
    .insertInto('alert_settings')
    .values({
      user_id: userId,
      quiet_from: '22:00',
      quiet_until: '07:00',
      weekends: 0,
      time_zone: 'UTC',
      revision: 1,
      updated_at: now,
    })
    .execute();
  return incident_id;
}
