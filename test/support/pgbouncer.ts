import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../faults/support/free-port.ts';
import { engines } from './databases.ts';
import { eventually } from './eventually.ts';
import { removeFolder } from './folders.ts';

const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find(existsSync);

/** Why no PgBouncer can be started here; false when one can. With CI=true one must. */
export const pgBouncerSkip = findFault();

function findFault(): string | false {
  if (!program) {
    if (process.env.CI === 'true') throw new Error('PgBouncer is needed for the tests, and is not installed');
    return 'pgbouncer is not installed';
  }
  // With CI=true the list of engines has told before that one is needed.
  return engines.includes('postgres') ? false : 'no PostgreSQL answers, or none is wanted';
}

export interface PgBouncer extends AsyncDisposable {
  /** The database's address through it. */
  readonly url: string;
  /** The answer of its console, such as to `show pools`. */
  show(what: string): Promise<Record<string, unknown>[]>;
}

/** Settings of PgBouncer, over its defaults. */
export interface PgBouncerSettings {
  readonly pool_mode: 'session' | 'transaction' | 'statement';
  readonly default_pool_size?: number;
  readonly max_client_conn?: number;
  readonly ignore_startup_parameters?: string;
  readonly server_round_robin?: 0 | 1;
}

/** A PgBouncer before the server of a test's database, with nothing set but what is given. */
export async function startPgBouncer(databaseUrl: string, settings: PgBouncerSettings): Promise<PgBouncer> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'report-service-pgbouncer-'));
  stack.defer(() => removeFolder(folder));
  const { hostname, port: serverPort, username } = new URL(databaseUrl);
  const port = await freePort();
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort || 5432} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `admin_users = ${username}`,
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const owner = unprivilegedUser();
  if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const child = spawn(program ?? '', [file], { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-10_000);
  });
  stack.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const show = async (what: string) => {
    const console = new URL(url);
    console.pathname = '/pgbouncer';
    const client = new pg.Client({ connectionString: console.href, connectionTimeoutMillis: 3_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(what)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`);
    return show('show version').catch(() => undefined);
  });
  const resources = stack.move();
  return { url: url.href, show, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** PgBouncer and PostgreSQL refuse to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
