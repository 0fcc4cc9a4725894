import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startService } from '../../src/app.ts';
import type { Role } from '../../src/cli/context.ts';
import type { ConsoleParts } from '../../src/domains/console/app-routes.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { thisMachine } from './connector-context.ts';
import { createTestDatabase, type Engine } from './databases.ts';
import { removeFolder } from './folders.ts';

export interface TestService extends AsyncDisposable {
  readonly url: string;
  readonly db: Database;
  readonly dataDir: string;
  /** Undefined for SQLite. */
  readonly databaseUrl: string | undefined;
  /** What it was started with; commands with the same work on it. */
  readonly environment: Readonly<Record<string, string>>;
  /** All log lines so far. */
  readonly log: string[];
  /** One request; a write gets a new idempotency key unless `headers` brings one. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads whose shapes other tests prove.
  readonly body: any;
}

/** A service on its own database and a free port, in this process. Without workers unless the role says so. */
export async function startTestService(
  engine: Engine,
  options: { role?: Role; environment?: Record<string, string>; console?: ConsoleParts } = {},
): Promise<TestService> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  stack.defer(() => removeFolder(dataDir));
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: '0',
    ALLOWED_NETWORKS: thisMachine,
    ...options.environment,
  };
  if (engine === 'postgres') {
    const database = stack.use(await createTestDatabase('postgres'));
    if (database.location.engine === 'postgres') environment.DATABASE_URL = database.location.url;
    environment.SECRET_KEY ??= randomBytes(32).toString('base64');
  }
  const log: string[] = [];
  const lines = { write: (line: string) => void log.push(line) };
  const service = stack.use(
    await startService(readConfig(environment), options.role ?? 'api', createLog('debug', lines), options.console),
  );
  const db = connectDatabase(
    environment.DATABASE_URL
      ? { engine: 'postgres', url: environment.DATABASE_URL, poolSize: 4 }
      : { engine: 'sqlite', path: join(dataDir, 'report-service.db') },
  );
  stack.defer(() => db.destroy());
  const resources = stack.move();
  return {
    url: service.url,
    db,
    dataDir,
    databaseUrl: environment.DATABASE_URL,
    environment,
    log,
    call: (method, path, callOptions) => call(service.url, method, path, callOptions),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/**
 * A service for the tests of one suite; stopped when they are done. Where many files share a process it starts once all of them
 * are loaded: meanwhile nothing else gets on, and its first connection to the database would run out of time.
 */
export async function suiteService(engine: Engine, environment: Record<string, string> = {}): Promise<TestService> {
  await (globalThis as { readonly testsLoaded?: Promise<void> }).testsLoaded;
  const service = await startTestService(engine, { environment });
  after(() => service[Symbol.asyncDispose]());
  return service;
}

export async function call(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers();
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (['POST', 'PATCH', 'PUT'].includes(method)) headers.set('idempotency-key', randomUUID());
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const { body } = options;
  const response = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    ...(options.signal && { signal: options.signal }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
}
