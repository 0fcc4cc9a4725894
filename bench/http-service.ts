import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { startDatabaseProxy } from '../test/faults/support/database-proxy.ts';
import { givenAccount, givenToken } from '../test/support/accounts.ts';
import type { Engine } from '../test/support/databases.ts';
import { givenConnection } from '../test/support/flights.ts';
import { createDatabase } from '../test/support/postgres-databases.ts';
import type { LoadRequest } from './http-load.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export type Asked = Pick<LoadRequest, 'method' | 'path' | 'body' | 'status'>;

/** The API of one version on a new database, with a caller who has a project, a job and a page of projects. */
export interface BenchedService extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly headers: Readonly<Record<string, string>>;
  readonly projectPath: string;
  readonly jobPath: string;
  ask(asked: Asked): Promise<Response>;
  /** How often a request waits for PostgreSQL; what is sent together counts once. */
  countWaits(asked: Asked): Promise<number>;
}

/** How late the answers of PostgreSQL come when waits are counted: what is sent together is sent before the first of them. */
const lateMs = 20;

/** Starts the version that is checked out in the folder `root`, as an operator does, with `more` variables. */
export async function startVersion(
  root: string,
  engine: Engine,
  listed: number,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchedService> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-bench-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const url = engine === 'postgres' ? stack.use(await createDatabase({ isEmpty: true })).url : undefined;
  const start = async (databaseUrl: string | undefined) => {
    const key = randomBytes(32).toString('base64');
    const environment = {
      DATA_DIR: dataDir,
      PORT: '0',
      ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY: key }),
      ...more,
    };
    const argv = ['serve', '--role', 'api'];
    return startServer(join(root, 'bin/report-service'), argv, environment, join(dataDir, 'log'));
  };
  const server = stack.use(await start(url));
  await using db = connectDatabase(
    url ? { engine: 'postgres', url, poolSize: 1 } : { engine: 'sqlite', path: join(dataDir, 'report-service.db') },
  );
  const account = await givenAccount(db, { perMinute: 10_000_000, perDay: 100_000_000 });
  const headers = { authorization: `Bearer ${await givenToken(db, account.id)}` };

  const ask = ({ method, path, body }: Asked, { port } = server) => {
    const sent = body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { ...headers, ...sent }, body: body ?? null });
  };
  const create = async (path: string, body: object, status: number) => {
    const answer = await ask({ method: 'POST', path, body: JSON.stringify(body), status });
    if (answer.status !== status) throw new Error(await answer.text());
    return answer.headers.get('location') ?? '';
  };
  const projectPath = await create('/api/v1/projects', { name: 'Project 0' }, 201);
  for (let count = 1; count < listed; count++) await create('/api/v1/projects', { name: `Project ${count}` }, 201);
  await givenConnection(db, projectPath.split('/').at(-1) ?? '');
  const period = { current: { from: '2001-04-01', to: '2001-06-30' } };
  const jobPath = await create(`${projectPath}/generation-jobs`, { period }, 202);

  async function countWaits(asked: Asked): Promise<number> {
    if (!url) return 0;
    await using proxy = await startDatabaseProxy(url);
    await using distant = await start(proxy.url);
    // Connections and plans are made, and the use of the token is noted.
    for (let count = 0; count < 10; count++) await Promise.all([1, 2, 3].map(() => ask(asked, distant)));
    proxy.delayMs = lateMs;
    proxy.waits = 0;
    await (await ask(asked, distant)).text();
    const { waits } = proxy;
    // The process ends sooner.
    proxy.delayMs = 0;
    return waits;
  }
  const resources = stack.move();
  return {
    server,
    headers,
    projectPath,
    jobPath,
    ask,
    countWaits,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
