import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openAsBlob, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../faults/support/free-port.ts';
import { eventually } from './eventually.ts';
import { removeFolder } from './folders.ts';
import type { SqlPlace } from './sql-fixture.ts';

const binary = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  .map((folder) => join(folder, 'clickhouse-server'))
  .find(existsSync);

if (!binary && process.env.CI === 'true') throw new Error('clickhouse-server is not installed');

/** Why no ClickHouse can be started, or false. */
export const clickhouseSkip = binary ? false : 'clickhouse-server is not installed';

/** A ClickHouse server of a test's own. */
export interface ClickhouseServer extends AsyncDisposable {
  /** The user `reader` is not kept from writing, `locked` is. */
  readonly place: SqlPlace;
  readonly secret: { readonly password: string };
  /** As the owner; gives the answer's text. */
  run(sql: string): Promise<string>;
  /** Inserts the lines of a CSV file. */
  load(table: string, path: string): Promise<void>;
}

export async function startClickhouse(): Promise<ClickhouseServer> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'report-service-clickhouse-'));
  stack.defer(() => removeFolder(folder));
  mkdirSync(join(folder, 'data'));
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
  writeFileSync(join(folder, 'users.xml'), usersXml(password));
  writeFileSync(join(folder, 'config.xml'), configXml(folder, port));
  const server = spawn(binary ?? '', [`--config-file=${join(folder, 'config.xml')}`], { cwd: folder, stdio: 'ignore' });
  stack.defer(() => stop(server));
  const there = clickhouseAt(port, password);
  await eventually(() => there.run('SELECT 1').catch(() => undefined));
  const resources = stack.move();
  return { ...there, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** How tests reach a server on this machine, with the password of its users. */
export function clickhouseAt(port: number, password: string): Omit<ClickhouseServer, keyof AsyncDisposable> {
  const run = async (sql: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sql });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  const load = async (table: string, path: string) => {
    const search = new URLSearchParams({ query: `INSERT INTO ${table} FORMAT CSV` });
    const body = await openAsBlob(path);
    const response = await fetch(`http://127.0.0.1:${port}/?${search}`, { method: 'POST', body });
    if (!response.ok) throw new Error(await response.text());
  };
  const place = { host: '127.0.0.1', port, database: 'default', user: 'reader', tls: 'off' } as const;
  return { place, secret: { password }, run, load };
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

function configXml(folder: string, port: number): string {
  return `<yandex>
    <logger><level>error</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
    <http_port>${port}</http_port><listen_host>127.0.0.1</listen_host>
    <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><users_config>${folder}/users.xml</users_config>
    <default_profile>default</default_profile><default_database>default</default_database>
    <mark_cache_size>5368709</mark_cache_size>
  </yandex>`;
}

function usersXml(password: string): string {
  const user = (name: string, secret: string, profile: string) => `<${name}><password>${secret}</password>
    <networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota></${name}>`;
  return `<yandex><profiles><default/><locked><readonly>1</readonly></locked></profiles>
    <users>${user('default', '', 'default')}${user('reader', password, 'default')}${user('locked', password, 'locked')}</users>
    <quotas><default/></quotas></yandex>`;
}
