import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { startService } from '../src/app.ts';
import { readConfig } from '../src/platform/config/config.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { bufferedDestination, createLog } from '../src/platform/log.ts';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import { createFreshDatabase, type Engine, engines } from '../test/support/databases.ts';
import { type LoadClient, startLoadClient } from './http-client.ts';
import type { LoadRequest } from './http-load.ts';
import { median } from './median.ts';

/**
 * Milliseconds of one request by the number of its owner's rows, nothing where the page is past the end, and the ratio of
 * the last to the first.
 */
export type GrowthFigures = Readonly<Record<string, number>>;

/** Powers of ten, such as GROWTH_SIZES=1000,10000 for a quick look. */
const sizes = (process.env.GROWTH_SIZES ?? '1000,100000,1000000').split(',').map(Number);
const rounds = 9;
const load = { method: 'GET', connections: 1, durationMs: 30, status: 200 } as const;
const rowsPerStatement = 20_000;

interface Installation {
  readonly size: number;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly projectId: string;
}

/** What is asked for: every sort and filter of each list, at its start and a thousand items on, and the account. */
const requests: Readonly<Record<string, (projectId: string) => string>> = {
  '/me': () => '/api/v1/me',
  ...lists(
    'projects',
    () => '/api/v1/projects',
    ['created_at', 'updated_at', 'name'],
    ['', 'status=active', 'status=archived'],
  ),
  ...lists(
    'reports',
    (id) => `/api/v1/projects/${id}/reports`,
    ['created_at', 'period_from'],
    [...['', 'source=api', 'ready_for_export=true', 'ready_for_export=false', 'source=api&ready_for_export=true']],
  ),
  ...lists(
    'jobs',
    (id) => `/api/v1/projects/${id}/jobs`,
    ['created_at', 'updated_at'],
    [...['', 'type=generation', 'status=completed', 'status=failed', 'type=generation&status=completed']],
  ),
};

function lists(
  name: string,
  path: (projectId: string) => string,
  sorts: readonly string[],
  filters: readonly string[],
): Record<string, (projectId: string) => string> {
  const parts = sorts.flatMap((sort) => filters.map((filter) => `sort=${sort}${filter && `&${filter}`}`));
  const pages = ['page=1', 'page=1000&per_page=1'];
  return Object.fromEntries(
    parts.flatMap((part) =>
      pages.map((page) => [`${name} ${part} ${page}`, (id: string) => `${path(id)}?${part}&${page}`]),
    ),
  );
}

/** Measures every request on each engine beside growing numbers of rows, in turns. */
export async function benchGrowth(): Promise<Record<string, GrowthFigures>> {
  const figures: Record<string, GrowthFigures> = {};
  for (const engine of engines) {
    await using stack = new AsyncDisposableStack();
    const installations: Installation[] = [];
    for (const size of sizes) installations.push(await install(engine, size, stack));
    const client = stack.use(startLoadClient());
    for (const [name, pathOf] of Object.entries(requests)) {
      figures[`${engine}: ${name}`] = await compare(client, installations, pathOf);
    }
  }
  return figures;
}

async function compare(
  client: LoadClient,
  installations: readonly Installation[],
  pathOf: (projectId: string) => string,
): Promise<GrowthFigures> {
  const asked: { readonly size: number; readonly request: LoadRequest; readonly times: number[] }[] = [];
  for (const { size, projectId, ...place } of installations) {
    const request = { ...load, ...place, path: pathOf(projectId) };
    if (await hasPage(request)) asked.push({ size, request, times: [] });
  }
  for (let round = -1; round < rounds; round++) {
    for (const { request, times } of asked) {
      const { medianMs } = await client.load(request);
      if (round >= 0) times.push(medianMs);
    }
  }
  const medians = asked.map(({ size, times }) => [`${size} rows`, median(times)] as const);
  const ratio = (medians.at(-1)?.[1] ?? Number.NaN) / (medians[0]?.[1] ?? Number.NaN);
  return { ...Object.fromEntries(medians), ratio };
}

async function hasPage({ port, path, headers }: LoadRequest): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const { data } = (await answer.json()) as { readonly data: { readonly items?: readonly unknown[] } };
  return data.items?.length !== 0;
}

async function install(engine: Engine, size: number, stack: AsyncDisposableStack): Promise<Installation> {
  const database = stack.use(await createFreshDatabase(engine));
  const { db, location } = database;
  const account = await givenAccount(db, { perMinute: 10_000_000, perDay: 100_000_000 });
  const headers = { authorization: `Bearer ${await givenToken(db, account.id)}` };
  const { id: projectId } = await givenProject(db, account);
  for (let from = 1; from <= size; from += rowsPerStatement) {
    await seed(db, account.id, projectId, { engine, size, from, to: Math.min(from + rowsPerStatement - 1, size) });
  }
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'pragma wal_checkpoint(truncate)').execute(db);
  const place =
    location.engine === 'postgres'
      ? { DATABASE_URL: location.url, SECRET_KEY: randomBytes(32).toString('base64') }
      : { DATA_DIR: dirname(location.path) };
  const log = createLog('info', bufferedDestination('/dev/null'));
  const service = stack.use(await startService(readConfig({ ...place, PORT: '0' }), 'api', log));
  return { size, port: Number(new URL(service.url).port), headers, projectId };
}

interface Batch {
  readonly engine: Engine;
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Rows of each list from the number `from` to `to`; one in ten is archived, unavailable, failed and so on. */
async function seed(
  db: Database,
  accountId: string,
  projectId: string,
  { engine, size, from, to }: Batch,
): Promise<void> {
  const numbers = sql`with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})`;
  const digits = (value: RawBuilder<unknown>, width: number) =>
    engine === 'postgres'
      ? sql`lpad((${value})::text, ${sql.lit(width)}, '0')`
      : sql`printf(${sql.lit(`%0${width}d`)}, ${value})`;
  const time = (seconds: RawBuilder<unknown>) =>
    sql`'2026-10-' || ${digits(sql`1 + ${seconds} / 86400`, 2)} || 'T' || ${digits(sql`${seconds} / 3600 % 24`, 2)} || ':'
      || ${digits(sql`${seconds} / 60 % 60`, 2)} || ':' || ${digits(sql`${seconds} % 60`, 2)} || '.000Z'`;
  const [n, shuffled] = [sql`n`, sql`(n * 7919.0 - ${sql.lit(size)} * floor(n * 7919.0 / ${sql.lit(size)}))`];
  const other = sql`cast(${shuffled} as integer)`;
  const one = (of: number) => sql`n / ${sql.lit(of)} % 10`;
  await sql`insert into projects (id, account_id, name, status, time_zone, currency, locale, settings, created_at, updated_at, archived_at)
    ${numbers} select 'prj_' || ${digits(n, 26)}, ${accountId}, 'Shop ' || ${digits(other, 7)},
      case ${one(1)} when 0 then 'archived' else 'active' end, 'UTC', 'EUR', 'en', '{}', ${time(n)}, ${time(other)}, null
    from numbers`.execute(db);
  await sql`insert into jobs (id, type, status, account_id, project_id, source, request, attempt, max_attempts, due_at,
      stage, progress_completed, progress_total, live, created_at, updated_at)
    ${numbers} select 'gen_' || ${digits(n, 26)}, case n % 2 when 0 then 'generation' else 'export' end,
      case ${one(2)} when 0 then 'queued' when 1 then 'running' when 2 then 'blocked' when 3 then 'failed' else 'completed' end,
      ${accountId}, ${projectId}, 'api', '{}', 1, 3, ${time(n)}, 'completed', 0, 0, 0, ${time(n)}, ${time(other)}
    from numbers`.execute(db);
  await sql`insert into reports (id, account_id, project_id, generation_job_id, title, status, source, period_from,
      period_to, document_key, document_size, document_sha256, warnings, created_at)
    ${numbers} select 'rep_' || ${digits(n, 26)}, ${accountId}, ${projectId}, 'gen_' || ${digits(n, 26)}, 'Report',
      case ${one(4)} when 0 then 'unavailable' else 'ready' end,
      case n % 4 when 0 then 'api' when 1 then 'try_it' when 2 then 'schedule' else 'console' end,
      substr(${time(other)}, 1, 10), '2026-10-31', 'documents/none', 1, '', '[]', ${time(n)}
    from numbers`.execute(db);
}

if (import.meta.main) console.table(await benchGrowth());
