import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { createFreshDatabase, engines } from '../test/support/databases.ts';
import { median } from './median.ts';

/** Pages of 8 kB, in memory or not, and milliseconds within the server, of one statement. */
interface RowFigures {
  readonly pages: number;
  readonly ms: number;
  /** Pages beside those of the fewest rows, in the same layout. */
  readonly growth: number;
}

/** Runs one statement. */
type Run = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;
type Layout = 'one table' | '40 partitions';
type Question = readonly [name: string, ask: (table: RawBuilder<unknown>, at: number) => RawBuilder<unknown>];

const layouts: readonly Layout[] = ['one table', '40 partitions'];
/** 10^8 takes some 90 GB and hours: `BENCH_ROWS=100000,10000000,100000000`. */
const sizes = (process.env.BENCH_ROWS ?? '100000,1000000').split(',').map(Number);
const owners = 1_000;
const partitions = 40;
const tries = 15;
const schemaOf = { 'one table': 'plain', '40 partitions': 'parts' } as const;

const idOf = (number: RawBuilder<unknown>, prefix = 'gen') =>
  sql`${sql.lit(`${prefix}_`)} || lpad((${number})::text, 26, '0')`;
const prj = (at: number) => `prj_${1 + (at % owners)}`;
const acc = (at: number) => `acc_${1 + (at % owners)}`;
const padded = (at: number, prefix = 'gen') => `${prefix}_${String(at).padStart(26, '0')}`;

/** What is asked most of a table of jobs; `at` is a row's number. */
const questions: readonly Question[] = [
  ['a job by its id', (table, at) => sql`select * from ${table} where id = ${padded(at)}`],
  [
    'claim: the oldest due job of an account',
    (table, at) => sql`select id from ${table} where account_id = ${acc(at)} and status = 'queued' and due_at <= '2027'
      order by due_at, id limit 1`,
  ],
  [
    'claim: how many of the account run',
    (table, at) => sql`select count(*) from ${table} where account_id = ${acc(at)} and status = 'running'`,
  ],
  [
    'list: the newest 20 of a project',
    (table, at) => sql`select * from ${table} where project_id = ${prj(at)} order by created_at desc, id desc limit 20`,
  ],
  [
    'list: the latest changed 20 completed generations of a project',
    (
      table,
      at,
    ) => sql`select * from ${table} where project_id = ${prj(at)} and type = 'generation' and status = 'completed'
      order by updated_at desc, id desc limit 20`,
  ],
  [
    'list: the newest 20 of an account',
    (table, at) => sql`select * from ${table} where account_id = ${acc(at)} order by created_at desc, id desc limit 20`,
  ],
  [
    'sweep: files that have expired',
    (table) => sql`select id from ${table} where live = 1 and artifact_expires_at is not null
      and artifact_expires_at <= '2026' limit 1000`,
  ],
  [
    'sweep: the oldest 100 generations of an account',
    (table, at) => sql`select id, created_at from ${table} where account_id = ${acc(at)} and created_at < '2020'
      and type = 'generation' order by created_at, id limit 100`,
  ],
  [
    'backup: the next 100 rows',
    (table, at) => sql`select * from ${table} where (id) > (${padded(at)}) order by id limit 100`,
  ],
];

/** Each statement beside growing numbers of jobs, in one table and in forty partitions by id, in turns, on PostgreSQL. */
export async function benchRows(): Promise<Record<string, RowFigures>> {
  if (!engines.includes('postgres')) return {};
  await using database = await createFreshDatabase('postgres');
  if (database.location.engine !== 'postgres') return {};
  // One connection, whose statements may take as long as they need.
  const client = new pg.Client({ connectionString: database.location.url });
  await client.connect();
  await using _ = { [Symbol.asyncDispose]: () => client.end() };
  const run: Run = async <Row>(query: RawBuilder<Row>) => {
    const { sql: text, parameters } = query.compile(database.db);
    return (await client.query(text, [...parameters])).rows as Row[];
  };
  const figures: Record<string, RowFigures> = {};
  const fewest = new Map<string, number>();
  for (const size of sizes) {
    await fill(run, size);
    for (const [name, measured] of await measure(run, size)) {
      if (!fewest.has(name)) fewest.set(name, measured.pages);
      const growth = measured.pages / (fewest.get(name) ?? measured.pages);
      figures[`${name}, ${size.toLocaleString('en')} rows`] = { ...measured, growth };
    }
  }
  return figures;
}

/** Both layouts, with the indexes that the service's tables have, made after the rows: that is faster. */
async function fill(run: Run, size: number): Promise<void> {
  await run(sql`set maintenance_work_mem = '256MB'`);
  for (const layout of layouts) {
    const schema = schemaOf[layout];
    await run(sql`drop schema if exists ${sql.ref(schema)} cascade`);
    await run(sql`create schema ${sql.ref(schema)}`);
    await (layout === 'one table' ? fillPlain(run, size) : fillPartitioned(run, size));
    await createIndexes(run, schema);
    await run(sql`vacuum (analyze) ${sql.table(`${schema}.jobs`)}`);
  }
}

async function fillPlain(run: Run, size: number): Promise<void> {
  const target = sql.table('plain.jobs');
  await run(sql`create unlogged table ${target} (like ${sql.table('public.jobs')} including defaults)`);
  await run(jobsOfTenYears(target, size));
}

/** Writes jobs over ten years, of which the newest one of each account waits. */
export function jobsOfTenYears(target: RawBuilder<unknown>, size: number): RawBuilder<unknown> {
  const n = sql.ref('n');
  const at = (more = sql``) =>
    sql`to_char(timestamptz '2017-01-01Z' + n * interval '1 second' * (${315_360_000 / size}::float8) ${more}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const owner = sql`(1 + n % ${sql.lit(owners)})`;
  const numbers = sql`generate_series(1, ${sql.lit(size)}) as n`;
  const waits = sql`n > ${sql.lit(size - owners)}`;
  return sql`insert into ${target} (id, type, status, account_id, project_id, report_id, source, request, attempt, max_attempts,
        due_at, stage, progress_completed, progress_total, live, created_at, completed_at, updated_at)
      select ${idOf(n)}, 'generation', case when ${waits} then 'queued' else 'completed' end, 'acc_' || ${owner},
        'prj_' || ${owner}, case when ${waits} then null else ${idOf(n, 'rep')} end, 'api', '{"period":"previous-month"}', 1, 3,
        ${at()}, 'completed', 3, 3, 0, ${at()}, case when ${waits} then null else ${at(sql`+ interval '9 s'`)} end, ${at()}
    from ${numbers}`;
}

async function fillPartitioned(run: Run, size: number): Promise<void> {
  await run(sql`create table parts.jobs (like public.jobs including defaults) partition by range (id)`);
  for (let part = 0; part < partitions; part++) {
    const from = sql.lit(padded(Math.floor((size * part) / partitions)));
    const to = part === partitions - 1 ? sql`maxvalue` : sql.lit(padded(Math.floor((size * (part + 1)) / partitions)));
    await run(sql`create unlogged table ${sql.table(`parts.jobs_${part}`)} partition of parts.jobs
      for values from (${from}) to (${to})`);
  }
  await run(sql`insert into parts.jobs select * from plain.jobs`);
}

/** Those of the service's own table; one that has to be unique must name what partitions go by, and so names the id besides. */
async function createIndexes(run: Run, schema: string): Promise<void> {
  const rows = await run(sql<{ name: string; made: string }>`select indexname as name, indexdef as made from pg_indexes
    where schemaname = 'public' and tablename = 'jobs'`);
  for (const { made } of rows) {
    const own = made.replace(/INDEX (\S+) ON public\./, `INDEX $1 ON ${schema}.`);
    const isIdAlone = /\(id\)$/.test(own);
    const unique = schema === 'parts' && own.includes('UNIQUE') && !isIdAlone;
    await run(sql.raw(unique ? own.replace(/\(([^)]*)\)/, '($1, id)') : own));
  }
}

async function measure(run: Run, size: number): Promise<Map<string, Omit<RowFigures, 'growth'>>> {
  const found = new Map<string, { pages: number; ms: number }[]>();
  for (let index = 0; index < tries; index++) {
    const at = 1 + Math.floor(((index + 0.5) / tries) * (size - 2 * owners));
    for (const layout of layouts) {
      const table = sql.table(`${schemaOf[layout]}.jobs`);
      for (const [name, ask] of questions) add(`${name}: ${layout}`, await explain(run, ask(table, at)));
      const made = sql`insert into ${table} select ${padded(size + 1 + index)}, type, status, account_id, project_id, report_id,
        ${sql.join(restOfJob.map((column) => sql.ref(column)))} from plain.jobs where id = ${padded(at)}`;
      add(`create: ${layout}`, await explain(run, made));
    }
  }
  return new Map([...found].map(([name, each]) => [name, { pages: middle(each, 'pages'), ms: middle(each, 'ms') }]));

  function add(name: string, one: { pages: number; ms: number }): void {
    found.set(name, [...(found.get(name) ?? []), one]);
  }
}

const restOfJob = [
  ...[
    'format',
    'source',
    'request',
    'attempt',
    'max_attempts',
    'due_at',
    'worker_id',
    'lease_expires_at',
    'deadline_at',
  ],
  ...[
    'stage',
    'progress_completed',
    'progress_total',
    'outcome',
    'artifact',
    'artifact_expires_at',
    'live',
    'created_at',
  ],
  ...['started_at', 'completed_at', 'updated_at'],
];

function middle(runs: readonly { pages: number; ms: number }[], field: 'pages' | 'ms'): number {
  return median(runs.map((run) => run[field]));
}

interface Plan {
  readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
  readonly Planning?: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** Planning counts too: it looks at every partition. */
async function explain(run: Run, query: RawBuilder<unknown>): Promise<{ pages: number; ms: number }> {
  const rows = await run(sql<{ 'QUERY PLAN': Plan[] }>`explain (analyze, buffers, format json) ${query}`);
  const plan = rows[0]?.['QUERY PLAN'][0];
  if (!plan) throw new Error('no plan');
  const pages = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'];
  return { pages, ms: plan['Planning Time'] + plan['Execution Time'] };
}

if (import.meta.main) console.table(await benchRows());
