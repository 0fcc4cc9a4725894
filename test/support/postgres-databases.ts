import { createHash } from 'node:crypto';
import pg from 'pg';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import { failingTransactions } from './failing-transactions.ts';

const serverUrl = process.env.DATABASE_URL_TEST ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** Held while a template is made or copied: one that another is copying from cannot be copied. */
const copying = 726_570;
/** Has the server undo many transactions, in databases that are made from the template. */
const failing = process.env.TEST_FAILING_TRANSACTIONS === 'on' ? failingTransactions(0.1, 0.02) : '';
/** The most databases that are kept for reuse. */
const mostKept = 64;
/** What every connection to a kept database begins with: its tests crash no server, so no commit has to wait for the disk. */
const kept = 'set synchronous_commit = off';
const version = createHash('sha256').update(JSON.stringify(migrations)).update(failing).update(kept).digest();
const template = `report_service_template_${version.toString('hex', 0, 6)}`;
const keptName = (number: number) => `report_service_kept_${version.toString('hex', 0, 6)}_${number}`;
/** Distinguishes the kept databases of this schema, together with their number, among all advisory locks of the server. */
const keptLock = version.readInt32BE();

/** Why no PostgreSQL answers, or null. */
export async function postgresFault(): Promise<string | null> {
  try {
    await withClient(undefined, async () => {});
    return null;
  } catch (error) {
    return `no PostgreSQL answers at ${new URL(serverUrl).host} (${(error as Error).message})`;
  }
}

export interface PostgresDatabase extends AsyncDisposable {
  readonly url: string;
}

/**
 * A migrated database that nobody else has at the moment and that has no row but those of the migrations. It is kept for others,
 * of later processes as well, since to create and drop one takes a third of a second.
 */
export async function leaseDatabase(): Promise<PostgresDatabase> {
  await using stack = new AsyncDisposableStack();
  // The lock ends with the connection, however the process ends.
  const client = stack.adopt(await connect(), (adopted) => adopted.end());
  const { rows } = await client.query<{ number: number }>(
    'select number from generate_series(1, $2) as number where pg_try_advisory_lock($1, number) limit 1',
    [keptLock, mostKept],
  );
  if (!rows[0]) throw new Error(`Tests hold ${mostKept} databases already.`);
  const name = keptName(rows[0].number);
  const known = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  );
  const mark = known.rows[0]?.mark;
  if (!mark || !(await withClient(name, (own) => reset(own, mark)))) await renew(client, name);
  const resources = stack.move();
  return { url: urlOf(name), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

let count = 0;

/** A database that nobody has used before, with the schema or without any; dropped on dispose. */
export async function createDatabase({ isEmpty }: { readonly isEmpty: boolean }): Promise<PostgresDatabase> {
  const name = `report_service_test_${process.pid}_${Date.now()}_${count++}`;
  await withClient(undefined, (client) => copyTemplate(client, name, isEmpty ? 'template1' : undefined));
  const drop = () => withClient(undefined, (client) => client.query(`drop database if exists ${name} with (force)`));
  return { url: urlOf(name), [Symbol.asyncDispose]: async () => void (await drop()) };
}

/** What it is to be found like when it is used again is noted as its comment. */
async function renew(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
  await copyTemplate(client, name);
  await client.query(`alter database ${name} ${kept}`);
  const mark = await withClient(name, async (own) => {
    const seeded = await tablesWithRows(own);
    return JSON.stringify({ seeded, state: await stateOf(own, seeded) });
  });
  await client.query(`comment on database ${name} is ${pg.escapeLiteral(mark)}`);
}

/** Empties a database that was used before; false when it is not as it was made, so that it has to be made anew. */
async function reset(own: pg.Client, mark: string): Promise<boolean> {
  const { seeded, state } = JSON.parse(mark) as { seeded: string[]; state: string };
  await own.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  if ((await stateOf(own, seeded)) !== state) return false;
  const kept = seeded.map((table) => pg.escapeLiteral(table)).join();
  await own.query(`do $$ declare it record; begin
    set local session_replication_role = replica;
    for it in select oid::regclass as name, pg_relation_size(oid) as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in (${kept})
    loop
      if it.bytes > 1000000 then execute format('truncate %s cascade', it.name);
      elsif it.bytes > 0 then execute format('delete from %s', it.name);
      end if;
    end loop;
  end $$`);
  return true;
}

/** The schema to its last row in the catalogs, the settings, and the rows of the tables that migrations fill. */
async function stateOf(own: pg.Client, seeded: readonly string[]): Promise<string> {
  const ofPublic = (column: string) => `${column} = 'public'::regnamespace`;
  const ofTables = (column: string) => `${column} in (select oid from pg_class where ${ofPublic('relnamespace')})`;
  const parts = [
    `select (oid, relname, relkind, relpersistence, relnatts, relchecks, reloptions, relacl)::text from pg_class where ${ofPublic('relnamespace')}`,
    `select (xmin, attrelid, attnum)::text from pg_attribute where ${ofTables('attrelid')}`,
    `select (xmin, oid)::text from pg_constraint where ${ofPublic('connamespace')}`,
    `select (xmin, oid)::text from pg_trigger where ${ofTables('tgrelid')}`,
    `select (xmin, oid)::text from pg_proc where ${ofPublic('pronamespace')}`,
    `select (xmin, oid)::text from pg_namespace where nspname !~ '^pg_'`,
    `select (setrole, setconfig)::text from pg_db_role_setting join pg_database on oid = setdatabase where datname = current_database()`,
    ...seeded.map((table) => `select (${pg.escapeLiteral(table)}, it)::text from ${pg.escapeIdentifier(table)} as it`),
  ];
  const { rows } = await own.query<{ state: string }>(
    `select md5(string_agg(part, ',' order by part)) as state from (${parts.join(' union all ')}) as parts(part)`,
  );
  return rows[0]?.state ?? '';
}

async function tablesWithRows(own: pg.Client): Promise<string[]> {
  const { rows } = await own.query<{ name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 order by relname`);
  return rows.map(({ name }) => name);
}

async function copyTemplate(client: pg.Client, name: string, of?: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [copying]);
  if (!of) {
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) await makeTemplate(client);
  }
  await client.query(`create database ${name} template ${of ?? template}`);
  await client.query('select pg_advisory_unlock($1)', [copying]);
}

/** Made under another name first, so that a killed run leaves no half-made template behind. */
async function makeTemplate(client: pg.Client): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const db = connectDatabase({ engine: 'postgres', url: urlOf(draft), poolSize: 1 });
  await migrate(db);
  await db.destroy();
  if (failing) await withClient(draft, (own) => own.query(failing));
  await client.query(`alter database ${draft} rename to ${template}`);
}

async function withClient<T>(database: string | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(database);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(database?: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: database ? urlOf(database) : serverUrl,
    connectionTimeoutMillis: 30_000,
  });
  await client.connect();
  return client;
}

function urlOf(database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  // Tests read and cut what goes over the wire.
  if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'disable');
  return url.href;
}
