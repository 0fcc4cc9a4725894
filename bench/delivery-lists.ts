import { sql } from 'kysely';
import type { Seen } from '../src/domains/schedules/delivery-pages.ts';
import { listDeliveries } from '../src/domains/schedules/listed-deliveries.ts';
import { listDeliveries as listMessages } from '../src/domains/webhooks/deliveries.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { createFreshDatabase, type Engine, engines, type TestDatabase } from '../test/support/databases.ts';
import { givenSchedule } from '../test/support/schedules.ts';
import { givenEndpoint } from '../test/support/webhooks.ts';
import { median } from './median.ts';

/** Powers of ten, such as GROWTH_SIZES=1000,10000 for a quick look. */
const sizes = (process.env.GROWTH_SIZES ?? '1000,100000,1000000').split(',').map(Number);
const recipients = 50;
const runsPerStatement = 400;
const rounds = 15;

interface Filled {
  readonly database: TestDatabase;
  readonly size: number;
  readonly all: Seen;
  readonly schedules: readonly string[];
  readonly endpoint: string;
}

const page = { page: 1, per_page: 20, direction: 'desc' } as const;
const byCreation = { ...page, sort: 'created_at' } as const;
const address = 'ann7@example.com';

/** What is asked for: every filter of both lists, and pages far from the first. */
const requests: Readonly<Record<string, (filled: Filled) => Promise<unknown>>> = {
  mails: ({ database: { db }, all }) => listDeliveries(db, all, byCreation),
  'mails, page 50': ({ database: { db }, all }) => listDeliveries(db, all, { ...byCreation, page: 50 }),
  'mails by change': ({ database: { db }, all }) => listDeliveries(db, all, { ...page, sort: 'updated_at' }),
  'mails that failed': ({ database: { db }, all }) => listDeliveries(db, all, { ...byCreation, state: 'failed' }),
  'mails that failed, by change': ({ database: { db }, all }) =>
    listDeliveries(db, all, { ...page, sort: 'updated_at', state: 'failed' }),
  'mails to somebody': ({ database: { db }, all }) => listDeliveries(db, all, { ...byCreation, recipient: address }),
  'mails of a schedule': ({ database: { db }, all, schedules: [id] }) =>
    listDeliveries(db, all, { ...byCreation, schedule_id: id }),
  'mails of a schedule to somebody': ({ database: { db }, all, schedules: [id] }) =>
    listDeliveries(db, all, { ...byCreation, schedule_id: id, recipient: address }),
  'mails of one of ten projects': ({ database: { db }, all, schedules }) =>
    listDeliveries(db, { ...all, projectIds: [schedules[10] ?? ''] }, byCreation),
  messages: ({ database: { db }, endpoint }) => listMessages(db, endpoint, byCreation),
  'messages, page 50': ({ database: { db }, endpoint }) => listMessages(db, endpoint, { ...byCreation, page: 50 }),
  'messages that failed': ({ database: { db }, endpoint }) =>
    listMessages(db, endpoint, { ...byCreation, status: 'failed' }),
  'messages of a type': ({ database: { db }, endpoint }) =>
    listMessages(db, endpoint, { ...byCreation, type: 'share.viewed' }),
};

/** Milliseconds of each list beside growing numbers of rows of one owner, and the ratio of the last to the first. */
export async function benchDeliveryLists(): Promise<Record<string, object>> {
  const figures: Record<string, object> = {};
  for (const engine of engines) {
    await using stack = new AsyncDisposableStack();
    const filled: Filled[] = [];
    for (const size of sizes) filled.push(await fill(engine, size, stack));
    for (const [name, ask] of Object.entries(requests)) {
      const times = filled.map(() => [] as number[]);
      for (let round = -3; round < rounds; round += 1) {
        for (const [index, each] of filled.entries()) {
          const began = performance.now();
          await ask(each);
          if (round >= 0) times[index]?.push(performance.now() - began);
        }
      }
      const medians = times.map(median);
      const ratio = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
      const named = filled.map(({ size }, index) => [`${size} rows`, medians[index]] as const);
      figures[`${engine}: ${name}`] = { ...Object.fromEntries(named), ratio };
    }
  }
  return figures;
}

/** E-mails of 100 schedules in ten projects to 50 addresses each, and messages of one webhook; one in ten has failed. */
async function fill(engine: Engine, size: number, stack: AsyncDisposableStack): Promise<Filled> {
  const database = stack.use(await createFreshDatabase(engine));
  const { db } = database;
  const account = await givenAccount(db);
  const schedules: string[] = [];
  const projects: string[] = [];
  for (let project = 0; project < 10; project += 1) {
    const { id } = await givenProject(db, account);
    projects.push(id);
    for (let of = 0; of < 10; of += 1) schedules.push((await givenSchedule(db, id)).id);
  }
  const { endpoint } = await givenEndpoint(db, account.id, 'https://example.com/hooks');
  const owner = { engine, accountId: account.id, endpoint: endpoint.id, project: projects[0] ?? '', schedules };
  for (let from = 0; from < size / recipients; from += runsPerStatement) {
    const to = Math.min(from + runsPerStatement, size / recipients);
    await db.transaction().execute((transaction) => seed(transaction, owner, from, to - 1));
  }
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'pragma wal_checkpoint(truncate)').execute(db);
  const all = { account, projectIds: null };
  return { database, size, all, schedules: [...schedules.slice(0, 10), projects[1] ?? ''], endpoint: endpoint.id };
}

interface Owner {
  readonly engine: Engine;
  readonly accountId: string;
  readonly endpoint: string;
  readonly project: string;
  readonly schedules: readonly string[];
}

/** Runs from one number to another, with their e-mails, and as many messages. */
async function seed(db: Database, owner: Owner, from: number, to: number): Promise<void> {
  const { engine, accountId, endpoint, project, schedules } = owner;
  const runs = sql`with recursive runs (n) as (select ${sql.lit(from)} union all select n + 1 from runs where n < ${sql.lit(to)})`;
  const to49 = sql`to_each (r) as (select 0 union all select r + 1 from to_each where r < ${sql.lit(recipients - 1)})`;
  const digits = (value: ReturnType<typeof sql>, width: number) =>
    engine === 'postgres'
      ? sql`lpad((${value})::text, ${sql.lit(width)}, '0')`
      : sql`printf(${sql.lit(`%0${width}d`)}, ${value})`;
  const id = (prefix: string) => sql`${sql.lit(prefix)} || ${digits(sql`n`, 26)}`;
  const one = sql`n * ${sql.lit(recipients)} + r`;
  const idOf = (prefix: string) => sql`${sql.lit(prefix)} || ${digits(one, 26)}`;
  const at = sql`'2026-10-' || ${digits(sql`1 + ${one} / 60000`, 2)} || 'T' || ${digits(sql`${one} / 3600 % 24`, 2)} || ':'
    || ${digits(sql`${one} / 60 % 60`, 2)} || ':' || ${digits(sql`${one} % 60`, 2)} || '.000Z'`;
  const now = sql.lit('2026-10-01T00:00:00.000Z');
  const schedule = sql`case n % 100 ${sql.join(
    schedules.map((each, index) => sql`when ${sql.lit(index)} then ${sql.lit(each)}`),
    sql` `,
  )} end`;
  await sql`insert into jobs (id, type, status, account_id, project_id, source, request, attempt, max_attempts, due_at,
      stage, progress_completed, progress_total, live, created_at, updated_at)
    ${runs} select ${id('gen_')}, 'generation', 'completed', ${sql.lit(accountId)}, ${sql.lit(project)}, 'schedule', '{}', 1, 3, ${now},
      'completed', 0, 0, 0, ${now}, ${now} from runs`.execute(db);
  await sql`insert into schedule_runs (id, account_id, schedule_id, occurrence, due_at, state, generation_job_id,
      export_job_ids, created_at, updated_at)
    ${runs} select ${id('run_')}, ${sql.lit(accountId)}, ${schedule}, ${id('')}, ${now}, 'completed', ${id('gen_')}, '[]', ${now}, ${now}
    from runs`.execute(db);
  const state = (done: string) =>
    sql`case (n + r) % 10 when 0 then 'failed' when 1 then 'pending' else ${sql.lit(done)} end`;
  await sql`insert into deliveries (id, account_id, run_id, recipient, status, attempt, created_at, updated_at)
    ${runs}, ${to49} select ${idOf('dlv_')}, ${sql.lit(accountId)}, ${id('run_')}, 'ann' || r || '@example.com',
      ${state('sent')}, 1, ${at}, ${at} from runs cross join to_each`.execute(db);
  await sql`insert into webhook_deliveries (id, account_id, endpoint_id, event_id, type, status, attempt, step, created_at, updated_at)
    ${runs}, ${to49} select ${idOf('whd_')}, ${sql.lit(accountId)}, ${sql.lit(endpoint)}, ${idOf('evt_')},
      case r % 2 when 0 then 'share.viewed' else 'delivery.sent' end, ${state('delivered')}, 1, 1, ${at}, ${at}
    from runs cross join to_each`.execute(db);
}

if (import.meta.main) console.table(await benchDeliveryLists());
