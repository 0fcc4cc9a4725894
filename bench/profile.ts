import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import { createEmptyDatabase } from '../test/support/databases.ts';
import { givenConnection } from '../test/support/flights.ts';
import { givenInstallation } from '../test/support/process.ts';
import { startLoadClient } from './http-client.ts';
import type { LoadRequest } from './http-load.ts';
import { startServer } from './server-process.ts';

/** Where the API's thread spends a request on SQLite, by the function that runs: shares of its busy time, in percent. */
export type ProfileShares = Record<string, number>;

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { functionName: string; url: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const period = { current: { from: '2001-04-01', to: '2001-06-30' } };
const shown = 14;
const listed = 20;
const warmUpMs = 1_500;
const load = { connections: 64, durationMs: 4_000 } as const;

/** What the process itself does not decide. */
const idle = new Set(['(idle)', '(program)', '(root)']);

export async function benchProfile(): Promise<Record<string, ProfileShares>> {
  const shares: Record<string, ProfileShares> = {};
  for (const operation of ['read a project', 'poll a job', 'list projects', 'start a generation'] as const) {
    shares[operation] = await profile(operation);
  }
  return shares;
}

type Operation = 'read a project' | 'poll a job' | 'list projects' | 'start a generation';

async function profile(operation: Operation): Promise<ProfileShares> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'report-service-profile-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const { db, environment } = stack.use(
    await givenInstallation(await createEmptyDatabase('sqlite'), { LOG_LEVEL: 'info' }),
  );
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const argv = [...flags, main, 'serve', '--role', 'api'];
  const spawned = performance.now();
  const server = await startServer(process.execPath, argv, { ...environment, PORT: '0' }, join(folder, 'log'));
  await using client = startLoadClient();
  const account = await givenAccount(db, { perMinute: 10_000_000, perDay: 100_000_000 });
  const headers = { authorization: `Bearer ${await givenToken(db, account.id)}` };
  const { id } = await givenProject(db, account);
  for (let count = 1; count < listed; count++) await givenProject(db, account);
  await givenConnection(db, id);
  const { port } = server;
  const url = `http://127.0.0.1:${port}/api/v1/projects/${id}/generation-jobs`;
  const started = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'profile' },
    body: JSON.stringify({ period }),
  });
  const get = (path: string): LoadRequest => ({ ...load, port, headers, method: 'GET', path, status: 200 });
  const requests: Record<Operation, LoadRequest> = {
    'read a project': get(`/api/v1/projects/${id}`),
    'poll a job': get(started.headers.get('location') ?? ''),
    'list projects': get('/api/v1/projects'),
    'start a generation': {
      ...{ ...load, port, headers, method: 'POST', status: 202 },
      path: `/api/v1/projects/${id}/generation-jobs`,
      body: JSON.stringify({ period }),
    },
  };
  await client.load({ ...requests[operation], durationMs: warmUpMs });
  const skippedMs = performance.now() - spawned;
  await client.load(requests[operation]);
  await server[Symbol.asyncDispose]();
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  return sharesOf(JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')) as Profile, skippedMs);
}

/** The functions that took most after the start, without what they called. */
function sharesOf({ nodes, samples, timeDeltas }: Profile, skippedMs: number): ProfileShares {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const took = new Map<string, number>();
  let atUs = 0;
  for (const [index, id] of samples.entries()) {
    atUs += timeDeltas[index] ?? 0;
    const name = names.get(id) ?? '';
    if (atUs > skippedMs * 1_000 && !idle.has(name)) took.set(name, (took.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const total = [...took.values()].reduce((sum, each) => sum + each, 0);
  const most = [...took].sort(([, one], [, other]) => other - one).slice(0, shown);
  return Object.fromEntries(most.map(([name, each]) => [name, (100 * each) / total]));
}

function nameOf({ functionName, url }: { functionName: string; url: string }): string {
  const file = url.split('/').at(-1) ?? '';
  return file === '' ? functionName : `${functionName || 'anonymous'} (${file})`;
}

if (import.meta.main) console.log(await benchProfile());
