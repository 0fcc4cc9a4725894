import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { connectDatabase, type DatabaseLocation } from '../../../src/platform/database/connect.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import type { TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';
import { unprivilegedUser } from '../../support/pgbouncer.ts';
import { freePort } from './free-port.ts';

/** `fast` ends its connections and writes all to disk; `immediate` is a crash. */
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** A test's own PostgreSQL server, which can be stopped and crashed. Disposing it removes it with all its data. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  /** Where its socket is. */
  readonly folder: string;
  start(): Promise<void>;
  stop(how: keyof typeof stopSignals): Promise<void>;
  /** A migrated database on it. */
  createDatabase(name: string): Promise<TestDatabase>;
  /** The address of one of its databases. */
  url(database: string): string;
}

/** As whom and where PostgreSQL's programs run. */
interface ProgramOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Where PostgreSQL's programs are; undefined where it is not installed. */
const installed = [
  ...(process.env.PATH ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin').sort(),
].findLast((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));

/** Runs one of PostgreSQL's programs, or another, to its end. */
export function runPostgresProgram(name: string, args: readonly string[], run: ProgramOptions): void {
  const own = join(installed ?? '', name);
  execFileSync(existsSync(own) ? own : name, args, { ...run, stdio: 'ignore', timeout: 120_000 });
}

/** Why no server can be started here; false when one can. */
export const postgresServerSkip = installed ? false : 'PostgreSQL’s initdb and postgres are not installed';

/**
 * Its processes run with the given environment in addition to what they need. `settings` go into postgresql.conf; of
 * the `accessRules`, lines of pg_hba.conf, the first that matches a connection counts, and without any everybody is let
 * in. `programs` is the folder of another PostgreSQL than the one that is installed, `fill` makes the files of the server
 * in a folder, in place of initdb. One `of` another server is its standby, by streaming replication.
 */
export async function startPostgresServer(
  environment: Readonly<Record<string, string>> = {},
  {
    settings = {},
    accessRules = [],
    programs = installed ?? '',
    fill,
    of,
  }: {
    readonly settings?: Readonly<Record<string, string>>;
    readonly accessRules?: readonly string[];
    readonly programs?: string;
    readonly fill?: (data: string, run: ProgramOptions) => void;
    readonly of?: Pick<PostgresServer, 'port'>;
  } = {},
): Promise<PostgresServer> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'report-service-postgres-'));
  stack.defer(() => removeFolder(folder));
  const owner = unprivilegedUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const run = { ...owner, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...environment } };
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  const copy = [
    '-D',
    data,
    '-U',
    'postgres',
    '-h',
    '127.0.0.1',
    '-p',
    String(of?.port),
    '-R',
    '-c',
    'fast',
    '--no-sync',
  ];
  if (fill) fill(data, run);
  else execFileSync(join(programs, of ? 'pg_basebackup' : 'initdb'), of ? copy : initdb, { ...run, stdio: 'ignore' });
  const configuration = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(data, 'postgresql.conf'), configuration.join(''));
  const rules = join(data, 'pg_hba.conf');
  writeFileSync(rules, [...accessRules, readFileSync(rules, 'utf8')].join('\n'));
  const port = await freePort();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | undefined;

  const stop = async (how: keyof typeof stopSignals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(stopSignals[how]);
    await exited;
  };
  stack.defer(() => stop('immediate'));

  const start = async () => {
    const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
    server = spawn(join(programs, 'postgres'), options, { ...run, stdio: 'ignore' });
    await eventually(() => answers(url('postgres')), 30_000);
  };
  await start();
  const resources = stack.move();
  return {
    port,
    folder,
    start,
    stop,
    url,
    async createDatabase(name) {
      await withClient(url('postgres'), (client) => client.query(`create database ${name}`));
      const location: DatabaseLocation = { engine: 'postgres', url: url(name), poolSize: 5 };
      const db = connectDatabase(location);
      await migrate(db);
      return { db, location, [Symbol.asyncDispose]: () => db.destroy() };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function answers(url: string): Promise<boolean> {
  return withClient(url, async () => true).catch(() => false);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
