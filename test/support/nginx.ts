import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../faults/support/free-port.ts';
import { makeAuthority } from './certificates.ts';
import { eventually } from './eventually.ts';
import { removeFolder } from './folders.ts';

// Debian has it where only administrators look.
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const program = folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));

/** Why there is no nginx to test with, or false. With CI=true there must be one. */
export const skip: string | false =
  program || process.env.CI === 'true' ? false : 'there is no nginx: install nginx-light';

export interface Nginx extends AsyncDisposable {
  /** Where it answers with TLS, by the name `localhost`. */
  readonly url: string;
  /** Where it answers without. */
  readonly plainUrl: string;
  /** The certificate of the authority that has signed its own. */
  readonly authority: string;
  /** What it has complained about. */
  output(): string;
}

/**
 * A real nginx, in one process, with the text of a configuration of which only what differs on each machine is replaced:
 * its ports, the folder of its certificates and the addresses it leads to (`upstream`, as `127.0.0.1:8080`).
 */
export async function startNginx(configuration: string, upstream: string): Promise<Nginx> {
  if (!program) throw new Error('There is no nginx.');
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'report-service-nginx-'));
  stack.defer(() => removeFolder(folder));
  mkdirSync(join(folder, 'logs'));
  const authority = makeAuthority(folder);
  const { certificate, key } = authority.sign('localhost');
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = configuration
    .replaceAll('/etc/ssl/report-service/fullchain.pem', certificate)
    .replaceAll('/etc/ssl/report-service/privkey.pem', key)
    .replaceAll('reports.example.com', 'localhost')
    .replace(/listen 443\b/, `listen 127.0.0.1:${port}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${plainPort};`)
    .replaceAll(/127\.0\.0\.1:808[01]/g, upstream);
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`;
  writeFileSync(file, `${main} events {} http { access_log off; ${kept.join(' ')} ${site} }`);
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  stack.defer(() => end(child));
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const plainUrl = `http://127.0.0.1:${plainPort}`;
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${output}`);
    return fetch(plainUrl, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  });
  const resources = stack.move();
  return {
    ...{ url: `https://localhost:${port}`, plainUrl, authority: authority.file },
    output: () => output,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
